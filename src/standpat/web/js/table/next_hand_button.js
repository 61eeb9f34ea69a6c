/**
 * "Next hand", for a viewer whose opponents in the hand are all bots: after a fold the bots play on at once, and after the
 * hand there is no pause. The button ignores presses until it has been visible for a moment, because it comes where "Fold"
 * was.
 */

import { el } from "../common/dom.js";
import { keyMark, showKey } from "../common/keys.js";
import { ClickGuard } from "./pre_action.js";

const CALM = 400; // ms on the screen before a press acts; the style sheet shows the button pale for as long

export class NextHandButton {
  /** @param {import("../common/i18n.js").Say} say @param {(handNo: number) => Promise<any>} onSkip resolves to a refusal, or null */
  constructor(say, onSkip) {
    this.onSkip = onSkip;
    this.guard = new ClickGuard(CALM);
    this.pressedAt = -Infinity;
    /** The hand on the screen. */
    this.hand = 0;
    /** The hand that was skipped. */
    this.skipped = 0;
    this.node = el(
      "button",
      { type: "button", class: "next", hidden: true },
      el("span", { text: say("page.do.next") }),
      keyMark(),
    );
    this.node.addEventListener("pointerdown", (event) => (this.pressedAt = event.timeStamp));
    // A press begins at its pointerdown. A click from a key or a screen reader has none and begins now.
    this.node.addEventListener("click", (event) => void this.press(event.detail ? this.pressedAt : event.timeStamp));
  }

  /** @param {import("../table_view/table_state.js").TableState} table @param {boolean} open whether there is a connection */
  update(table, open) {
    const { hand } = table;
    this.hand = hand?.handNo ?? 0;
    const may = open && table.skippable && this.skipped !== this.hand;
    this.guard.show(may && hand ? `${hand.handNo}:${hand.over}` : "");
    this.node.hidden = !may;
    showKey(this.node, "next");
  }

  /** @param {number} at ms, when the press began */
  async press(at) {
    if (this.node.hidden || !this.guard.allows(at)) return;
    const { hand } = this;
    this.skipped = hand;
    this.node.hidden = true;
    if (await this.onSkip(hand)) this.skipped = 0;
  }
}
