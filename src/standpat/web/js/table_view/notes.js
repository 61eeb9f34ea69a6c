/**
 * The viewer's private notes about other players, each with a text and a colour label. The server stores them; `loadNotes`
 * loads them into this module.
 */

import { request } from "../common/api.js";

/** @typedef {{text: string, colour: string}} Note `colour` is "" for no label */

/** The colours of labels. */
export const COLOURS = ["red", "orange", "yellow", "green", "blue", "purple"];

/** @type {Note} */
const NONE = { text: "", colour: "" };

/** @type {Map<string, Note>} by user */
const notes = new Map();

/** @param {string} user @returns {Note} */
export const noteOf = (user) => notes.get(user) ?? NONE;

export async function loadNotes() {
  const answer = await request("/api/notes");
  for (const { about, text, colour } of answer.notes ?? []) notes.set(about, { text, colour: colour ?? "" });
}

/** @param {string} about @param {Note} note without text and colour it is deleted @returns {Promise<any>} the room's answer */
export async function writeNote(about, note) {
  const answer = await request("/api/notes", { about, ...note });
  if (answer.ok && (note.text || note.colour)) notes.set(about, note);
  else if (answer.ok) notes.delete(about);
  return answer;
}
