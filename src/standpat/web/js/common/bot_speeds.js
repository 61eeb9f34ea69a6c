/**
 * A list of the speeds of bots, for forms and the menu.
 */

import { el } from "./dom.js";

/** How fast bots may act, the slowest first. */
const SPEEDS = ["slow", "normal", "fast"];

/** @param {import("./i18n.js").Say} say @returns {HTMLSelectElement} */
export function botSpeeds(say) {
  const select = el("select", {}, ...SPEEDS.map((value) => el("option", { value, text: say(`lobby.speeds.${value}`) })));
  select.value = "normal";
  return select;
}
