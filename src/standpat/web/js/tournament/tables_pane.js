/**
 * The tables of a tournament, and where a player sits: a search by name, the tables with their players and stacks, and the
 * way to each of them. The viewer's own table comes first.
 */

import { row, table } from "../common/parts.js";
import { el, renew } from "../common/dom.js";
import { gameName } from "../common/labels.js";

/** @typedef {import("../common/i18n.js").Say} Say */
/** @typedef {import("./times.js").View} View */
/** @typedef {import("./times.js").Standing} Standing */

export class TablesPane {
  /** @param {Say} say */
  constructor(say) {
    this.say = say;
    this.list = el("div", { class: "tables" });
    this.found = el("p", { class: "note", role: "status" });
    this.search = el("input", {
      type: "search", autocomplete: "off", placeholder: say("tournament.find.player"), "aria-label": say("tournament.find.player"),
      on: { input: () => this.view && this.show(this.view) },
    });
    this.node = el("div", {}, el("p", { class: "finder" }, this.search), this.found, this.list);
  }

  /** @param {View} view */
  show(view) {
    const { say } = this;
    this.view = view;
    const word = this.search.value.trim().toLocaleLowerCase();
    const hits = word ? view.standings.filter(({ name }) => name.toLocaleLowerCase().includes(word)) : [];
    this.search.parentElement?.toggleAttribute("hidden", !view.tables.length);
    renew(this.found, [word, hits], () => (word ? this.hits(hits) : []));
    const shown = view.tables.filter(({ number }) => !word || hits.some((one) => one.table === number));
    shown.sort((one, other) => Number(other.number === view.me?.table) - Number(one.number === view.me?.table));
    renew(this.list, [shown, view.standings, word], () =>
      view.tables.length ? shown.map((one) => this.table(view, one, hits)) : [el("p", { class: "empty", text: say("tournament.find.none") })],
    );
  }

  /** Where those who were found sit, in words. @param {Standing[]} hits */
  hits(hits) {
    const { say } = this;
    if (!hits.length) return [el("span", { text: say("tournament.find.nobody") })];
    return hits.slice(0, 8).map(({ name, table: number, seat, place }) => {
      const where = number ? say("tournament.find.where", { name, table: number, seat: seat + 1 }) : say(place ? "tournament.find.out" : "tournament.find.moving", { name, place });
      return el("span", { class: "hit", text: where });
    });
  }

  /** @param {View} view @param {import("./times.js").Table} one @param {Standing[]} hits */
  table(view, { number, id, game }, hits) {
    const { say } = this;
    const players = view.standings.filter((player) => player.table === number).sort((a, b) => a.seat - b.seat);
    const chips = players.reduce((sum, { stack }) => sum + stack, 0);
    const mine = view.me?.table === number;
    const title = say("tournament.find.table", { number });
    const about = [mine ? say("tournament.find.mine") : "", game ? gameName(game, say) : "", say("tournament.find.average", { chips: Math.round(chips / Math.max(1, players.length)) })];
    const rows = players.map((player) => {
      const line = row(player.name, say.number(player.seat + 1), say.number(player.stack));
      if (player.id === view.me?.id || hits.includes(player)) line.classList.add("me");
      return line;
    });
    const columns = ["player", "seat", "stack"].map((key) => say(`tournament.columns.${key}`));
    return el(
      "section",
      { class: mine ? "a-table mine" : "a-table" },
      el("div", { class: "head" }, el("h2", { text: title }), el("a", { class: mine ? "btn go" : "btn", href: `/tables/${id}`, text: say(mine ? "tournament.to-table" : "tournament.find.watch"), "aria-label": mine ? false : say("tournament.find.watch-table", { number }) })),
      el("p", { class: "note", text: about.filter(Boolean).join(" · ") }),
      table(title, columns, rows),
    );
  }
}
