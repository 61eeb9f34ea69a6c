/**
 * Keeps the order of the viewer's cards and the cards marked for discard over a reload of the page.
 *
 * Session storage holds them for this tab only, and for the current hand only.
 */

/** @typedef {{handNo: number, order: string[], marked: string[]}} StoredHand */

/** @param {string} table */
const key = (table) => `standpat.hand.${table}`;

/** @param {string} table @param {StoredHand} what */
export function saveHand(table, what) {
  sessionStorage.setItem(key(table), JSON.stringify(what));
}

/** The stored order and marks of this hand, or null. @param {string} table @param {number} handNo @returns {StoredHand | null} */
export function loadHand(table, handNo) {
  try {
    const stored = JSON.parse(sessionStorage.getItem(key(table)) ?? "null");
    return stored?.handNo === handNo ? stored : null;
  } catch {
    return null;
  }
}
