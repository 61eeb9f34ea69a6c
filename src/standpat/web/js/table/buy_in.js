/**
 * How many chips a player may bring to a table, and how many are suggested: for the first buy-in, a rebuy and a top-up.
 */

/** Big blinds that are proposed. */
const USUAL = 40;

/**
 * What may be bought, and what is proposed: a stack of forty big blinds, or as near to it as the table's bounds and the
 * wallet allow. Who has that much already is proposed all there is room for.
 * @param {{buy_in: number[], stakes: {big_blind: number}}} table @param {number} stack what they have at the table
 * @param {number} wallet @returns {{low: number, high: number, usual: number}}
 */
export function chipsToBuy({ buy_in: [least, most], stakes }, stack, wallet) {
  const low = stack ? 1 : least;
  const high = Math.max(low, most - stack);
  const wanted = Math.min(most, Math.max(least, USUAL * stakes.big_blind));
  const usual = stack < wanted ? wanted - stack : high;
  return { low, high, usual: Math.max(low, Math.min(high, usual, wallet)) };
}

/**
 * What somebody has to sit down with who left this table a short while ago, 0 where they may choose.
 * @param {{chips: number, until: number} | null | undefined} back as the server says it @param {number} wallet
 * @param {number} now in Unix seconds
 */
export const broughtBack = (back, wallet, now) => (back && now < back.until ? Math.min(back.chips, wallet) : 0);
