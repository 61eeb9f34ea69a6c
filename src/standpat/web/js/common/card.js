/**
 * Cards in the text form of the protocol: rank, then suit (`7c`, `Td`). `??` is a card that the viewer has not seen.
 */

export const RANKS = "23456789TJQKA";
export const SUITS = "cdhs";
export const UNKNOWN = "??";

/** @param {string} card @returns {number} 0 for a deuce … 12 for an ace, -1 for an unknown card */
export const rankOf = (card) => RANKS.indexOf(card[0]);

/** @param {string} card @returns {number} 0 clubs, 1 diamonds, 2 hearts, 3 spades */
export const suitOf = (card) => SUITS.indexOf(card[1]);

const SYMBOL = { c: "♣", d: "♦", h: "♥", s: "♠" };

/** A card within a sentence: `7♠`. @param {string} card */
export const cardText = (card) => (card === UNKNOWN ? UNKNOWN : card[0] + SYMBOL[/** @type {"c"} */ (card[1])]);
