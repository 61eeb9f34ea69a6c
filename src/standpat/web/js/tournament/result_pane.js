/**
 * How a tournament went, once it is over: the winner, the stacks of those who came farthest, how many were left when, and the
 * way to the hands.
 */

import { section } from "../common/parts.js";
import { request } from "../common/api.js";
import { el } from "../common/dom.js";
import { lineGraph } from "../common/line_graph.js";

/** @typedef {import("../common/i18n.js").Say} Say */
/** @typedef {import("./times.js").View} View */

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

  /** @param {View} view @param {{began: number, ended: number, hands: number, stacks: Record<string, [number, number][]>, left: [number, number][]}} course */
  parts(view, course) {
    const { say } = this;
    const players = new Map(view.standings.map((one) => [one.id, one]));
    const winner = view.standings.find(({ place }) => place === 1);
    const lines = Object.entries(course.stacks).map(([id, points]) => {
      const { name = id, place = 0 } = players.get(id) ?? {};
      const last = points.at(-1);
      const end = Math.max(...Object.values(course.stacks).flat().map(([level]) => level));
      return { name: say("tournament.result.named", { place, name }), points: /** @type {[number, number][]} */ (last && last[0] < end ? [...points, [last[0] + 1, 0]] : points) };
    });
    const minutes = Math.max(1, Math.round((course.ended - course.began) / 60_000));
    const time = say("tournament.own.hours", { hours: Math.floor(minutes / 60), minutes: String(minutes % 60).padStart(2, "0") });
    const most = (/** @type {[number, number][]} */ points) => Math.max(...points.map(([, stack]) => stack));
    return [
      winner ? el("p", { class: "won" }, el("span", { text: say("tournament.tv.winner") }), el("b", { text: winner.name })) : el("p"),
      el("p", { class: "note", text: say("tournament.result.line", { count: course.hands, time, players: view.row.entrants }) }),
      section(say("tournament.result.stacks"), el("p", { class: "note", text: say("tournament.result.stacks-note") }), lineGraph(lines, ({ name, points }) => say("tournament.result.most", { name, chips: most(points) }))),
      section(say("tournament.result.left"), lineGraph([{ name: "", points: course.left, step: true }], () => say("tournament.result.left-text", { from: course.left[0]?.[1] ?? 0, time }))),
      el("p", { class: "files" }, el("a", { class: "btn", href: `/api/tournaments/${view.row.id}/export`, text: say("tournament.result.file") }), el("a", { class: "btn", href: "/hands", text: say("page.menu.mine") })),
    ];
  }
}
