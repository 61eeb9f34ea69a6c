/**
 * A choice of empty seats, each named by the player on whose left it is.
 */

import { el } from "../common/dom.js";

export class SeatChoice {
  /** @param {import("../common/i18n.js").Say} say */
  constructor(say) {
    this.say = say;
    this.node = el("select", { "aria-label": say("page.host.seat") });
    this.listed = "";
  }

  get seat() {
    return Number(this.node.value);
  }

  /**
   * List the empty seats for a player. What is chosen stays while the list is the same.
   * @param {(import("../table_view/table_state.js").SeatView | null)[]} seats @param {string} user
   * @returns {boolean} whether there is one
   */
  update(seats, user) {
    const { say } = this;
    const free = seats.flatMap((seat, at) => (seat ? [] : [at]));
    const before = (/** @type {number} */ at) => {
      for (let step = 1; step < seats.length; step++) {
        const seat = seats[(at - step + seats.length) % seats.length];
        if (seat && seat.user !== user) return seat.name;
      }
      return "";
    };
    const texts = free.map((at) => {
      const name = before(at);
      return name ? say("page.host.seat-after", { seat: at + 1, name }) : say("page.host.seat-no", { seat: at + 1 });
    });
    if (this.listed !== texts.join()) {
      this.listed = texts.join();
      this.node.replaceChildren(...free.map((at, k) => el("option", { value: String(at), text: texts[k] })));
    }
    return free.length > 0;
  }
}
