/**
 * The replayer: a finished hand step by step on the same table view, with downloads and sharing.
 */

import { request } from "../common/api.js";
import { PotArea } from "../table_view/pot_area.js";
import { attribute, byId, svg, el, setText } from "../common/dom.js";
import { Menu } from "../common/menu.js";
import { showMissing } from "../common/not_found.js";
import { OwnHand } from "../table_view/own_hand.js";
import { RoundBar } from "../table_view/round_bar.js";
import { TableState } from "../table_view/table_state.js";
import { SeatPlate } from "../table_view/seat_plate.js";
import { ShareDialog } from "./share_dialog.js";
import { applyTheme, onChange } from "../common/settings.js";
import { stops } from "../table_view/stops.js";
import { narrate } from "../table_view/narration.js";
import { loadLocale } from "../common/i18n.js";


const SIGN = {
  first: "M6 6h4v20H6zM26 6v20L11 16z",
  back: "M21 6v20L8 16z",
  play: "M9 4v24l17-12z",
  pause: "M8 5h6v22H8zM18 5h6v22h-6z",
  forward: "M11 6v20l13-10z",
  last: "M22 6h4v20h-4zM6 6v20l15-10z",
};
const PACE = 900; // ms between steps while it plays

/** @typedef {import("../common/i18n.js").Say} Say */

class HandPage {
  /** @type {HTMLInputElement} */
  slider;
  /** @type {HTMLElement} */
  player;
  /** @type {HTMLElement} */
  words;
  /** @type {HTMLElement} */
  narration;
  /** @type {HTMLElement} */
  felt;

  /** @param {Say} say @param {any} record @param {string} source the API path of the hand and of its downloads */
  constructor(say, record, source) {
    this.say = say;
    this.record = record;
    this.source = source;
    this.events = record.events;
    this.stops = stops(record.events);
    this.at = 0;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.timer = undefined;
    this.table = this.furnish();
    this.roundBar = new RoundBar(say);
    this.potArea = new PotArea(say);
    this.own = new OwnHand(
      say,
      null,
      (from) => this.potArea.anchor(from),
    );
    this.plates = this.table.seats.map(() => new SeatPlate(say, { sit: () => {} }));
    this.build();
    onChange(() => this.show(this.at));
    addEventListener("keydown", (event) => this.key(event));
    this.show(0);
  }

  /** The table as the server's frames would describe it, without a turn. */
  furnish() {
    const { record } = this;
    const table = new TableState(this.say);
    const mine = record.viewer === null || record.viewer === undefined ? null : record.seat_map[record.viewer];
    const seats = record.seat_map.map((/** @type {number} */ seat, /** @type {number} */ k) => ({
      seat,
      user: `seat ${seat}`,
      name: record.players[k],
      bot: false,
      stack: 0,
      state: "playing",
      owed: 0,
    }));
    table.take({
      t: "hello",
      v: 0,
      server_time: 0,
      you: { user: mine === null ? "" : `seat ${mine}`, name: "", chips: 0 },
      table: record.table,
    });
    table.take({ t: "snapshot", v: 0, seats, button: null, hand: null, last_hands: [], chat: [] });
    return table;
  }

  build() {
    const { say, record } = this;
    const button = (/** @type {keyof typeof SIGN} */ key, /** @type {() => void} */ click) =>
      el(
        "button",
        {
          type: "button",
          class: `step ${key}`,
          "aria-label": say(`replay.${key}`),
          title: say(`replay.${key}`),
          on: { click },
        },
        svg([SIGN[key]], "sign"),
      );
    this.slider = el("input", {
      type: "range",
      min: "0",
      max: String(this.stops.length - 1),
      value: "0",
      "aria-label": say("replay.title", { number: record.hand_no, table: record.table.name }),
      on: { input: () => this.show(this.slider.valueAsNumber) },
    });
    this.player = button("play", () => this.play());
    this.words = el("p", { class: "said", role: "status" });
    const controls = el(
      "section",
      { class: "controls", "aria-label": say("replay.keys") },
      this.words,
      el(
        "div",
        { class: "steps" },
        button("first", () => this.show(0)),
        button("back", () => this.show(this.at - 1)),
        this.player,
        button("forward", () => this.show(this.at + 1)),
        button("last", () => this.show(this.stops.length - 1)),
        this.slider,
      ),
    );
    const title = say("replay.title", { number: record.hand_no, table: record.table.name });
    document.title = `${title} – ${say("page.brand")}`;
    const downloads = el(
      "div",
      { class: "downloads" },
      el("h2", { text: say("replay.download") }),
      ...record.formats.map((/** @type {{name: string, title: string}} */ { name, title }) => {
        const [href, key] = [`${this.source}/download?format=${name}&lang=${say.code}`, `replay.formats.${name}`];
        return el("a", { class: "btn", href, download: true, text: say.has(key) ? say(key) : title });
      }),
    );
    // Only a player of the hand can share it, and only at the hand's own address, not at that of a shared link.
    const share = record.id && record.viewer !== null ? new ShareDialog(say, record.id, record.shared ?? null) : null;
    if (share) {
      downloads.prepend(
        el("button", { type: "button", class: "btn share", on: { click: () => share.open() } }, say("replay.share.open")),
      );
    }
    this.narration = el("ol", { class: "story", tabindex: "0", "aria-label": say("page.this-hand") });
    this.felt = el(
      "div",
      { class: "room", role: "region", "aria-label": say("page.table"), "data-seats": String(this.plates.length) },
      el("div", { class: "felt" }),
      this.potArea.node,
      el("ul", { class: "seats" }, ...this.plates.map((plate) => plate.node)),
      el("div", {}, ...this.plates.map((plate) => plate.front)),
    );
    byId("app").replaceChildren(
      el(
        "header",
        { class: "top" },
        el(
          "div",
          { class: "names" },
          el("a", { class: "home", href: "/" }, say("page.brand")),
          el("h1", { text: title }),
        ),
        this.roundBar.node,
        el(
          "div",
          { class: "tools" },
          this.back(),
          new Menu(say).node,
        ),
      ),
      el("main", { class: "main" }, this.felt, this.own.node, controls),
      el(
        "aside",
        { class: "side", "aria-label": say("page.this-hand") },
        el("h2", { text: say("page.this-hand") }),
        this.narration,
        downloads,
      ),
      ...(share ? [share.node] : []),
    );
    document.body.classList.add("replay");
  }

