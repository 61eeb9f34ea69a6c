/**
 * The viewer's own figures: a count over the hands he was dealt on this browser, one count for each game.
 *
 * `count(tally, picture)` takes a hand that is over as he saw it: pure. `readTally` and `addHand` keep it.
 */

const KEY = "standpat.tally";

/**
 * @typedef {{hands: number, played: number, showdowns: number, wonThere: number, won: number, net: number,
 *   draws: number, thrown: number, pats: number, last: string}} Tally
 *   hands dealt, played (as far as the first draw), showdowns and of them
 *   won, hands won, chips, draws made, cards thrown at them, and how often pat; `last` is the hand counted last
 */

/** @returns {Tally} */
export const nothing = () => ({
  hands: 0,
  played: 0,
  showdowns: 0,
  wonThere: 0,
  won: 0,
  net: 0,
  draws: 0,
  thrown: 0,
  pats: 0,
  last: "",
});

/** @param {Tally} tally @param {import("./picture.js").Picture} picture @returns {Tally} */
export function count(tally, picture) {
  const { own, viewer } = picture;
  if (!own || viewer === null || !picture.over) return tally;
  const showdown = own.live && picture.seats.filter((seat) => seat.live).length > 1;
  return {
    ...tally,
    hands: tally.hands + 1,
    played: tally.played + Number(own.trail.length > 0),
    showdowns: tally.showdowns + Number(showdown),
    wonThere: tally.wonThere + Number(showdown && own.won > 0),
    won: tally.won + Number(own.won > 0),
    net: tally.net + (picture.nets[viewer] ?? 0),
    draws: tally.draws + own.trail.length,
    thrown: tally.thrown + own.trail.reduce((sum, cards) => sum + cards, 0),
    pats: tally.pats + own.trail.filter((cards) => cards === 0).length,
  };
}

/** @returns {Record<string, Tally>} */
function readAll() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

/** @param {string} game @returns {Tally} */
export const readTally = (game) => ({ ...nothing(), ...readAll()[game] });

/** One more hand, once. @param {string} table @param {import("./picture.js").Picture} picture */
export function addHand(table, picture) {
  const all = readAll();
  const before = readTally(picture.game.id);
  const last = `${table}:${picture.handNo}`;
  if (before.last === last) return;
  localStorage.setItem(KEY, JSON.stringify({ ...all, [picture.game.id]: { ...count(before, picture), last } }));
}

/** @param {string} game */
export function forget(game) {
  const { [game]: _, ...others } = readAll();
  localStorage.setItem(KEY, JSON.stringify(others));
}
