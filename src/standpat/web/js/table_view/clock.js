/**
 * The decision clock, and a ticker that redraws while time matters and stops when it does not, so that an idle table costs
 * nothing.
 */

import { setClass } from "../common/dom.js";

/** ms from one drawing to the next: a clock of twenty seconds moves by a hundredth. */
const STEP = 200;

/** @param {HTMLElement} node its `--share` and its class `bank` are set @param {{share: number, left: number} | null} clock */
export function showClock(node, clock) {
  const share = clock ? clock.share.toFixed(3) : "0";
  if (node.style.getPropertyValue("--share") !== share) node.style.setProperty("--share", share);
  setClass(node, "bank", clock !== null && clock.left === 0);
}

export class Ticker {
  /**
   * @param {() => number | null} draw draws, and says in how many ms something else changes: 0 that it moves all the
   *   time, null that nothing does
   */
  constructor(draw) {
    this.draw = draw;
  }

  /** Something happened: draw now, and go on from here. */
  now() {
    clearTimeout(this.timer);
    const wait = this.draw();
    if (wait !== null) this.timer = setTimeout(() => this.now(), wait || STEP);
  }
}
