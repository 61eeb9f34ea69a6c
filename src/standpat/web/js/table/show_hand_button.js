/**
 * "Show my hand" after a hand, for a player who did not have to show. The button stands beside the viewer's seat, far from
 * the action bar, and ignores presses until it has been visible for a moment, so that a press meant for something else shows
 * nothing.
 */

import { el } from "../common/dom.js";
import { ClickGuard } from "./pre_action.js";
import { HAND } from "../table_view/public_state.js";

const CALM = 800; // ms on the screen before a press acts; the style sheet shows the button pale for as long

export class ShowHandButton {
  /**
   * @param {import("../common/i18n.js").Say} say
   * @param {{show: () => Promise<any>, gone: () => void}} on `show` resolves to a refusal, or null; `gone` is
   *   called when the button disappears while it has the focus
   */
  constructor(say, on) {
    this.on = on;
    this.guard = new ClickGuard(CALM);
    this.pressedAt = -Infinity;
    this.node = el("button", { type: "button", class: "reveal", "data-place": "0" }, say("page.do.show"));
    this.node.hidden = true;
    this.node.addEventListener("pointerdown", (event) => (this.pressedAt = event.timeStamp));
    // A press begins at its pointerdown. A click from a key or a screen reader has none and begins now.
    this.node.addEventListener("click", (event) => void this.press(event.detail ? this.pressedAt : event.timeStamp));
  }

  /** @param {import("../table_view/table_state.js").TableState} table @param {boolean} open whether there is a connection */
  update(table, open) {
    const { hand } = table;
    const own = hand?.over ? hand.own : null;
    const may = open && table.mySeat !== null && !!own?.live && !own.shown && own.cards.length === HAND;
    this.guard.show(may && hand ? String(hand.handNo) : "");
    this.hide(!may || this.guard.spent);
  }

  /** @param {number} at ms, when the press began */
  async press(at) {
    if (!this.guard.allows(at)) return;
    const { token } = this.guard;
    this.guard.spend();
    this.hide(true);
    if ((await this.on.show()) && this.guard.token === token) {
      this.guard.again();
      this.hide(false);
    }
  }

  /** @param {boolean} hidden */
  hide(hidden) {
    const focused = document.activeElement === this.node;
    this.node.hidden = hidden;
    if (hidden && focused) this.on.gone();
  }
}
