/**
 * The class of five cards in either low order (R2.2, R2.3), and the order in which its ranks are named.
 *
 * The server decides which hand wins; the page only names hands. `ranking` is `deuce-to-seven` or `ace-to-five`. A test
 * compares the names with those of the Python package for every class of hands.
 */

import { RANKS, rankOf, suitOf } from "../common/card.js";

/** @typedef {"deuce-to-seven" | "ace-to-five"} RankingId */
/** @typedef {"no-pair"|"pair"|"two-pair"|"trips"|"straight"|"flush"|"full-house"|"quads"|"straight-flush"} HandClass */

/** The height of a rank in an order. A low ace is -1. @param {string} rank @param {RankingId} ranking */
export const pip = (rank, ranking) => (ranking === "ace-to-five" && rank === "A" ? -1 : RANKS.indexOf(rank));

/** The ranks in the order of the hand's name: the most frequent first, then from the highest. @param {string[]} cards @param {RankingId} ranking */
export function ranksInOrder(cards, ranking) {
  const ranks = cards.map((card) => card[0]);
  const often = (/** @type {string} */ rank) => ranks.filter((r) => r === rank).length;
  return ranks.sort((a, b) => often(b) - often(a) || pip(b, ranking) - pip(a, ranking));
}

/** @param {string[]} cards five different known cards @param {RankingId} ranking @returns {HandClass} */
export function classOf(cards, ranking) {
  const ranks = ranksInOrder(cards, ranking);
  const groups = [...new Set(ranks)].map((rank) => ranks.filter((r) => r === rank).length).join("");
  if (groups === "41") return "quads";
  if (groups === "32") return "full-house";
  if (groups === "311") return "trips";
  if (groups === "221") return "two-pair";
  if (groups === "2111") return "pair";
  if (ranking === "ace-to-five") return "no-pair";
  const straight = pip(ranks[0], ranking) - pip(ranks[4], ranking) === 4;
  const flush = cards.every((card) => card[1] === cards[0][1]);
  if (straight) return flush ? "straight-flush" : "straight";
  return flush ? "flush" : "no-pair";
}

/** @type {Map<RankingId, string[]>} */
const LOWS = new Map();

/** The hands without a pair, best first, each as its ranks from the highest down. @param {RankingId} ranking @returns {string[]} */
export function lowHands(ranking) {
  const known = LOWS.get(ranking);
  if (known) return known;
  const ranks = [...RANKS].sort((a, b) => pip(a, ranking) - pip(b, ranking));
  /** @type {string[]} */
  const hands = [];
  const choose = (/** @type {string} */ chosen, /** @type {number} */ below) => {
    const left = 5 - chosen.length;
    if (left) for (let at = left - 1; at < below; at += 1) choose(chosen + ranks[at], at);
    else if (ranking === "ace-to-five" || ranks.indexOf(chosen[0]) - ranks.indexOf(chosen[4]) > 4) hands.push(chosen);
  };
  choose("", ranks.length);
  LOWS.set(ranking, hands);
  return hands;
}

/** The number of a hand without a pair, a straight or a flush: 1 for the best. @param {string[]} cards @param {RankingId} ranking */
export const numberOf = (cards, ranking) => lowHands(ranking).indexOf(ranksInOrder(cards, ranking).join("")) + 1;

/** Whether it is the best hand of the order. @param {string[]} cards @param {RankingId} ranking */
export function isWheel(cards, ranking) {
  const best = ranking === "ace-to-five" ? "5432A" : "75432";
  return classOf(cards, ranking) === "no-pair" && ranksInOrder(cards, ranking).join("") === best;
}

/** The cards as a player sorts them, the lowest first. @param {readonly string[]} cards @param {RankingId} ranking */
export function lowFirst(cards, ranking) {
  return [...cards].sort((a, b) => pip(a[0], ranking) - pip(b[0], ranking) || suitOf(a) - suitOf(b));
}

/**
 * The cards that a draw is named after: one of each rank up to the eight, the lowest first. If five of them make a straight
 * or a flush, the highest is left out. This names the hand ("drawing to 7-4-2"); it is not advice.
 * @param {readonly string[]} cards @param {RankingId} ranking
 */
export function naturalDraw(cards, ranking) {
  const low = lowFirst(cards, ranking).filter(
    (card) => rankOf(card) >= 0 && pip(card[0], ranking) <= RANKS.indexOf("8"),
  );
  const kept = low.filter((card, at) => at === 0 || card[0] !== low[at - 1][0]);
  return kept.length === 5 && classOf(kept, ranking) !== "no-pair" ? kept.slice(0, 4) : kept;
}
