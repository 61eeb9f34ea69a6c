/**
 * A dialog about somebody at the table: a note of one's own on him, kept in this browser, and whether he is heard.
 */

import { el, setText } from "./dom.js";
import { change, settings } from "./setting.js";

const LONGEST = 500; // characters of a note

/** @typedef {import("./room.js").SeatView} SeatView */

/** What the viewer has noted of somebody. @param {string} user */
export const noteOf = (user) => settings.notes[user] ?? "";

export class PlayerCard {
  /** @param {import("./words.js").Say} say */
  constructor(say) {
    this.say = say;
    this.user = "";
    this.title = el("h2", { id: "player-title" });
    this.note = el("textarea", { rows: "4", maxlength: String(LONGEST), placeholder: say("page.note.here") });
    this.muted = el("input", { type: "checkbox" });
    const form = el(
      "form",
      { on: { submit: (/** @type {Event} */ event) => this.save(event) } },
      this.title,
      el("label", { class: "field" }, el("span", { text: say("page.note.label") }), this.note),
      el("label", { class: "check" }, this.muted, el("span", { text: say("page.note.mute") })),
      el(
        "div",
        { class: "choices" },
        el("button", { type: "button", on: { click: () => this.node.close() } }, say("page.cancel")),
        el("button", { type: "submit", class: "go" }, say("page.note.save")),
      ),
    );
    this.node = el("dialog", { class: "player", "aria-labelledby": "player-title" }, form);
  }

  /** @param {SeatView} seat */
  show({ user, name }) {
    this.user = user;
    setText(this.title, name);
    this.note.value = noteOf(user);
    this.muted.checked = settings.muted.includes(user);
    this.node.showModal();
    this.note.focus();
  }

  /** @param {Event} event */
  save(event) {
    event.preventDefault();
    const { user } = this;
    const text = this.note.value.trim();
    const { [user]: _, ...others } = settings.notes;
    const muted = settings.muted.filter((other) => other !== user);
    change({
      notes: text ? { ...others, [user]: text } : others,
      muted: this.muted.checked ? [...muted, user] : muted,
    });
    this.node.close();
  }
}
