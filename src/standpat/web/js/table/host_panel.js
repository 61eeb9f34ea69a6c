/**
 * The host's panel: a sheet beside the table, with everything that a host decides. Hosts see it, and nobody else.
 *
 * Its parts are folds: the players, the game, the bots, and who may come in. Co-hosts see the parts that are theirs. The
 * players are kept up to date while the panel is open; forms keep what the host is typing.
 */

import { request } from "../common/api.js";
import { el, setText } from "../common/dom.js";
import { FormStatus } from "../common/form_status.js";
import { HostBots } from "./host_bots.js";
import { HostDoor } from "./host_door.js";
import { HostLink } from "./host_link.js";
import { HostPlayers } from "./host_players.js";
import { HostRules } from "./host_rules.js";

export class HostPanel {
  /**
   * @param {import("../common/i18n.js").Say} say @param {string} id the table's id
   * @param {import("./table_actions.js").TableActions} actions
   */
  constructor(say, id, actions) {
    this.say = say;
    this.id = id;
    this.table = actions.page.table;
    this.status = new FormStatus(say);
    this.pause = el("button", { type: "button", on: { click: () => this.setPause() } });
    const invite = el("button", { type: "button", on: { click: () => (this.node.close(), void actions.invite()) } }, say("page.menu.invite"));
    this.players = new HostPlayers(say, id, actions);
    this.rules = new HostRules(say, id);
    this.bots = new HostBots(say, id);
    this.door = new HostDoor(say, id);
    this.link = new HostLink(say, id);
    const close = el(
      "button",
      { type: "button", class: "grave", on: { click: () => (this.node.close(), void actions.closeTable()) } },
      say("page.menu.close"),
    );
    /** What only the owner sees. */
    this.owned = [
      this.fold("rules", this.rules.node),
      this.fold("bots", this.bots.node),
      this.fold("second", this.link.node),
      el("div", { class: "choices end" }, close),
    ];
    this.open = this.fold("players", this.players.node);
    this.doorFold = this.fold("door", this.door.node);
    this.doorFold.addEventListener("toggle", () => this.doorFold.open && this.readBanned());
    this.node = el(
      "dialog",
      { class: "host-panel", "aria-labelledby": "host-title" },
      el(
        "header",
        {},
        el("h2", { id: "host-title", text: say("page.host.title") }),
        el("button", { type: "button", class: "shut", "aria-label": say("page.close"), on: { click: () => this.node.close() } }, "×"),
      ),
      el("div", { class: "choices acts" }, this.pause, invite),
      this.status.node,
      this.open,
      this.owned[0],
      this.owned[1],
      this.owned[2],
      this.doorFold,
      this.owned[3],
    );
  }

  /** @param {string} key @param {HTMLElement} content */
  fold(key, content) {
    return el("details", { class: "fold" }, el("summary", { text: this.say(`page.host.${key}`) }), content);
  }

  async show() {
    const { table } = this;
    this.status.clear();
    this.open.open = true;
    for (const part of this.owned) part.hidden = !table.owns;
    this.update();
    this.node.showModal();
    if (this.doorFold.open) void this.readBanned();
    if (!table.owns) return;
    const options = await request("/api/options");
    this.rules.fill(table, options);
    this.bots.fill(table.info, options);
    void this.link.fill(table);
  }

  /** Show what has changed at the table. */
  update() {
    const { say, table } = this;
    if (!table.hosts && this.node.open) this.node.close();
    setText(this.pause, say(table.host.paused ? "page.host.resume" : "page.host.pause"));
    this.pause.hidden = !table.info?.owner;
    this.players.update(table);
    this.rules.note(table);
    this.door.update(table);
    this.link.update(table);
  }

  async readBanned() {
    const answer = await request(`/api/tables/${this.id}/barred`);
    this.door.fill(this.table, answer.ok ? answer.barred : []);
  }

  async setPause() {
    this.status.clear();
    const answer = await request(`/api/tables/${this.id}/pause`, { on: !this.table.host.paused });
    if (!answer.ok) this.status.refusal(answer);
  }
}
