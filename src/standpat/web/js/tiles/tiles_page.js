/**
 * "My tables": the tables where the person sits, and those that they watch, as tiles on one page.
 *
 * In a wide window up to four tables stand in a grid. On a phone one is in front, and a strip shows the others with their turn
 * lights. Keys act on the table that has the keyboard alone. "Next table to act" gives it to the one whose clock ends first.
 * This page plays the sounds: those of the table in front, and from every table that it is the person's turn.
 */

import { request } from "../common/api.js";
import { byId, el, setText } from "../common/dom.js";
import { loadLocale } from "../common/i18n.js";
import { actionOf, keyMark, showKey } from "../common/keys.js";
import { Menu, Toast } from "../common/menu.js";
import { applyTheme, onChange } from "../common/settings.js";
import { play, unlockAudio } from "../common/sounds.js";
import { tileEvent } from "../common/tile_events.js";
import { Ticker } from "../table_view/clock.js";
import { MOST, chooseTable, chosenTables, tablesToShow } from "./chosen_tables.js";
import { nextToAct } from "./next_to_act.js";
import { Tile } from "./tile.js";

const TURNS = ["turn", "hurry"]; // sounds that are played whichever table is in front
const SAME = 150; // ms in which the same sound of two tables is one

class TilesPage {
  /** @param {import("../common/i18n.js").Say} say */
  constructor(say) {
    this.say = say;
    /** @type {Tile[]} */
    this.tiles = [];
    /** The room's tables; not yet known at first. @type {{id: string, name: string}[] | undefined} */
    this.open = undefined;
    /** The table in front, by id, and whether it has the keyboard. */
    this.current = "";
    this.focused = false;
    /** @type {Record<string, number>} */
    this.played = {};
    this.announced = "";
    this.toast = new Toast();
    this.narrow = matchMedia("(max-width: 860px), (max-height: 560px)");
    this.next = el(
      "button",
      { type: "button", class: "btn next-table", on: { click: () => this.goNext() } },
      el("span", { text: say("tiles.next") }),
      keyMark(),
    );
    this.add = el("select", { class: "add", "aria-label": say("tiles.add"), on: { change: () => this.added() } });
    this.strip = el("nav", { class: "strip", "aria-label": say("tiles.title") });
    this.grid = el("main", { class: "tiles" });
    this.none = el(
      "div",
      { class: "missing", hidden: true },
      el("p", { text: say("tiles.none") }),
      el("a", { class: "btn go", href: "/" }, say("tiles.lobby")),
    );
    this.said = el("p", { class: "unseen", role: "status" });
    const front = () => this.tiles.find(({ id }) => id === this.current);
    const menu = new Menu(say, {
      actions: [{ key: "untile", on: () => this.remove(/** @type {Tile} */ (front())), shown: () => this.narrow.matches && !!front() }],
      links: [{ key: "lobby", href: "/" }, { key: "mine", href: "/hands" }],
    });
    const top = el(
      "header",
      { class: "top" },
      el("a", { class: "home", href: "/" }, say("page.brand")),
      el("h1", { text: say("tiles.title") }),
      el("div", { class: "tools" }, this.next, el("span", { class: "adds" }, this.add), menu.node),
    );
    byId("app").replaceChildren(top, this.strip, this.grid, this.none, this.said, this.toast.node);
    this.ticker = new Ticker(() => this.tick());
    addEventListener("keydown", (event) => this.key(event));
    addEventListener("focus", () => this.setFocused(false));
    addEventListener("visibilitychange", () => document.hidden || void this.load());
    addEventListener("storage", ({ key }) => key === "standpat.language" && location.reload()); // chosen in a tile
    this.narrow.addEventListener("change", () => this.update());
    onChange(() => this.update());
    void this.load();
  }

  /** Ask the room where the person sits and which tables there are. */
  async load() {
    const [me, list] = await Promise.all([request("/api/me"), request("/api/tables")]);
    if (!me.ok) return;
    const seats = (me.seats ?? []).map((/** @type {{table: string}} */ { table }) => table);
    this.open = list.tables ?? [];
    // A tile stays until it is taken off: a person who leaves their seat may watch on.
    const kept = this.tiles.map(({ id }) => id);
    const wanted = tablesToShow(seats, chosenTables());
    for (const id of wanted) if (!kept.includes(id) && this.tiles.length < MOST) this.addTile(id);
    this.update();
  }

