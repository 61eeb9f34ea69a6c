/**
 * Dealer's choice: who picks the next game, what they have picked, and the list for the viewer whose choice it is.
 *
 * The choice begins with the last hand of a game. While a hand is being played there is no hurry; then a time runs, which the
 * server gives as `deadline`. The box stands in a corner of the felt, so that nothing moves when it appears.
 */

import { attribute, el, setClass, setText } from "../common/dom.js";
import { shortcuts } from "../common/keys.js";
import { gameName } from "../common/labels.js";
import { stakesText } from "../table_view/rotation_text.js";

export class GameChooser {
  /** @param {import("../common/i18n.js").Say} say @param {(number: number, game: number) => Promise<any>} choose resolves to a refusal, or null */
  constructor(say, choose) {
    this.say = say;
    this.choose = choose;
    this.text = el("p", { role: "status", id: "choosing-text" });
    this.left = el("span", { class: "left", "aria-hidden": "true" });
    this.select = el("select", { "aria-labelledby": "choosing-text", on: { change: () => this.chosen() } });
    this.node = el("div", { class: "choosing", hidden: true }, this.text, this.left, this.select);
    this.listed = "";
    /** What the room knows to be picked. */
    this.picked = "";
    this.number = 0;
  }

  /** @param {import("../table_view/table_state.js").TableState} table */
  update(table) {
    const { say } = this;
    /** @type {import("../table_view/rotation_text.js").Rotation | null} */
    const rotation = table.info?.rotation ?? null;
    const place = rotation?.place;
    this.node.hidden = !rotation || !place?.chooser;
    this.tick(table);
    if (!rotation || !place?.chooser) return;
    const mine = place.chooser === table.you?.user;
    setClass(this.node, "mine", mine);
    this.select.hidden = !mine;
    attribute(this.select, "aria-keyshortcuts", shortcuts("choose"));
    const picked = place.next === null ? "" : gameName(rotation.games[place.next].game, say);
    const name = table.seats.find((seat) => seat?.user === place.chooser)?.name ?? "";
    if (mine) setText(this.text, say(picked ? "page.rotation.your-pick" : "page.rotation.your-choice"));
    else setText(this.text, picked ? say("page.rotation.picked", { name, game: picked }) : say("page.rotation.picks", { name }));
    if (mine) this.list(rotation);
  }

  /** @param {import("../table_view/rotation_text.js").Rotation} rotation */
  list({ games, place }) {
    const { say } = this;
    this.number = place.number;
    const listed = `${place.number}:${place.offered.join()}`;
    if (this.listed !== listed) {
      this.listed = listed;
      const option = (/** @type {number} */ at) => {
        const { game, stakes } = games[at];
        return el("option", { value: String(at), text: `${gameName(game, say)} · ${stakesText(game, stakes, say)}` });
      };
      const none = el("option", { value: "", text: say("page.rotation.choose"), disabled: true });
      this.select.replaceChildren(none, ...place.offered.map(option));
    }
    this.picked = place.next === null ? "" : String(place.next);
    this.select.value = this.picked;
  }

  async chosen() {
    if (await this.choose(this.number, Number(this.select.value))) this.select.value = this.picked;
  }

  /** Put the focus on the list, if it is the viewer's choice. */
  focus() {
    if (!this.node.hidden && !this.select.hidden) this.select.focus();
  }

  /** Show the seconds that are left. @param {import("../table_view/table_state.js").TableState} table @returns {boolean} whether time runs */
  tick(table) {
    const deadline = this.node.hidden ? null : (table.info?.rotation?.place.deadline ?? null);
    const left = deadline === null ? 0 : Math.max(0, Math.ceil(deadline - table.time));
    setText(this.left, deadline === null ? "" : this.say("lobby.seconds", { count: left }));
    attribute(this.left, "hidden", deadline === null);
    return left > 0;
  }
}
