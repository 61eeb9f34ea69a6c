/**
 * A dialog with the viewer's statistics in this table's game, at cash tables or in tournaments as this table is one.
 */

import { request } from "../common/api.js";
import { el, setText } from "../common/dom.js";
import { gameName, errorText } from "../common/labels.js";

/** @typedef {{game: string, hands: number, vpip: number, pfr: number, showdowns: number, showdowns_won: number,
 *   drawn: number[], net: number}} Stats */

/** @type {Stats} */
const NONE = { game: "", hands: 0, vpip: 0, pfr: 0, showdowns: 0, showdowns_won: 0, drawn: [], net: 0 };

export class StatsDialog {
  /** @param {import("../common/i18n.js").Say} say */
  constructor(say) {
    this.say = say;
    this.note = el("p", { class: "note" });
    this.rows = el("dl", { class: "figures" });
    this.node = el(
      "dialog",
      { class: "tally", "aria-labelledby": "tally-title" },
      el("h2", { id: "tally-title", text: say("page.menu.tally") }),
      this.note,
      this.rows,
      el(
        "div",
        { class: "choices" },
        el("button", { type: "button", class: "go", on: { click: () => this.node.close() } }, say("page.close")),
      ),
    );
  }

  /** @param {string} game @param {boolean} tournament */
  async show(game, tournament) {
    const answer = await request(`/api/stats?kind=${tournament ? "tournament" : "cash"}`);
    const { say } = this;
    /** @type {Stats[]} */
    const all = answer.stats ?? [];
    setText(this.note, answer.ok ? say(tournament ? "page.tally.tournament-note" : "page.tally.note", { game: gameName(game, say) }) : errorText(answer, say));
    const figures = this.figures(all.find((stats) => stats.game === game) ?? NONE).filter(([key]) => !(tournament && key === "net")); // no result in money
    this.rows.replaceChildren(
      ...figures.map(([key, value]) =>
        el("div", {}, el("dt", { text: say(`page.tally.${key}`) }), el("dd", { text: value })),
      ),
    );
    if (!this.node.open) this.node.showModal();
    this.node.scrollTop = 0; // the button at the bottom has the focus, and the browser scrolls to it
  }

  /** @param {Stats} stats @returns {string[][]} */
  figures({ hands, net, vpip, pfr, showdowns, showdowns_won, drawn }) {
    const { say } = this;
    const share = (/** @type {number} */ part, /** @type {number} */ whole) =>
      whole ? `${Math.round((100 * part) / whole)} %` : "–";
    const decimal = (/** @type {number} */ value) => value.toFixed(1).replace(".", say("page.tally.point"));
    return [
      ["hands", say.number(hands)],
      ["net", say.signed(net)],
      ["vpip", share(vpip, hands)],
      ["pfr", share(pfr, hands)],
      ["showdowns", share(showdowns, hands)],
      ["won-there", share(showdowns_won, showdowns)],
      ["drawn", drawn.map(decimal).join(" · ") || "–"],
    ];
  }
}
