/**
 * Short names of hands: `9-7 low`, `pair of threes`, `the wheel`, `drawing to 7-4-2`.
 */

import { RANKS, UNKNOWN, cardText } from "../common/card.js";
import { classOf, isWheel, naturalDraw, pip, ranksInOrder } from "./ranking.js";

/** @typedef {import("./ranking.js").RankingId} RankingId */
/** @typedef {import("../common/i18n.js").Say} Say */

/** @param {string[]} cards five cards, which may be unknown @param {RankingId} ranking @param {Say} say */
export function shortName(cards, ranking, say) {
  if (cards.includes(UNKNOWN)) return cards.map(cardText).join(" ");
  const kind = classOf(cards, ranking);
  const ranks = ranksInOrder(cards, ranking);
  if (kind === "no-pair") {
    return isWheel(cards, ranking) ? say("hand.wheel") : say("hand.short", { high: ranks[0], second: ranks[1] });
  }
  const many = [...new Set(ranks)].map((rank) => say(`rank.many.${rank}`));
  return say(`hand.${kind}`, { ranks: many[0], lower: many[1] });
}

/** @param {string[]} kept up to four cards @param {RankingId} ranking @param {Say} say */
export function drawingTo(kept, ranking, say) {
  const ranks = ranksInOrder(kept, ranking);
  return ranks.length ? say("hand.drawing", { cards: ranks.join("-") }) : say("hand.drawing-five");
}

const MADE = RANKS.indexOf("J"); // the highest card of a no-pair hand that is named besides its draw

/**
 * The name of the viewer's hand. With a draw to come, it names the draw: the cards that are not marked, or the natural draw
 * if no card is marked. A hand that could stand pat is named as well (`9-7 low, or drawing to 7-5-4-2`).
 * @param {string[]} cards five cards @param {ReadonlySet<string>} marked @param {boolean} drawsLeft
 * @param {RankingId} ranking @param {Say} say
 */
export function ownName(cards, marked, drawsLeft, ranking, say) {
  if (drawsLeft && marked.size)
    return drawingTo(
      cards.filter((card) => !marked.has(card)),
      ranking,
      say,
    );
  const natural = naturalDraw(cards, ranking);
  const name = shortName(cards, ranking, say);
  if (!drawsLeft || natural.length === 5) return name;
  const draw = drawingTo(natural, ranking, say);
  const highest = pip(ranksInOrder(cards, ranking)[0], ranking);
  const made = classOf(cards, ranking) === "no-pair" && highest <= MADE;
  return made ? say("page.or", { first: name, second: draw }) : draw;
}
