/**
 * The form that creates a table. The server lists the possible values (`/api/options`).
 */

import { request } from "../common/api.js";
import { attribute, el, setText } from "../common/dom.js";
import { FormStatus } from "../common/form_status.js";
import { botKind, botsFor, gameName, houseName, errorText } from "../common/labels.js";

/** The default minimum and maximum buy-in in big blinds, in fixed limit and in other games. */
const BUY_IN = { limit: [10, 100], free: [40, 200] };

/** The keys of common errors, and of texts for them in the terms of the form. @type {Record<string, string>} */
const FAULTS = { "error.table-buy-in": "lobby.wrong-buy-in", "error.bots-seat": "lobby.wrong-bots" };

export class TableForm {
  /** @param {import("../common/i18n.js").Say} say @param {(text: string) => void} tell */
  constructor(say, tell) {
    this.say = say;
    this.tell = tell;
    this.name = el("input", { type: "text", maxlength: "40", required: true });
    this.game = el("select", { on: { change: () => this.suit() } });
    this.house = el("select");
    this.speed = el("select");
    this.small = number(5, 0);
    this.big = number(10, 1);
    this.ante = number(0, 0);
    this.anteBy = el("select");
    this.low = number(100, 1);
    this.high = number(1000, 1);
    this.seats = number(6, 2, 6);
    this.keep = number(3, 0, 5);
    this.kind = el("select");
    this.makeRoom = el("input", { type: "checkbox", checked: true });
    this.shown = el("input", { type: "checkbox", checked: true });
    this.sameAddress = el("input", { type: "checkbox" });
    this.bringBack = el("input", { type: "checkbox", checked: true });
    this.password = el("input", { type: "password", autocomplete: "new-password" });
    this.options = el("div", { class: "grid" });
    /** The fields of the house rules, by the name of the rule. @type {Map<string, HTMLElement>} */
    this.fields = new Map();
    this.status = new FormStatus(say);
    this.go = el("button", { type: "submit", class: "go" }, say("lobby.create-go"));
    /** Whether the user has changed the buy-ins. */
    this.chosen = false;
    /** The bot that the user chose; "" for the strongest. */
    this.wanted = "";
    this.big.addEventListener("input", () => this.suit());
    this.seats.addEventListener("input", () => this.suit());
    this.kind.addEventListener("change", () => (this.wanted = this.kind.value));
    for (const input of [this.low, this.high]) input.addEventListener("input", () => (this.chosen = true));
    this.bigName = el("span");
    this.smallField = this.field("small", this.small);
    const form = el(
      "form",
      { on: { submit: (/** @type {Event} */ event) => this.submit(event) } },
      el("h2", { id: "form-title", text: say("lobby.create") }),
      el("div", { class: "grid" }, this.field("new-name", this.name), this.field("game", this.game)),
      this.group("stakes", [
        el("label", {}, this.bigName, this.big),
        this.smallField,
        this.field("ante", this.ante),
        this.field("ante-by", this.anteBy),
        this.field("low", this.low),
        this.field("high", this.high),
      ]),
      this.group("players", [
        this.field("seats", this.seats),
        this.field("bots-wanted", this.keep),
        this.field("bots-kind", this.kind),
        this.field("speed", this.speed),
      ]),
      el("div", { class: "grid" }, this.field("house", this.house), this.field("password", this.password)),
      el("details", {}, el("summary", { text: say("lobby.rules") }), this.options),
      el("p", { class: "note", text: say("lobby.stake") }),
      el("label", { class: "check" }, this.makeRoom, el("span", { text: say("lobby.make-room") })),
      el("label", { class: "check" }, this.bringBack, el("span", { text: say("lobby.bring-back") })),
      el("label", { class: "check" }, this.sameAddress, el("span", { text: say("lobby.same-address") })),
      el("label", { class: "check" }, this.shown, el("span", { text: say("lobby.public") })),
      this.status.node,
      el(
        "div",
        { class: "choices" },
        el("button", { type: "button", on: { click: () => this.node.close() } }, say("page.cancel")),
        this.go,
      ),
    );
    this.node = el("dialog", { class: "table-form", "aria-labelledby": "form-title" }, form);
    /** @type {any} */
    this.known = null;
  }

  /** @param {string} key @param {HTMLElement} input */
  field(key, input) {
    return el("label", {}, el("span", { text: this.say(`lobby.${key}`) }), input);
  }

  /** @param {string} key @param {HTMLElement[]} fields */
  group(key, fields) {
    return el("fieldset", { class: `grid short ${key}` }, el("legend", { text: this.say(`lobby.${key}`) }), ...fields);
  }

  async open() {
    const { say } = this;
    this.known ??= await request("/api/options");
    if (!this.known.ok) {
      this.tell(errorText(this.known, say));
      this.known = null;
      return;
    }
    if (!this.game.options.length) this.fill();
    this.status.clear();
    this.node.showModal();
    this.name.focus();
  }

