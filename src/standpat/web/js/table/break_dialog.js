/**
 * A dialog in which a seated person goes away for a while, and their seat is kept. Each choice says when they are back.
 */

import { el, setText } from "../common/dom.js";
import { FormStatus } from "../common/form_status.js";
import { timeOfDay } from "../common/i18n.js";

const MINUTES = [15, 30, 60];

export class BreakDialog {
  /** @param {import("../common/i18n.js").Say} say @param {(minutes: number) => Promise<any>} take resolves to a refusal, or null */
  constructor(say, take) {
    this.say = say;
    this.take = take;
    this.once = el("p", { class: "note", text: say("page.break.once") });
    this.status = new FormStatus(say);
    this.times = MINUTES.map(() => el("small"));
    this.buttons = MINUTES.map((minutes, k) =>
      el(
        "button",
        { type: "button", on: { click: () => void this.go(minutes) } },
        el("span", { text: say("page.break.minutes", { count: minutes }) }),
        this.times[k],
      ),
    );
    this.node = el(
      "dialog",
      { class: "break", "aria-labelledby": "break-title" },
      el("h2", { id: "break-title", text: say("page.break.title") }),
      el("p", { class: "note", text: say("page.break.note") }),
      this.once,
      el("div", { class: "lengths" }, ...this.buttons),
      this.status.node,
      el("div", { class: "choices" }, el("button", { type: "button", on: { click: () => this.node.close() } }, say("page.cancel"))),
    );
  }

  /** @param {import("../table_view/table_state.js").TableState} table */
  show({ info, time }) {
    this.once.hidden = !info.public || info.locked;
    this.status.clear();
    this.times.forEach((node, k) => setText(node, this.say("page.break.back-by", { time: timeOfDay(time + 60 * MINUTES[k], this.say) })));
    this.node.showModal();
  }

  /** @param {number} minutes */
  async go(minutes) {
    this.status.clear();
    for (const button of this.buttons) button.disabled = true;
    const refusal = await this.take(minutes);
    for (const button of this.buttons) button.disabled = false;
    if (refusal) this.status.refusal(refusal);
    else this.node.close();
  }
}
