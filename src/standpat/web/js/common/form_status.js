/**
 * The status line of a dialog: an error, a success, or a countdown until the next try is allowed.
 *
 * It stands in the dialog itself. A new try clears it.
 */

import { el, setText } from "./dom.js";
import { errorText } from "./labels.js";

export class FormStatus {
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
  success(text) {
    this.clear();
    setText(this.done, text);
  }

  /** @param {string} text */
  failure(text) {
    this.clear();
    setText(this.trouble, text);
  }

  /** Show the server's refusal, with a countdown where it names seconds. @param {any} answer */
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

/** @param {number} seconds @param {import("./i18n.js").Say} say */
const again = (seconds, say) =>
  seconds < 120
    ? say("page.outcome.seconds", { count: seconds })
    : say("page.outcome.minutes", { count: Math.ceil(seconds / 60) });
