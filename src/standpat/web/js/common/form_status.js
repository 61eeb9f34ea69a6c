/**
 * The status line of a dialog: an error, a success, or a countdown until the next attempt is allowed.
 *
 * It stands inside the dialog. A new attempt clears it.
 */

import { el, setText } from "./dom.js";
import { errorText } from "./labels.js";

export class FormStatus {
  /** @param {import("./i18n.js").Say} say */
  constructor(say) {
    this.say = say;
    // Both live regions exist from the start, because screen readers announce only what changes in a region that they
    // know. The countdown is not read out.
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
  success(text) {
    this.clear();
    setText(this.done, text);
  }

  /** @param {string} text */
  failure(text) {
    this.clear();
    setText(this.trouble, text);
  }

  /** Show the server's refusal, with a countdown if it has `retry_after`. @param {any} answer */
  refusal(answer) {
    const { say } = this;
    this.failure(errorText(answer, say));
    if (!(answer.retry_after > 0)) return;
    const until = performance.now() + 1000 * answer.retry_after;
    this.trouble.append(el("span", { class: "unseen", text: ` ${again(answer.retry_after, say)}` }));
    const tick = () => {
      const left = Math.ceil((until - performance.now()) / 1000);
      if (left > 0) return setText(this.count, again(left, say));
      this.success(say("page.outcome.now"));
    };
    tick();
    this.timer = setInterval(tick, 250);
  }
}

/** The text that says when the next attempt is allowed. @param {number} seconds @param {import("./i18n.js").Say} say */
const again = (seconds, say) =>
  seconds < 120
    ? say("page.outcome.seconds", { count: seconds })
    : say("page.outcome.minutes", { count: Math.ceil(seconds / 60) });
