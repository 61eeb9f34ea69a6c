/**
 * What the viewer has seen of an opponent in this table's game: figures of the hands into which both were dealt, at cash
 * tables or in tournaments as this table is one.
 */

import { request } from "../common/api.js";
import { el, setText } from "../common/dom.js";
import { errorText, gameName } from "../common/labels.js";

/** @typedef {{game: string, hands: number, vpip: number, pfr: number, draws: number, pat: number, drawn: number | null,
 *   showdowns: number, showdowns_won: number}} Observed */

export class OpponentFigures {
  /** @param {import("../common/i18n.js").Say} say */
  constructor(say) {
    this.say = say;
    /** The last request; an answer to an earlier one is dropped. */
    this.asked = 0;
    this.note = el("p", { class: "note", role: "status" });
    this.rows = el("dl", { class: "figures" });
    this.node = el("div", { class: "seen" }, this.note, this.rows);
  }

  /** @param {string} user @param {string} game @param {boolean} tournament */
  async show(user, game, tournament) {
    const { say } = this;
    const asked = ++this.asked;
    this.fill([]);
    setText(this.note, "");
    const answer = await request(`/api/stats?opponent=${encodeURIComponent(user)}&kind=${tournament ? "tournament" : "cash"}`);
    if (asked !== this.asked) return;
    if (!answer.ok) return setText(this.note, errorText(answer, say));
    /** @type {Observed | undefined} */
    const seen = (answer.stats ?? []).find((/** @type {Observed} */ stats) => stats.game === game);
    setText(this.note, say(tournament ? "page.seen.tournament-hands" : "page.seen.hands", { game: gameName(game, say), count: seen?.hands ?? 0 }));
    this.fill(seen ? this.figures(seen) : []);
  }

  /** @param {string[][]} figures */
  fill(figures) {
    this.rows.replaceChildren(
      ...figures.map(([text, value]) => el("div", {}, el("dt", { text }), el("dd", { text: value }))),
    );
    this.rows.hidden = figures.length === 0;
  }

  /** @param {Observed} seen @returns {string[][]} */
  figures({ hands, vpip, pfr, draws, pat, drawn, showdowns, showdowns_won }) {
    const { say } = this;
    const share = (/** @type {number} */ part, /** @type {number} */ whole) => (whole ? `${Math.round((100 * part) / whole)} %` : "–");
    return [
      [say("page.tally.vpip"), share(vpip, hands)],
      [say("page.tally.pfr"), share(pfr, hands)],
      [say("page.seen.drawn"), drawn === null ? "–" : drawn.toFixed(1).replace(".", say("page.tally.point"))],
      [say("page.seen.pat"), share(pat, draws)],
      [say("page.tally.showdowns"), share(showdowns, hands)],
      [say("page.tally.won-there"), share(showdowns_won, showdowns)],
    ];
  }
}
