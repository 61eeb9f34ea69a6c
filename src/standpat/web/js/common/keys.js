/**
 * The keys of the table: every action that has a key, the usual keys, and those that a person has chosen instead.
 *
 * A key is what the browser calls it (`KeyboardEvent.key`) in lower case: a single sign other than the space, or "enter".
 * All others belong to the browser. No two actions share a key: of stored choices that clash the first in the table counts,
 * and a usual key that was chosen for another action is no longer the usual one's. "" is the choice of no key.
 */

import { el, attribute, setText } from "./dom.js";
import { change, settings } from "./settings.js";

/** Each action with its usual keys, in the order of the lists. @type {[action: string, ...usual: string[]][]} */
export const ACTIONS = [
  ["card-1", "1"],
  ["card-2", "2"],
  ["card-3", "3"],
  ["card-4", "4"],
  ["card-5", "5"],
  ["confirm", "enter"],
  ["clear", "0"],
  ["fold", "f"],
  ["pass", "c"],
  ["wager", "r", "b"],
  ["show", "h"],
  ["muck", "m"],
  ["next", "n"],
  ["choose", "g"],
  ["sort", "s"],
  ["emote", "e"],
  ["next-table", "t"],
  ["help", "?"],
];

/** The action of a card's place, 1 to 5. @param {number} place */
export const cardAction = (place) => `card-${place}`;

/** The place of the card that an action marks, or 0. @param {string | undefined} action */
export const cardPlace = (action) => Number(/^card-([1-5])$/.exec(action ?? "")?.[1] ?? 0);

/** What the table calls the key of an event, or of a name that the browser gives. @param {string} key */
export const keyOf = (key) => key.toLowerCase();

/** Whether an action may have this key. @param {any} key in lower case */
export const isFree = (key) => key === "enter" || (typeof key === "string" && key.length === 1 && key.trim() !== "");

/** The keys of every action. @param {any} chosen stored choices, which may be anything @returns {Map<string, string[]>} */
export function keysOf(chosen) {
  const choices = chosen instanceof Object ? chosen : {};
  /** @type {Set<string>} */
  const taken = new Set();
  /** @type {Map<string, string[]>} */
  const keys = new Map();
  for (const [action] of ACTIONS) {
    const key = Object.hasOwn(choices, action) ? choices[action] : null;
    if (key === "") keys.set(action, []);
    else if (isFree(key) && key === keyOf(key) && !taken.has(key)) keys.set(action, [key]);
    if (key) taken.add(key);
  }
  for (const [action, ...usual] of ACTIONS)
    if (!keys.has(action)) keys.set(action, usual.filter((key) => !taken.has(key)));
  return keys;
}

/** The keys of one action now. @param {string} action */
export const keysFor = (action) => keysOf(settings.keys).get(action) ?? [];

/** The action of a key now. @param {string} key as the browser calls it */
export function actionOf(key) {
  for (const [action, keys] of keysOf(settings.keys)) if (keys.includes(keyOf(key))) return action;
  return undefined;
}

/**
 * Choose the key of an action, "" for none.
 * @param {string} action @param {string} key in lower case
 * @returns {string} "" if it is chosen; else, and nothing has changed, the action that has this key, or "not-free"
 */
export function chooseKey(action, key) {
  if (key && !isFree(key)) return "not-free";
  const other = key ? actionOf(key) : undefined;
  if (other && other !== action) return other;
  const chosen = settings.keys instanceof Object ? settings.keys : {};
  change({ keys: { ...chosen, [action]: key } });
  return "";
}

/** A key as it stands on a button. @param {string} key in lower case */
export const keySign = (key) => (key === "enter" ? "↵" : key.toUpperCase());

/** The first key of an action as a sign, "" if it has none. @param {string} action */
export const signFor = (action) => keySign(keysFor(action)[0] ?? "");

/** The keys of an action for `aria-keyshortcuts`, null if there are none. @param {string} action */
export const shortcuts = (action) =>
  keysFor(action)
    .map((key) => (key === "enter" ? "Enter" : key.toUpperCase()))
    .join(" ") || null;

/** The sign of an action's key, for the inside of its button; `showKey` fills it. */
export const keyMark = () => el("kbd", { "aria-hidden": "true" });

/** Show the present key of an action on its button. @param {Element} button @param {string} action */
export function showKey(button, action) {
  attribute(button, "aria-keyshortcuts", shortcuts(action));
  const mark = button.querySelector("kbd");
  if (!mark) return;
  setText(mark, signFor(action));
  mark.hidden = mark.textContent === "";
}
