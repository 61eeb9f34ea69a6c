/**
 * The viewer's own hands at all tables, newest first, a page at a time. It asks the room when it is opened, and again after a
 * hand while it is open.
 */

import { request } from "../common/api.js";
import { el, setText } from "../common/dom.js";
import { errorText, gameName } from "../common/labels.js";

/** @typedef {{id: string, hand_no: number, ended: number, game: string, net: number, names: string[]}} OwnHand */

export class OwnHands {
  /** @param {import("../common/i18n.js").Say} say */
  constructor(say) {
    this.say = say;
    /** The last request; an answer to an earlier one is dropped. */
    this.asked = 0;
    this.list = el("ol", { class: "own-hands" });
    this.status = el("p", { class: "note", role: "status" });
    this.more = el("button", { type: "button", class: "btn", hidden: true, on: { click: () => void this.load(this.last) } }, say("page.mine.more"));
    this.last = "";
    this.paged = false;
    this.node = el("div", { class: "mine-pane" }, this.list, this.status, this.more);
  }

  /** Fetch the newest hands, unless the viewer is reading: they scrolled, asked for more, or have the focus in the list. */
  refresh() {
    const reading = this.node.scrollTop > 0 || this.paged || this.list.contains(document.activeElement);
    if (!reading) void this.load();
  }

  /** Fetch the newest hands, or those before a hand. @param {string} [before] */
  async load(before = "") {
    const asked = ++this.asked;
    const answer = await request(`/api/hands${before && `?before=${before}`}`);
    if (asked !== this.asked) return;
    if (!answer.ok) return setText(this.status, errorText(answer, this.say));
    /** @type {OwnHand[]} */
    const hands = answer.hands;
    const rows = hands.map((hand) => this.row(hand));
    this.paged = before !== "";
    if (before) {
      this.list.append(...rows);
      rows[0]?.querySelector("a")?.focus();
    } else this.list.replaceChildren(...rows);
    this.last = hands.at(-1)?.id ?? "";
    this.more.hidden = !answer.more;
    setText(this.status, this.list.childElementCount ? "" : this.say("page.mine.none"));
  }

  /** @param {OwnHand} hand */
  row({ id, hand_no, ended, game, net, names }) {
    const { say } = this;
    const at = new Date(1000 * ended).toLocaleString(say.code, {
      day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23",
    });
    return el(
      "li",
      {},
      el(
        "a",
        { href: `/hands/${id}` },
        el("span", { class: "game", text: gameName(game, say) }),
        el("span", { class: net > 0 ? "up" : net < 0 ? "down" : "", text: say.signed(net) }),
        el("span", { class: "rest", text: `${at} · ${say("table.hand", { number: hand_no })} · ${names.join(", ")}` }),
      ),
    );
  }
}
