/**
 * The buttons of a step: the actions on offer, or one button that draws the marked cards.
 */

import { el } from "../common/dom.js";

/** @typedef {{kind: string, amount?: number | null, cards?: string[]}} Choice */
/** @typedef {{at: number, ask: string, why: string, options: Choice[], expected: Choice}} Step */

/** The place of each kind of action, as at the table. @type {Record<string, [string, string]>} */
const PLACE = { fold: ["fold", "f"], check: ["pass", "c"], call: ["pass", "c"], bet: ["wager", "r"], raise: ["wager", "r"] };

/** Whether a choice is the expected one. @param {Choice} choice @param {Choice} expected */
export function isExpected(choice, expected) {
  const what = (/** @type {Choice} */ { cards = [], amount }) => (choice.kind === "discard" ? [...cards].sort().join(" ") : amount);
  return choice.kind === expected.kind && what(choice) === what(expected);
}

/** The key of a choice: that of the table, or the number of the size where there are several. @param {Choice} choice @param {Choice[]} options */
function keyOf(choice, options) {
  const sizes = options.filter(({ kind }) => kind === choice.kind);
  return sizes.length > 1 ? String(sizes.indexOf(choice) + 1) : PLACE[choice.kind][1];
}

/** The choice that a key means. @param {Step} step @param {string} key @param {string[]} marked @returns {Choice | undefined} */
export function choiceOfKey(step, key, marked) {
  if (!step.options.length) return key === "Enter" ? { kind: "discard", cards: marked } : undefined;
  return step.options.find((choice) => keyOf(choice, step.options) === key.toLowerCase());
}

/**
 * @param {Step} step @param {string[]} marked @param {import("../common/i18n.js").Say} say
 * @param {(choice: Choice) => void} choose @returns {HTMLElement[]}
 */
export function choiceButtons(step, marked, say, choose) {
  const button = (/** @type {Choice} */ choice, /** @type {string} */ name, /** @type {string} */ key, /** @type {string} */ text) =>
    el(
      "button",
      { type: "button", class: `act ${name}`, "aria-keyshortcuts": key === "↵" ? "Enter" : key, on: { click: () => choose(choice) } },
      el("span", { text }),
      el("kbd", { text: key, "aria-hidden": "true" }),
    );
  if (!step.options.length) {
    return [button({ kind: "discard", cards: marked }, "draw", "↵", say("draw.confirm", { count: marked.length }))];
  }
  return step.options.map((choice) => {
    const key = keyOf(choice, step.options).toUpperCase();
    return button(choice, PLACE[choice.kind][0], key, say(`bet.${choice.kind}`, { amount: choice.amount ?? 0 }));
  });
}
