/**
 * How a tournament went, once it is over: the winner, the stacks of those who came farthest, how many were left when, and its
 * hands.
 */

import { levels, time } from "../common/axis.js";
import { section } from "../common/parts.js";
import { request } from "../common/api.js";
import { el } from "../common/dom.js";
import { lineGraph } from "../common/line_graph.js";
import { HandsPane } from "./hands_pane.js";
import { nameOf } from "./times.js";

/** @typedef {import("../common/i18n.js").Say} Say */
/** @typedef {import("./times.js").View} View */
/** @typedef {{began: number, ended: number, hands: number, stacks: Record<string, [number, number][]>, left: [number, number][],
 *   tables: import("./hands_pane.js").TableHands[]}} Course */

export class ResultPane {
  /** @param {Say} say */
  constructor(say) {
    this.say = say;
    this.node = el("div");
    this.asked = false;
  }

  /** Ask for the course of a tournament that is over, once. @param {View} view */
  async show(view) {
    if (this.asked || view.row.status !== "finished") return;
    this.asked = true;
    const course = await request(`/api/tournaments/${view.row.id}/course`);
    if (!course.ok) return void (this.asked = false);
    this.node.replaceChildren(...this.parts(view, course));
  }

  /** Who won which prize; nothing where there are none. @param {View} view */
  won(view) {
    const { say } = this;
    const paid = view.standings.filter(({ prize }) => prize).sort((one, other) => one.place - other.place);
    const line = (/** @type {import("./times.js").Standing} */ one) => {
      const whose = one.bot && view.payer ? el("small", { text: say("tournament.result.for", { name: view.payer }) }) : null;
      const named = el("span", { text: say("tournament.result.named", { place: one.place, name: nameOf(one, say) }) });
      return el("li", { class: one.id === view.me?.id ? "me" : "" }, el("span", {}, named, whose), el("b", { text: say.number(one.prize) }));
    };
    return paid.length ? section(say("tournament.tabs.prizes"), el("ol", { class: "paid" }, ...paid.map(line))) : null;
  }

  /** @param {View} view @param {Course} course */
  parts(view, course) {
    const { say } = this;
    const winner = view.standings.find(({ place }) => place === 1);
    const minutes = Math.max(1, Math.round((course.ended - course.began) / 60_000));
    const length = say("tournament.own.hours", { hours: Math.floor(minutes / 60), minutes: String(minutes % 60).padStart(2, "0") });
    const left = [{ name: "", points: course.left, step: true }];
    const words = () => say("tournament.result.left-text", { from: course.left[0]?.[1] ?? 0, time: length });
    const hands = course.tables.length ? section(say("tournament.result.hands"), new HandsPane(say, view.row.id, course.tables, view.row.games.length > 1).node) : null;
    return [
      winner ? el("p", { class: "won" }, el("span", { text: say("tournament.tv.winner") }), el("b", { text: winner.name })) : el("p"),
      el("p", { class: "note", text: say("tournament.result.line", { count: course.hands, time: length, players: view.row.entrants }) }),
      this.won(view),
      section(say("tournament.result.stacks"), el("p", { class: "note", text: say("tournament.result.stacks-note") }), this.stacks(view, course)),
      section(say("tournament.result.left"), lineGraph(left, time(course.ended - course.began, say), say("page.graph.players"), words, say)),
      hands,
      el("p", { class: "files" }, el("a", { class: "btn", href: `/api/tournaments/${view.row.id}/export`, text: say("tournament.result.file") }), el("a", { class: "btn", href: "/hands", text: say("page.menu.mine") })),
    ].filter((part) => part !== null);
  }

  /** @param {View} view @param {Course} course */
  stacks(view, course) {
    const { say } = this;
    const players = new Map(view.standings.map((one) => [one.id, one]));
    const all = Object.values(course.stacks).flatMap((points) => points.map(([level]) => level));
    const [first, end] = [Math.min(...all), Math.max(...all)];
    const lines = Object.entries(course.stacks).map(([id, points]) => {
      const { name = id, place = 0 } = players.get(id) ?? {};
      const last = points.at(-1);
      return { name: say("tournament.result.named", { place, name }), points: /** @type {[number, number][]} */ (last && last[0] < end ? [...points, [last[0] + 1, 0]] : points) };
    });
    const words = (/** @type {{name: string, points: [number, number][]}} */ { name, points }) =>
      say("tournament.result.most", { name, chips: Math.max(...points.map(([, stack]) => stack)) });
    return lineGraph(lines, levels(first, end, say), say("page.graph.chips"), words, say);
  }
}
