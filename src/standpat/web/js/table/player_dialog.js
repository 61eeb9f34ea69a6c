/**
 * A dialog about another player: what the viewer has seen of them, the viewer's private note with a colour label, mute, a
 * report, and bar for the table's owner.
 */

import { el, setText } from "../common/dom.js";
import { noteOf, writeNote } from "../table_view/notes.js";
import { ColourChoice } from "./colour_choice.js";
import { OpponentFigures } from "./opponent_figures.js";
import { FormStatus } from "../common/form_status.js";
import { change, settings } from "../common/settings.js";

const LONGEST = 2000; // characters of a note

/** @typedef {import("../table_view/table_state.js").SeatView} SeatView */

export class PlayerDialog {
  /**
   * @param {import("../common/i18n.js").Say} say @param {(seat: SeatView) => void} onBar
   * @param {(seat: SeatView) => void} onReport
   * @param {(text: string) => void} tell shows a text once the dialog is closed
   */
  constructor(say, onBar, onReport, tell) {
    this.say = say;
    this.tell = tell;
    this.user = "";
    this.title = el("h2", { id: "player-title" });
    this.note = el("textarea", { rows: "4", maxlength: String(LONGEST), placeholder: say("page.note.here") });
    this.colours = new ColourChoice(say);
    this.seen = new OpponentFigures(say);
    this.muted = el("input", { type: "checkbox" });
    this.status = new FormStatus(say);
    /** @type {SeatView | null} */
    this.seat = null;
    this.bar = el("button", { type: "button", on: { click: () => this.leave(onBar) } }, say("page.owner.bar-go"));
    this.report = el("button", { type: "button", on: { click: () => this.leave(onReport) } }, say("page.report.go"));
    const form = el(
      "form",
      { on: { submit: (/** @type {Event} */ event) => this.save(event) } },
      this.title,
      this.seen.node,
      this.colours.node,
      el("label", { class: "field" }, el("span", { text: say("page.note.label") }), this.note),
      el("label", { class: "check" }, this.muted, el("span", { text: say("page.note.mute") })),
      this.status.node,
      el(
        "div",
        { class: "choices" },
        el("span", { class: "harsh" }, this.bar, this.report),
        el("button", { type: "button", on: { click: () => this.node.close() } }, say("page.cancel")),
        el("button", { type: "submit", class: "go" }, say("page.note.save")),
      ),
    );
    this.node = el("dialog", { class: "player", "aria-labelledby": "player-title" }, form);
  }

  /** @param {SeatView} seat @param {string} game the table's present game @param {boolean} tournament whether it is a tournament's table @param {boolean} mayBar */
  show(seat, game, tournament, mayBar) {
    const { user, name } = seat;
    this.seat = seat;
    this.bar.hidden = !mayBar;
    this.report.hidden = seat.bot;
    this.user = user;
    setText(this.title, name);
    const { text, colour } = noteOf(user);
    this.note.value = text;
    this.colours.value = colour;
    void this.seen.show(user, game, tournament);
    this.status.clear();
    this.muted.checked = settings.muted.includes(user);
    this.node.showModal();
    if (matchMedia("(hover: hover)").matches) this.note.focus(); // on a phone its keyboard would cover the figures
    this.node.scrollTop = 0; // what is above the note is read first
  }

  /** Go on with something else about the player. @param {(seat: SeatView) => void} next */
  leave(next) {
    this.node.close();
    if (this.seat) next(this.seat);
  }

  /** @param {Event} event */
  async save(event) {
    event.preventDefault();
    const { user } = this;
    this.status.clear();
    const text = this.note.value.trim();
    const colour = this.colours.value;
    const before = noteOf(user);
    const same = text === before.text && colour === before.colour;
    const answer = same ? { ok: true } : await writeNote(user, { text, colour });
    const others = settings.muted.filter((other) => other !== user);
    change({ muted: this.muted.checked ? [...others, user] : others });
    if (!answer.ok) return this.status.refusal(answer);
    this.node.close();
    this.tell(this.say("page.note.saved"));
  }
}
