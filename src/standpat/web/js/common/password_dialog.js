/**
 * A dialog that asks for the password of a table or a tournament until it is right or the viewer leaves.
 */

import { el } from "./dom.js";
import { FormStatus } from "./form_status.js";

export class PasswordDialog {
  /**
   * @param {import("./i18n.js").Say} say
   * @param {{enter: (password: string) => Promise<any>, go: () => void, title?: string, away?: string}} on `enter` tries a
   *   password and resolves to the room's refusal, or null; `go` leaves, to what `away` names
   */
  constructor(say, { enter, go, title = say("page.password.title"), away = say("page.menu.lobby") }) {
    this.say = say;
    this.enter = enter;
    this.input = el("input", {
      type: "password",
      required: true,
      autocomplete: "off",
      "aria-label": say("page.password.label"),
    });
    this.status = new FormStatus(say);
    this.submit = el("button", { type: "submit", class: "go" }, say("page.password.go"));
    const form = el(
      "form",
      { on: { submit: (/** @type {Event} */ event) => this.tried(event) } },
      el("h2", { id: "password-title", text: title }),
      el("p", { class: "note", text: say("page.password.note") }),
      this.input,
      this.status.node,
      el(
        "div",
        { class: "choices" },
        el("button", { type: "button", on: { click: go } }, away),
        this.submit,
      ),
    );
    this.node = el("dialog", { class: "password", "aria-labelledby": "password-title" }, form);
    this.node.addEventListener("cancel", (event) => {
      event.preventDefault();
      go();
    });
  }

  ask() {
    this.status.clear();
    if (!this.node.open) this.node.showModal();
    this.input.focus();
  }

  /** @param {Event} event */
  async tried(event) {
    event.preventDefault();
    this.status.clear();
    this.submit.disabled = true;
    const refusal = await this.enter(this.input.value);
    this.submit.disabled = false;
    if (refusal === null) return this.node.close();
    this.status.refusal(refusal);
    this.input.select();
  }
}
