/**
 * How many chips a player may bring to a table, and how many are suggested: for the first buy-in, a rebuy and a top-up.
 */

/** The suggested stack in big blinds. */
const SUGGESTED = 40;

/**
 * The bounds of a purchase of chips, and the suggested amount: up to a stack of forty big blinds, or as near to that as the
 * table's bounds and the wallet allow. A player who has that much already gets the maximum as a suggestion.
 * @param {{buy_in: number[], stakes: {big_blind: number}}} table @param {number} stack the chips at the table
 * @param {number} wallet @returns {{low: number, high: number, usual: number}}
 */
export function chipsToBuy({ buy_in: [least, most], stakes }, stack, wallet) {
  const low = stack ? 1 : least;
  const high = Math.max(low, most - stack);
  const wanted = Math.min(most, Math.max(least, SUGGESTED * stakes.big_blind));
  const usual = stack < wanted ? wanted - stack : high;
  return { low, high, usual: Math.max(low, Math.min(high, usual, wallet)) };
}

/**
 * The chips that a player has to sit down with who left this table a short while ago; 0 if they may choose.
 * @param {{chips: number, until: number} | null | undefined} back as the server sends it @param {number} wallet
 * @param {number} now in Unix seconds
 */
export const broughtBack = (back, wallet, now) => (back && now < back.until ? Math.min(back.chips, wallet) : 0);
