/**
 * Cards as they are drawn: our own suits, four colours.
 */

import { UNKNOWN, pipText } from "./card.js";
import { drawing, el } from "./dom.js";

const SUIT = {
  c: "M16 2.800a6.300 6.300 0 0 1 5.300 9.700 6.300 6.300 0 1 1-3.900 10.400c.3 3 1.500 5 3.800 6.600H10.800c2.300-1.600 3.500-3.600 3.800-6.600a6.300 6.300 0 1 1-3.900-10.400A6.300 6.300 0 0 1 16 2.800z",
  d: "M16 1.500c3.100 5.200 6.700 10 11 14.500-4.300 4.500-7.900 9.300-11 14.500-3.100-5.200-6.700-10-11-14.500 4.300-4.500 7.900-9.300 11-14.500z",
  h: "M16 29.200C10.400 23.700 2.800 18 2.800 10.900 2.800 6.500 6 3.600 9.700 3.600c2.800 0 5.100 1.600 6.300 4.300 1.200-2.700 3.500-4.300 6.300-4.300 3.700 0 6.900 2.900 6.900 7.300 0 7.100-7.600 12.800-13.200 18.300z",
  s: "M16 2c3.400 6 12.400 9.900 12.400 16.900 0 3.700-2.700 6.200-5.900 6.200-2.200 0-3.900-1-5-2.700.1 3.200 1.400 5.600 3.700 7.100H10.800c2.300-1.500 3.600-3.900 3.700-7.100-1.100 1.700-2.800 2.700-5 2.700-3.200 0-5.900-2.500-5.900-6.200C3.600 11.900 12.600 8 16 2z",
};

/** @param {string} suit */
const suitDrawing = (suit, name = "") => drawing([SUIT[/** @type {"c"} */ (suit)]], `suit ${name}`);

/** What is drawn on a card's face: no text, its name is its label. @param {string} card @returns {Node[]} */
export function face(card) {
  if (card === UNKNOWN) return [el("span", { class: "pip", data: { pip: "?" } })];
  const pip = el("span", { class: `pip${card[0] === "T" ? " ten" : ""}`, data: { pip: pipText(card) } });
  return [pip, suitDrawing(card[1], "small"), suitDrawing(card[1], "large")];
}

/** A card turned up, small: at the showdown, in a replay. @param {string} card @param {import("./words.js").Say} say */
export function smallCard(card, say) {
  return el("span", { class: `card small ${card[1]}`, role: "img", "aria-label": cardName(card, say) }, ...face(card));
}

/** `seven of clubs`, for those who listen. @param {string} card @param {import("./words.js").Say} say */
export function cardName(card, say) {
  if (card === UNKNOWN) return say("page.unknown-card");
  return say("page.card", { rank: say(`rank.card.${card[0]}`), suit: say(`page.suit.${card[1]}`) });
}

export const back = () => el("span", { class: "back" });
