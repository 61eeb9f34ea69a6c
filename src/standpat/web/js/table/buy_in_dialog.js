/**
 * A dialog that asks for an amount of chips: to sit down with, or to add.
 */

import { attribute, el, setText } from "../common/dom.js";
import { FormStatus } from "../common/form_status.js";

export class BuyInDialog {
  /** @param {import("../common/i18n.js").Say} say */
  constructor(say) {
    this.say = say;
    this.title = el("h2");
    this.note = el("p", { class: "note" });
    this.slider = el("input", {
      type: "range",
      "aria-label": say("page.buy.amount"),
      on: { input: () => (this.number.value = this.slider.value) },
    });
    this.number = el("input", {
      type: "number",
      inputmode: "numeric",
      required: true,
      "aria-label": say("page.buy.amount"),
      on: { input: () => (this.slider.value = this.number.value) },
    });
    this.status = new FormStatus(say);
    this.go = el("button", { type: "submit", class: "go" });
    const cancel = el("button", { type: "button", on: { click: () => this.node.close() } }, say("page.cancel"));
    const form = el(
      "form",
      { on: { submit: (/** @type {Event} */ event) => this.submit(event) } },
      this.title,
      this.note,
      el("div", { class: "amounts" }, this.slider, this.number),
      this.status.node,
      el("div", { class: "choices" }, cancel, this.go),
    );
    this.node = el("dialog", { class: "buy" }, form);
    /** @type {(amount: number) => Promise<any>} */
    this.buy = async () => null;
  }

  /**
   * @param {{title: string, go: string, low: number, high: number, usual: number, wallet: number, why?: string}} offer
   * @param {(amount: number) => Promise<any>} buy buys the chips; resolves to the room's refusal, or null
   */
  ask({ title, go, low, high, usual, wallet, why = "" }, buy) {
    const { say } = this;
    const most = Math.max(low, Math.min(high, wallet));
    setText(this.title, title);
    const bounds = say("page.buy.note", { low, high, wallet });
    setText(this.note, why ? `${why} ${bounds}` : bounds);
    setText(this.go, go);
    this.status.clear();
    for (const input of [this.slider, this.number]) {
      attribute(input, "min", low);
      attribute(input, "max", most);
      input.value = String(Math.min(most, Math.max(low, usual)));
    }
    this.buy = buy;
    this.node.showModal();
    this.number.select();
  }

  /** @param {Event} event */
  async submit(event) {
    event.preventDefault();
    this.status.clear();
    this.go.disabled = true;
    const refusal = await this.buy(Math.round(this.number.valueAsNumber));
    this.go.disabled = false;
    if (refusal === null) this.node.close();
    else this.status.refusal(refusal);
  }
}
