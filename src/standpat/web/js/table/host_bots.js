/**
 * The bots of a table, as its owner chooses them: how many, which kind, how fast they act, and whether they
 * make room for people.
 */

import { botSpeeds } from "../common/bot_speeds.js";
import { request } from "../common/api.js";
import { el } from "../common/dom.js";
import { FormStatus } from "../common/form_status.js";
import { botKind, botsFor } from "../common/labels.js";

export class HostBots {
  /** @param {import("../common/i18n.js").Say} say @param {string} id the table's id */
  constructor(say, id) {
    this.say = say;
    this.id = id;
    this.keep = el("input", { type: "number", inputmode: "numeric", required: true, min: "0", max: "5" });
    this.kind = el("select");
    this.speed = botSpeeds(say);
    this.makeRoom = el("input", { type: "checkbox" });
    this.status = new FormStatus(say);
    const field = (/** @type {string} */ key, /** @type {HTMLElement} */ input) =>
      el("label", { class: "field" }, el("span", { text: say(`lobby.${key}`) }), input);
    this.node = el(
      "form",
      { on: { submit: (/** @type {Event} */ event) => this.submit(event) } },
      el("div", { class: "pair" }, field("bots-wanted", this.keep), field("bots-kind", this.kind)),
      field("bots-speed", this.speed),
      el("p", { class: "note", text: say("lobby.stake") }),
      el("label", { class: "check" }, this.makeRoom, el("span", { text: say("lobby.make-room") })),
      this.status.node,
      el("div", { class: "choices" }, el("button", { type: "submit", class: "go" }, say("page.host.save-bots"))),
    );
  }

  /** @param {any} table the table as the server describes it @param {any} options what the server offers */
  fill({ bots, seats, game }, options) {
    if (!bots) return;
    const { say } = this;
    const kinds = options.ok ? botsFor(options, game.id, seats) : [...bots.players];
    if (!kinds.includes(bots.players[0])) kinds.unshift(bots.players[0]);
    this.kind.replaceChildren(
      ...kinds.map((/** @type {string} */ id) => el("option", { value: id, text: botKind(id, options, say, game.id, seats) })),
    );
    this.kind.value = bots.players[0];
    this.keep.max = String(seats - 1);
    this.keep.value = String(bots.keep);
    this.speed.value = bots.speed ?? "normal";
    this.makeRoom.checked = bots.make_room;
    this.status.clear();
  }

  /** @param {Event} event */
  async submit(event) {
    event.preventDefault();
    this.status.clear();
    const answer = await request(`/api/tables/${this.id}/bots`, {
      players: [this.kind.value],
      keep: this.keep.valueAsNumber,
      make_room: this.makeRoom.checked,
      speed: this.speed.value,
    });
    if (answer.ok) this.status.success(this.say("page.owner.saved"));
    else this.status.refusal(answer);
  }
}
