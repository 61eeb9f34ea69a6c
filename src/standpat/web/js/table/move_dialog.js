/**
 * A dialog in which a seated person picks another seat. They move with the next hand.
 */

import { request } from "../common/api.js";
import { el } from "../common/dom.js";
import { FormStatus } from "../common/form_status.js";
import { SeatChoice } from "./seat_choice.js";

export class MoveDialog {
  /** @param {import("../common/i18n.js").Say} say @param {string} id the table's id @param {(text: string) => void} tell */
  constructor(say, id, tell) {
    this.say = say;
    this.id = id;
    this.tell = tell;
    this.choice = new SeatChoice(say);
    this.status = new FormStatus(say);
    this.user = "";
    const form = el(
      "form",
      { on: { submit: (/** @type {Event} */ event) => this.submit(event) } },
      el("h2", { id: "move-title", text: say("page.menu.move") }),
      el("p", { class: "note", text: say("page.move-note") }),
      this.choice.node,
      this.status.node,
      el(
        "div",
        { class: "choices" },
        el("button", { type: "button", on: { click: () => this.node.close() } }, say("page.cancel")),
        el("button", { type: "submit", class: "go" }, say("page.host.move")),
      ),
    );
    this.node = el("dialog", { class: "move-seat", "aria-labelledby": "move-title" }, form);
  }

  /** @param {import("../table_view/table_state.js").TableState} table */
  show(table) {
    this.user = table.you.user;
    this.status.clear();
    this.update(table);
    this.node.showModal();
  }

  /** Follow who comes and goes; without an empty seat there is nothing to choose. @param {import("../table_view/table_state.js").TableState} table */
  update(table) {
    if (!this.choice.update(table.seats, this.user) && this.node.open) this.node.close();
  }

  /** @param {Event} event */
  async submit(event) {
    event.preventDefault();
    this.status.clear();
    const answer = await request(`/api/tables/${this.id}/move`, { user: this.user, seat: this.choice.seat });
    if (!answer.ok) return this.status.refusal(answer);
    this.node.close();
    this.tell(this.say("page.you-move"));
  }
}
