/**
 * The line of a dialog that says what came of it, in the dialog itself: what went wrong, that it is done, and after too
 * many tries in how many seconds there is sense in another one, counting. A new try clears it.
 */

import { el, setText } from "./dom.js";
import { wrong } from "./labels.js";

export class Outcome {
  /** @param {import("./i18n.js").Say} say */
  constructor(say) {
    this.say = say;
    // Two regions that are there from the start, so that readers tell what comes into them; the count is not read out.
    this.trouble = el("p", { class: "trouble", role: "alert" });
    this.done = el("p", { class: "done", role: "status" });
    this.count = el("p", { class: "count", "aria-hidden": "true" });
    this.node = el("div", { class: "outcome" }, this.trouble, this.done, this.count);
  }

  clear() {
    clearInterval(this.timer);
    for (const part of [this.trouble, this.done, this.count]) setText(part, "");
  }

  /** @param {string} text */
  good(text) {
    this.clear();
    setText(this.done, text);
  }

  /** @param {string} text */
  bad(text) {
    this.clear();
    setText(this.trouble, text);
  }

  /** Whatever the room answered: a refusal in its words, with the seconds where it names them. @param {any} answer */
  wrong(answer) {
    const { say } = this;
    this.bad(wrong(answer, say));
    if (!(answer.retry_after > 0)) return;
    const until = performance.now() + 1000 * answer.retry_after;
    this.trouble.append(el("span", { class: "unseen", text: ` ${again(answer.retry_after, say)}` }));
    const tick = () => {
      const left = Math.ceil((until - performance.now()) / 1000);
      if (left > 0) return setText(this.count, again(left, say));
      this.good(say("page.outcome.now"));
    };
    tick();
    this.timer = setInterval(tick, 250);
  }
}

/** @param {number} seconds @param {import("./i18n.js").Say} say */
const again = (seconds, say) =>
  seconds < 120
    ? say("page.outcome.seconds", { count: seconds })
    : say("page.outcome.minutes", { count: Math.ceil(seconds / 60) });
