/**
 * The games of a rotation in the form for a table: which, in what order, and when the next one comes.
 *
 * Games with blinds have half of the bets of fixed-limit games, as the room has it; where no game has fixed limit, the
 * stakes of the form are theirs. Each game may have its own stakes instead (`GameStakes`). A game that came with its own
 * house rules keeps them.
 */

import { attribute, el } from "./dom.js";
import { GameStakes } from "./game_stakes.js";
import { gameName } from "./labels.js";

/** @typedef {{id: string, name: string, betting: string, max_seats?: number}} GameRecord */
/** @typedef {import("./game_stakes.js").Stakes} Stakes */
/** @typedef {{house?: string | null, options?: Record<string, any>}} Rules the house rules of a game; empty for those of the table */

export class GameList {
  /** @param {import("./i18n.js").Say} say @param {() => void} changed called after each change */
  constructor(say, changed) {
    this.say = say;
    this.changed = changed;
    /** @type {GameRecord[]} */
    this.known = [];
    /** @type {{node: HTMLElement, select: HTMLSelectElement, stakes: GameStakes, rules: Rules, buttons: HTMLButtonElement[]}[]} */
    this.rows = [];
    this.most = 20;
    this.big = 0;
    /** The longest that a game may last, by unit. @type {Record<string, number>} */
    this.longest = {};
    this.list = el("ol");
    this.more = el("button", { type: "button", class: "add", on: { click: () => this.add() } }, say("lobby.mix.add"));
    this.every = el("input", { type: "number", inputmode: "numeric", required: true, min: "1" });
    this.every.value = "1";
    this.lasts = el("select", { on: { change: () => this.bound() } });
    this.ante = el("input", { type: "checkbox", on: { change: () => this.show() } });
    this.anteLabel = el("label", { class: "check" }, this.ante, el("span", { text: say("lobby.mix.ante") }));
    this.node = el(
      "fieldset",
      { class: "mix" },
      el("legend", { text: say("lobby.mix.games") }),
      this.list,
      this.more,
      el(
        "div",
        { class: "grid" },
        el("label", {}, el("span", { text: say("lobby.mix.every") }), this.every),
        el("label", {}, el("span", { text: say("lobby.mix.unit") }), this.lasts),
      ),
      this.anteLabel,
    );
  }

  /** Take what the room offers. @param {GameRecord[]} games @param {{lasts: Record<string, number>, games: number}} bounds */
  fill(games, { lasts, games: most }) {
    this.known = games;
    this.most = most;
    this.longest = lasts;
    this.lasts.replaceChildren(
      ...Object.keys(lasts).map((unit) => el("option", { value: unit, text: this.say(`lobby.mix.lasts.${unit}`) })),
    );
    this.set({ games: games.slice(0, 2).map(({ id }) => ({ game: id })), lasts: "orbits", every: 1 });
  }

  /**
   * Show a rotation. Games without stakes have the usual ones.
   * @param {{games: ({game: string, stakes?: Stakes} & Rules)[], lasts: string, every: number}} rotation
   */
  set({ games, lasts, every }) {
    for (const { node } of this.rows.splice(0)) node.remove();
    for (const { game, house, options = {} } of games)
      this.append(game).rules = { ...(house ? { house } : {}), ...(Object.keys(options).length ? { options } : {}) };
    this.lasts.value = lasts;
    this.every.value = String(every);
    this.ante.checked = false;
    this.bound();
    this.show();
    games.forEach(({ stakes }, at) => {
      if (stakes) this.rows[at].stakes.set(stakes);
    });
    this.show();
  }

  /** The ids of the games, in order. */
  get ids() {
    return this.rows.map(({ select }) => select.value);
  }

  /** Whether a game has fixed limit. @param {string} id */
  limit(id) {
    return this.known.find((game) => game.id === id)?.betting === "fixed-limit";
  }

