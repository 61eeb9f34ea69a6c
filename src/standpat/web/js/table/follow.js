/**
 * The way to another table, for a player who was moved there. In a tile, the tile follows.
 *
 * The old table leaves the history of the browser: "back" leads to the page before it. What the player was writing in the
 * chat goes along. While a dialog is open the page waits until it is closed, but not longer than `PATIENCE`.
 */

const KEY = "standpat.moved";
const PATIENCE = 8000; // ms

/** @param {string} from @param {string} to the tables @param {string} draft what is in the chat @param {() => void} wait says that a dialog is waited for */
export function follow(from, to, draft, wait) {
  let gone = false;
  const go = () => {
    if (gone) return;
    gone = true;
    sessionStorage.setItem(KEY, JSON.stringify({ table: to, draft }));
    location.replace(location.pathname.replace(from, to));
  };
  const dialog = document.querySelector("dialog[open]");
  if (!dialog) return go();
  wait();
  dialog.addEventListener("close", go, { once: true });
  setTimeout(go, PATIENCE);
}

/** What was taken along to this table; null if nobody was moved here. @param {string} table @returns {{draft: string} | null} */
export function taken(table) {
  const stored = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
  if (stored?.table !== table) return null;
  sessionStorage.removeItem(KEY);
  return stored;
}
