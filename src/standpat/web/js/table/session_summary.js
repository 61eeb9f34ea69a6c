/**
 * The session of the table in short: the viewer's own result, everybody's, the number of hands, and the way to the whole page.
 * It asks the room when it is opened, and after a hand while it is open, at most every `AGAIN` ms.
 */

import { request } from "../common/api.js";
import { el } from "../common/dom.js";
import { errorText } from "../common/labels.js";

const AGAIN = 20_000; // ms

export class SessionSummary {
  /** @param {import("../common/i18n.js").Say} say @param {string} id the table */
  constructor(say, id) {
    this.say = say;
    this.id = id;
    this.asked = -AGAIN;
    this.content = el("div", { class: "session-short" });
    this.node = el(
      "div",
      { class: "session-pane" },
      this.content,
      el("a", { class: "btn", href: `/tables/${id}/session`, text: say("page.menu.session") }),
    );
  }

  /** @param {any} you the viewer */
  async load(you) {
    const now = performance.now();
    if (now - this.asked < AGAIN) return;
    this.asked = now;
    const answer = await request(`/api/tables/${this.id}/session`);
    const { say } = this;
    if (!answer.ok) return this.content.replaceChildren(el("p", { class: "note", text: errorText(answer, say) }));
    /** @type {{user: string, name: string, net: number}[]} */
    const players = answer.players;
    const mine = players.find(({ user }) => user === you?.user);
    const sign = (/** @type {number} */ net) => (net > 0 ? "up" : net < 0 ? "down" : "");
    const figure = mine && el("p", { class: "own-net" }, el("span", { text: say("page.short.own") }), el("b", { class: sign(mine.net), text: say.signed(mine.net) }));
    const rows = players.map(({ name, net }) => el("li", {}, el("span", { text: name }), el("span", { class: sign(net), text: say.signed(net) })));
    this.content.replaceChildren(
      ...(figure ? [figure] : []),
      el("p", { class: "note", text: say(answer.whole ? "page.short.hands" : "evening.part", { count: answer.hands }) }),
      el("ul", { class: "nets" }, ...rows),
    );
  }
}
