/**
 * A dialog with the viewer's own figures in the game of this table.
 */

import { el } from "./dom.js";
import { gameName } from "./spoken.js";
import { forget, readTally } from "./tally.js";

export class TallyDialog {
  /** @param {import("./words.js").Say} say */
  constructor(say) {
    this.say = say;
    this.game = "";
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
        el("button", { type: "button", on: { click: () => this.reset() } }, say("page.tally.reset")),
        el("button", { type: "button", class: "go", on: { click: () => this.node.close() } }, say("page.close")),
      ),
    );
  }

  /** @param {string} game */
  show(game) {
    this.game = game;
    this.fill();
    if (!this.node.open) this.node.showModal();
  }

  fill() {
    const { say } = this;
    const tally = readTally(this.game);
    const share = (/** @type {number} */ part, /** @type {number} */ whole) =>
      whole ? `${Math.round((100 * part) / whole)} %` : "–";
    const average = tally.draws ? (tally.thrown / tally.draws).toFixed(1).replace(".", say("page.tally.point")) : "–";
    const figures = [
      ["hands", say.number(tally.hands)],
      ["net", say.signed(tally.net)],
      ["played", share(tally.played, tally.hands)],
      ["won", share(tally.won, tally.hands)],
      ["showdowns", share(tally.showdowns, tally.hands)],
      ["won-there", share(tally.wonThere, tally.showdowns)],
      ["thrown", average],
      ["pats", share(tally.pats, tally.draws)],
    ];
    this.note.textContent = say("page.tally.note", { game: gameName(this.game, say) });
    this.rows.replaceChildren(
      ...figures.map(([key, value]) =>
        el("div", {}, el("dt", { text: say(`page.tally.${key}`) }), el("dd", { text: value })),
      ),
    );
  }

  reset() {
    forget(this.game);
    this.fill();
  }
}
