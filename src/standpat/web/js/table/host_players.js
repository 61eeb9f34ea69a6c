/**
 * The players as the host manages them: one fold for each, with chips, seat, removal, ban, co-host and handing over.
 */

import { el, setText } from "../common/dom.js";
import { HostPlayer } from "./host_player.js";

export class HostPlayers {
  /**
   * @param {import("../common/i18n.js").Say} say @param {string} id the table's id
   * @param {import("./table_actions.js").TableActions} actions
   */
  constructor(say, id, actions) {
    this.say = say;
    this.id = id;
    this.actions = actions;
    /** The rows by user. @type {Map<string, HostPlayer>} */
    this.rows = new Map();
    this.list = el("ul", { class: "host-players" });
    this.nobody = el("p", { class: "note" });
    setText(this.nobody, say("page.host.nobody"));
    this.node = el("div", {}, this.list, this.nobody);
  }

  /** @param {import("../table_view/table_state.js").TableState} table */
  update(table) {
    const seated = table.seats.filter((seat) => seat !== null && !seat.bot);
    const away = table.host.co_hosts.filter(({ user }) => !seated.some((seat) => seat?.user === user));
    const people = [...seated.map((seat) => ({ user: String(seat?.user), name: String(seat?.name) })), ...away];
    const users = new Set(people.map(({ user }) => user));
    for (const [user, row] of this.rows) {
      if (users.has(user)) continue;
      row.node.remove();
      this.rows.delete(user);
    }
    for (const { user, name } of people) {
      let row = this.rows.get(user);
      if (!row) {
        row = new HostPlayer(this.say, this.id, { user, name }, this.actions);
        this.rows.set(user, row);
        this.list.append(row.node);
      }
      row.update(table);
    }
    this.nobody.hidden = people.length > 0;
  }
}
