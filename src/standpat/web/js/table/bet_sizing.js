/**
 * Choose a bet size in no-limit and pot-limit games: presets, a slider, a number. Amounts are totals for the round
 * ("raise to").
 */

import { attribute, el, setText } from "../common/dom.js";
import { chosenSigns, shareName, shareOf } from "../common/pot_shares.js";
import { onChange as onSettings } from "../common/settings.js";

/** @typedef {import("../table_view/table_state.js").Bounds} Bounds */

/**
 * The total of a wager for a share of the pot: the price plus that share of the pot after a call, within the bounds.
 * @param {number} share @param {{price: number, pot: number, owed: number}} spot @param {Bounds} bounds
 */
export function potShare(share, { price, pot, owed }, { min_to, max_to }) {
  return Math.min(max_to, Math.max(min_to, Math.round(price + share * (pot + owed))));
}

export class BetSizing {
  /** @param {import("../common/i18n.js").Say} say @param {() => void} onChange @param {() => void} onConfirm */
  constructor(say, onChange, onConfirm) {
    this.say = say;
    this.onChange = onChange;
    /** @type {Bounds} */
    this.bounds = { min_to: 0, max_to: 0 };
    this.token = "";
    this.spot = { price: 0, pot: 0, owed: 0 };
    /** The signs of the shares on the two buttons between the smallest and the largest bet. */
    this.signs = chosenSigns("before");
    /** @type {import("../common/pot_shares.js").When} */
    this.when = "before";
    const share = (/** @type {number} */ k) => this.preset(() => potShare(shareOf(this.signs[k]), this.spot, this.bounds));
    this.shares = [share(0), share(1)];
    const min = this.preset(() => this.bounds.min_to, say("page.size.min"));
    const max = this.preset(() => this.bounds.max_to, say("page.size.max"));
    this.nameShares();
    onSettings(() => this.nameShares());
    this.slider = el("input", {
      type: "range",
      "aria-label": say("page.size.slider"),
      on: { input: () => this.set(this.slider.valueAsNumber) },
    });
    this.number = el("input", {
      type: "number",
      inputmode: "numeric",
      class: "amount",
      "aria-label": say("page.size.amount"),
      on: {
        input: () => this.typed(),
        blur: () => this.set(this.value),
        keydown: (/** @type {KeyboardEvent} */ event) => {
          if (event.key !== "Enter" || event.repeat) return;
          event.preventDefault();
          this.set(this.value);
          onConfirm();
        },
      },
    });
    this.node = el(
      "div",
      { class: "sizing", role: "group", "aria-label": say("page.size.group") },
      el("div", { class: "presets" }, min, ...this.shares, max),
      this.slider,
      this.number,
    );
    this.value = 0;
  }

  /** A button that chooses an amount. @param {() => number} amount @param {string} [text] */
  preset(amount, text = "") {
    return el("button", { type: "button", class: "preset", on: { click: () => this.set(amount()) } }, text);
  }

  /** Put the viewer's shares of the pot on their buttons. */
  nameShares() {
    this.signs = chosenSigns(this.when);
    this.shares.forEach((button, k) => setText(button, shareName(this.say, this.signs[k])));
  }

  /**
   * Offer a free bet size. The chosen amount stays for as long as the decision is the same.
   * @param {string} token the decision @param {Bounds} bounds @param {{price: number, pot: number, owed: number}} spot
   * @param {number} step @param {import("../common/pot_shares.js").When} when
   */
  offer(token, bounds, spot, step, when) {
    this.spot = spot;
    this.when = when;
    this.nameShares();
    if (token === this.token) return;
    this.token = token;
    this.bounds = bounds;
    for (const input of [this.slider, this.number]) {
      attribute(input, "min", bounds.min_to);
      attribute(input, "max", bounds.max_to);
    }
    attribute(this.number, "step", "any");
    attribute(this.slider, "step", "1");
    this.step = step;
    this.set(bounds.min_to);
  }

  typed() {
    const amount = Math.round(this.number.valueAsNumber);
    if (!Number.isFinite(amount)) return;
    this.value = this.clamp(amount);
    this.slider.value = String(this.value);
    this.onChange();
  }

  /** @param {number} amount */
  clamp(amount) {
    return Math.min(this.bounds.max_to, Math.max(this.bounds.min_to, amount));
  }

  /** @param {number} amount */
  set(amount) {
    this.value = this.clamp(amount);
    this.slider.value = String(this.value);
    this.slider.setAttribute("aria-valuetext", this.say.number(this.value));
    if (this.number.value !== String(this.value)) this.number.value = String(this.value);
    this.onChange();
  }

  focus() {
    this.number.focus();
    this.number.select();
  }
}
