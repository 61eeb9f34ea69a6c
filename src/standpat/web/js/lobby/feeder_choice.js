/**
 * In the sheet that makes a game: whether the new table is the must-move table of one that the user has. Then it has the
 * settings of that table, and nothing else is asked. Users without such a table do not see it.
 */

import { request } from "../common/api.js";
import { el, setText } from "../common/dom.js";

export class FeederChoice {
  /** @param {import("../common/i18n.js").Say} say @param {(main: string) => void} chosen called with the id of the main table; "" for none */
  constructor(say, chosen) {
    this.say = say;
    this.chosen = chosen;
    this.choice = el("select", { on: { change: () => this.tell() } });
    this.note = el("p", { class: "note" });
    this.node = el("div", { class: "feeds", hidden: true }, el("label", {}, el("span", { text: say("lobby.feeds") }), this.choice), this.note);
  }

  /** The id of the main table; "" for a game of its own. */
  get main() {
    return this.choice.value;
  }

  async load() {
    const answer = await request("/api/must-move");
    /** @type {{user: string, name: string}[]} */
    const tables = (answer.ok && answer.tables) || [];
    this.choice.replaceChildren(
      el("option", { value: "", text: this.say("lobby.feeds-none") }),
      ...tables.map(({ user, name }) => el("option", { value: user, text: name })),
    );
    this.node.hidden = !tables.length;
    this.tell();
  }

  tell() {
    const name = this.choice.selectedOptions[0]?.text ?? "";
    setText(this.note, this.main ? this.say("lobby.feeds-note", { name }) : "");
    this.note.hidden = !this.main;
    this.chosen(this.main);
  }
}
