/**
 * The hands of a tournament that is over: a table and a level are chosen, and each hand is a way to the replayer. The choice is
 * part of the page's address, so that it is still there when the viewer comes back from a hand.
 */

import { request } from "../common/api.js";
import { el, setText } from "../common/dom.js";
import { errorText, gameName } from "../common/labels.js";

/** @typedef {import("../common/i18n.js").Say} Say */
/** @typedef {{number: number, levels: {level: number, hands: number}[]}} TableHands */
/** @typedef {{id: string, number: number, game: string, won: [string, number][], lost_all: string[], net: number | null, counts: boolean}} Hand */

export class HandsPane {
  /** @param {Say} say @param {string} id the tournament @param {TableHands[]} tables @param {boolean} several whether there are several games */
  constructor(say, id, tables, several) {
    this.say = say;
    this.id = id;
    this.tables = tables;
    this.several = several;
    /** The last request; an answer to an earlier one is dropped. */
    this.asked = 0;
    this.last = 0;
    const choose = (/** @type {string} */ key, /** @type {() => void} */ change) => el("select", { "aria-label": say(key), on: { change } });
    this.table = choose("tournament.result.table", () => (this.offer(), void this.load()));
    this.level = choose("tournament.columns.level", () => void this.load());
    this.list = el("ol", { class: "hand-rows" });
    this.status = el("p", { class: "note", role: "status" });
    this.more = el("button", { type: "button", class: "btn", hidden: true, on: { click: () => void this.load(this.last) } }, say("tournament.result.more"));
    this.node = el("div", {}, el("p", { class: "hand-choice" }, this.table, this.level), this.list, this.status, this.more);
    this.table.append(...tables.map(({ number }) => new Option(say("tournament.find.table", { number }), String(number))));
    const wanted = new URLSearchParams(location.search);
    this.table.value = wanted.get("table") ?? "";
    if (this.table.selectedIndex < 0) this.table.selectedIndex = tables.length - 1; // the last table had the end
    this.offer(wanted.get("level") ?? "");
    void this.load();
  }

  /** Offer the levels of the chosen table. @param {string} [level] */
  offer(level = "") {
    const { say } = this;
    /** @type {Map<number, number>} */
    const counts = new Map();
    for (const run of this.tables[this.table.selectedIndex].levels) counts.set(run.level, (counts.get(run.level) ?? 0) + run.hands);
    const levels = [...counts].sort(([one], [other]) => one - other);
    this.level.replaceChildren(...levels.map(([number, count]) => new Option(say("tournament.result.level-hands", { level: number, count }), String(number))));
    this.level.value = level;
    if (this.level.selectedIndex < 0) this.level.selectedIndex = levels.length - 1;
  }

  /** Fetch the first hands, or those after one. @param {number} [after] */
  async load(after = 0) {
    const { say } = this;
    const asked = ++this.asked;
    const query = `table=${this.table.value}&level=${this.level.value}`;
    if (after === 0 && this.list.childElementCount) history.replaceState(null, "", `?${query}`);
    const answer = await request(`/api/tournaments/${this.id}/hands?${query}&after=${after}`);
    if (asked !== this.asked) return;
    setText(this.status, answer.ok ? "" : errorText(answer, say));
    if (!answer.ok) return;
    /** @type {Hand[]} */
    const hands = answer.hands;
    const rows = hands.map((hand) => this.row(hand));
    if (after) {
      this.list.append(...rows);
      rows[0]?.querySelector("a")?.focus();
    } else this.list.replaceChildren(...rows);
    this.last = hands.at(-1)?.number ?? 0;
    this.more.hidden = !answer.more;
  }

  /** @param {Hand} hand */
  row({ id, number, game, won, lost_all: out, net, counts }) {
    const { say } = this;
    const winners = won.map(([name, chips]) => `${name} ${say.signed(chips)}`).join(", ");
    const parts = {
      game: this.several ? gameName(game, say) : "",
      who: counts ? winners : say("tournament.result.voided"),
      out: out.length ? say("tournament.result.lost-all", { names: out.join(", ") }) : "",
      [`net ${net && net > 0 ? "up" : net && net < 0 ? "down" : ""}`]: net === null ? "" : say("tournament.result.own", { net: say.signed(net) }),
    };
    const texts = Object.entries(parts).map(([kind, text]) => (text ? el("span", { class: kind, text }) : null));
    return el("li", {}, el("a", { href: `/hands/${id}` }, el("b", { text: say("tournament.result.hand", { number }) }), ...texts));
  }
}
