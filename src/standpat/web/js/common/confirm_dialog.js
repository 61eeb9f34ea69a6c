/**
 * A dialog that asks for confirmation before something that cannot be undone.
 *
 * `await confirm.ask({title, text, go})` is true when the user confirms. With `stay: false` there is only one button;
 * otherwise `stay` may be the text of the other one.
 */

import { el, setText } from "./dom.js";

export class ConfirmDialog {
  /** @param {import("./i18n.js").Say} say */
  constructor(say) {
    this.say = say;
    this.title = el("h2", { id: "question-title" });
    this.text = el("p", { class: "note", id: "question-text" });
    this.stay = el("button", { type: "button", on: { click: () => this.node.close("") } }, say("page.cancel"));
    this.go = el("button", { type: "button", class: "go", on: { click: () => this.node.close("go") } });
    this.node = el(
      "dialog",
      { class: "question", "aria-labelledby": "question-title", "aria-describedby": "question-text" },
      this.title,
      this.text,
      el("div", { class: "choices" }, this.stay, this.go),
    );
  }

  /** @param {{title: string, text: string, go: string, stay?: boolean | string}} what @returns {Promise<boolean>} */
  ask({ title, text, go, stay = true }) {
    setText(this.title, title);
    setText(this.text, text);
    setText(this.go, go);
    this.stay.hidden = !stay;
    setText(this.stay, typeof stay === "string" ? stay : this.say("page.cancel"));
    this.node.returnValue = "";
    if (!this.node.open) this.node.showModal();
    (stay === true ? this.stay : this.go).focus();
    return new Promise((done) =>
      this.node.addEventListener("close", () => done(this.node.returnValue === "go"), { once: true }),
    );
  }
}