  /** The way back to the table or, when it is closed, to its tournament; a link that shares a hand has none. */
  back() {
    const { say, record } = this;
    const { id, tournament } = record.table;
    if (!id && !(tournament && record.id)) return null;
    const text = say(id ? "replay.table" : "replay.tournament");
    const href = id ? `/tables/${id}` : `/tournaments/${tournament}`;
    return el("a", { class: "back-link", href, "aria-label": text }, svg(["M20 6L10 16l10 10"], "sign"), el("span", { text }));
  }

  /** Show the table at a step. @param {number} at */
  show(at) {
    const { table, record } = this;
    const before = this.at;
    this.at = Math.max(0, Math.min(this.stops.length - 1, at));
    const events = this.events.slice(0, this.stops[this.at]);
    const betting = record.betting[events.length - 1];
    table.startHand({ seat_map: record.seat_map, events, turn: null, betting });
    table.button = record.seat_map[table.hand?.button ?? 0] ?? null;
    const base = table.mySeat ?? 0;
    const count = table.seats.length;
    this.felt.classList.toggle("seated", table.mySeat !== null);
    this.plates.forEach((plate, seat) => plate.update(table, seat, (seat - base + count) % count));
    for (const plate of this.plates) plate.sit.hidden = true;
    this.roundBar.update(table.hand);
    this.potArea.update(table.hand);
    this.own.node.hidden = table.mySeat === null;
    this.own.update(table, new Set(), Math.abs(this.at - before) !== 1);
    const event = events.at(-1);
    setText(
      this.words,
      (event && table.hand && narrate(event, table.hand, this.say)) ||
        this.say("replay.step", { at: this.at + 1, of: this.stops.length }),
    );
    this.slider.value = String(this.at);
    this.slider.setAttribute("aria-valuetext", this.words.textContent ?? "");
    this.renderNarration();
    if (this.at === this.stops.length - 1) this.pause();
  }

  renderNarration() {
    this.narration.replaceChildren(
      ...this.table.narration.map(({ round, lines }) =>
        el("li", {}, el("h3", { text: round }), el("p", { text: lines.length ? `${lines.join(". ")}.` : "" })),
      ),
    );
    this.narration.scrollTop = this.narration.scrollHeight;
  }

  play() {
    if (this.timer) return this.pause();
    if (this.at === this.stops.length - 1) this.show(0);
    this.timer = setInterval(() => this.show(this.at + 1), PACE);
    this.label(true);
  }

  pause() {
    clearInterval(this.timer);
    this.timer = undefined;
    this.label(false);
  }

  /** @param {boolean} playing */
  label(playing) {
    this.player.replaceChildren(svg([SIGN[playing ? "pause" : "play"]], "sign"));
    attribute(this.player, "aria-label", this.say(playing ? "replay.pause" : "replay.play"));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {Element} */ (event.target);
    if (event.ctrlKey || event.altKey || event.metaKey || target.matches("input, select")) return;
    const to = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: this.stops.length - 1 }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      this.show(to);
    } else if (event.key === " " && !target.matches("button, a")) {
      event.preventDefault();
      this.play();
    }
  }
}

async function start() {
  applyTheme();
  const say = await loadLocale();
  const source = `/api${location.pathname}`; // /hands/KEY or /shared/TOKEN
  const record = await request(source);
  if (record.ok) new HandPage(say, record, source);
  else showMissing("hand", say);
}

void start();
