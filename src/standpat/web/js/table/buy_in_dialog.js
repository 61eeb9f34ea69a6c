/**
 * A dialog that asks for an amount of chips: to sit down with, or to add. A guest who sits down is asked for a name too.
 *
 * Where the hosts approve newcomers, the answer takes minutes: the dialog then says that it waits, and can be given up.
 */

import { attribute, el, setText } from "../common/dom.js";
import { FormStatus } from "../common/form_status.js";

/** Milliseconds without an answer after which the dialog says for what it waits. */
const PATIENCE = 600;

/** @typedef {{title: string, go: string, low: number, high: number, usual: number, wallet: number, why?: string,
 *   name?: string | null, stay?: string, waits?: string, more?: {text: string, open: () => void} | null}} Offer `name` is what a guest is called now; null does not ask. `stay` is
 *   the text of the button that closes the dialog, `waits` what is said while an answer takes long; "" says nothing.
 *   `more` is another dialog that this one gives way to */

export class BuyInDialog {
  /** @param {import("../common/i18n.js").Say} say */
  constructor(say) {
    this.say = say;
    this.title = el("h2", { id: "buy-title" });
    this.note = el("p", { class: "note" });
    this.name = el("input", { type: "text", maxlength: "24", autocomplete: "nickname", spellcheck: "false" });
    this.named = el("label", { class: "field" }, el("span", { text: say("page.buy.name") }), this.name);
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
    this.stay = el("button", { type: "button", on: { click: () => this.node.close() } });
    this.more = el("button", { type: "button", class: "aside", on: { click: () => this.leave() } });
    this.fields = el("div", {}, this.named, this.note, el("div", { class: "amounts" }, this.slider, this.number));
    const form = el(
      "form",
      { on: { submit: (/** @type {Event} */ event) => this.submit(event) } },
      this.title,
      this.fields,
      this.status.node,
      el("div", { class: "choices" }, this.more, this.stay, this.go),
    );
    this.node = el("dialog", { class: "buy", "aria-labelledby": "buy-title" }, form);
    this.node.addEventListener("close", () => this.closed());
    /** @type {(amount: number, name: string) => Promise<any>} */
    this.buy = async () => null;
    /** Gives up what was sent. @type {() => void} */
    this.giveUp = () => {};
    /** Opens what `more` names. @type {() => void} */
    this.goOn = () => {};
    this.waits = "";
    /** Whether something was sent that has no answer. */
    this.sent = false;
  }

  /**
   * @param {Offer} offer
   * @param {(amount: number, name: string) => Promise<any>} buy buys the chips; resolves to the room's refusal, or null
   * @param {() => void} [giveUp] called if the dialog is closed before the answer
   */
  ask({ title, go, low, high, usual, wallet, why = "", name = null, stay = "", waits = "", more = null }, buy, giveUp = () => {}) {
    const { say } = this;
    const most = Math.max(low, Math.min(high, wallet));
    setText(this.title, title);
    const bounds = say("page.buy.note", { low, high, wallet });
    setText(this.note, why ? `${why} ${bounds}` : bounds);
    setText(this.go, go);
    setText(this.stay, stay || say("page.cancel"));
    this.status.clear();
    for (const input of [this.slider, this.number]) {
      attribute(input, "min", low);
      attribute(input, "max", most);
      input.value = String(Math.min(most, Math.max(low, usual)));
    }
    this.named.hidden = name === null;
    this.name.required = name !== null;
    this.name.value = name ?? "";
    this.more.hidden = more === null;
    setText(this.more, more?.text ?? "");
    this.goOn = more?.open ?? this.goOn;
    this.waits = waits;
    this.buy = buy;
    this.giveUp = giveUp;
    this.node.returnValue = "";
    if (!this.node.open) this.node.showModal();
    (name === null ? this.number : this.name).select();
  }

  /** @param {Event} event */
  async submit(event) {
    event.preventDefault();
    this.status.clear();
    this.go.disabled = true;
    this.sent = true;
    const patience = setTimeout(() => this.waits && this.status.success(this.waits), PATIENCE);
    const refusal = await this.buy(Math.round(this.number.valueAsNumber), this.name.value.trim());
    clearTimeout(patience);
    this.sent = false;
    this.go.disabled = false;
    if (refusal === null) this.node.close("done");
    else this.status.refusal(refusal);
  }

  /** Close the dialog, while what was sent still waits for an answer. */
  waitElsewhere() {
    this.sent = false;
    this.node.close("done");
  }

  leave() {
    this.node.close();
    this.goOn();
  }

  closed() {
    if (this.sent && this.waits) this.giveUp();
  }
}
