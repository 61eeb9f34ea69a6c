/**
 * The choices of a preset: its game and its speed.
 */

import { el } from "./dom.js";
import { gameName } from "./labels.js";

/** @typedef {import("./i18n.js").Say} Say */

const KINDS = ["27td", "a5td", "27sd", "27td-pl", "mixed"];
const SPEEDS = ["turbo", "fast", "normal"];

/** A list to choose from. @param {string[]} values @param {(value: string) => string} name @param {string} chosen */
export function choice(values, name, chosen) {
  const select = el("select", {}, ...values.map((value) => el("option", { value, text: name(value) })));
  select.value = chosen;
  return select;
}

/** The fields of a preset. @param {Say} say */
export function presetFields(say) {
  const kindName = (/** @type {string} */ kind) => (kind === "mixed" ? say("tournament.mixed") : gameName(kind, say));
  return { kind: choice(KINDS, kindName, "27td"), speed: choice(SPEEDS, (value) => say(`tournament.speeds.${value}`), "turbo") };
}
