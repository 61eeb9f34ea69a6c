/**
 * The game, its stakes and its clock, as the owner changes them from the next hand on. Only what differs is sent.
 */

import { request } from "../common/api.js";
import { attribute, el, setText } from "../common/dom.js";
import { FormStatus } from "../common/form_status.js";
import { gameName, houseName } from "../common/labels.js";
import { GameList } from "../common/game_list.js";

/** One game, a list of games in turn, or dealer's choice. */
const KINDS = ["one", "list", "button"];

export class HostRules {
  /** @param {import("../common/i18n.js").Say} say @param {string} id the table's id */
  constructor(say, id) {
    this.say = say;
    this.id = id;
    this.game = el("select");
    this.house = el("select");
    this.kind = el("select", { on: { change: () => this.suit() } });
    this.mix = new GameList(say, () => this.suit());
    this.speed = el("select");
    this.straddle = el("input", { type: "checkbox" });
    this.chop = el("input", { type: "checkbox" });
    this.small = number(0);
    this.big = number(1);
    this.ante = number(0);
    this.low = number(1);
    this.high = number(1);
    this.status = new FormStatus(say);
    this.coming = el("p", { class: "note coming" });
    /** What the table has, by the name of the field. @type {Record<string, any>} */
    this.had = {};
    const field = (/** @type {string} */ key, /** @type {HTMLElement} */ input) =>
      el("label", { class: "field" }, el("span", { text: say(`lobby.${key}`) }), input);
    this.ofGame = el("div", { class: "pair even" }, field("game", this.game), field("house", this.house));
    this.ofStakes = el(
      "div",
      { class: "pair thirds" },
      field("small", this.small),
      field("big", this.big),
      field("ante", this.ante),
    );
    this.big.addEventListener("input", () => this.suit());
    this.node = el(
      "form",
      { on: { submit: (/** @type {Event} */ event) => this.submit(event) } },
      this.coming,
      field("kind", this.kind),
      this.ofGame,
      this.mix.node,
      this.ofStakes,
      el("div", { class: "pair even" }, field("low", this.low), field("high", this.high)),
      field("speed", this.speed),
      el("label", { class: "check" }, this.straddle, el("span", { text: say("lobby.straddle") })),
      el("label", { class: "check" }, this.chop, el("span", { text: say("lobby.chop") })),
      this.status.node,
      el("div", { class: "choices" }, el("button", { type: "submit", class: "go" }, say("page.host.from-next"))),
    );
  }

  /** @param {import("../table_view/table_state.js").TableState} table @param {any} options what the server offers */
  fill(table, options) {
    const { say } = this;
    this.status.clear();
    if (!options.ok) return this.status.refusal(options);
    const { info, host } = table;
    const { coming } = host;
    const rotation = coming?.rotation ?? (coming?.game ? null : info.rotation);
    const stakes = coming?.stakes ?? baseStakes({ rotation, stakes: info.stakes });
    const [low, high] = coming?.buy_in ?? info.buy_in;
    const act = coming?.act ?? info.clock.act;
    const games = Object.values(options.games ?? {}).filter((/** @type {any} */ game) => game.max_seats >= info.seats);
    const speeds = Object.keys(options.speeds ?? {});
    list(this.game, games.map((/** @type {any} */ game) => [game.id, gameName(game, say)]));
    list(this.house, (options.houses ?? []).map((/** @type {any} */ { name }) => [name, houseName(name, say)]));
    list(this.speed, speeds.map((name) => [name, `${say(`lobby.speeds.${name}`)}, ${say("lobby.seconds", { count: options.speeds[name].act })}`]));
    list(this.kind, KINDS.map((kind) => [kind, say(`lobby.kinds.${kind}`)]));
    if (options.rotation) this.mix.fill(Object.values(options.games), options.rotation);
    if (rotation) {
      this.mix.big = stakes.big_blind;
      const games = rotation.games.map((/** @type {any} */ { game, changed, stakes }) => ({
        game: game.id,
        house: game.house.name,
        options: changed,
        stakes,
      }));
      this.mix.set({ games, lasts: rotation.lasts, every: rotation.every });
    }
    this.kind.value = coming?.game ? "one" : (rotation?.picked_by ?? "one");
    this.had = {
      game: coming?.game ?? info.game.id,
      house: coming?.house ?? info.game.house.name,
      small_blind: stakes.small_blind,
      big_blind: stakes.big_blind,
      ante: stakes.ante,
      low,
      high,
      straddle: coming?.straddle ?? info.straddle ?? false,
      chop: coming?.chop ?? info.chop ?? false,
      speed: speeds.find((name) => options.speeds[name].act === act) ?? "",
    };
    this.game.value = this.had.game;
    this.house.value = this.had.house;
    this.speed.value = this.had.speed;
    this.straddle.checked = this.had.straddle;
    this.chop.checked = this.had.chop;
    this.small.value = stakes.small_blind;
    this.big.value = stakes.big_blind;
    this.ante.value = stakes.ante;
    this.low.value = low;
    this.high.value = high;
    this.suit();
    this.had.mix = this.mixed;
    this.note(table);
  }

