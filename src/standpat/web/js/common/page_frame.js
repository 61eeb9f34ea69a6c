/**
 * A page without a table: its title, the bar at its top, and what it says.
 */

import { byId, el } from "./dom.js";
import { Menu } from "./menu.js";

/** @param {string} title @param {import("./i18n.js").Say} say @param {HTMLElement} main */
export function showPlainPage(title, say, main) {
  document.title = `${title} – ${say("page.brand")}`;
  byId("app").replaceChildren(
    el(
      "header",
      { class: "top" },
      el("a", { class: "home", href: "/" }, say("page.brand")),
      el("div", { class: "tools" }, new Menu(say).node),
    ),
    main,
  );
}