  /** Fill the lists with the values that the server offers. */
  fill() {
    const { say, known } = this;
    const add = (/** @type {HTMLSelectElement} */ select, /** @type {string} */ value, /** @type {string} */ text) =>
      select.append(el("option", { value, text }));
    for (const game of known.games ?? []) add(this.game, game.id ?? game, gameName(game, say));
    for (const id of named(known.houses)) add(this.house, id, houseName(id, say));
    for (const id of known.ante_by ?? ["everyone"]) add(this.anteBy, id, this.word("ante-bys", id));
    for (const id of named(known.speeds)) {
      const seconds = known.speeds[id]?.act;
      const name = this.word("speeds", id);
      add(this.speed, id, seconds ? `${name} · ${say("lobby.seconds", { count: seconds })}` : name);
    }
    if ([...this.speed.options].some(({ value }) => value === "normal")) this.speed.value = "normal";
    for (const [key, values] of Object.entries(known.options ?? {})) {
      if (!Array.isArray(values)) continue;
      const select = el("select", { name: key }, el("option", { value: "", text: say("lobby.as-house") }));
      for (const value of values) add(select, JSON.stringify(value), this.word(`values.${key}`, String(value)));
      const field = el("label", {}, el("span", { text: this.word("options", key) }), select);
      this.fields.set(key, field);
      this.options.append(field);
    }
    this.suit();
  }

  /** The text for an id from the server. An id that the locale file does not have is shown in words. @param {string} group @param {string} id */
  word(group, id) {
    const key = `lobby.${group}.${id}`;
    return this.say.has(key) ? this.say(key) : id.replaceAll("_", " ");
  }

  /**
   * Adapt the form to the game, the seats and the big blind. Only bots that have a strategy for this table are offered. In fixed limit the small blind follows from the bet. Buy-ins follow the
   * big blind until the user changes them. House rules that do not apply to the game's betting structure are hidden.
   */
  suit() {
    for (const { name, betting } of this.known?.rules ?? []) {
      const field = this.fields.get(name);
      if (field) attribute(field, "hidden", !betting.includes(this.betting()));
    }
    const seated = this.known?.games.find((/** @type {any} */ game) => game.id === this.game.value)?.max_seats ?? 6;
    attribute(this.seats, "max", seated);
    if (this.seats.valueAsNumber > seated) this.seats.value = String(seated);
    const seats = this.seats.valueAsNumber || 6;
    attribute(this.keep, "max", seats - 1);
    if (this.keep.valueAsNumber >= seats) this.keep.value = String(seats - 1);
    const bots = botsFor(this.known ?? {}, this.game.value, seats);
    this.kind.replaceChildren(
      ...bots.map((id) => el("option", { value: id, text: botKind(id, this.known, this.say, this.game.value, seats) })),
    );
    this.kind.value = [this.wanted, "blueprint", "rule"].find((id) => bots.includes(id)) ?? bots[0] ?? "";
    const limit = this.betting() === "fixed-limit";
    attribute(this.smallField, "hidden", limit);
    setText(this.bigName, this.say(limit ? "lobby.small-bet" : "lobby.big"));
    const [least, most] = limit ? BUY_IN.limit : BUY_IN.free;
    const big = this.big.valueAsNumber;
    if (this.chosen || !(big > 0)) return;
    this.low.value = String(least * big);
    this.high.value = String(most * big);
  }

  /** The betting structure of the chosen game. @returns {string} */
  betting() {
    const record = (this.known?.games ?? []).find((/** @type {any} */ game) => game.id === this.game.value);
    return record?.betting ?? (this.game.value === "27sd" ? "no-limit" : "fixed-limit");
  }

  /** @param {Event} event */
  async submit(event) {
    event.preventDefault();
    this.status.clear();
    this.go.disabled = true;
    const big = this.big.valueAsNumber;
    /** @type {Record<string, any>} */
    const options = {};
    for (const [name, field] of this.fields) {
      const value = field.hidden ? "" : field.querySelector("select")?.value;
      if (value) options[name] = JSON.parse(value);
    }
    const answer = await request("/api/tables", {
      name: this.name.value.trim(),
      game: this.game.value,
      house: this.house.value,
      options,
      small_blind: this.smallField.hidden ? Math.floor(big / 2) : this.small.valueAsNumber,
      big_blind: big,
      ante: this.ante.valueAsNumber,
      ante_by: this.anteBy.value,
      buy_in: [this.low.valueAsNumber, this.high.valueAsNumber],
      seats: this.seats.valueAsNumber,
      speed: this.speed.value,
      bots: { players: [this.kind.value || "rule"], keep: this.keep.valueAsNumber, make_room: this.makeRoom.checked },
      public: this.shown.checked,
      bring_back: this.bringBack.checked,
      ...(this.sameAddress.checked ? { same_address: true } : {}),
      ...(this.password.value ? { password: this.password.value } : {}),
    });
    this.go.disabled = false;
    if (answer.ok) location.assign(answer.url ?? `/tables/${answer.table}`);
    else this.status.refusal({ ...answer, key: FAULTS[answer.key] ?? answer.key });
  }
}

/** The ids in a list of ids or records, or in an object by id. @param {any} entry @returns {string[]} */
function named(entry) {
  if (!Array.isArray(entry)) return Object.keys(entry ?? {});
  return entry.map((one) => (typeof one === "string" ? one : (one.id ?? one.name)));
}

/** A number field. @param {number} value @param {number} least @param {number} [most] */
function number(value, least, most) {
  const input = el("input", {
    type: "number",
    inputmode: "numeric",
    required: true,
    min: String(least),
    max: most === undefined ? null : String(most),
  });
  input.value = String(value);
  return input;
}
