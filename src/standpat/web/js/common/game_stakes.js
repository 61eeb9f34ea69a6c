/**
 * The stakes of one game of a rotation: a button that shows them, and the fields behind it.
 *
 * A game has the usual stakes, which follow from those of the table, until the user changes one of its fields. From then
 * on they are its own, and stay what they are when the table's change. "As the table" gives it the usual ones again.
 */

import { attribute, el, setText } from "./dom.js";

/** @typedef {{small_blind: number, big_blind: number, ante: number, ante_by: string}} Stakes */

export class GameStakes {
  /** @param {import("./i18n.js").Say} say @param {() => void} changed called when the user has changed the stakes */
  constructor(say, changed) {
    this.say = say;
    this.changed = changed;
    /** The stakes that the user gave; null for the usual ones. @type {Stakes | null} */
    this.own = null;
    /** @type {Stakes} */
    this.usual = { small_blind: 0, big_blind: 1, ante: 0, ante_by: "everyone" };
    this.limit = false;
    this.button = el("button", {
      type: "button",
      class: "stakes",
      "aria-expanded": "false",
      on: { click: () => this.open(this.fields.hidden) },
    });
    this.small = this.number(0);
    this.big = this.number(1);
    this.ante = this.number(0);
    this.anteBy = el(
      "select",
      { on: { change: () => this.take() } },
      ...["everyone", "big-blind"].map((value) => el("option", { value, text: say(`lobby.ante-bys.${value}`) })),
    );
    this.bigName = el("span");
    const field = (/** @type {string} */ key, /** @type {HTMLElement} */ input) =>
      el("label", {}, el("span", { text: say(`lobby.${key}`) }), input);
    this.smallField = field("small", this.small);
    this.reset = el("button", { type: "button", class: "reset", on: { click: () => this.forget() } }, say("lobby.mix.as-table"));
    this.fields = el(
      "div",
      { class: "own" },
      this.smallField,
      el("label", {}, this.bigName, this.big),
      field("ante", this.ante),
      field("ante-by", this.anteBy),
      this.reset,
    );
    this.fields.hidden = true;
  }

  /** @param {number} least */
  number(least) {
    return el("input", { type: "number", inputmode: "numeric", required: true, min: String(least), on: { input: () => this.take() } });
  }

  /** Show the fields, or hide them; fields with a fault stay. @param {boolean} open */
  open(open) {
    const inputs = [this.small, this.big, this.ante];
    if (!open && !inputs.every((input) => input.reportValidity())) return;
    this.fields.hidden = !open;
    attribute(this.button, "aria-expanded", String(open));
  }

  /** Take what is in the fields as the game's own stakes. */
  take() {
    const big = this.big.valueAsNumber || 0;
    this.own = {
      small_blind: this.limit ? Math.floor(big / 2) : this.small.valueAsNumber || 0,
      big_blind: big,
      ante: this.ante.valueAsNumber || 0,
      ante_by: this.anteBy.value,
    };
    this.changed();
  }

  forget() {
    this.own = null;
    this.fill();
    this.open(false);
    this.button.focus();
    this.changed();
  }

  /** Give the game its own stakes, unless they are the usual ones. @param {Stakes} stakes */
  set(stakes) {
    const same = (/** @type {keyof Stakes} */ name) => stakes[name] === this.usual[name] || (name === "ante_by" && !stakes.ante);
    this.own = same("small_blind") && same("big_blind") && same("ante") && same("ante_by") ? null : stakes;
    this.fill();
  }

  /** The stakes that the game has. */
  get value() {
    return this.own ?? this.usual;
  }

  fill() {
    const { small_blind, big_blind, ante, ante_by } = this.value;
    this.small.value = String(small_blind);
    this.big.value = String(big_blind);
    this.ante.value = String(ante);
    this.anteBy.value = ante_by;
  }

  /** Show the stakes of a game. @param {string} game its name @param {boolean} limit whether it has fixed limit @param {Stakes} usual */
  show(game, limit, usual) {
    const { say } = this;
    this.limit = limit;
    this.usual = usual;
    if (!this.own) this.fill();
    setText(this.bigName, say(limit ? "lobby.small-bet" : "lobby.big"));
    this.smallField.hidden = limit;
    this.small.disabled = limit;
    attribute(this.small, "max", this.big.value || null);
    this.reset.hidden = !this.own;
    const { small_blind, big_blind, ante, ante_by } = this.value;
    const bets = limit ? [big_blind, 2 * big_blind] : [small_blind, big_blind];
    const word = say(ante_by === "big-blind" ? "lobby.ante-table" : "lobby.ante").toLowerCase();
    const text = bets.map(say.number).join("/") + (ante ? ` · ${word} ${say.number(ante)}` : "");
    setText(this.button, text);
    attribute(this.button, "aria-label", say("lobby.mix.stakes-of", { game, stakes: text }));
  }
}
