/**
 * Drawings of cards in four colours. Suits and ranks are shapes, not text in a font, so cards look the same everywhere.
 */

import { UNKNOWN } from "./card.js";
import { svg, el } from "./dom.js";

const SUIT = {
  c: "M16 2.8a6.3 6.3 0 0 1 5.3 9.7 6.3 6.3 0 1 1-3.9 10.4c.3 3 1.5 5 3.8 6.6H10.8c2.3-1.6 3.5-3.6 3.8-6.6a6.3 6.3 0 1 1-3.9-10.4A6.3 6.3 0 0 1 16 2.8z",
  d: "M16 1.5c3.1 5.2 6.7 10 11 14.5-4.3 4.5-7.9 9.3-11 14.5-3.1-5.2-6.7-10-11-14.5 4.3-4.5 7.9-9.3 11-14.5z",
  h: "M16 29.2C10.4 23.7 2.8 18 2.8 10.9 2.8 6.5 6 3.6 9.7 3.6c2.8 0 5.1 1.6 6.3 4.3 1.2-2.7 3.5-4.3 6.3-4.3 3.7 0 6.9 2.9 6.9 7.3 0 7.1-7.6 12.8-13.2 18.3z",
  s: "M16 2c3.4 6 12.4 9.9 12.4 16.9 0 3.7-2.7 6.2-5.9 6.2-2.2 0-3.9-1-5-2.7.1 3.2 1.4 5.6 3.7 7.1H10.8c2.3-1.5 3.6-3.9 3.7-7.1-1.1 1.7-2.8 2.7-5 2.7-3.2 0-5.9-2.5-5.9-6.2C3.6 11.9 12.6 8 16 2z",
};

/** The centre lines of each rank's strokes. The style sheet sets their width. */
const RANK = {
  2: "M4.3 10.4C4.3 7.1 7.1 5 11 5c4.1 0 6.8 2.1 6.8 5.5 0 3.2-2 5.4-5.3 8.6L4.9 26.8H18.6",
  3: "M4.6 7.6C6.2 5.9 8.3 5 10.8 5c3.9 0 6.4 2 6.4 5.1 0 3.2-2.6 5.2-6.2 5.2H8.6h2.6c4 0 6.8 2.1 6.8 5.7 0 3.7-3 6-7.2 6-2.8 0-5.2-1-6.7-2.9",
  4: "M14.4 29V5.4h-.6L3.6 20.2v1.7h15.8",
  5: "M17 5.2H6.6l-.9 9.6c1.4-1 3-1.4 4.9-1.4 4.2 0 7.2 2.6 7.2 6.7s-3.1 6.8-7.2 6.8c-2.6 0-4.9-1-6.4-2.7",
  6: "M16.6 6.6C15.2 5.5 13.6 5 11.8 5 7.2 5 4.4 8.9 4.4 15.8v3.4M17.8 19.6c0 4.3-2.8 7.3-6.7 7.3s-6.7-3-6.7-7.3 2.8-7.1 6.7-7.1 6.7 2.8 6.7 7.1z",
  7: "M3.6 5.2H18.2v.8L8.6 29",
  8: "M11 5c3.7 0 6.2 1.9 6.2 5s-2.5 5.2-6.2 5.2S4.8 13.1 4.8 10 7.3 5 11 5zM11 15.2c4.2 0 7 2.2 7 5.9S15.2 27 11 27s-7-2.2-7-5.9 2.8-5.9 7-5.9z",
  9: "M5.4 25.4c1.4 1.1 3 1.6 4.8 1.6 4.6 0 7.4-3.9 7.4-10.8v-3.4M4.2 12.4c0-4.3 2.8-7.3 6.7-7.3s6.7 3 6.7 7.3-2.8 7.1-6.7 7.1-6.7-2.8-6.7-7.1z",
  T: "M3 9.4L8 5.6h.4V29M22.4 5c4.2 0 6.6 4.2 6.6 11s-2.4 11-6.6 11-6.6-4.2-6.6-11 2.4-11 6.6-11z",
  J: "M15.8 3v17.2c0 4.3-2.2 6.7-5.9 6.7-2.5 0-4.4-1.1-5.7-3.2",
  Q: "M11 5c4.6 0 7.6 4.2 7.6 11s-3 11-7.6 11-7.6-4.2-7.6-11S6.4 5 11 5zM12 21l7 8",
  K: "M5.2 3v26M18.8 3.4L6 17.6M10.2 13.4L19.2 29",
  A: "M3 29L10.3 5h1.4L19 29M5.6 20.8h10.8",
  "?": "M5 10C5 7 7.4 5 10.8 5c3.8 0 6.2 2 6.2 5.1 0 4.5-5.9 5-5.9 10.1v.6M11 24.6v4.6",
};

/** @param {string} rank */
const rankDrawing = (rank) => svg([RANK[/** @type {"A"} */ (rank)]], "pip", rank === "T" ? 32 : 22);

/** @param {string} suit */
const suitDrawing = (suit, name = "") => svg([SUIT[/** @type {"c"} */ (suit)]], `suit ${name}`);

/** The drawing on a card's face. It has no text, so its element needs a label (`cardName`). @param {string} card @returns {Node[]} */
export function face(card) {
  if (card === UNKNOWN) return [rankDrawing("?")];
  return [rankDrawing(card[0]), suitDrawing(card[1], "small"), suitDrawing(card[1], "large")];
}

/** A small card, face up, as at the showdown and in a replay. @param {string} card @param {import("./i18n.js").Say} say */
export function smallCard(card, say) {
  return el("span", { class: `card small ${card[1]}`, role: "img", "aria-label": cardName(card, say) }, ...face(card));
}

/** The name of a card for screen readers: `seven of clubs`. @param {string} card @param {import("./i18n.js").Say} say */
export function cardName(card, say) {
  if (card === UNKNOWN) return say("page.unknown-card");
  return say("page.card", { rank: say(`rank.card.${card[0]}`), suit: say(`page.suit.${card[1]}`) });
}

export const back = () => el("span", { class: "back" });
