/**
 * What a page shows when its address leads to no table, to no hand, or to nothing at all.
 */

import { el } from "./dom.js";
import { showPlainPage } from "./page_frame.js";

/** @param {"address" | "table" | "hand"} what @param {import("./i18n.js").Say} say */
export function showMissing(what, say) {
  const title = say(`page.missing.${what}`);
  showPlainPage(
    title,
    say,
    el(
      "main",
      { class: "missing" },
      el(
        "div",
        { class: "places", "aria-hidden": "true" },
        ...[0, 1, 2, 3].map(() => el("span", { class: "back" })),
        el("span", { class: "none-there" }),
      ),
      el("h1", { text: title }),
      el("p", { class: "note", text: say(`page.missing.${what}-note`) }),
      el("a", { class: "btn go", href: "/" }, say("page.missing.lobby")),
    ),
  );
}
