/**
 * Emotes: a few short words that a player sends with two keys or taps, and that stand at their plate for two seconds.
 *
 * The dialog has a button for each, with a digit as its key. Emotes of people who are muted are not shown, nor any of others
 * while they are switched off. A screen reader hears who says what.
 */

import { el, setText } from "../common/dom.js";
import { settings } from "../common/settings.js";

/** Those of the protocol, in the order of their keys. */
export const EMOTES = ["nice-hand", "well-snowed", "thank-you", "good-luck", "ouch", "lucky-me", "wow", "good-night"];

export class Emotes {
  /**
   * @param {import("../common/i18n.js").Say} say
   * @param {{table: import("../table_view/table_state.js").TableState, plates: import("../table_view/seat_plate.js").SeatPlate[],
   *   tell: (message: any) => Promise<any>}} page `tell` shows a refusal itself
   */
  constructor(say, page) {
    this.say = say;
    this.page = page;
    this.said = el("p", { class: "unseen", "aria-live": "polite" });
    const buttons = EMOTES.map((emote, k) =>
      el(
        "button",
        { type: "button", "aria-keyshortcuts": String(k + 1), on: { click: () => this.send(emote) } },
        el("span", { text: say(`page.emote.${emote}`) }),
        el("kbd", { text: String(k + 1), "aria-hidden": "true" }),
      ),
    );
    this.dialog = el(
      "dialog",
      { class: "emotes", "aria-labelledby": "emotes-title" },
      el("h2", { id: "emotes-title", text: say("page.emote.send") }),
      el("div", { class: "words" }, ...buttons),
      el("div", { class: "choices" }, el("button", { type: "button", on: { click: () => this.dialog.close() } }, say("page.close"))),
    );
    this.dialog.addEventListener("keydown", (event) => this.key(event));
    /** @type {HTMLElement[]} */
    this.nodes = [this.dialog, this.said];
  }

  /** Ask a player at the table what to say. */
  ask() {
    if (this.page.table.mySeat !== null && !this.dialog.open) this.dialog.showModal();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const emote = EMOTES[Number(event.key) - 1];
    if (!emote || event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
    event.preventDefault();
    this.send(emote);
  }

  /** @param {string} emote */
  send(emote) {
    this.dialog.close();
    void this.page.tell({ t: "emote", emote });
  }

  /** Show what somebody says. An emote that this page does not know is left out. @param {{seat: number, user: string, emote: string}} sent */
  show({ seat, user, emote }) {
    const { table, plates } = this.page;
    const mine = user === table.you?.user;
    if (!EMOTES.includes(emote) || (!mine && (!settings.emotes || settings.muted.includes(user)))) return;
    const taken = table.seats[seat];
    if (taken?.user !== user) return; // they have left
    const what = this.say(`page.emote.${emote}`);
    plates[seat].showEmote(what);
    setText(this.said, "");
    setText(this.said, this.say("page.emote.said", { name: taken.name, what }));
  }
}
