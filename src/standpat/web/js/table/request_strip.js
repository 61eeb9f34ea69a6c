/**
 * A line above the felt with what waits for an answer, one thing at a time: the table that is offered to the viewer; their
 * own request for a seat; that they are about to move to the main table; for hosts, a newcomer who waits, or a pause; and
 * for those without a seat at a main table, where they begin.
 */

import { request } from "../common/api.js";
import { attribute, el, setText } from "../common/dom.js";
import { errorText } from "../common/labels.js";

/** @typedef {{key: string, text: string, more: number, yes?: [string, () => Promise<any>], no?: [string, () => Promise<any>]}} Asked */

export class RequestStrip {
  /**
   * @param {import("../common/i18n.js").Say} say @param {string} id the table's id
   * @param {{tell: (message: Record<string, any>) => Promise<any>, toast: import("../common/menu.js").Toast}} page
   */
  constructor(say, id, page) {
    this.say = say;
    this.id = id;
    this.page = page;
    /** @type {Asked | null} */
    this.asked = null;
    // The region exists from the start, because screen readers announce only what changes in a region that they know.
    this.text = el("p", { "aria-live": "polite" });
    this.more = el("span", { class: "more", role: "img" });
    this.no = el("button", { type: "button", class: "btn", on: { click: () => this.answer("no") } });
    this.yes = el("button", { type: "button", class: "btn go", on: { click: () => this.answer("yes") } });
    this.node = el(
      "section",
      { class: "request-strip", "aria-label": say("page.host.requests") },
      this.text,
      this.more,
      el("div", { class: "answers" }, this.no, this.yes),
    );
    this.render(null);
  }

  /** @param {import("../table_view/table_state.js").TableState} table */
  update(table) {
    const asked = this.first(table);
    if (asked?.key !== this.asked?.key || asked?.more !== this.asked?.more) this.render(asked);
  }

  /** @param {import("../table_view/table_state.js").TableState} table @returns {Asked | null} */
  first({ offer, waiting, you, hosts, host, called, info, mySeat }) {
    const { say } = this;
    if (offer) {
      const answer = (/** @type {boolean} */ yes) => () => this.post("accept", { yes });
      const text = say("page.host.offered", { name: offer.by });
      return { key: `offer ${offer.until}`, text, more: 0, yes: [say("page.host.accept"), answer(true)], no: [say("page.host.not-accept"), answer(false)] };
    }
    if (waiting.some(({ user }) => user === you?.user)) {
      const no = () => this.page.tell({ t: "leave" });
      return { key: "waits", text: say("page.host.you-wait"), more: 0, no: [say("page.host.withdraw"), no] };
    }
    const [newcomer] = waiting;
    if (hosts && newcomer) {
      const { user, name, buy_in, until } = newcomer;
      const answer = (/** @type {boolean} */ yes) => () => this.post("newcomer", { user, yes });
      const text = say("page.host.newcomer", { name, amount: buy_in });
      const more = waiting.length - 1;
      return { key: `${user} ${until}`, text, more, yes: [say("page.host.approve"), answer(true)], no: [say("page.host.refuse"), answer(false)] };
    }
    if (called && info?.link) {
      return { key: `called ${called}`, text: say(`page.must-move.after-${called}`, { name: info.link.name }), more: 0 };
    }
    if (!hosts) {
      const link = mySeat === null && info?.link?.role === "main" ? info.link : null;
      if (!link) return null;
      const go = async () => location.assign(`/tables/${link.table}`);
      return { key: "begin", text: say("page.must-move.begin"), more: 0, yes: [say("page.must-move.go", { name: link.name }), go] };
    }
    if (!host.paused) return null;
    const text = say("page.host.paused", { name: host.paused.by });
    return { key: "paused", text, more: 0, yes: [say("page.host.resume"), () => this.post("pause", { on: false })] };
  }

  /** @param {Asked | null} asked */
  render(asked) {
    this.asked = asked;
    setText(this.text, asked?.text ?? "");
    setText(this.more, asked?.more ? `+${asked.more}` : "");
    attribute(this.more, "aria-label", asked?.more ? this.say("page.host.more", { count: asked.more }) : null);
    this.more.hidden = !asked?.more;
    for (const [button, choice] of [[this.no, asked?.no], [this.yes, asked?.yes]]) {
      const shown = /** @type {HTMLButtonElement} */ (button);
      shown.hidden = !choice;
      shown.disabled = false;
      setText(shown, choice ? String(/** @type {any[]} */ (choice)[0]) : "");
    }
    this.node.classList.toggle("shown", asked !== null);
  }

  /** @param {"yes" | "no"} which */
  async answer(which) {
    const choice = this.asked?.[which];
    if (!choice) return;
    this.yes.disabled = this.no.disabled = true;
    await choice[1]();
    this.yes.disabled = this.no.disabled = false;
  }

  /** @param {string} what @param {any} body */
  async post(what, body) {
    const answer = await request(`/api/tables/${this.id}/${what}`, body);
    if (!answer.ok) this.page.toast.show(errorText(answer, this.say));
  }
}
