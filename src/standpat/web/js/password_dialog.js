/**
 * A dialog for the password of a table: again until it is right, or the viewer goes.
 */

import { el, setText } from "./dom.js";

export class PasswordDialog {
  /**
   * @param {import("./words.js").Say} say
   * @param {{enter: (password: string) => Promise<string | null>, go: () => void}} on `enter` gives what was wrong,
   *   or null; `go` is told of somebody who does not know it
   */
  constructor(say, { enter, go }) {
    this.say = say;
    this.enter = enter;
    this.input = el("input", {
      type: "password",
      required: true,
      autocomplete: "off",
      "aria-label": say("page.password.label"),
      "aria-describedby": "password-trouble",
    });
    this.trouble = el("p", { class: "trouble", id: "password-trouble", role: "alert" });
    this.submit = el("button", { type: "submit", class: "go" }, say("page.password.go"));
    const form = el(
      "form",
      { on: { submit: (/** @type {Event} */ event) => this.tried(event) } },
      el("h2", { id: "password-title", text: say("page.password.title") }),
      el("p", { class: "note", text: say("page.password.note") }),
      this.input,
      this.trouble,
      el(
        "div",
        { class: "choices" },
        el("button", { type: "button", on: { click: go } }, say("page.menu.lobby")),
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
    if (!this.node.open) this.node.showModal();
    this.input.focus();
  }

  /** @param {Event} event */
  async tried(event) {
    event.preventDefault();
    this.submit.disabled = true;
    const wrong = await this.enter(this.input.value);
    this.submit.disabled = false;
    setText(this.trouble, wrong ?? "");
    if (wrong === null) this.node.close();
    else this.input.select();
  }
}
