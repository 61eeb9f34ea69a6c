/**
 * The best hands of the table's game, beside the viewer's hand: from number one down, then what counts against a player. The row of
 * the viewer's hand is marked, with its number. In a wide window the list has a place of its own; in others a small button opens it.
 *
 * It is there for newcomers until they close it. Then it is in the menu (`settings.ranking`).
 */

import { attribute, el, setClass, setText, svg } from "../common/dom.js";
import { offersLesson } from "../common/lesson_memory.js";
import { change, settings } from "../common/settings.js";
import { classOf, lowHands, numberOf } from "../table_view/ranking.js";

/** @typedef {import("../table_view/ranking.js").RankingId} RankingId */
/** @typedef {import("../common/i18n.js").Say} Say */
/** @typedef {{from: number, to: number, place: string, name: string}} Row the first and the last number of its hands, and both in a text */

const NAMED = 4; // hands with a row of their own
const BANDS = 3; // highest cards with a row of their own

/** The rows, best first. The last one is for hands that are no low. @param {RankingId} ranking @param {Say} say @returns {Row[]} */
export function rowsOf(ranking, say) {
  const hands = lowHands(ranking);
  const number = (/** @type {number} */ value) => say.number(value);
  const rows = hands.slice(0, NAMED).map((hand, at) => ({ from: at + 1, to: at + 1, place: number(at + 1), name: [...hand].join("-") }));
  const highest = [...new Set(hands.slice(NAMED).map((hand) => hand[0]))];
  let from = NAMED + 1;
  for (const high of highest.slice(0, BANDS)) {
    const to = hands.filter((hand) => hand[0] === high).length + from - 1;
    rows.push({ from, to, place: `${number(from)}–${number(to)}`, name: say("hand.no-pair", { high: say(`rank.name.${high}`) }) });
    from = to + 1;
  }
  const low = say(`rank.name.${highest[BANDS]}`);
  rows.push({ from, to: hands.length, place: `${number(from)} –`, name: say("best.higher", { low }) });
  return [...rows, { from: hands.length + 1, to: Infinity, place: "–", name: say(`best.bad-${ranking}`) }];
}

export class RankingCard {
  /** @param {Say} say @param {string} table its id @param {() => void} gone takes the focus when the card is closed */
  constructor(say, table, gone) {
    this.say = say;
    this.table = table;
    this.open = false;
    /** @type {RankingId | null} */
    this.ranking = null;
    /** @type {Row[]} */
    this.rows = [];
    this.number = el("span", { class: "number" });
    this.pill = el(
      "button",
      { type: "button", class: "pill", "aria-controls": "best-hands", on: { click: () => this.show(!this.open) } },
      svg(["M5 8h4", "M13 8h14", "M5 16h4", "M13 16h11", "M5 24h4", "M13 24h8"], "sign"),
      this.number,
    );
    this.list = el("ol", {});
    this.note = el("p", { class: "note" });
    this.lesson = el("a", { target: "_blank" });
    const close = el("button", { type: "button", class: "icon", "aria-label": say("best.close"), title: say("best.close") }, "×");
    close.addEventListener("click", () => {
      change({ ranking: false });
      gone();
    });
    this.node = el(
      "section",
      { class: "best", "aria-label": say("best.title") },
      this.pill,
      el("div", { class: "sheet", id: "best-hands" }, el("header", {}, el("h2", { text: say("best.title") }), close), this.list, this.note, this.lesson),
    );
    this.node.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !this.open) return;
      this.show(false);
      this.pill.focus();
    });
    addEventListener("click", (event) => this.node.contains(/** @type {Node} */ (event.target)) || this.show(false));
  }

  /** Open or close the list in a window where it has no place of its own. @param {boolean} open */
  show(open) {
    this.open = open;
    setClass(this.node, "open", open);
    attribute(this.pill, "aria-expanded", String(open));
  }

  /** @param {import("../table_view/table_state.js").TableState} table */
  update({ info, hand }) {
    const { say } = this;
    this.node.hidden = !settings.ranking;
    if (this.node.hidden) return;
    if (this.ranking !== info.game.ranking) this.build(info.game.ranking);
    this.lesson.hidden = !offersLesson(info.game.id);
    attribute(this.lesson, "href", `/learn/${info.game.id}?table=${encodeURIComponent(this.table)}`);
    const own = hand?.own;
    const cards = own?.live && own.cards.length === 5 ? own.cards : null;
    const ranking = info.game.ranking;
    const low = cards !== null && classOf(cards, ranking) === "no-pair";
    const number = low ? numberOf(cards, ranking) : Infinity;
    this.rows.forEach(({ from, to, place }, at) => {
      const mine = cards !== null && from <= number && number <= to;
      const node = this.list.children[at];
      attribute(node, "aria-current", mine ? "true" : null);
      setText(node.children[0], mine && low ? say.number(number) : place);
      setText(node.children[2], mine && low ? say("best.yours") : "");
    });
    setText(this.number, low ? say.number(number) : "");
    attribute(this.pill, "aria-label", low ? `${say("best.title")}: ${say("best.number", { number })}` : say("best.title"));
    attribute(this.pill, "aria-expanded", String(this.open));
  }

  /** @param {RankingId} ranking */
  build(ranking) {
    const { say } = this;
    this.ranking = ranking;
    this.rows = rowsOf(ranking, say);
    this.list.replaceChildren(
      ...this.rows.map(({ name }) => el("li", {}, el("span", { class: "place" }), el("span", { text: name }), el("span", { class: "mine" }))),
    );
    setText(this.note, say(`best.note-${ranking}`));
    setText(this.lesson, say("best.lesson"));
  }
}
