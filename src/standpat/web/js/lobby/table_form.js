/**
 * The sheet that makes a game: presets first, then what is played, stakes, players and who gets in; details behind a fold.
 * The server lists the presets and the possible values (`/api/options`).
 */

import { botSpeeds } from "../common/bot_speeds.js";
import { request } from "../common/api.js";
import { attribute, el, setClass, setText } from "../common/dom.js";
import { FormStatus } from "../common/form_status.js";
import { GameList } from "../common/game_list.js";
import { FeederChoice } from "./feeder_choice.js";
import { PresetList } from "./preset_list.js";
import { TournamentTerms } from "../common/tournament_terms.js";
import { botKind, botsFor, gameName, houseName, errorText } from "../common/labels.js";

/** The default minimum and maximum buy-in in big blinds, in fixed limit and in other games. */
const BUY_IN = { limit: [10, 100], free: [40, 200] };

/** What is played: one game, several in turn, or dealer's choice; by who picks the next game. */
const KINDS = ["one", "list", "button"];
/** How it is played: for chips of the wallet, or until one has all. */
const FORMS = ["cash", "sit-and-go"];
const LEVELS = ["turbo", "fast", "normal"];

/** The keys of common errors, and of texts for them in the terms of the form. @type {Record<string, string>} */
const FAULTS = { "error.table-buy-in": "lobby.wrong-buy-in", "error.bots-seat": "lobby.wrong-bots" };

