/**
 * The menu of a page: settings, links, and at a table the actions for the viewer's seat.
 */

import { attribute, svg, el, setText } from "./dom.js";
import { change, onChange, settings } from "./settings.js";
import { AppearanceDialog } from "./appearance_dialog.js";
import { languages } from "./i18n.js";

/** @typedef {{key: string, on: () => void, shown?: () => boolean}} MenuAction a button */
/** @typedef {{key: string, href: string, shown?: () => boolean}} MenuLink */
/** @typedef {{node: HTMLElement, shown?: () => boolean}} MenuSwitch what is switched here; the menu stays open */

export class Menu {
  /**
   * @param {import("./i18n.js").Say} say
   * @param {{actions?: (MenuAction | MenuSwitch)[], links?: MenuLink[], extra?: HTMLElement[]}} [more]
   */
  constructor(say, { actions = [], links = [
      { key: "tables", href: "/my-tables" },
      { key: "mine", href: "/hands" },
      { key: "tournaments", href: "/tournaments" },
      { key: "clubs", href: "/clubs" },
    ], extra = [] } = {}) {
    this.say = say;
    this.actions = actions;
    /** The actions' parts of the menu, in their order. */
    this.rows = actions.map((action) => {
      if ("node" in action) return action.node;
      const press = () => (this.close(), action.on());
      return el("button", { type: "button", class: "deed", on: { click: press } }, say(`page.menu.${action.key}`));
    });
    this.links = links.map(({ key, href, shown }) => ({ shown, node: el("a", { class: "deed", href }, say(`page.menu.${key}`)) }));
    this.checks = [
      this.check(
        "sound",
        () => settings.sound,
        (on) => change({ sound: on }),
      ),
      this.check(
        "sorted",
        () => settings.sorted,
        (on) => change({ sorted: on }),
      ),
      this.check(
        "motion",
        () => settings.motion,
        (on) => change({ motion: on }),
      ),
    ];
    this.appearance = new AppearanceDialog(say);
    const appearance = () => (this.close(), this.appearance.show());
    const theme = this.choice(
      "theme",
      ["auto", "light", "dark"].map((value) => [value, say(`page.theme.${value}`)]),
      settings.theme,
      (value) => change({ theme: /** @type {"auto"} */ (value) }),
    );
    const language = this.choice(
      "language",
      languages(),
      say.code,
      (code) => {
        localStorage.setItem("standpat.language", code);
        location.reload();
      },
    );
    this.panel = el(
      "div",
      { class: "menu-panel", id: "menu-panel", hidden: true },
      ...this.rows,
      ...this.links.map(({ node }) => node),
      el("hr"),
      ...this.checks.map(({ node }) => node),
      ...extra,
      theme,
      language,
      el("button", { type: "button", class: "deed", on: { click: appearance } }, say("page.menu.appearance")),
    );
    this.opener = el(
      "button",
      {
        type: "button",
        class: "icon menu-opener",
        "aria-expanded": "false",
        "aria-controls": "menu-panel",
        "aria-label": say("page.menu.open"),
        title: say("page.menu.open"),
        on: { click: () => this.toggle() },
      },
      svg(["M5 9h22", "M5 16h22", "M5 23h22"], "sign"),
    );
    this.node = el("div", { class: "menu" }, this.opener, this.panel, this.appearance.node);
    addEventListener("click", (event) => this.node.contains(/** @type {Node} */ (event.target)) || this.close());
    this.node.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      this.close();
      this.opener.focus();
    });
    onChange(() => this.update());
  }

  /** @param {string} key @param {() => boolean} get @param {(on: boolean) => void} set */
  check(key, get, set) {
    const input = el("input", { type: "checkbox", on: { change: () => set(input.checked) } });
    input.checked = get();
    return {
      node: el("label", { class: "check" }, input, el("span", { text: this.say(`page.menu.${key}`) })),
      input,
      get,
    };
  }

  /** @param {string} key @param {string[][]} values @param {string} now @param {(value: string) => void} set */
  choice(key, values, now, set) {
    const select = el(
      "select",
      { on: { change: () => set(select.value) } },
      ...values.map(([value, text]) => el("option", { value, text })),
    );
    select.value = now;
    return el("label", { class: "choice" }, el("span", { text: this.say(`page.menu.${key}`) }), select);
  }

  update() {
    for (const { input, get } of this.checks) input.checked = get();
    for (const { node, shown } of this.links) node.hidden = shown ? !shown() : false;
    this.actions.forEach(({ shown }, k) => (this.rows[k].hidden = shown ? !shown() : false));
  }

  toggle() {
    this.update();
    this.panel.hidden = !this.panel.hidden;
    attribute(this.opener, "aria-expanded", String(!this.panel.hidden));
  }

  close() {
    this.panel.hidden = true;
    attribute(this.opener, "aria-expanded", "false");
  }
}

/** A short message that disappears after a while. */
export class Toast {
  constructor() {
    // The region exists from the start, because screen readers announce only what changes in a region that they know.
    this.node = el("div", { class: "toast", role: "status", "aria-live": "polite" });
  }

  /** @param {string} text @param {number} [ms] */
  show(text, ms = 4500) {
    setText(this.node, text);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => setText(this.node, ""), ms);
  }
}
