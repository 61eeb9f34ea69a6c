/**
 * A dialog to report another player to the room's operator. The player is not told.
 */

import { request } from "../common/api.js";
import { el, setText } from "../common/dom.js";
import { FormStatus } from "../common/form_status.js";

const TOPICS = ["chat", "name", "stalling", "collusion", "other"];
const LONGEST = 500; // characters of a report

export class ReportDialog {
  /**
   * @param {import("../common/i18n.js").Say} say @param {string} table the table's id
   * @param {(text: string) => void} tell shows a text once the dialog is closed
   */
  constructor(say, table, tell) {
    this.say = say;
    this.table = table;
    this.tell = tell;
    this.user = "";
    this.title = el("h2", { id: "report-title" });
    this.topic = el("select", {}, ...TOPICS.map((value) => el("option", { value, text: say(`page.report.topics.${value}`) })));
    this.text = el("textarea", { rows: "4", maxlength: String(LONGEST), placeholder: say("page.report.here") });
    this.status = new FormStatus(say);
    const form = el(
      "form",
      { on: { submit: (/** @type {Event} */ event) => void this.send(event) } },
      this.title,
      el("label", { class: "field" }, el("span", { text: say("page.report.topic") }), this.topic),
      el("label", { class: "field" }, el("span", { text: say("page.report.text") }), this.text),
      el("p", { class: "note", text: say("page.report.note") }),
      this.status.node,
      el(
        "div",
        { class: "choices" },
        el("button", { type: "button", on: { click: () => this.node.close() } }, say("page.cancel")),
        el("button", { type: "submit", class: "go" }, say("page.report.send")),
      ),
    );
    this.node = el("dialog", { class: "report", "aria-labelledby": "report-title" }, form);
  }

  /** @param {{user: string, name: string}} player */
  show({ user, name }) {
    this.user = user;
    setText(this.title, this.say("page.report.title", { name }));
    this.topic.value = TOPICS[0];
    this.text.value = "";
    this.status.clear();
    this.node.showModal();
    this.topic.focus();
  }

  /** @param {Event} event */
  async send(event) {
    event.preventDefault();
    this.status.clear();
    const body = { about: this.user, topic: this.topic.value, text: this.text.value, table: this.table };
    const answer = await request("/api/reports", body);
    if (!answer.ok) return this.status.refusal(answer);
    this.node.close();
    this.tell(this.say("page.report.sent"));
  }
}
