/**
 * The director's part of a tournament: what they can do, each with a reason, and the record of what they did, which
 * everybody reads. An act is undone by a new entry.
 */

import { field, openForm } from "../common/form_dialog.js";
import { button } from "../common/parts.js";
import { el, renew } from "../common/dom.js";
import { timeOfDay } from "./times.js";

/** @typedef {import("../common/i18n.js").Say} Say */
/** @typedef {import("./times.js").View} View */
/** @typedef {import("./times.js").Act} Act */

const MOST_TEXT = "500";

export class DirectorPane {
  /** @param {Say} say @param {(wish: string, body: any) => Promise<any>} ask @param {() => void} done loads the tournament again */
  constructor(say, ask, done) {
    this.say = say;
    this.ask = ask;
    this.done = done;
    this.buttons = el("p", { class: "acts" });
    this.log = el("ol", { class: "lines record" });
    this.node = el("div", {}, this.buttons, this.log);
  }

  /** @param {View} view */
  show(view) {
    this.view = view;
    const { say } = this;
    const directs = view.director && view.row.status === "running";
    renew(this.buttons, [directs, view.paused, view.on_break, view.tables.length > 1], () => (directs ? this.acts(view) : []));
    renew(this.log, view.acts, () => {
      const lines = [...view.acts].reverse().map((act) => this.line(act));
      return lines.length ? lines : [el("li", { class: "empty", text: say("tournament.direct.nothing") })];
    });
  }

  /** @param {View} view */
  acts(view) {
    const { say } = this;
    const title = (/** @type {string} */ key) => say(`tournament.direct.${key}`);
    const pause = view.paused ? "resume" : "pause";
    return [
      button(title(pause), () => this.form(pause, {}), view.paused ? "btn go" : "btn"),
      button(title("time"), () => this.time("time", -240, 5)),
      view.on_break ? null : button(title("break"), () => this.time("break", 1, 10)),
      button(title("announce"), () => this.form("announce", { wants: true })),
      view.tables.length > 1 ? button(title("move"), () => this.move()) : null,
      button(title("remove"), () => this.remove(), "btn harsh"),
    ];
  }

  /**
   * A form with the reason.
   * @param {string} key @param {{parts?: HTMLElement[], wants?: boolean, wish?: string, body?: () => any, name?: string}} what
   *   `wants`: a reason is needed; `name` is that of its field in the request
   */
  form(key, { parts = [], wants = false, wish = key, body = () => ({}), name = "text" }) {
    const { say } = this;
    const reason = el("input", { type: "text", maxlength: MOST_TEXT, required: wants, autocomplete: "off" });
    const label = say(key === "announce" ? "tournament.direct.words" : wants ? "tournament.direct.why" : "tournament.direct.why-not");
    const note = `tournament.direct.${key}-note`;
    openForm(say, {
      title: say(`tournament.direct.${key}`),
      note: say.has(note) ? say(note) : say("tournament.direct.all-read"),
      body: [...parts, field(label, reason)],
      go: say(`tournament.direct.${key}`),
      send: () => this.ask(wish, { ...body(), [name]: reason.value }),
      done: this.done,
    });
  }

  /** @param {"time" | "break"} key @param {number} least @param {number} usual */
  time(key, least, usual) {
    const minutes = el("input", { type: "number", min: String(least), max: "240", step: "1", value: String(usual), required: true });
    this.form(key, { parts: [field(this.say("tournament.columns.minutes"), minutes)], body: () => ({ minutes: Number(minutes.value) }) });
  }

  /** @param {(player: import("./times.js").Standing) => boolean} fits */
  players(fits) {
    const { say, view } = this;
    const players = (view?.standings ?? []).filter((one) => !one.place && one.table && fits(one));
    const text = (/** @type {import("./times.js").Standing} */ { name, table, seat }) => say("tournament.find.where", { name, table, seat: seat + 1 });
    return el("select", { required: true }, ...players.map((one) => el("option", { value: one.id, text: text(one) })));
  }

  remove() {
    const player = this.players(() => true);
    this.form("remove", {
      parts: [field(this.say("tournament.columns.player"), player)],
      wants: true, wish: "disqualify", name: "why", body: () => ({ player: player.value }),
    });
  }

  move() {
    const { say, view } = this;
    if (!view) return;
    const player = this.players(() => true);
    const seat = el("select", { required: true });
    const seats = () => {
      const from = view.standings.find(({ id }) => id === player.value)?.table;
      const free = view.tables.filter(({ number }) => number !== from).flatMap(({ number, free }) => free.map((at) => ({ number, at })));
      seat.replaceChildren(...free.map(({ number, at }) => el("option", { value: `${number} ${at}`, text: say("tournament.find.seat", { table: number, seat: at + 1 }) })));
    };
    player.addEventListener("change", seats);
    seats();
    const to = (/** @type {number} */ at) => Number(seat.value.split(" ")[at]);
    this.form("move", {
      parts: [field(say("tournament.columns.player"), player), field(say("tournament.direct.to"), seat)],
      wants: true, name: "why", body: () => ({ player: player.value, table: to(0), seat: to(1) }),
    });
  }

  /** @param {Act} act */
  line(act) {
    const { say } = this;
    const minutes = String(Math.abs(act.minutes)).replace(".", say.code === "en" ? "." : ",");
    const key = act.act === "time" && act.minutes < 0 ? "time-off" : act.act;
    const text = say(`tournament.record.${key}`, { player: act.player, minutes, table: act.table });
    return el(
      "li",
      { class: act.undone ? "over" : "" },
      el(
        "div",
        {},
        el("b", { text }),
        act.why ? el("p", { class: "quoted", text: act.why }) : null,
        act.undone ? el("p", { class: "note", text: say("tournament.record.undone", { why: act.undone }) }) : null,
      ),
      el("span", { class: "note", text: timeOfDay(act.at, say) }),
      act.may_undo
        ? button(say("tournament.direct.undo"), () => this.form("undo", { wants: true, name: "why", body: () => ({ act: act.number }) }))
        : null,
    );
  }
}
