/**
 * A dialog in which a person chooses the keys of the table: they press an action's button, then its new key. A key of another
 * action, or one that the browser needs, is refused with the reason, and the dialog waits for another. Escape and Tab end the
 * wait; Delete or Backspace leaves the action without a key. "Usual keys" restores all.
 */

import { ACTIONS, cardPlace, chooseKey, keyOf, keySign, keysFor } from "../common/keys.js";
import { attribute, el, setClass, setText } from "../common/dom.js";
import { change } from "../common/settings.js";

const HELD = ["Shift", "Control", "Alt", "AltGraph", "Meta", "CapsLock", "Dead", "Process"]; // not yet a key of their own
const NONE = ["Delete", "Backspace"];

export class KeyChoiceDialog {
  /** @param {import("../common/i18n.js").Say} say */
  constructor(say) {
    this.say = say;
    /** The action that waits for its key, or "". */
    this.waiting = "";
    this.said = el("p", { class: "trouble", role: "status" });
    /** @type {Map<string, HTMLButtonElement>} */
    this.buttons = new Map(ACTIONS.map(([action]) => [action, this.button(action)]));
    const rows = [...this.buttons].map(([action, button]) =>
      el("div", {}, el("dt", {}, button), el("dd", { text: this.text(action), "aria-hidden": "true" })),
    );
    this.node = el(
      "dialog",
      { class: "keys choosing-keys", "aria-labelledby": "key-choice-title" },
      el("h2", { id: "key-choice-title", text: say("page.keys.title") }),
      el("p", { class: "note", text: say("page.keys.note") }),
      el("dl", {}, ...rows),
      this.said,
      el(
        "div",
        { class: "choices" },
        el("button", { type: "button", on: { click: () => this.restore() } }, say("page.keys.usual")),
        el("button", { type: "button", class: "go", on: { click: () => this.node.close() } }, say("page.close")),
      ),
    );
    this.node.addEventListener("keydown", (event) => this.waiting && this.take(event));
    this.node.addEventListener("close", () => this.wait(""));
  }

  /** @param {string} action */
  text(action) {
    const place = cardPlace(action);
    return place ? this.say("page.keys.card", { number: place }) : this.say(`page.keys.${action}`);
  }

  /** @param {string} action */
  button(action) {
    const press = () => (this.wait(this.waiting === action ? "" : action), setText(this.said, ""));
    const blur = () => this.waiting === action && this.wait("");
    return el("button", { type: "button", on: { click: press, blur } }, el("kbd"));
  }

  /** Wait for the key of an action; "" ends the wait. @param {string} action */
  wait(action) {
    this.waiting = action;
    this.update();
  }

  update() {
    for (const [action, button] of this.buttons) {
      const signs = keysFor(action).map(keySign).join(" ");
      const waits = action === this.waiting;
      setClass(button, "waiting", waits);
      setText(/** @type {Element} */ (button.firstElementChild), waits ? "…" : signs || "–");
      const what = this.text(action);
      const label = waits ? this.say("page.keys.press", { what }) : `${what}: ${signs || this.say("page.keys.none")}`;
      attribute(button, "aria-label", label);
    }
  }

  /** @param {KeyboardEvent} event */
  take(event) {
    const { key } = event;
    if (key === "Tab") return this.wait("");
    if (event.ctrlKey || event.altKey || event.metaKey || HELD.includes(key)) return;
    event.preventDefault();
    if (event.repeat) return;
    const action = this.waiting;
    if (key === "Escape") return this.wait("");
    const chosen = NONE.includes(key) ? "" : keyOf(key);
    const refused = chooseKey(action, chosen);
    if (refused) return setText(this.said, this.refusal(chosen, refused));
    setText(this.said, "");
    this.wait("");
  }

  /** @param {string} key @param {string} why the action that has it, or "not-free" */
  refusal(key, why) {
    const { say } = this;
    if (why === "not-free") return say("page.keys.not-free");
    return say("page.keys.taken", { key: keySign(key), what: this.text(why) });
  }

  restore() {
    change({ keys: {} });
    setText(this.said, this.say("page.keys.restored"));
    this.wait("");
  }

  show() {
    setText(this.said, "");
    this.wait("");
    this.node.showModal();
  }
}
