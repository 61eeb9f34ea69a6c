/**
 * Which tables "My tables" shows: those where the person sits and those that they have added to watch, less those that they
 * have taken off the page; at most four. What they added and took off stays in this browser.
 */

export const MOST = 4;

const KEY = "standpat.tiles";

/** @typedef {{added: string[], removed: string[]}} Chosen */

/** @param {any} value */
const ids = (value) => (Array.isArray(value) ? value.filter((id) => typeof id === "string") : []);

/** @returns {Chosen} */
export function chosenTables() {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return { added: ids(stored?.added), removed: ids(stored?.removed) };
  } catch {
    return { added: [], removed: [] };
  }
}

/** The tables to show, those with a seat first. @param {string[]} seats @param {Chosen} chosen */
export function tablesToShow(seats, { added, removed }) {
  const wanted = [...seats.filter((id) => !removed.includes(id)), ...added];
  return [...new Set(wanted)].slice(0, MOST);
}

/** Add a table to the page, or take it off. @param {string} id @param {boolean} on */
export function chooseTable(id, on) {
  const { added, removed } = chosenTables();
  const without = (/** @type {string[]} */ list) => list.filter((other) => other !== id);
  const chosen = { added: on ? [...without(added), id] : without(added), removed: on ? without(removed) : [...without(removed), id] };
  localStorage.setItem(KEY, JSON.stringify({ added: chosen.added.slice(-20), removed: chosen.removed.slice(-20) }));
}