  /** The rotation as the room takes it. @param {"list" | "button"} picked_by */
  value(picked_by) {
    const games = this.rows.map(({ select, stakes, rules }) => {
      const game = { game: select.value, ...rules };
      if (stakes.own) return { ...game, ...stakes.own };
      const { big_blind, ante, ante_by } = this.usual(game.game);
      return { ...game, ...(this.limit(game.game) || this.anyLimit ? {} : { big_blind }), ...(ante ? { ante, ante_by } : {}) };
    });
    return { games, lasts: this.lasts.value, every: this.every.valueAsNumber, picked_by };
  }

  get anyLimit() {
    return this.ids.some((id) => this.limit(id));
  }

  /** The most that a player posts as big blind and ante, over all games. */
  get posted() {
    return Math.max(...this.rows.map(({ stakes }) => stakes.value.big_blind + stakes.value.ante));
  }

  /** The stakes of a game without its own. @param {string} id @returns {Stakes} */
  usual(id) {
    const limit = this.limit(id);
    const big = limit || !this.anyLimit ? this.big : Math.max(1, Math.floor(this.big / 2));
    const ante = this.ante.checked && !limit ? { ante: big, ante_by: "big-blind" } : { ante: 0, ante_by: "everyone" };
    return { small_blind: Math.floor(big / 2), big_blind: big, ...ante };
  }

  /** Show the stakes of each game for this bet or blind. @param {number} big */
  stakes(big) {
    this.big = big || 0;
    this.show();
  }

  add() {
    const unused = this.known.find(({ id }) => !this.ids.includes(id)) ?? this.known[0];
    this.append(unused.id).select.focus();
    this.told();
  }

  /** @param {string} id */
  append(id) {
    const stakes = new GameStakes(this.say, () => this.told());
    const chosen = () => {
      stakes.own = null;
      row.rules = {};
      this.told();
    };
    const select = el(
      "select",
      { on: { change: chosen } },
      ...this.known.map((game) => el("option", { value: game.id, text: gameName(game, this.say) })),
    );
    select.value = id;
    const button = (/** @type {string} */ key, /** @type {string} */ sign, /** @type {() => void} */ click) =>
      el("button", { type: "button", class: key, data: { key }, on: { click } }, sign);
    const row = { node: el("li"), select, stakes, rules: /** @type {Rules} */ ({}), buttons: /** @type {HTMLButtonElement[]} */ ([]) };
    row.buttons = [
      button("up", "↑", () => this.move(row, -1)),
      button("down", "↓", () => this.move(row, 1)),
      button("remove", "×", () => this.remove(row)),
    ];
    row.node.append(select, stakes.button, ...row.buttons, stakes.fields);
    this.rows.push(row);
    this.list.append(row.node);
    return row;
  }

  /** @param {GameList["rows"][0]} row @param {number} by */
  move(row, by) {
    const at = this.rows.indexOf(row);
    this.rows.splice(at, 1);
    this.rows.splice(at + by, 0, row);
    this.list.replaceChildren(...this.rows.map(({ node }) => node));
    this.told();
    const [up, down] = row.buttons;
    const pressed = by < 0 ? up : down;
    (pressed.disabled ? (by < 0 ? down : up) : pressed).focus();
  }

  /** @param {GameList["rows"][0]} row */
  remove(row) {
    const at = this.rows.indexOf(row);
    this.rows.splice(at, 1);
    row.node.remove();
    this.told();
    this.rows[Math.min(at, this.rows.length - 1)].select.focus();
  }

  told() {
    this.show();
    this.changed();
  }

  bound() {
    attribute(this.every, "max", this.longest[this.lasts.value]);
  }

  show() {
    const { say, rows } = this;
    this.anteLabel.hidden = this.ids.every((id) => this.limit(id));
    rows.forEach(({ select, stakes, buttons }, at) => {
      attribute(select, "aria-label", say("lobby.mix.game", { number: at + 1 }));
      const game = select.selectedOptions[0]?.text ?? "";
      stakes.show(game, this.limit(select.value), this.usual(select.value));
      for (const button of buttons) attribute(button, "aria-label", say(`lobby.mix.${button.dataset.key}`, { game }));
      const [up, down, remove] = buttons;
      up.disabled = at === 0;
      down.disabled = at === rows.length - 1;
      remove.disabled = rows.length <= 2;
    });
    this.more.disabled = rows.length >= this.most;
  }
}
