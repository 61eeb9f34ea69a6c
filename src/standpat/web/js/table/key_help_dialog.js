/**
 * A dialog that lists the keyboard shortcuts as they are now, with the way to choose others.
 */

import { ACTIONS, cardPlace, keySign, keysFor } from "../common/keys.js";
import { el } from "../common/dom.js";
import { KeyChoiceDialog } from "./key_choice_dialog.js";

const CARDS = ACTIONS.map(([action]) => action).filter((action) => cardPlace(action));

export class KeyHelpDialog {
  /** @param {import("../common/i18n.js").Say} say */
  constructor(say) {
    this.say = say;
    this.choice = new KeyChoiceDialog(say);
    this.list = el("dl");
    this.node = el(
      "dialog",
      { class: "keys", "aria-labelledby": "keys-title" },
      el("h2", { id: "keys-title", text: say("page.menu.keys") }),
      this.list,
      el(
        "div",
        { class: "choices" },
        el("button", { type: "button", on: { click: () => this.choice.show() } }, say("page.keys.change")),
        el("button", { type: "button", class: "go", autofocus: true, on: { click: () => this.node.close() } }, say("page.close")),
      ),
    );
    /** @type {HTMLElement[]} */
    this.nodes = [this.node, this.choice.node];
    this.choice.node.addEventListener("close", () => this.update());
  }

  /** The keys of the five cards stand in one row; an action without a key is left out. */
  update() {
    const others = ACTIONS.map(([action]) => action).filter((action) => !CARDS.includes(action));
    const rows = [
      this.row("lift", CARDS.flatMap((action) => keysFor(action)).map(keySign)),
      ...others.map((action) => this.row(action, keysFor(action).map(keySign))),
      this.row("chat", ["Esc"]),
    ];
    this.list.replaceChildren(...rows.filter((row) => row !== null));
  }

  /** @param {string} what @param {string[]} signs */
  row(what, signs) {
    if (!signs.length) return null;
    const keys = el("dt", {}, ...signs.map((text) => el("kbd", { text })));
    return el("div", {}, keys, el("dd", { text: this.say(`page.keys.${what}`) }));
  }

  show() {
    this.update();
    if (!this.node.open) this.node.showModal();
  }
}
