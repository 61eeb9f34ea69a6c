/**
 * The must-move table, for the owner: link a new table or one of their own with this one, or end the link.
 */

import { request } from "../common/api.js";
import { el, setText } from "../common/dom.js";
import { FormStatus } from "../common/form_status.js";

export class HostLink {
  /** @param {import("../common/i18n.js").Say} say @param {string} id the table's id */
  constructor(say, id) {
    this.say = say;
    this.id = id;
    this.status = new FormStatus(say);
    this.note = el("p", { class: "note" });
    this.choice = el("select", {});
    this.field = el("label", { class: "field" }, el("span", { text: say("page.must-move.which") }), this.choice);
    this.link = el("button", { type: "button", on: { click: () => this.setLink() } }, say("page.must-move.link"));
    this.unlink = el("button", { type: "button", on: { click: () => this.endLink() } }, say("page.must-move.unlink"));
    this.go = el("a", { class: "way" });
    this.node = el("div", {}, this.note, this.go, this.field, el("div", { class: "choices" }, this.unlink, this.link), this.status.node);
  }

  /** @param {import("../table_view/table_state.js").TableState} table */
  async fill(table) {
    this.status.clear();
    this.update(table);
    const answer = await request(`/api/tables/${this.id}/must-move`);
    const tables = (answer.ok && answer.tables) || [];
    this.choice.replaceChildren(
      el("option", { value: "" }, this.say("page.must-move.new")),
      ...tables.map((/** @type {{user: string, name: string}} */ one) => el("option", { value: one.user }, one.name)),
    );
  }

  /** @param {import("../table_view/table_state.js").TableState} table */
  update({ info }) {
    const link = info?.link;
    setText(this.note, link ? this.say(`page.must-move.${link.role}`, { name: link.name }) : this.say("page.must-move.note"));
    this.field.hidden = this.link.hidden = !!link;
    this.unlink.hidden = this.go.hidden = !link;
    if (!link) return;
    this.go.href = `/tables/${link.table}`;
    setText(this.go, this.say("page.must-move.go", { name: link.name }));
  }

  async setLink() {
    this.status.clear();
    const answer = await request(`/api/tables/${this.id}/must-move`, { table: this.choice.value || null });
    if (answer.ok) this.status.success(this.say("page.must-move.linked"));
    else this.status.refusal(answer);
  }

  async endLink() {
    this.status.clear();
    const answer = await request(`/api/tables/${this.id}/unlink`, {});
    if (answer.ok) this.status.success(this.say("page.must-move.unlinked"));
    else this.status.refusal(answer);
  }
}