  /** @param {string} id */
  addTile(id) {
    const tile = new Tile(this.say, id, {
      changed: () => this.update(),
      focused: (one) => {
        this.current = one.id;
        this.setFocused(true);
      },
      sound: (name, one) => this.sound(name, one),
      next: () => this.goNext(),
      gone: (one) => this.remove(one),
      chosen: (one) => this.bringForward(one),
    });
    unlockAudio(tile.frame, [tileEvent("touch")]);
    this.tiles.push(tile);
    this.grid.append(tile.node);
    this.strip.append(tile.tab);
    this.current ||= id;
  }

  /** Add the table that was chosen in the list. */
  added() {
    const id = this.add.value;
    if (!id) return;
    chooseTable(id, true);
    if (this.tiles.length < MOST) this.addTile(id);
    this.update();
  }

  /** Take a tile off the page. A seat at its table is kept. @param {Tile} tile */
  remove(tile) {
    if (!this.tiles.includes(tile)) return;
    chooseTable(tile.id, false);
    this.tiles = this.tiles.filter((other) => other !== tile);
    tile.node.remove();
    tile.tab.remove();
    if (this.current === tile.id) this.current = this.tiles[0]?.id ?? "";
    if (tile.state?.seated) this.toast.show(this.say("tiles.kept", { name: tile.state.name }));
    this.update();
  }

  /** @param {boolean} on whether a tile has the keyboard */
  setFocused(on) {
    this.focused = on;
    this.update();
  }

  /** @param {Tile} tile */
  bringForward(tile) {
    this.current = tile.id;
    this.update();
    tile.focus();
  }

  goNext() {
    const tile = nextToAct(this.tiles, this.focused || this.narrow.matches ? this.current : "");
    if (tile) this.bringForward(tile);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {Element} */ (event.target);
    if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || target.matches("input, select")) return;
    if (document.querySelector("dialog[open]") || actionOf(event.key) !== "next-table") return;
    event.preventDefault();
    this.goNext();
  }

  /** @param {any} name @param {Tile} tile */
  sound(name, tile) {
    const now = performance.now();
    if (!TURNS.includes(name) && tile.id !== this.current) return;
    if (now - (this.played[name] ?? -SAME) < SAME) return;
    this.played[name] = now;
    play(name);
  }

  update() {
    const { say, tiles } = this;
    this.grid.dataset.count = String(tiles.length);
    this.grid.hidden = tiles.length === 0;
    this.strip.hidden = tiles.length < 2;
    this.none.hidden = tiles.length > 0 || this.open === undefined;
    for (const tile of tiles) {
      const current = tile.id === this.current;
      tile.update(current, current && this.focused);
      tile.node.inert = this.narrow.matches && !current;
    }
    const waiting = tiles.filter(({ state }) => state?.mine);
    this.next.disabled = waiting.length === 0;
    showKey(this.next, "next-table");
    const names = waiting.map(({ state }) => state?.name).join(", ");
    if (names !== this.announced) setText(this.said, names ? say("tiles.your-turn", { name: names }) : "");
    this.announced = names;
    const title = say("tiles.title");
    document.title = waiting.length ? say("page.title-turn", { name: names }) : `${title} – ${say("page.brand")}`;
    this.listTables();
    this.ticker.now();
  }

  /** The tables that can be added. */
  listTables() {
    const shown = this.tiles.map(({ id }) => id);
    const others = (this.open ?? []).filter(({ id }) => !shown.includes(id));
    const key = JSON.stringify(others.map(({ id, name }) => [id, name]));
    this.add.disabled = shown.length >= MOST || others.length === 0;
    if (this.add.dataset.key === key) return;
    this.add.dataset.key = key;
    const first = el("option", { value: "", text: this.say("tiles.add") });
    this.add.replaceChildren(first, ...others.map(({ id, name }) => el("option", { value: id, text: name })));
  }

  /** @returns {number | null} as in `Ticker` */
  tick() {
    for (const tile of this.tiles) tile.tick();
    return this.tiles.some(({ state }) => state?.mine) ? 0 : null;
  }
}

applyTheme();
unlockAudio();
void loadLocale().then((say) => new TilesPage(say));
