/**
 * What a page shows when its address leads to no table, to no hand, or to nothing at all.
 */

import { byId, el } from "./dom.js";
import { Menu } from "./menu.js";

/** @param {"address" | "table" | "hand"} what @param {import("./i18n.js").Say} say */
export function showMissing(what, say) {
  const title = say(`page.missing.${what}`);
  document.title = `${title} – ${say("page.brand")}`;
  byId("app").replaceChildren(
    el(
      "header",
      { class: "top" },
      el("a", { class: "home", href: "/" }, say("page.brand")),
      el("div", { class: "tools" }, new Menu(say).node),
    ),
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
