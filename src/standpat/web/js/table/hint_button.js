/**
 * "What would you do?", for a viewer whose opponents in the hand are all bots: at their turn, the advice of the strongest bot in
 * plain words. The button stands beside the viewer's seat; the advice above it, until the decision is taken.
 */

import { request } from "../common/api.js";
import { el, setText } from "../common/dom.js";
import { errorText } from "../common/labels.js";

export class HintButton {
  /** @param {import("../common/i18n.js").Say} say @param {string} table its id
   * @param {{fail: (text: string) => void, gone: () => void}} on `gone` is called when the button disappears while it has the focus */
  constructor(say, table, on) {
    this.say = say;
    this.table = table;
    this.on = on;
    /** The decision on the screen; null if there is none to ask about. @type {{hand_no: number, seq: number} | null} */
    this.decision = null;
    this.node = el("button", { type: "button", class: "hint-ask", "data-place": "0", on: { click: () => void this.ask() } }, say("hint.ask"));
    this.what = el("strong");
    this.why = el("span");
    this.said = el("p", { class: "hint-said", role: "status", on: { click: () => this.put() } }, this.what, " ", this.why);
  }

  /** @param {import("../table_view/table_state.js").TableState} table @param {boolean} open whether there is a connection */
  update(table, open) {
    const { hand, turn } = table;
    const kind = table.mine && table.againstBots ? turn?.decision?.kind : null;
    const now = open && hand && turn && (kind === "wager" || kind === "draw") ? { hand_no: hand.handNo, seq: turn.seq } : null;
    if (now?.hand_no !== this.decision?.hand_no || now?.seq !== this.decision?.seq) this.tell("", "");
    this.decision = now;
    const focused = document.activeElement === this.node;
    this.node.hidden = !now || !!this.what.textContent;
    if (focused && this.node.hidden) this.on.gone();
  }

  /** @param {string} what @param {string} why */
  tell(what, why) {
    setText(this.what, what);
    setText(this.why, why);
  }

  /** Put the advice away, so that it covers nothing. */
  put() {
    this.tell("", "");
    this.node.hidden = !this.decision;
  }

  async ask() {
    const { decision } = this;
    if (!decision) return;
    this.node.hidden = true;
    const answer = await request(`/api/tables/${encodeURIComponent(this.table)}/hint?lang=${this.say.code}`, decision);
    if (this.decision !== decision && (this.decision?.hand_no !== decision.hand_no || this.decision?.seq !== decision.seq)) return;
    if (answer.ok) this.tell(answer.text, answer.why);
    else {
      this.node.hidden = false;
      this.on.fail(errorText(answer, this.say));
    }
    this.on.gone();
  }
}
