/**
 * The form that searches in the viewer's own hands. It searches as its fields are changed; there is nothing to submit. Where
 * there is little room it is folded away (class `folded`), and `opener` unfolds it.
 *
 * `query` is what the room is asked for. `state` and `restore` are the fields as they stand, for the address of a page.
 */

import { attribute, el, setClass } from "./dom.js";
import { gameName } from "./labels.js";

const WAIT = 350; // ms without a change, after which a text or a number is searched for
const LONGEST_NAME = 40;
const NAMES = 40; // opponents that are suggested

/** A day's first second, in Unix seconds, in the viewer's time zone. @param {string} day @param {number} [later] days */
function midnight(day, later = 0) {
  const [year, month, date] = day.split("-").map(Number);
  return Math.floor(new Date(year, month - 1, date + later).getTime() / 1000);
}

let forms = 0;

export class HandSearch {
  /** @param {import("./i18n.js").Say} say @param {() => void} onSearch called when the search has changed */
  constructor(say, onSearch) {
    this.say = say;
    this.onSearch = onSearch;
    /** @type {Set<string>} */
    this.names = new Set();
    this.game = this.select([["", say("lobby.any-game")]]);
    this.result = this.select([["", say("page.mine.any")], ...["won", "lost"].map((key) => [key, say(`page.mine.${key}`)])]);
    this.showdown = this.select([["", say("page.mine.any")], ...["yes", "no"].map((key) => [key, say(`page.mine.${key}`)])]);
    this.kind = this.select([["", say("page.mine.any")], ...["cash", "tournament"].map((key) => [key, say(`page.mine.${key}`)])]);
    this.suggested = el("datalist", { id: `opponents-${(forms += 1)}` });
    this.opponent = el("input", { type: "text", list: this.suggested.id, maxlength: String(LONGEST_NAME), autocomplete: "off", spellcheck: "false" });
    this.pot = el("input", { type: "number", inputmode: "numeric", min: "0", step: "1" });
    this.from = el("input", { type: "date" });
    this.to = el("input", { type: "date" });
    /** @type {Record<string, HTMLInputElement | HTMLSelectElement>} */
    this.fields = { game: this.game, kind: this.kind, result: this.result, showdown: this.showdown, opponent: this.opponent, from: this.from, to: this.to, pot: this.pot };
    this.clearing = el("button", { type: "button", class: "btn clear", hidden: true, on: { click: () => this.clear() } }, say("page.mine.clear"));
    const label = (/** @type {string} */ text, /** @type {HTMLElement} */ field) => el("label", {}, el("span", { text }), field);
    this.node = el(
      "form",
      {
        class: "hand-search",
        id: `search-${forms}`,
        role: "search",
        "aria-label": say("page.mine.title"),
        on: { input: () => this.changed(WAIT), change: () => this.changed(0), submit: (/** @type {Event} */ event) => (event.preventDefault(), this.changed(0)) },
      },
      label(say("lobby.game"), this.game),
      ...["kind", "result", "showdown", "opponent", "from", "to", "pot"].map((key) => label(say(`page.mine.${key}`), this.fields[key])),
      this.suggested,
      this.clearing,
    );
    this.opener = el(
      "button",
      { type: "button", class: "fold-opener", "aria-controls": this.node.id, on: { click: () => this.fold(!this.folded) } },
      say("page.mine.search"),
    );
    this.last = this.state;
    this.fold(true);
  }

  get folded() {
    return this.node.classList.contains("folded");
  }

  /** @param {boolean} away */
  fold(away) {
    setClass(this.node, "folded", away);
    attribute(this.opener, "aria-expanded", String(!away));
    if (!away && document.activeElement === this.opener) this.game.focus();
  }

  /** @param {string[][]} options */
  select(options) {
    return el("select", {}, ...options.map(([value, text]) => el("option", { value, text })));
  }

  /** Offer these games; the chosen one stays. @param {string[]} games */
  offer(games) {
    const [any] = this.game.options;
    const chosen = this.game.value;
    const ids = chosen && !games.includes(chosen) ? [...games, chosen] : games;
    this.game.replaceChildren(any, ...ids.map((id) => el("option", { value: id, text: gameName(id, this.say) })));
    this.game.value = chosen;
  }

  /** Suggest these names. @param {string[]} names */
  suggest(names) {
    const known = this.names.size;
    for (const name of names) if (this.names.size < NAMES) this.names.add(name);
    if (this.names.size > known) this.suggested.replaceChildren(...[...this.names].sort().map((value) => el("option", { value })));
  }

  /** @param {number} wait ms */
  changed(wait) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.show();
      if (this.last === this.state) return;
      this.last = this.state;
      this.onSearch();
    }, wait);
  }

  clear() {
    for (const field of Object.values(this.fields)) field.value = "";
    this.changed(0);
    this.game.focus();
  }

  show() {
    this.clearing.hidden = this.state === "";
  }

  /** The fields that are filled in. */
  get state() {
    const filled = Object.entries(this.fields).flatMap(([key, { value }]) => (value.trim() ? [[key, value.trim()]] : []));
    return new URLSearchParams(filled).toString();
  }

  /** Fill in the fields. @param {string} state */
  restore(state) {
    const values = new URLSearchParams(state);
    const game = values.get("game");
    if (game) this.game.append(el("option", { value: game, text: gameName(game, this.say) }));
    for (const [key, field] of Object.entries(this.fields)) field.value = values.get(key) ?? "";
    this.last = this.state;
    this.fold(this.state === "");
    this.show();
  }

  /** The search as the room takes it; empty for all hands. */
  get query() {
    const { game, kind, result, showdown, opponent, pot, from, to } = Object.fromEntries(new URLSearchParams(this.state));
    const asked = {
      game, kind, showdown, opponent,
      least: result === "won" ? "1" : "",
      most: result === "lost" ? "-1" : "",
      pot: pot && String(Math.min(Math.ceil(Number(pot)), Number.MAX_SAFE_INTEGER)),
      since: from && String(midnight(from)),
      until: to && String(midnight(to, 1)),
    };
    return new URLSearchParams(Object.entries(asked).flatMap(([key, value]) => (value ? [[key, value]] : []))).toString();
  }
}
