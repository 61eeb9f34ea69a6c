/**
 * Pots from what each seat put in (R5.6).
 *
 * @typedef {{amount: number, claimants: number[]}} Pot
 */

/**
 * The main pot first. Dead chips fall into it; those of folded players into the pots they reach.
 * @param {number[]} paid @param {boolean[]} live @param {number} dead @returns {Pot[]}
 */
export function buildPots(paid, live, dead) {
  const levels = [...new Set(paid.filter((_, seat) => live[seat]))].sort((a, b) => a - b);
  const top = Math.max(0, ...paid);
  /** @type {Pot[]} */
  const pots = [];
  let below = 0;
  levels.forEach((level, at) => {
    const roof = at === levels.length - 1 ? top : level;
    let amount = paid.reduce((sum, chips) => sum + Math.min(chips, roof) - Math.min(chips, below), 0);
    if (!pots.length) amount += dead;
    const claimants = paid.flatMap((chips, seat) => (live[seat] && chips >= level ? [seat] : []));
    if (amount) pots.push({ amount, claimants });
    below = level;
  });
  return pots;
}
