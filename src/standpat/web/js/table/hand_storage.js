/**
 * What a reload of the page must not lose: the places of the viewer's cards in the present hand, and which of them he
 * has marked. Kept for this tab alone, and only while the hand lasts.
 */

/** @typedef {{handNo: number, order: string[], marked: string[]}} Keepsake */

/** @param {string} table */
const key = (table) => `standpat.hand.${table}`;

/** @param {string} table @param {Keepsake} what */
export function keep(table, what) {
  sessionStorage.setItem(key(table), JSON.stringify(what));
}

/** What was kept of this hand, or null. @param {string} table @param {number} handNo @returns {Keepsake | null} */
export function recall(table, handNo) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key(table)) ?? "null");
    return kept?.handNo === handNo ? kept : null;
  } catch {
    return null;
  }
}
