/**
 * Who may come in: approval of newcomers and the password, for the owner; the banned people, for every host.
 */

import { request } from "../common/api.js";
import { el, setText } from "../common/dom.js";
import { FormStatus } from "../common/form_status.js";

export class HostDoor {
  /** @param {import("../common/i18n.js").Say} say @param {string} id the table's id */
  constructor(say, id) {
    this.say = say;
    this.id = id;
    this.status = new FormStatus(say);
    this.approval = el("input", { type: "checkbox", on: { change: () => this.setApproval() } });
    this.password = el("input", { type: "password", autocomplete: "new-password", maxlength: "128" });
    this.locked = el("p", { class: "note" });
    const save = el("button", { type: "submit" }, say("page.host.set-password"));
    this.clear = el("button", { type: "button", on: { click: () => this.setPassword("") } }, say("page.host.no-password"));
    this.owned = el(
      "form",
      { on: { submit: (/** @type {Event} */ event) => (event.preventDefault(), void this.setPassword(this.password.value)) } },
      el("label", { class: "check" }, this.approval, el("span", { text: say("page.host.approval") })),
      el("label", { class: "field" }, el("span", { text: say("page.host.password") }), this.password),
      this.locked,
      el("div", { class: "choices" }, this.clear, save),
    );
    this.barred = el("ul", { class: "barred" });
    this.node = el("div", {}, this.owned, this.status.node, this.barred);
  }

  /** @param {import("../table_view/table_state.js").TableState} table @param {{user: string, name: string}[]} barred */
  fill(table, barred) {
    this.status.clear();
    this.password.value = "";
    this.update(table);
    this.barred.replaceChildren(...barred.map((person) => this.banned(person)));
  }

  /** @param {import("../table_view/table_state.js").TableState} table */
  update({ owns, host, info }) {
    this.owned.hidden = !owns;
    this.approval.checked = !!host.approval;
    this.clear.hidden = !info?.locked;
    setText(this.locked, this.say(info?.locked ? "page.host.locked" : "page.host.unlocked"));
  }

  /** @param {{user: string, name: string}} person */
  banned({ user, name }) {
    const again = el("button", { type: "button" }, this.say("page.owner.let-in"));
    const row = el("li", {}, el("span", { text: this.say("page.owner.barred", { name }) }), again);
    again.addEventListener("click", async () => {
      if (!(await this.post("bar", { user, barred: false }, this.say("page.owner.in-again", { name })))) return;
      row.remove();
    });
    return row;
  }

  async setApproval() {
    const on = this.approval.checked;
    const done = await this.post("approval", { on }, this.say(on ? "page.host.approval-on" : "page.host.approval-off"));
    if (!done) this.approval.checked = !on;
  }

  /** @param {string} password */
  async setPassword(password) {
    if (password === "" && this.clear.hidden) return this.password.focus();
    const done = this.say(password ? "page.host.password-set" : "page.host.password-gone");
    if (await this.post("password", { password }, done)) this.password.value = "";
  }

  /** @param {string} what @param {any} body @param {string} done @returns {Promise<boolean>} whether it was done */
  async post(what, body, done) {
    this.status.clear();
    const answer = await request(`/api/tables/${this.id}/${what}`, body);
    if (answer.ok) this.status.success(done);
    else this.status.refusal(answer);
    return answer.ok;
  }
}
