/**
 * Tabs: a row of titles, of which one is chosen, and a pane for each.
 *
 * The arrow keys, Home and End move through the titles and choose; Tab goes on to the pane. A pane with a live region stays
 * in the accessibility tree while another tab is chosen (class `off` instead of `hidden`), so that it is spoken all the same.
 */

import { attribute, el, setClass } from "./dom.js";

/** @typedef {{key: string, title: string, pane: HTMLElement, live?: boolean}} Tab */

export class Tabs {
  /** @param {string} id a prefix for ids @param {string} label @param {Tab[]} tabs @param {(key: string) => void} onChoose */
  constructor(id, label, tabs, onChoose) {
    this.tabs = tabs;
    this.onChoose = onChoose;
    this.chosen = "";
    /** @type {Map<string, HTMLElement>} */
    this.titles = new Map();
    for (const { key, title, pane } of tabs) {
      const button = el("button", {
        type: "button",
        role: "tab",
        id: `${id}-tab-${key}`,
        "aria-controls": `${id}-${key}`,
        text: title,
        on: { click: () => this.choose(key) },
      });
      this.titles.set(key, button);
      pane.id = `${id}-${key}`;
      attribute(pane, "role", "tabpanel");
      attribute(pane, "aria-labelledby", button.id);
    }
    const keys = { keydown: (/** @type {KeyboardEvent} */ event) => this.move(event) };
    this.node = el("div", { class: "tabs", role: "tablist", "aria-label": label, on: keys }, ...this.titles.values());
    this.choose(tabs[0].key);
  }

  /** @param {string} chosen */
  choose(chosen) {
    if (chosen === this.chosen) return;
    this.chosen = chosen;
    for (const { key, pane, live } of this.tabs) {
      const on = key === chosen;
      const title = this.titles.get(key);
      if (title) attribute(title, "aria-selected", String(on));
      if (title) attribute(title, "tabindex", on ? "0" : "-1");
      if (live) setClass(pane, "off", !on);
      else pane.hidden = !on;
    }
    this.onChoose(chosen);
  }

  /** @param {KeyboardEvent} event */
  move(event) {
    const at = this.tabs.findIndex(({ key }) => key === this.chosen);
    const count = this.tabs.length;
    /** @type {Record<string, number>} */
    const places = { ArrowRight: (at + 1) % count, ArrowLeft: (at + count - 1) % count, Home: 0, End: count - 1 };
    const to = this.tabs[places[event.key] ?? -1];
    if (!to || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    this.choose(to.key);
    this.titles.get(to.key)?.focus();
  }

  /** Mark a title: something new is there. @param {string} key @param {boolean} on @param {string} text what the mark says */
  mark(key, on, text) {
    const title = this.titles.get(key);
    if (!title || title.classList.contains("unread") === on) return;
    setClass(title, "unread", on);
    title.querySelector(".unseen")?.remove();
    if (on) title.append(el("span", { class: "unseen", text: ` (${text})` }));
  }
}
