/**
 * "Show my hand" when the hand is over, for who was not to show it: beside the viewer's own plate, far from the buttons
 * that played the hand. It acts only on a press that began on it, once it had been there for a while: a press meant for
 * something else shows nothing.
 */

import { el } from "../common/dom.js";
import { Guard } from "./pre_action.js";
import { HAND } from "../table_view/public_state.js";

const CALM = 800; // ms it is there before a press acts; the style sheet shows it pale so long

export class Reveal {
  /**
   * @param {import("../common/i18n.js").Say} say
   * @param {{show: () => Promise<any>, gone: () => void}} on `show` gives a refusal where it is refused; `gone`: the
   *   button had the focus and is there no more
   */
  constructor(say, on) {
    this.on = on;
    this.guard = new Guard(CALM);
    this.pressedAt = -Infinity;
    this.node = el("button", { type: "button", class: "reveal", "data-place": "0" }, say("page.do.show"));
    this.node.hidden = true;
    this.node.addEventListener("pointerdown", (event) => (this.pressedAt = event.timeStamp));
    // A press is as old as its pointerdown; a key's or a reader's click has none, and counts from now.
    this.node.addEventListener("click", (event) => void this.press(event.detail ? this.pressedAt : event.timeStamp));
  }

  /** @param {import("../table_view/table_state.js").Room} room @param {boolean} open is there a connection? */
  update(room, open) {
    const { picture } = room;
    const own = picture?.over ? picture.own : null;
    const may = open && room.mySeat !== null && !!own?.live && !own.shown && own.cards.length === HAND;
    this.guard.show(may && picture ? String(picture.handNo) : "");
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
