/**
 * The buttons of a step: the actions on offer, or one button that draws the marked cards.
 */

import { el } from "../common/dom.js";
import { actionOf, keyOf, keySign, keysFor } from "../common/keys.js";

/** @typedef {{kind: string, amount?: number | null, cards?: string[]}} Choice */
/** @typedef {{at: number, ask: string, why: string, options: Choice[], expected: Choice}} Step */

/** The place and the key's action of each kind of action, as at the table. @type {Record<string, string>} */
const PLACE = { fold: "fold", check: "pass", call: "pass", bet: "wager", raise: "wager" };

/** Whether a choice is the expected one. @param {Choice} choice @param {Choice} expected */
export function isExpected(choice, expected) {
  const what = (/** @type {Choice} */ { cards = [], amount }) => (choice.kind === "discard" ? [...cards].sort().join(" ") : amount);
  return choice.kind === expected.kind && what(choice) === what(expected);
}

/** The keys of a choice: those of the table, or the number of the size where there are several. @param {Choice} choice @param {Choice[]} options */
function keysOfChoice(choice, options) {
  const sizes = options.filter(({ kind }) => kind === choice.kind);
  return sizes.length > 1 ? [String(sizes.indexOf(choice) + 1)] : keysFor(PLACE[choice.kind]);
}

/** The choice that a key means. @param {Step} step @param {string} key @param {string[]} marked @returns {Choice | undefined} */
export function choiceOfKey(step, key, marked) {
  if (!step.options.length) return actionOf(key) === "confirm" ? { kind: "discard", cards: marked } : undefined;
  return step.options.find((choice) => keysOfChoice(choice, step.options).includes(keyOf(key)));
}

/**
 * @param {Step} step @param {string[]} marked @param {import("../common/i18n.js").Say} say
 * @param {(choice: Choice) => void} choose @returns {HTMLElement[]}
 */
export function choiceButtons(step, marked, say, choose) {
  const button = (/** @type {Choice} */ choice, /** @type {string} */ name, /** @type {string} */ key, /** @type {string} */ text) =>
    el(
      "button",
      { type: "button", class: `act ${name}`, "aria-keyshortcuts": (key === "↵" ? "Enter" : key) || null, on: { click: () => choose(choice) } },
      el("span", { text }),
      el("kbd", { text: key, "aria-hidden": "true", hidden: !key }),
    );
  if (!step.options.length) {
    return [button({ kind: "discard", cards: marked }, "draw", keySign(keysFor("confirm")[0] ?? ""), say("draw.confirm", { count: marked.length }))];
  }
  return step.options.map((choice) => {
    const key = keySign(keysOfChoice(choice, step.options)[0] ?? "");
    return button(choice, PLACE[choice.kind], key, say(`bet.${choice.kind}`, { amount: choice.amount ?? 0 }));
  });
}
