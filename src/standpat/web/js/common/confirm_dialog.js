/**
 * A dialog that asks before something is done that cannot be taken back.
 *
 * `await question.ask({title, text, go})` is true where it is to be done. With `stay: false` there is nothing to choose.
 */

import { el, setText } from "./dom.js";

export class Question {
  /** @param {import("./i18n.js").Say} say */
  constructor(say) {
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

  /** @param {{title: string, text: string, go: string, stay?: boolean}} what @returns {Promise<boolean>} */
  ask({ title, text, go, stay = true }) {
    setText(this.title, title);
    setText(this.text, text);
    setText(this.go, go);
    this.stay.hidden = !stay;
    this.node.returnValue = "";
    if (!this.node.open) this.node.showModal();
    (stay ? this.stay : this.go).focus();
    return new Promise((done) =>
      this.node.addEventListener("close", () => done(this.node.returnValue === "go"), { once: true }),
    );
  }
}
