/**
 * One table of "My tables": its header with the turn light, the frame with the table's page, and its button in the strip that
 * a phone has.
 *
 * The frame tells what happens there by events (`tile_events.js`). The light is on while the table waits for the person; its
 * bar is the time that they have left, with their time bank.
 */

import { attribute, el, setClass, setText, svg } from "../common/dom.js";
import { tileEvent } from "../common/tile_events.js";

/** @typedef {import("../common/tile_events.js").TileState} TileState */

export class Tile {
  /**
   * @param {import("../common/i18n.js").Say} say @param {string} id the table
   * @param {{changed: (tile: Tile) => void, focused: (tile: Tile) => void, sound: (name: any, tile: Tile) => void, next: () => void,
   *   gone: (tile: Tile) => void, chosen: (tile: Tile) => void}} on
   */
  constructor(say, id, on) {
    this.say = say;
    this.id = id;
    /** @type {TileState | null} */
    this.state = null;
    const path = `/tables/${encodeURIComponent(id)}`;
    this.name = el("h2");
    this.what = el("span", { class: "what" });
    this.left = el("span", { class: "left", "aria-hidden": "true" });
    const alone = say("tiles.alone");
    const remove = say("tiles.remove");
    this.frame = el("iframe", { src: `${path}/tile`, title: say("tiles.table") });
    this.node = el(
      "section",
      { class: "tile", data: { id } },
      el(
        "header",
        {},
        el("i", { class: "light", "aria-hidden": "true" }),
        this.name,
        this.what,
        this.left,
        el("a", { class: "icon", href: path, target: "_blank", "aria-label": alone, title: alone }, svg(["M13 7H7v18h18v-6", "M18 6h8v8", "M26 6L15 17"], "sign")),
        el("button", { type: "button", class: "icon", "aria-label": remove, title: remove, on: { click: () => on.gone(this) } }, svg(["M8 8l16 16", "M24 8L8 24"], "sign")),
      ),
      this.frame,
    );
    this.tabName = el("span", { class: "tab-name" });
    this.tabLeft = el("span", { class: "left", "aria-hidden": "true" });
    const choose = () => on.chosen(this);
    this.tab = el("button", { type: "button", on: { click: choose } }, el("i", { class: "light", "aria-hidden": "true" }), this.tabName, this.tabLeft);
    this.listen(on);
  }

  /** @param {ConstructorParameters<typeof Tile>[2]} on */
  listen(on) {
    const { frame } = this;
    const hear = (/** @type {import("../common/tile_events.js").TileEvent} */ what, /** @type {(detail: any) => void} */ then) =>
      frame.addEventListener(tileEvent(what), (event) => then(/** @type {CustomEvent} */ (event).detail));
    hear("state", (state) => {
      this.state = state;
      on.changed(this);
    });
    hear("focus", () => on.focused(this));
    hear("sound", (name) => on.sound(name, this));
    hear("next", () => on.next());
    hear("gone", () => on.gone(this));
    // The table is gone, or the room does not let it be shown: there is no table in the frame.
    frame.addEventListener("load", () => frame.contentDocument?.querySelector(".table-page") ?? on.gone(this));
  }

  /** Give this table the keyboard. */
  focus() {
    this.frame.focus();
    this.frame.contentWindow?.focus();
    const bar = this.frame.contentDocument?.querySelector(".bar");
    if (bar) /** @type {HTMLElement} */ (bar).focus({ preventScroll: true });
  }

  /** @param {boolean} current whether it is in front @param {boolean} focused whether it has the keyboard */
  update(current, focused) {
    const { say, state } = this;
    setText(this.name, state?.name ?? "");
    setText(this.tabName, state?.name ?? "");
    const mine = state?.mine ?? false;
    const who = state?.who ? say("table.to-act", { name: state.who }) : (state?.game ?? "");
    setText(this.what, mine ? say("page.your-turn") : who);
    attribute(this.node, "aria-label", state ? (mine ? say("tiles.your-turn", { name: state.name }) : state.name) : say("tiles.table"));
    attribute(this.frame, "title", state?.name ?? say("tiles.table"));
    attribute(this.tab, "aria-label", state && mine ? say("tiles.your-turn", { name: state.name }) : null);
    attribute(this.tab, "aria-current", current ? "true" : null);
    for (const node of [this.node, this.tab]) setClass(node, "mine", mine);
    setClass(this.node, "current", current);
    setClass(this.node, "focused", focused);
    this.tick();
  }

  /** Show the time that is left. */
  tick() {
    const { state } = this;
    const left = state?.mine ? Math.max(0, state.ends - Date.now()) : 0;
    const text = state?.mine ? String(Math.ceil(left / 1000)) : "";
    for (const node of [this.left, this.tabLeft]) setText(node, text);
    const share = state?.mine && state.whole ? Math.min(1, left / state.whole).toFixed(3) : "0";
    for (const node of [this.node, this.tab]) node.style.setProperty("--share", share);
  }
}
