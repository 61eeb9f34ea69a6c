/**
 * Pots from what each seat put in (R5.6), and what of the antes is money of the main pot (R3.5).
 *
 * @typedef {{amount: number, claimants: number[]}} Pot
 * @typedef {{seat: number, kind: string, amount: number, all_in: boolean}} Post
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

/**
 * Of what each seat posted as antes, that which is money of the main pot and no bet of the seat's: all that is more than
 * every seat owes. Who went all-in on an ante, or had no chip left for one that is everybody's, owed what the others did.
 * @param {{ante: number, ante_by?: string}} stakes @param {Post[]} posts @param {number} seats @returns {number[]}
 */
export function mainPotAntes(stakes, posts, seats) {
  const antes = posts.filter((post) => post.kind === "ante");
  const whole = Math.max(stakes.ante, ...antes.map((post) => post.amount));
  const paid = Array(seats).fill(0);
  const owed = Array(seats).fill(0);
  for (const { seat, amount, all_in } of antes) {
    paid[seat] += amount;
    owed[seat] += all_in ? whole : amount;
  }
  const broke = new Set(posts.filter((post) => post.all_in).map((post) => post.seat));
  if (stakes.ante && stakes.ante_by !== "big-blind" && owed.every((chips, seat) => chips || broke.has(seat)))
    owed.forEach((chips, seat) => (owed[seat] = chips || whole));
  const shared = Math.min(...owed);
  return paid.map((chips) => Math.max(0, chips - shared));
}
