/**
 * Signals of collusion and of several accounts of one person. They are read only when the operator asks, because that is
 * written down and takes the room some work.
 */

import { request } from "../common/api.js";
import { el } from "../common/dom.js";
import { FormStatus } from "../common/form_status.js";

/** @typedef {import("../common/i18n.js").Say} Say */

export class SignalList {
  /** @param {Say} say */
  constructor(say) {
    this.say = say;
    this.status = new FormStatus(say);
    this.shown = el("div", { "aria-live": "polite" });
    const look = el("button", { type: "button", class: "btn go", text: say("operator.look"), on: { click: () => void this.look() } });
    this.node = el("div", { class: "signals" }, el("p", { class: "note", text: say("operator.signals-note") }), look, this.status.node, this.shown);
  }

  async look() {
    const { say } = this;
    this.status.clear();
    const found = await request("/api/operator/signals");
    if (!found.ok) return this.status.refusal(found);
    const name = (/** @type {string} */ id) => found.names[id] ?? id;
    const chips = (/** @type {number} */ amount) => say.number(Math.round(amount));
    const share = (/** @type {[number, number]} */ [part, whole]) =>
      say("operator.share", { part, whole, percent: Math.round((100 * part) / whole) });
    const decimal = (/** @type {number} */ value) => value.toFixed(1).replace(".", say("page.tally.point"));
    const chance = (/** @type {number} */ pairs) =>
      pairs < 0.1 ? say("operator.chance-less") : say("operator.chance", { pairs: pairs < 10 ? decimal(pairs) : say.number(Math.round(pairs)) });
    const place = (/** @type {any} */ one) => [
      say(`operator.same-${one.kind}`, { one: name(one.one), other: name(one.other) }),
      [
        say("operator.people-there", { count: one.people }),
        say("operator.together", { count: one.hands }),
        ...(one.tables.length ? [say("operator.together-now")] : []),
      ].join(" · "),
    ];
    const flow = (/** @type {any} */ one) => [
      say("operator.flow", { winner: name(one.winner), loser: name(one.loser), chips: chips(one.chips) }),
      [
        say("operator.flow-hand", { low: decimal(one.per_hand[0]), high: decimal(one.per_hand[1]), count: one.hands }),
        chance(one.expected),
        ...(one.given ? [say("operator.given", { chips: say.signed(one.given), winner: name(one.winner) })] : []),
      ].join(" · "),
    ];
    const folds = (/** @type {any} */ one) => [
      say("operator.folds", { who: name(one.who), against: name(one.against), one: share(one.to_one), others: share(one.to_others) }),
      [
        say("operator.gap", { low: say.signed(Math.round(100 * one.gap[0])), high: say.signed(Math.round(100 * one.gap[1])) }),
        chance(one.expected),
      ].join(" · "),
    ];
    const part = (/** @type {string} */ title, /** @type {string} */ none, /** @type {string[][]} */ lines) => [
      el("h2", { text: title }),
      lines.length
        ? el("ul", { class: "lines" }, ...lines.map(([text, note]) => el("li", {}, el("div", {}, el("b", { text }), el("p", { class: "note", text: note })))))
        : el("p", { class: "empty", text: none }),
    ];
    const none = say("operator.nothing");
    this.shown.replaceChildren(
      el("p", { class: "note", text: say("operator.hands", { count: found.hands }) }),
      ...part(say("operator.shared"), none, found.shared.map(place)),
      ...part(say("operator.flows", { pairs: found.flow_pairs }), none, found.flows.map(flow)),
      ...part(say("operator.folding", { pairs: found.fold_pairs }), none, found.folds.map(folds)),
    );
  }
}
