/**
 * The middle of the table: the pot, side pots, the wagers against the cap; when the hand is over, who won what.
 */

import { attribute, el, setClass, setText } from "../common/dom.js";
import { besideOf, boxOf, middleOf } from "./animation.js";
import { shortName } from "./hand_name.js";
import { HAND } from "./public_state.js";

/** @typedef {import("./public_state.js").Picture} Picture */
/** @typedef {import("./animation.js").Box} Box */

export class Centre {
  /** @param {import("../common/i18n.js").Say} say */
  constructor(say) {
    this.say = say;
    this.amount = el("div", { class: "amount" });
    this.label = el("div", { class: "label" });
    this.sides = el("div", { class: "sides" });
    this.bets = el("div", { class: "bets", role: "img" });
    this.awards = el("ul", { class: "awards" });
    this.node = el("div", { class: "centre" }, this.amount, this.label, this.bets, this.sides, this.awards);
  }

  /**
   * Where chips and cards come from and go to, seen from the other end: the middle, but once a hand is over and it says
   * here who won, a spot beside that.
   * @param {Box} toward @returns {Box}
   */
  heart(toward) {
    const box = boxOf(this.node);
    return this.awards.hidden ? middleOf(box) : besideOf(box, toward);
  }

  /** @param {Picture | null} picture */
  update(picture) {
    const { say } = this;
    const over = picture === null || picture.over;
    this.amount.hidden = over;
    this.label.hidden = over;
    this.awards.hidden = !picture?.over;
    setText(this.amount, picture ? say.number(picture.pot) : "");
    setText(this.label, say("table.pot").toLowerCase());
    this.updateSides(over ? null : picture);
    this.updateBets(over ? null : picture);
    if (picture?.over) this.updateAwards(picture);
  }

  /** Side pots once somebody is all in. @param {Picture | null} picture */
  updateSides(picture) {
    const { say } = this;
    const pots = picture && picture.seats.some((seat) => seat.live && seat.allIn) ? picture.pots : [];
    this.sides.hidden = pots.length < 2;
    if (pots.length < 2) return;
    const amounts = pots.slice(1).map((pot) => say.number(pot.amount));
    setText(
      this.sides,
      `${say("table.main", { amount: pots[0].amount })} · ${say("table.side", { amounts: amounts.join(" · ") })}`,
    );
  }

  /** @param {Picture | null} picture */
  updateBets(picture) {
    const { say } = this;
    // Out of sight during a draw and the showdown, but with its place, so that the pot stays where it is.
    this.bets.hidden = !picture || picture.game.betting !== "fixed-limit";
    const rests = !!picture && (picture.drawing || picture.showing);
    setClass(this.bets, "idle", rests);
    if (!picture || this.bets.hidden || rests) return;
    const marks = Math.max(picture.cap ?? 0, picture.wagers);
    while (this.bets.childElementCount < marks) this.bets.append(el("i"));
    while (this.bets.childElementCount > marks) this.bets.lastElementChild?.remove();
    [...this.bets.children].forEach((mark, k) => setClass(mark, "on", k < picture.wagers));
    const said =
      picture.cap === null
        ? say("table.bets-uncapped", { count: picture.wagers })
        : say("table.bets", { made: picture.wagers, cap: picture.cap });
    const size = picture.betSize === null ? "" : `, ${say("table.bet-size", { amount: picture.betSize })}`;
    attribute(this.bets, "aria-label", said + size);
    attribute(this.bets, "title", said + size);
  }

  /** Each winner, with what, and of which pots where there are several. @param {Picture} picture */
  updateAwards(picture) {
    const { say } = this;
    const rows = winners(picture).map(({ at, chips, pots }) => {
      const seat = picture.seats[at];
      return {
        text:
          at === picture.viewer
            ? say("story-you.win", { amount: chips })
            : say("story.win", { name: picture.players[at], amount: chips }),
        amount: say.number(chips),
        hand: seat.shown && seat.cards.length === HAND ? shortName(seat.cards, picture.game.ranking, say) : "",
        pots: picture.awards.length > 1 ? pots.map((pot) => potText(pot, picture.awards.length, say)) : [],
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
 * Who won how much of which pots, the first pot's winners first.
 * @param {Picture} picture @returns {{at: number, chips: number, pots: {pot: number, chips: number}[]}[]}
 */
export function winners(picture) {
  /** @type {Map<number, {at: number, chips: number, pots: {pot: number, chips: number}[]}>} */
  const found = new Map();
  for (const { pot, winners: shares } of picture.awards) {
    for (const [at, chips] of shares) {
      const row = found.get(at) ?? { at, chips: 0, pots: /** @type {{pot: number, chips: number}[]} */ ([]) };
      row.chips += chips;
      row.pots.push({ pot, chips });
      found.set(at, row);
    }
  }
  return [...found.values()];
}

/** A text with its last mention of something marked. @param {string} text @param {string} what */
function marked(text, what) {
  const at = text.lastIndexOf(what);
  return [text.slice(0, at), el("strong", { text: what }), text.slice(at + what.length)];
}

/** @param {{pot: number, chips: number}} share @param {number} count @param {import("../common/i18n.js").Say} say */
function potText({ pot, chips }, count, say) {
  const name = pot === 0 ? "table.main-pot" : count > 2 ? "table.side-pot-number" : "table.side-pot";
  return `${say(name, { number: pot })}: ${say.number(chips)}`;
}
