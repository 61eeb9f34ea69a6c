/**
 * A dialog in which a seated person has chips bought by a rule: never, when they have none, or when they have few.
 *
 * The server buys between hands. A rule is `{to, below}`: up to `to` chips, whenever there are fewer than `below`.
 */

import { attribute, el, setText } from "../common/dom.js";
import { FormStatus } from "../common/form_status.js";
import { chipsToBuy } from "./buy_in.js";

/** @typedef {import("../table_view/table_state.js").AutoBuy} AutoBuy */

export class AutoBuyDialog {
  /** @param {import("../common/i18n.js").Say} say @param {(rule: AutoBuy | null) => Promise<any>} set resolves to a refusal, or null */
  constructor(say, set) {
    this.say = say;
    this.set = set;
    this.note = el("p", { class: "note" });
    this.when = el(
      "select",
      { on: { change: () => this.update() } },
      ...["never", "broke", "few"].map((value) => el("option", { value, text: say(`page.auto.${value}`) })),
    );
    this.below = this.number();
    this.to = this.number();
    const field = (/** @type {string} */ key, /** @type {HTMLElement} */ input) =>
      el("label", { class: "field" }, el("span", { text: say(`page.auto.${key}`) }), input);
    this.fewer = field("below", this.below);
    this.upTo = field("to", this.to);
    this.status = new FormStatus(say);
    const form = el(
      "form",
      { on: { submit: (/** @type {Event} */ event) => this.submit(event) } },
      el("h2", { id: "auto-title", text: say("page.auto.title") }),
      this.note,
      field("when", this.when),
      el("div", { class: "halves" }, this.fewer, this.upTo),
      this.status.node,
      el(
        "div",
        { class: "choices" },
        el("button", { type: "button", on: { click: () => this.node.close() } }, say("page.cancel")),
        el("button", { type: "submit", class: "go" }, say("page.auto.save")),
      ),
    );
    this.node = el("dialog", { class: "auto-buy", "aria-labelledby": "auto-title" }, form);
  }

  number() {
    return el("input", { type: "number", inputmode: "numeric", required: true });
  }

  /** @param {import("../table_view/table_state.js").TableState} table */
  show({ info, you, plans }) {
    const [low, high] = info.buy_in;
    setText(this.note, this.say("page.auto.note", { low, high, wallet: you.chips }));
    const rule = plans.auto_buy;
    this.when.value = !rule ? "never" : rule.below > 1 ? "few" : "broke";
    const to = rule?.to ?? chipsToBuy(info, 0, high).usual;
    this.to.value = String(to);
    this.below.value = String(rule && rule.below > 1 ? rule.below : Math.max(2, Math.floor(to / 2)));
    attribute(this.to, "min", low);
    attribute(this.to, "max", high);
    attribute(this.below, "min", 2);
    this.status.clear();
    this.update();
    this.node.showModal();
  }

  /** Show the fields of the chosen rule. */
  update() {
    const { value } = this.when;
    this.fewer.hidden = this.below.disabled = value !== "few";
    this.upTo.hidden = this.to.disabled = value === "never";
  }

  /** @param {Event} event */
  async submit(event) {
    event.preventDefault();
    this.status.clear();
    const { value } = this.when;
    const below = value === "few" ? this.below.valueAsNumber : 1;
    const refusal = await this.set(value === "never" ? null : { to: this.to.valueAsNumber, below });
    if (refusal) this.status.refusal(refusal);
    else this.node.close();
  }
}