  /** Show the fields of one game, or of several. */
  suit() {
    const one = this.kind.value === "one";
    this.ofGame.hidden = !one;
    this.mix.node.hidden = one;
    attribute(this.mix.node, "disabled", one);
    this.mix.stakes(this.big.valueAsNumber);
  }

  /** The rotation as the room takes it, as text; "" for one game. */
  get mixed() {
    const kind = this.kind.value;
    return kind === "one" ? "" : JSON.stringify(this.mix.value(kind === "list" ? "list" : "button"));
  }

  /** Say what changes with the next hand. @param {import("../table_view/table_state.js").TableState} table */
  note({ host, info }) {
    const { say } = this;
    const { coming } = host;
    const parts = [];
    if (coming?.games) parts.push(coming.games.map((game) => gameName(game, say)).join(", "));
    if (coming?.game) parts.push(gameName(coming.game, say));
    if (coming?.house && coming.house !== info?.game.house.name) parts.push(houseName(coming.house, say));
    if (coming?.stakes) parts.push(`${say.number(coming.stakes.small_blind)}/${say.number(coming.stakes.big_blind)}`);
    if (coming?.buy_in) parts.push(`${say("lobby.buy-in")} ${coming.buy_in.map(say.number).join("–")}`);
    if (typeof coming?.straddle === "boolean") parts.push(say(coming.straddle ? "lobby.straddles" : "lobby.no-straddles"));
    if (typeof coming?.chop === "boolean") parts.push(say(coming.chop ? "lobby.chops" : "lobby.no-chops"));
    if (coming?.act) parts.push(say("lobby.seconds", { count: coming.act }));
    setText(this.coming, parts.length ? say("page.host.coming", { what: parts.join(" · ") }) : "");
    this.coming.hidden = !parts.length;
  }

  /** @param {Event} event */
  async submit(event) {
    event.preventDefault();
    this.status.clear();
    const { mixed } = this;
    const wish = {
      ...(mixed ? {} : { game: this.game.value, house: this.house.value }),
      small_blind: this.small.valueAsNumber,
      big_blind: this.big.valueAsNumber,
      ante: this.ante.valueAsNumber,
      speed: this.speed.value,
      straddle: this.straddle.checked,
      chop: this.chop.checked,
    };
    /** @type {Record<string, any>} */
    const body = {};
    for (const [name, value] of Object.entries(wish)) if (value !== this.had[name]) body[name] = value;
    const stakes = { small_blind: wish.small_blind, big_blind: wish.big_blind, ante: wish.ante };
    const other = Object.keys(stakes).some((name) => name in body);
    // With several games the stakes of the table are those of the present one, so these come with them.
    if (!mixed && this.had.mix) Object.assign(body, stakes, { game: this.game.value });
    if (mixed && (mixed !== this.had.mix || other)) Object.assign(body, stakes, { rotation: JSON.parse(mixed) });
    const buyIn = [this.low.valueAsNumber, this.high.valueAsNumber];
    if (buyIn[0] !== this.had.low || buyIn[1] !== this.had.high) body.buy_in = buyIn;
    if (!Object.keys(body).length) return this.status.success(this.say("page.host.no-change"));
    const answer = await request(`/api/tables/${this.id}/change`, body);
    if (!answer.ok) return this.status.refusal(answer);
    this.had = { ...this.had, ...wish, low: buyIn[0], high: buyIn[1], mix: mixed };
    this.status.success(this.say("page.host.changed"));
  }
}

/** The stakes from which those of each game follow: of several games, those of the first one with fixed limit. @param {any} info */
function baseStakes({ rotation, stakes }) {
  const games = rotation?.games ?? [];
  return (games.find((/** @type {any} */ { game }) => game.betting === "fixed-limit") ?? games[0])?.stakes ?? stakes;
}

/** @param {number} min */
const number = (min) => el("input", { type: "number", inputmode: "numeric", required: true, min: String(min) });

/** @param {HTMLSelectElement} select @param {string[][]} values */
const list = (select, values) =>
  select.replaceChildren(...values.map(([value, text]) => el("option", { value, text })));