export class TableForm {
  /** @param {import("../common/i18n.js").Say} say @param {(text: string) => void} tell */
  constructor(say, tell) {
    this.say = say;
    this.tell = tell;
    this.name = el("input", { type: "text", maxlength: "40" });
    this.feeder = new FeederChoice(say, (main) => {
      this.settings.hidden = this.settings.disabled = main !== "";
    });
    this.presets = new PresetList(say, ({ table }) => this.take(table));
    this.kindOfGame = el(
      "select",
      { on: { change: () => this.suit() } },
      ...KINDS.map((value) => el("option", { value, text: say(`lobby.kinds.${value}`) })),
    );
    this.form = el("select", { on: { change: () => this.suit() } }, ...FORMS.map((value) => el("option", { value, text: say(`lobby.forms.${value}`) })));
    this.levels = el("select", {}, ...LEVELS.map((value) => el("option", { value, text: say(`tournament.speeds.${value}`) })));
    this.terms = new TournamentTerms(say);
    this.terms.buyIn.addEventListener("change", () => this.suit());
    this.mix = new GameList(say, () => this.suit());
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
    this.botSpeed = botSpeeds(say);
    this.makeRoom = el("input", { type: "checkbox", checked: true });
    this.shown = el("input", { type: "checkbox", checked: true });
    this.sameAddress = el("input", { type: "checkbox" });
    this.bringBack = el("input", { type: "checkbox", checked: true });
    this.straddle = el("input", { type: "checkbox" });
    this.chop = el("input", { type: "checkbox" });
    this.approval = el("input", { type: "checkbox" });
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
    for (const input of [this.seats, this.keep]) input.addEventListener("input", () => this.suit());
    this.kind.addEventListener("change", () => (this.wanted = this.kind.value));
    for (const input of [this.low, this.high]) input.addEventListener("input", () => (this.chosen = true));
    this.bigName = el("span");
    this.smallField = this.field("small", this.small);
    this.gameField = this.field("game", this.game);
    this.anteFields = [this.field("ante", this.ante), this.field("ante-by", this.anteBy)];
    const botKinds = this.field("bots-kind", this.kind);
    const clock = this.field("speed", this.speed);
    const stakes = this.group("stakes", [
      el("label", {}, this.bigName, this.big),
      this.smallField,
      this.field("low", this.low),
      this.field("high", this.high),
    ]);
    const entering = el(
      "div",
      { class: "grid" },
      this.field("password", this.password),
      el("label", { class: "check" }, this.approval, el("span", { text: say("lobby.approval") })),
    );
    const rules = el(
      "details",
      {},
      el("summary", { text: say("lobby.rules") }),
      el("div", { class: "grid" }, this.field("house", this.house), this.field("bots-speed", this.botSpeed), ...this.anteFields),
      this.options,
      el("p", { class: "note", text: say("lobby.stake") }),
      el("label", { class: "check" }, this.makeRoom, el("span", { text: say("lobby.make-room") })),
      el("label", { class: "check" }, this.straddle, el("span", { text: say("lobby.straddle") })),
      el("label", { class: "check" }, this.chop, el("span", { text: say("lobby.chop") })),
      el("label", { class: "check" }, this.bringBack, el("span", { text: say("lobby.bring-back") })),
      el("label", { class: "check" }, this.sameAddress, el("span", { text: say("lobby.same-address") })),
      el("label", { class: "check" }, this.shown, el("span", { text: say("lobby.public") })),
    );
    const levels = this.field("levels", this.levels);
    const cost = this.field("buy-in", this.terms.buyIn);
    const note = el("p", { class: "note", text: say("lobby.sit-and-go-note") });
    /** What only a cash game has, and what only a sit-and-go has. */
    this.only = { cash: [stakes, botKinds, clock, entering, rules], "sit-and-go": [levels, cost, note, this.terms.bill, this.terms.door] };
    /** What a must-move table has from its main table. */
    this.settings = el(
      "fieldset",
      { class: "settings" },
      this.presets.node,
      el("div", { class: "grid" }, this.field("kind", this.kindOfGame), this.gameField, this.field("form", this.form), this.field("new-name", this.name)),
      this.mix.node,
      stakes,
      this.group("players", [this.field("seats", this.seats), this.field("bots-wanted", this.keep), botKinds, clock, levels, cost]),
      note,
      this.terms.bill,
      this.terms.door,
      entering,
      rules,
    );
    const form = el(
      "form",
      { on: { submit: (/** @type {Event} */ event) => this.submit(event) } },
      el("h2", { id: "form-title", text: say("lobby.create") }),
      this.feeder.node,
      this.settings,
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
    await this.feeder.load();
    this.node.showModal();
    this.node.scrollTop = 0;
    /** @type {HTMLElement} */ (this.presets.node.querySelector("input:checked") ?? this.kindOfGame).focus();
  }

  /** Fill the form with a request for a table. @param {any} table */
  take({ game, rotation, house, small_blind, big_blind, ante, ante_by, seats, speed, bots, public: shown, approval, straddle, chop }) {
    this.form.value = "cash";
    this.kindOfGame.value = rotation ? rotation.picked_by : "one";
    if (rotation) this.mix.set(rotation);
    else this.game.value = game;
    this.house.value = house;
    this.big.value = String(big_blind);
    this.small.value = String(small_blind ?? Math.floor(big_blind / 2));
    this.ante.value = String(ante);
    this.anteBy.value = ante_by;
    this.seats.value = String(seats);
    this.speed.value = speed;
    this.keep.value = String(bots.keep);
    this.botSpeed.value = bots.speed ?? "normal";
    this.wanted = bots.keep ? bots.players[0] : "";
    this.shown.checked = shown;
    this.approval.checked = approval;
    this.straddle.checked = Boolean(straddle);
    this.chop.checked = Boolean(chop);
    this.chosen = false;
    this.suit();
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
    if (known.defaults) {
      this.house.value = known.defaults.house;
      this.speed.value = known.defaults.speed;
      this.shown.checked = known.defaults.public;
    }
    for (const [key, values] of Object.entries(known.options ?? {})) {
      if (!Array.isArray(values)) continue;
      const select = el("select", { name: key }, el("option", { value: "", text: say("lobby.as-house") }));
      for (const value of values) add(select, JSON.stringify(value), this.word(`values.${key}`, String(value)));
      const field = el("label", {}, el("span", { text: this.word("options", key) }), select);
      this.fields.set(key, field);
      this.options.append(field);
    }
    const bounds = known.rotation ?? { lasts: { orbits: 20 }, games: 20 };
    this.mix.fill(known.games ?? [], bounds);
    this.suit();
    this.presets.fill(known.presets ?? []);
  }

  /** The text for an id from the server. An id that the locale file does not have is shown in words. @param {string} group @param {string} id */
  word(group, id) {
    const key = `lobby.${group}.${id}`;
    return this.say.has(key) ? this.say(key) : id.replaceAll("_", " ");
  }

  /** The ids of the games that are played. @returns {string[]} */
  get ids() {
    return this.kindOfGame.value === "one" ? [this.game.value] : this.mix.ids;
  }

  /**
   * Adapt the form to the games, the seats and the big blind. Only bots that have a strategy for this table are offered. In fixed limit the small blind follows from the bet. Buy-ins follow the
   * big blind until the user changes them. House rules that do not apply to the betting structure of any game are hidden.
   */
  suit() {
    const one = this.kindOfGame.value === "one";
    const records = this.ids.map((id) => this.record(id));
    for (const [form, nodes] of Object.entries(this.only)) for (const node of nodes) attribute(node, "hidden", form !== this.form.value);
    setClass(this.mix.node, "no-stakes", this.form.value !== "cash");
    attribute(this.gameField, "hidden", !one);
    attribute(this.mix.node, "hidden", one);
    attribute(this.mix.node, "disabled", one);
    for (const field of this.anteFields) attribute(field, "hidden", !one);
    for (const { name, betting } of this.known?.rules ?? []) {
      const field = this.fields.get(name);
      if (field) attribute(field, "hidden", !records.some((game) => betting.includes(game.betting)));
    }
    const seated = Math.max(...records.map((game) => game.max_seats ?? 6));
    attribute(this.seats, "max", seated);
    if (this.seats.valueAsNumber > seated) this.seats.value = String(seated);
    const seats = this.seats.valueAsNumber || 6;
    attribute(this.keep, "max", seats - 1);
    if (this.keep.valueAsNumber >= seats) this.keep.value = String(seats - 1);
    this.offerBots(seats);
    this.terms.charge(Number(this.terms.buyIn.value), this.keep.valueAsNumber || 0);
    const limit = records.some(({ betting }) => betting === "fixed-limit");
    attribute(this.smallField, "hidden", limit || !one);
    setText(this.bigName, this.say(limit ? "lobby.small-bet" : "lobby.big"));
    const [least, most] = limit ? BUY_IN.limit : BUY_IN.free;
    const big = this.big.valueAsNumber;
    this.mix.stakes(big);
    attribute(this.name, "placeholder", this.presets.name);
    if (this.chosen || !(big > 0)) return;
    const posted = one ? 0 : this.mix.posted;
    this.low.value = String(Math.max(least * big, posted));
    this.high.value = String(Math.max(most * big, posted));
  }

  /** Offer the bots that play all of the games. @param {number} seats */
  offerBots(seats) {
    const [first, ...others] = this.ids.map((game) => botsFor(this.known ?? {}, game, seats));
    const bots = first.filter((id) => others.every((those) => those.includes(id)));
    const text = (/** @type {string} */ id) => botKind(id, this.known, this.say, this.ids[0], seats);
    this.kind.replaceChildren(...bots.map((id) => el("option", { value: id, text: text(id) })));
    this.kind.value = [this.wanted, "blueprint", "rule"].find((id) => bots.includes(id)) ?? bots[0] ?? "";
  }

  /** What the room says about a game. @param {string} id @returns {{betting: string, max_seats?: number}} */
  record(id) {
    const known = (this.known?.games ?? []).find((/** @type {any} */ game) => game.id === id);
    return { betting: id === "27sd" ? "no-limit" : "fixed-limit", ...known };
  }

  /** @param {Event} event */
  async submit(event) {
    event.preventDefault();
    this.status.clear();
    this.go.disabled = true;
    const { main } = this.feeder;
    const answer = await (main ? request(`/api/tables/${main}/must-move`, { table: null }) : this.form.value === "cash" ? this.make() : this.announce());
    this.go.disabled = false;
    if (answer.ok) location.assign(answer.url ?? `/tables/${answer.table}`);
    else this.status.refusal({ ...answer, key: FAULTS[answer.key] ?? answer.key });
  }

  /** Open the sit-and-go that the form describes, and enter it. */
  async announce() {
    const kind = this.kindOfGame.value;
    const { lasts, every } = this.mix.value("list");
    const turns = kind !== "one" && lasts !== "minutes" ? { turns: { lasts, every, picked_by: kind } } : {};
    const opened = await request("/api/tournaments", {
      name: this.name.value.trim(),
      games: this.ids,
      house: this.house.value,
      ...turns,
      speed: this.levels.value,
      players: this.seats.valueAsNumber,
      bots: this.keep.valueAsNumber,
      buy_in: Number(this.terms.buyIn.value),
      ...this.terms.wish,
    });
    if (opened.ok) await request(`/api/tournaments/${opened.tournament}/register`, {});
    return opened;
  }

  /** Make the table that the form describes. */
  make() {
    const big = this.big.valueAsNumber;
    /** @type {Record<string, any>} */
    const options = {};
    for (const [name, field] of this.fields) {
      const value = field.hidden ? "" : field.querySelector("select")?.value;
      if (value) options[name] = JSON.parse(value);
    }
    const kind = this.kindOfGame.value;
    const played =
      kind === "one"
        ? { game: this.game.value, ante: this.ante.valueAsNumber, ante_by: this.anteBy.value }
        : { rotation: this.mix.value(kind === "list" ? "list" : "button") };
    return request("/api/tables", {
      name: this.name.value.trim() || this.presets.name,
      ...played,
      house: this.house.value,
      options,
      small_blind: this.smallField.hidden ? Math.floor(big / 2) : this.small.valueAsNumber,
      big_blind: big,
      buy_in: [this.low.valueAsNumber, this.high.valueAsNumber],
      seats: this.seats.valueAsNumber,
      speed: this.speed.value,
      bots: { players: [this.kind.value || "rule"], keep: this.keep.valueAsNumber, make_room: this.makeRoom.checked, speed: this.botSpeed.value },
      public: this.shown.checked,
      bring_back: this.bringBack.checked,
      approval: this.approval.checked,
      straddle: this.straddle.checked,
      chop: this.chop.checked,
      ...(this.sameAddress.checked ? { same_address: true } : {}),
      ...(this.password.value ? { password: this.password.value } : {}),
    });
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
