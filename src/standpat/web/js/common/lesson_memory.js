/**
 * The games that have a lesson, and which lessons a visitor has finished or skipped, stored in the browser. Those are not
 * offered again.
 */

const LESSONS = ["27td", "a5td", "27sd"];

const KEY = "standpat.lessons";

/** @returns {string[]} the ids of the games */
function ended() {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(stored) ? stored : [];
  } catch {
    return [];
  }
}

/** Whether to offer the lesson of a game. @param {string} game */
export const offersLesson = (game) => LESSONS.includes(game) && !ended().includes(game);

/** The lesson of a game is finished or skipped. @param {string} game */
export function endLesson(game) {
  try {
    localStorage.setItem(KEY, JSON.stringify([...new Set([...ended(), game])]));
  } catch {
    // no storage: the lesson is offered again
  }
}
