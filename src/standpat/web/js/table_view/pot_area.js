/**
 * The middle of the table: the pot, side pots and the number of bets; after the hand, the winners. Below them, that the
 * table is paused.
 */

import { attribute, el, setClass, setText } from "../common/dom.js";
import { besideOf, boxOf, middleOf } from "./animation.js";
import { shortName } from "./hand_name.js";
import { HAND } from "./public_state.js";

/** @typedef {import("./public_state.js").PublicState} PublicState */
/** @typedef {import("./animation.js").Box} Box */

export class PotArea {
  /** @param {import("../common/i18n.js").Say} say */
  constructor(say) {
    this.say = say;
    this.amount = el("div", { class: "amount" });
    this.label = el("div", { class: "label" });
    this.sides = el("div", { class: "sides" });
    this.bets = el("div", { class: "bets", role: "img" });
    this.awards = el("ul", { class: "awards" });
    this.pause = el("div", { class: "pause", role: "status", hidden: "" });
    this.node = el("div", { class: "centre" }, this.amount, this.label, this.bets, this.sides, this.awards, this.pause);
  }

  /**
   * The place that chips and cards come from and go to: the middle, or a spot beside it while the winners are shown there.
   * @param {Box} toward the other end of the flight @returns {Box}
   */
  anchor(toward) {
    const box = boxOf(this.node);
    return this.awards.hidden ? middleOf(box) : besideOf(box, toward);
  }

  /** @param {PublicState | null} hand @param {{by: string} | null} [paused] */
  update(hand, paused = null) {
    const { say } = this;
    this.pause.hidden = !paused;
    setText(this.pause, paused ? say("table.paused") : "");
    attribute(this.pause, "title", paused?.by ?? null);
    const over = hand === null || hand.over;
    this.amount.hidden = over;
    this.label.hidden = over;
    this.awards.hidden = !hand?.over;
    setText(this.amount, hand ? say.number(hand.pot) : "");
    setText(this.label, say("table.pot").toLowerCase());
    this.updateSides(over ? null : hand);
    this.updateBets(over ? null : hand);
    if (hand?.over) this.updateAwards(hand);
  }

  /** Show the side pots once a player is all-in. @param {PublicState | null} hand */
  updateSides(hand) {
    const { say } = this;
    const pots = hand && hand.seats.some((seat) => seat.live && seat.allIn) ? hand.pots : [];
    this.sides.hidden = pots.length < 2;
    if (pots.length < 2) return;
    const amounts = pots.slice(1).map((pot) => say.number(pot.amount));
    setText(
      this.sides,
      `${say("table.main", { amount: pots[0].amount })} · ${say("table.side", { amounts: amounts.join(" · ") })}`,
    );
  }

  /** @param {PublicState | null} hand */
  updateBets(hand) {
    const { say } = this;
    // Invisible during a draw and the showdown, but it keeps its place, so that the pot does not move.
    this.bets.hidden = !hand || hand.game.betting !== "fixed-limit";
    const idle = !!hand && (hand.drawing || hand.showing);
    setClass(this.bets, "idle", idle);
    if (!hand || this.bets.hidden || idle) return;
    const marks = Math.max(hand.cap ?? 0, hand.wagers);
    while (this.bets.childElementCount < marks) this.bets.append(el("i"));
    while (this.bets.childElementCount > marks) this.bets.lastElementChild?.remove();
    [...this.bets.children].forEach((mark, k) => setClass(mark, "on", k < hand.wagers));
    const label =
      hand.cap === null
        ? say("table.bets-uncapped", { count: hand.wagers })
        : say("table.bets", { made: hand.wagers, cap: hand.cap });
    const size = hand.betSize === null ? "" : `, ${say("table.bet-size", { amount: hand.betSize })}`;
    attribute(this.bets, "aria-label", label + size);
    attribute(this.bets, "title", label + size);
  }

  /** Show each winner with their hand, and with their pots if there are several. @param {PublicState} hand */
  updateAwards(hand) {
    const { say } = this;
    const rows = winners(hand).map(({ at, chips, pots }) => {
      const seat = hand.seats[at];
      return {
        text:
          at === hand.viewer
            ? say("story-you.win", { amount: chips })
            : say("story.win", { name: hand.players[at], amount: chips }),
        amount: say.number(chips),
        hand: seat.shown && seat.cards.length === HAND ? shortName(seat.cards, hand.game.ranking, say) : "",
        pots: hand.awards.length > 1 ? pots.map((pot) => potText(pot, hand.awards.length, say)) : [],
      };
    });
    const text = JSON.stringify(rows);
    if (this.awards.dataset.text === text) return;
    this.awards.dataset.text = text;
    this.awards.replaceChildren(
      ...rows.map((row) =>
        el(
          "li",
          {},
          el("span", { class: "line" }, ...marked(row.text, row.amount)),
          row.hand ? el("span", { class: "hand", text: row.hand }) : null,
          row.pots.length ? el("span", { class: "which" }, ...row.pots.map((text) => el("span", { text }))) : null,
        ),
      ),
    );
  }
}

/**
 * The winners with their chips and pots, those of the main pot first.
 * @param {PublicState} hand @returns {{at: number, chips: number, pots: {pot: number, chips: number}[]}[]}
 */
export function winners(hand) {
  /** @type {Map<number, {at: number, chips: number, pots: {pot: number, chips: number}[]}>} */
  const rows = new Map();
  for (const { pot, winners: shares } of hand.awards) {
    for (const [at, chips] of shares) {
      const row = rows.get(at) ?? { at, chips: 0, pots: /** @type {{pot: number, chips: number}[]} */ ([]) };
      row.chips += chips;
      row.pots.push({ pot, chips });
      rows.set(at, row);
    }
  }
  return [...rows.values()];
}

/** A text in which the last occurrence of `what` is emphasised. @param {string} text @param {string} what */
function marked(text, what) {
  const at = text.lastIndexOf(what);
  return [text.slice(0, at), el("strong", { text: what }), text.slice(at + what.length)];
}

/** @param {{pot: number, chips: number}} share @param {number} count @param {import("../common/i18n.js").Say} say */
function potText({ pot, chips }, count, say) {
  const name = pot === 0 ? "table.main-pot" : count > 2 ? "table.side-pot-number" : "table.side-pot";
  return `${say(name, { number: pot })}: ${say.number(chips)}`;
}
