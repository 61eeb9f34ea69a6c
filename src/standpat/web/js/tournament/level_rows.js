/**
 * The levels of a structure as rows of fields: minutes, blinds and ante of each game, and the break after it. Rows are added,
 * removed and moved; the numbers follow.
 */

import { el } from "../common/dom.js";
import { gameName } from "../common/labels.js";

/** @typedef {import("../common/i18n.js").Say} Say */
/** @typedef {import("./times.js").Stakes} Stakes */
/** @typedef {{minutes: number, games: Record<string, Stakes>, break_after: number}} OwnLevel */

const AMOUNTS = /** @type {const} */ (["small_blind", "big_blind", "ante"]);

export class LevelRows {
  /** @param {Say} say @param {() => void} changed */
  constructor(say, changed) {
    this.say = say;
    this.changed = changed;
    /** @type {OwnLevel[]} */
    this.levels = [];
    this.node = el("ol", { class: "own-levels", "aria-label": say("tournament.tabs.levels") });
  }

  /** @param {OwnLevel[]} levels */
  set(levels) {
    this.levels = levels.map((level) => structuredClone(level));
    this.draw();
  }

  draw() {
    this.node.replaceChildren(...this.levels.map((level, at) => this.row(level, at)));
  }

  /** @param {number} at @param {string} key the button that keeps the focus */
  redrawn(at, key) {
    this.draw();
    this.changed();
    const row = this.node.children[Math.min(at, this.levels.length - 1)];
    const press = row?.querySelector(`[data-key="${key}"]:not(:disabled)`) ?? row?.querySelector("input");
    if (press instanceof HTMLElement) press.focus();
  }

  /** @param {OwnLevel} level @param {number} at */
  row(level, at) {
    const { say } = this;
    const number = at + 1;
    const name = say("tournament.level", { count: number });
    const games = Object.keys(level.games);
    const title = (/** @type {string} */ key, /** @type {string} */ game) => `${name}${games.length > 1 ? `, ${gameName(game, say)}` : ""}: ${say(`tournament.own.${key}`)}`;
    const amount = (/** @type {string} */ id, /** @type {typeof AMOUNTS[number]} */ key) =>
      this.number(say(`tournament.own.${key}`), title(key, id), Number(level.games[id][key] ?? 0), 0, 10 ** 12, (value) => (level.games[id] = { ...level.games[id], [key]: value }));
    const press = (/** @type {string} */ key, /** @type {string} */ sign, /** @type {boolean} */ off, /** @type {() => void} */ act) =>
      el("button", { type: "button", class: "icon", disabled: off, data: { key }, "aria-label": say(`tournament.own.${key}`, { number }), title: say(`tournament.own.${key}`, { number }), text: sign, on: { click: act } });
    const row = el(
      "div",
      { class: "level", "aria-label": name, role: "group" },
      el("b", { class: "which", text: String(number) }),
      this.number(say("tournament.columns.minutes"), title("minutes", games[0]), level.minutes, 1, 240, (value) => (level.minutes = value)),
      el(
        "div",
        { class: "amounts" },
        ...games.map((id) => el("div", { class: "of-game" }, games.length > 1 ? el("span", { class: "game", text: gameName(id, say) }) : null, ...AMOUNTS.map((key) => amount(id, key)))),
      ),
      this.number(say("tournament.own.break"), title("break", games[0]), level.break_after, 0, 240, (value) => (level.break_after = value)),
      el(
        "span",
        { class: "moves" },
        press("up", "↑", at === 0, () => this.swap(at, at - 1, "up")),
        press("down", "↓", at === this.levels.length - 1, () => this.swap(at, at + 1, "down")),
        press("add", "+", this.levels.length >= 100, () => this.add(at)),
        press("remove", "×", this.levels.length === 1, () => this.remove(at)),
      ),
      el("p", { class: "wrong", id: `wrong-level-${number}`, hidden: true }),
    );
    return el("li", { data: { level: String(number) } }, row);
  }

  /**
   * A small number field with its name above it.
   * @param {string} name @param {string} label @param {number} value @param {number} least @param {number} most @param {(value: number) => void} set
   */
  number(name, label, value, least, most, set) {
    const input = el("input", {
      type: "number", min: String(least), max: String(most), step: "1", required: true, value: String(value), inputmode: "numeric", "aria-label": label,
      on: { input: () => { set(Number(input.value)); this.changed(); } },
    });
    return el("span", { class: "small-field" }, el("span", { class: "cap", "aria-hidden": "true", text: name }), input);
  }

  /** @param {number} from @param {number} to @param {string} key */
  swap(from, to, key) {
    const { levels } = this;
    [levels[from], levels[to]] = [levels[to], levels[from]];
    this.redrawn(to, key);
  }

  /** Add a level after this one: between it and the next, or half as much again after the last. @param {number} at */
  add(at) {
    const [before, after] = [this.levels[at], this.levels[at + 1]];
    const level = structuredClone(before);
    level.break_after = 0;
    for (const [id, stakes] of Object.entries(level.games)) {
      const next = after?.games[id];
      for (const key of AMOUNTS) {
        const low = Number(stakes[key] ?? 0);
        const high = next ? Number(next[key] ?? 0) : 2 * low;
        stakes[key] = nearest((low + high) / 2, low, high);
      }
    }
    this.levels.splice(at + 1, 0, level);
    this.redrawn(at + 1, "add");
  }

  /** @param {number} at */
  remove(at) {
    this.levels.splice(at, 1);
    this.redrawn(at, "remove");
  }
}

/** A round number between two: a multiple of 100, 25, 5 or 1 that lies within. @param {number} middle @param {number} low @param {number} high */
function nearest(middle, low, high) {
  for (const step of [100, 25, 5]) {
    const round = Math.round(middle / step) * step;
    if (round > low && round < high) return round;
  }
  return Math.round(middle);
}
