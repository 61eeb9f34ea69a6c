/**
 * What a new tournament costs and who gets in: the buy-in, what it costs who opens it, and whether it is private.
 */

import { attribute, el, setText } from "./dom.js";
import { check, field } from "./form_dialog.js";
import { choice } from "./preset_fields.js";

/** @typedef {import("./i18n.js").Say} Say */

const BUY_INS = ["0", "50", "100", "200", "500", "1000"];

export class TournamentTerms {
  /** @param {Say} say */
  constructor(say) {
    this.say = say;
    this.buyIn = choice(BUY_INS, (value) => (value === "0" ? say("tournament.free") : say("tournament.cost", { count: Number(value) })), "0");
    const { input, node } = check(say("tournament.private"), false);
    this.private = input;
    this.password = el("input", { type: "password", maxlength: "128", autocomplete: "new-password" });
    this.locks = field(say("tournament.own-password"), this.password, say("tournament.own-password-note"));
    this.door = el("div", { class: "door" }, node, this.locks);
    this.bill = el("p", { class: "bill", role: "status" });
    this.private.addEventListener("change", () => this.suit());
    this.suit();
  }

  suit() {
    attribute(this.locks, "hidden", !this.private.checked);
  }

  /** Say what it costs to open it and to enter. @param {number} cost of an entry @param {number} bots @param {boolean} enters */
  charge(cost, bots, enters = true) {
    const chips = cost * (bots + Number(enters));
    setText(this.bill, cost && (bots || enters) ? this.say(enters ? "tournament.bill" : "tournament.bill-bots", { count: bots, chips }) : "");
  }

  /** What the room is asked for, but the buy-in. */
  get wish() {
    const shut = this.private.checked;
    return { ...(shut && { private: true }), ...(shut && this.password.value && { password: this.password.value }) };
  }
}
