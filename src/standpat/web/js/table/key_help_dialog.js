/**
 * A dialog that lists the keyboard shortcuts.
 */

import { el } from "../common/dom.js";

const KEYS = [
  ["1 – 5", "lift"],
  ["↵", "confirm"],
  ["0", "clear"],
  ["F", "fold"],
  ["C", "pass"],
  ["R", "wager"],
  ["H", "show"],
  ["M", "muck"],
  ["N", "next"],
  ["G", "choose"],
  ["S", "sort"],
  ["Esc", "chat"],
  ["?", "help"],
];

export class KeyHelpDialog {
  /** @param {import("../common/i18n.js").Say} say */
  constructor(say) {
    const rows = KEYS.map(([key, what]) =>
      el("div", {}, el("dt", {}, el("kbd", { text: key })), el("dd", { text: say(`page.keys.${what}`) })),
    );
    this.node = el(
      "dialog",
      { class: "keys", "aria-labelledby": "keys-title" },
      el("h2", { id: "keys-title", text: say("page.menu.keys") }),
      el("dl", {}, ...rows),
      el(
        "div",
        { class: "choices" },
        el("button", { type: "button", class: "go", on: { click: () => this.node.close() } }, say("page.close")),
      ),
    );
  }

  show() {
    if (!this.node.open) this.node.showModal();
  }
}
