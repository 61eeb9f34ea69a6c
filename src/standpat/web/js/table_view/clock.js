/**
 * The decision clock, and a ticker that redraws while time matters and stops when it does not, so that an idle table costs
 * nothing.
 */

import { setClass } from "../common/dom.js";

/** ms between two redraws: in this time a clock of twenty seconds moves by a hundredth. */
const STEP = 200;

/** @param {HTMLElement} node gets `--share` and the class `bank` @param {{share: number, left: number} | null} clock */
export function showClock(node, clock) {
  const share = clock ? clock.share.toFixed(3) : "0";
  if (node.style.getPropertyValue("--share") !== share) node.style.setProperty("--share", share);
  setClass(node, "bank", clock !== null && clock.left === 0);
}

export class Ticker {
  /**
   * @param {() => number | null} draw draws, and returns the ms until the next change: 0 if something changes all
   *   the time, null if nothing changes
   */
  constructor(draw) {
    this.draw = draw;
  }

  /** Draw now, and schedule the next redraw. */
  now() {
    clearTimeout(this.timer);
    const wait = this.draw();
    if (wait !== null) this.timer = setTimeout(() => this.now(), wait || STEP);
  }
}
