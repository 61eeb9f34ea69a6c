/**
 * The shares of the pot that the buttons for bet sizes can offer, and those that the viewer chose: two before the first
 * draw and two after it.
 */

import { settings } from "./settings.js";

/** Each share with its sign. @type {[share: number, sign: string][]} */
export const SHARES = [
  [1 / 4, "¼"],
  [1 / 3, "⅓"],
  [1 / 2, "½"],
  [2 / 3, "⅔"],
  [3 / 4, "¾"],
  [1, ""],
  [3 / 2, "1½"],
];

/** @typedef {"before" | "after"} When */

/** The signs of the viewer's two shares. A stored value that is no share counts as the usual one. @param {When} when */
export function chosenSigns(when) {
  const chosen = settings[when === "before" ? "sizesBefore" : "sizesAfter"];
  return ["½", ""].map((usual, k) => (SHARES.some(([, sign]) => sign === chosen?.[k]) ? chosen[k] : usual));
}

/** @param {string} sign */
export const shareOf = (sign) => /** @type {[number, string]} */ (SHARES.find((row) => row[1] === sign))[0];

/** @param {import("./i18n.js").Say} say @param {string} sign */
export const shareName = (say, sign) => (sign ? say("page.size.share", { share: sign }) : say("page.size.pot"));
