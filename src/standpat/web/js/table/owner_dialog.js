/**
 * A dialog for the table's owner: how many bots play, which ones, and which barred players may return.
 */

import { request } from "../common/api.js";
import { el } from "../common/dom.js";
import { FormStatus } from "../common/form_status.js";
import { botKind, botsFor } from "../common/labels.js";

export class OwnerDialog {
  /**
   * @param {import("../common/i18n.js").Say} say @param {string} id the table's id
   * @param {(text: string) => void} tell shows a text once the dialog is closed
   */
  constructor(say, id, tell) {
    this.say = say;
    this.tell = tell;
    this.id = id;
    this.keep = el("input", { type: "number", inputmode: "numeric", required: true, min: "0", max: "5" });
    this.kind = el("select");
    this.makeRoom = el("input", { type: "checkbox" });
    this.barred = el("ul", { class: "barred" });
    this.status = new FormStatus(say);
    const field = (/** @type {string} */ key, /** @type {HTMLElement} */ input) =>
      el("label", { class: "field" }, el("span", { text: say(`lobby.${key}`) }), input);
    const form = el(
      "form",
      { on: { submit: (/** @type {Event} */ event) => this.submit(event) } },
      el("h2", { id: "owner-title", text: say("page.menu.manage") }),
      el("div", { class: "pair" }, field("bots-wanted", this.keep), field("bots-kind", this.kind)),
      el("p", { class: "note", text: say("lobby.stake") }),
      el("label", { class: "check" }, this.makeRoom, el("span", { text: say("lobby.make-room") })),
      this.barred,
      this.status.node,
      el(
        "div",
        { class: "choices" },
        el("button", { type: "button", on: { click: () => this.node.close() } }, say("page.cancel")),
        el("button", { type: "submit", class: "go" }, say("page.note.save")),
      ),
    );
    this.node = el("dialog", { class: "owner", "aria-labelledby": "owner-title" }, form);
  }

  /** @param {any} table the table as the server describes it */
  async show({ bots, seats, game }) {
    const { say } = this;
    const [options, barred] = await Promise.all([request("/api/options"), request(`/api/tables/${this.id}/barred`)]);
    const kinds = options.ok ? botsFor(options, game.id, seats) : bots.players;
    if (!kinds.includes(bots.players[0])) kinds.unshift(bots.players[0]);
    this.kind.replaceChildren(
      ...kinds.map((/** @type {string} */ id) => el("option", { value: id, text: botKind(id, options, say, game.id, seats) })),
    );
    this.kind.value = bots.players[0];
    this.keep.max = String(seats - 1);
    this.keep.value = String(bots.keep);
    this.makeRoom.checked = bots.make_room;
    this.status.clear();
    this.list(barred.ok ? barred.barred : []);
    this.node.showModal();
  }

  /** @param {{user: string, name: string}[]} people */
  list(people) {
    this.barred.replaceChildren(
      ...people.map(({ user, name }) => {
        const again = el("button", { type: "button" }, this.say("page.owner.let-in"));
        const row = el("li", {}, el("span", { text: this.say("page.owner.barred", { name }) }), again);
        again.addEventListener("click", async () => {
          this.status.clear();
          const answer = await request(`/api/tables/${this.id}/bar`, { user, barred: false });
          if (!answer.ok) return this.status.refusal(answer);
          row.remove();
          this.status.success(this.say("page.owner.in-again", { name }));
        });
        return row;
      }),
    );
  }

  /** @param {Event} event */
  async submit(event) {
    event.preventDefault();
    this.status.clear();
    const answer = await request(`/api/tables/${this.id}/bots`, {
      players: [this.kind.value],
      keep: this.keep.valueAsNumber,
      make_room: this.makeRoom.checked,
    });
    if (!answer.ok) return this.status.refusal(answer);
    this.node.close();
    this.tell(this.say("page.owner.saved"));
  }
}
