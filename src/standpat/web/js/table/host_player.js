/**
 * One player in the host's panel. Each act shows its own result below the player's name.
 */

import { request } from "../common/api.js";
import { el, setText } from "../common/dom.js";
import { FormStatus } from "../common/form_status.js";
import { SeatChoice } from "./seat_choice.js";

const REASON = 100; // characters of the longest reason

export class HostPlayer {
  /**
   * @param {import("../common/i18n.js").Say} say @param {string} id the table's id @param {{user: string, name: string}} player
   * @param {import("./table_actions.js").TableActions} actions
   */
  constructor(say, id, { user, name }, actions) {
    this.say = say;
    this.id = id;
    this.user = user;
    this.name = name;
    this.actions = actions;
    this.status = new FormStatus(say);
    this.stack = el("span", { class: "stack" });
    this.tag = el("span", { class: "tag" });
    this.amount = el("input", { type: "number", inputmode: "numeric", min: "1", required: true });
    this.reason = el("input", { type: "text", maxlength: String(REASON), required: true });
    const give = el("button", { type: "submit" }, say("page.host.give"));
    const take = el("button", { type: "submit", value: "take" }, say("page.host.take"));
    this.chips = el(
      "form",
      { class: "chips-form", on: { submit: (/** @type {SubmitEvent} */ event) => this.adjust(event) } },
      el("label", { class: "field" }, el("span", { text: say("page.buy.amount") }), this.amount),
      el("label", { class: "field" }, el("span", { text: say("page.host.reason") }), this.reason),
      el("p", { class: "note", text: say("page.host.chips-note") }),
      el("div", { class: "choices" }, take, give),
    );
    this.seats = new SeatChoice(say);
    this.move = el(
      "div",
      { class: "move" },
      this.seats.node,
      el("button", { type: "button", on: { click: () => this.post("move", { user, seat: this.seats.seat }, say("page.host.moves")) } }, say("page.host.move")),
    );
    this.coHost = el("button", { type: "button", on: { click: () => this.setCoHost() } });
    this.handOver = el("button", { type: "button", on: { click: () => this.offer() } }, say("page.host.hand-over"));
    this.endBreak = el("button", { type: "button", on: { click: () => this.post("end-break", { user }, "") } }, say("page.host.end-break"));
    this.remove = el(
      "button",
      { type: "button", on: { click: () => this.post("remove", { user }, say("page.host.removed")) } },
      say("page.host.remove"),
    );
    this.ban = el("button", { type: "button", class: "grave", on: { click: () => void actions.bar({ user, name }) } }, say("page.owner.bar-go"));
    this.node = el(
      "li",
      {},
      el(
        "details",
        {},
        el("summary", {}, el("span", { class: "who", text: name }), this.tag, this.stack),
        this.status.node,
        this.chips,
        this.move,
        el("div", { class: "choices deeds" }, this.endBreak, this.coHost, this.handOver, this.remove, this.ban),
      ),
    );
    this.isCoHost = false;
    /** Whether chips come only after the hand. */
    this.inHand = false;
  }

  /** @param {import("../table_view/table_state.js").TableState} table */
  update(table) {
    const { say, user } = this;
    const at = table.seats.findIndex((one) => one?.user === user);
    const seat = table.seats[at] ?? null;
    const owner = table.info?.owner === user;
    const own = table.you?.user === user;
    this.inHand = Boolean(table.hand && !table.hand.over && table.hand.seats[at]?.live);
    this.isCoHost = table.host.co_hosts.some((one) => one.user === user);
    setText(this.tag, owner ? say("page.host.is-host") : this.isCoHost ? say("page.host.is-co-host") : "");
    setText(this.stack, seat ? say.number(seat.stack) : "");
    this.chips.hidden = !seat || own;
    this.coHost.hidden = owner || !table.owns;
    setText(this.coHost, say(this.isCoHost ? "page.host.not-co-host" : "page.host.co-host"));
    this.handOver.hidden = !table.owns || owner;
    const may = table.owns || !(owner || this.isCoHost);
    this.remove.hidden = !seat || owner || !may;
    this.endBreak.hidden = !seat?.back_by || own || !may;
    this.ban.hidden = owner || !may;
    const free = this.seats.update(table.seats, user);
    this.move.hidden = !free || !seat || !(may || own);
  }

  /** @param {SubmitEvent} event */
  async adjust(event) {
    event.preventDefault();
    const takes = /** @type {HTMLButtonElement | null} */ (event.submitter)?.value === "take";
    const amount = this.amount.valueAsNumber * (takes ? -1 : 1);
    const later = this.inHand ? "page.host.gives" : "page.host.gave";
    const done = this.say(takes ? "page.host.took" : later, { amount: Math.abs(amount), name: this.name });
    if (await this.post("adjust", { user: this.user, amount, reason: this.reason.value }, done)) this.chips.reset();
  }

  async setCoHost() {
    await this.post("co-host", { user: this.user, on: !this.isCoHost }, "");
  }

  async offer() {
    const { say, name } = this;
    const confirm = { title: say("page.host.hand-over-title", { name }), text: say("page.host.hand-over-note"), go: say("page.host.hand-over-go") };
    if (await this.actions.confirm.ask(confirm)) await this.post("hand-over", { user: this.user }, say("page.host.offer-made", { name }));
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
