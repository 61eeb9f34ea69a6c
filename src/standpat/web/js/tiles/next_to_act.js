/**
 * "Next table to act": of the tables that wait for the person, the one whose clock ends first; the one in front only if no
 * other waits.
 */

/** @template {{id: string, state: {mine: boolean, ends: number} | null}} T @param {T[]} tiles @param {string} current the tile in front, by id @returns {T | undefined} */
export function nextToAct(tiles, current) {
  const waiting = tiles.filter(({ state }) => state?.mine).sort((a, b) => (a.state?.ends ?? 0) - (b.state?.ends ?? 0));
  return waiting.find(({ id }) => id !== current) ?? waiting[0];
}
