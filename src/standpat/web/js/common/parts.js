/**
 * Parts that plain pages share: a section, a button, a table and its rows.
 */

import { el } from "./dom.js";

/** @param {string} title @param {(Node | null)[]} children */
export const section = (title, ...children) => el("section", {}, el("h2", { text: title }), ...children);

/** @param {string} text @param {() => void} press @param {string} [kind] */
export const button = (text, press, kind = "btn") => el("button", { type: "button", class: kind, text, on: { click: press } });

/** A table that scrolls sideways by itself on narrow screens. @param {string} label @param {string[]} head @param {HTMLElement[]} rows */
export const table = (label, head, rows) =>
  el(
    "div",
    { class: "wide", tabindex: "0", role: "region", "aria-label": label },
    el(
      "table",
      {},
      el("thead", {}, el("tr", {}, ...head.map((text, at) => el("th", { scope: "col", class: at ? "number" : "", text })))),
      el("tbody", {}, ...rows),
    ),
  );

/** @param {string} head @param {(string | HTMLElement)[]} cells */
export const row = (head, ...cells) =>
  el(
    "tr",
    {},
    el("th", { scope: "row", text: head }),
    ...cells.map((cell) => (typeof cell === "string" ? el("td", { class: "number", text: cell }) : cell)),
  );
