/**
 * The viewer's private notes about other players. The server stores them; `loadNotes` loads them into this module.
 */

import { request } from "../common/api.js";

/** @type {Map<string, string>} by user */
const notes = new Map();

/** @param {string} user */
export const noteOf = (user) => notes.get(user) ?? "";

export async function loadNotes() {
  const answer = await request("/api/notes");
  for (const { about, text } of answer.notes ?? []) notes.set(about, text);
}

/** @param {string} about @param {string} text an empty text deletes the note @returns {Promise<any>} the room's answer */
export async function writeNote(about, text) {
  const answer = await request("/api/notes", { about, text });
  if (answer.ok && text) notes.set(about, text);
  else if (answer.ok) notes.delete(about);
  return answer;
}
