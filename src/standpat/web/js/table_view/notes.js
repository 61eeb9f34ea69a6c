/**
 * What the viewer has noted of others: kept by the room, seen by nobody else, known here once `loadNotes` is done.
 */

import { ask } from "../common/api.js";

/** @type {Map<string, string>} by user */
const notes = new Map();

/** @param {string} user */
export const noteOf = (user) => notes.get(user) ?? "";

export async function loadNotes() {
  const answer = await ask("/api/notes");
  for (const { about, text } of answer.notes ?? []) notes.set(about, text);
}

/** @param {string} about @param {string} text an empty one throws the note away @returns {Promise<any>} the room's answer */
export async function writeNote(about, text) {
  const answer = await ask("/api/notes", { about, text });
  if (answer.ok && text) notes.set(about, text);
  else if (answer.ok) notes.delete(about);
  return answer;
}
