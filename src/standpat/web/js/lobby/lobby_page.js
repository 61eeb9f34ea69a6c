/**
 * The lobby page: the list of tables, a button that finds a seat, a form for a new table, and the account.
 */

import { AccountDialog } from "./account_dialog.js";
import { prefetch } from "../common/prefetch.js";
import { request } from "../common/api.js";
import { face } from "../common/card_face.js";
import { byId, el, setText } from "../common/dom.js";
import { RoomSocket, socketUrl } from "../common/socket.js";
import { Menu, Toast } from "../common/menu.js";
import { applyTheme } from "../common/settings.js";
import { gameName, houseName, errorText } from "../common/labels.js";
import { TableForm } from "./table_form.js";
import { offersLesson, endLesson } from "../common/lesson_memory.js";
import { loadLocale } from "../common/i18n.js";

/** @typedef {import("../common/i18n.js").Say} Say */
/** @typedef {{id: string, name: string, game: string, house: string, changed: Record<string, any>, betting: string,
 *   small_blind: number, big_blind: number, ante: number, ante_by?: string, buy_in: [number, number], seats: number, taken: number,
 *   bots: number, watching: number, hands: number, locked: boolean, repair?: boolean, rotation?: string[], picked_by?: string, link?: {role: string, name: string} | null}} TableRow
 *   `rotation` are the ids of the games that are played in turn; empty for one game */

const FIRST_LESSON = "27td"; // offered while no game is chosen
const SESSION_WAIT = 1000; // ms until the answer that ended a session has set the next session's cookie

class LobbyPage {
  /** @type {HTMLButtonElement} */
  play;
  /** @type {HTMLSelectElement} */
  game;
  /** @type {HTMLInputElement} */
  search;
  /** @type {HTMLInputElement} */
  free;
  /** The way to the tables where the visitor sits. @type {HTMLElement} */
  mine;
  /** @type {HTMLElement} */
  rows;
  /** @type {HTMLElement} */
  none;
  /** What the room's operator tells everybody. @type {HTMLElement} */
  notice;

  /** @param {Say} say */
  constructor(say) {
    this.say = say;
    /** @type {TableRow[]} */
    this.tables = [];
    this.toast = new Toast();
    this.account = new AccountDialog(say);
    this.form = new TableForm(say, (text) => this.toast.show(text));
    this.lesson = el("p", { class: "lesson-line" });
    this.build();
    this.offerLesson();
    this.socket = new RoomSocket(socketUrl("/lobby/socket"), {
      frame: (frame) => {
        if (frame.t !== "tables") return;
        this.tables = frame.tables;
        prefetch();
        this.render();
      },
      state: () => {},
      // The session has ended, in this tab or another. Reconnect as the user who is signed in then.
      refused: (code) => void (code === 4401 && setTimeout(() => (this.socket.connect(), this.account.load()), SESSION_WAIT)),
    });
    void this.account.load().then(({ notice, seats }) => {
      this.mine.hidden = !seats?.length;
      setText(this.notice, notice ?? "");
      this.notice.hidden = !notice;
    });
  }

  build() {
    const { say } = this;
    const menu = new Menu(say);
    const top = el(
      "header",
      { class: "top" },
      el("a", { class: "home", href: "/" }, say("page.brand")),
      el("div", { class: "tools" }, this.account.node, menu.node),
    );
    this.play = el(
      "button",
      { type: "button", class: "btn go play", on: { click: () => this.playNow() } },
      say("lobby.play-now"),
    );
    const hero = el(
      "section",
      { class: "hero" },
      el(
        "div",
        { class: "fan", "aria-hidden": "true" },
        ...["7c", "5d", "4h", "3s", "2c"].map((card) => el("span", { class: `card ${card[1]}` }, ...face(card))),
      ),
      el(
        "div",
        { class: "words" },
        el("h1", { text: say("page.brand") }),
        el("p", { text: say("lobby.lead") }),
        el("div", { class: "start" }, this.play, el("span", { class: "note", text: say("lobby.play-note") })),
        this.lesson,
      ),
    );
    this.game = el(
      "select",
      { "aria-label": say("lobby.game"), on: { change: () => (this.render(), this.offerLesson()) } },
      el("option", { value: "", text: say("lobby.any-game") }),
    );
    this.search = el("input", {
      type: "text",
      placeholder: say("lobby.filter"),
      "aria-label": say("lobby.filter"),
      on: { input: () => this.render() },
    });
    this.free = el("input", { type: "checkbox", on: { change: () => this.render() } });
    const create = el(
      "button",
      { type: "button", class: "btn", on: { click: () => this.form.open() } },
      say("lobby.create"),
    );
    this.mine = el("a", { class: "btn mine", href: "/my-tables", hidden: true }, say("tiles.title"));
    this.rows = el("tbody");
    this.none = el("p", { class: "none", text: say("lobby.none"), hidden: true });
    const head = ["name", "game", "stakes", "buy-in", "players", "house"].map((key) =>
      el("th", { scope: "col", class: key, text: say(`lobby.${key}`) }),
    );
    this.notice = el("p", { class: "room-notice", role: "status", hidden: true });
    const main = el(
      "main",
      {},
      this.notice,
      hero,
      el(
        "section",
        { class: "tables", "aria-labelledby": "tables-title" },
        el(
          "div",
          { class: "head" },
          el("h2", { id: "tables-title", text: say("lobby.tables") }),
          this.search,
          this.game,
          this.mine,
          el("label", { class: "free" }, this.free, say("lobby.free-only")),
          create,
        ),
        el(
          "table",
          {},
          el(
            "thead",
            {},
            el(
              "tr",
              {},
              ...head,
              el("th", { scope: "col", class: "go" }, el("span", { class: "unseen", text: say("lobby.open") })),
            ),
          ),
          this.rows,
        ),
        this.none,
      ),
    );
    byId("app").replaceChildren(top, main, this.form.node, this.account.dialog, this.toast.node);
    document.title = `${say("lobby.title")} – ${say("page.brand")}`;
  }

  /** Offer the lesson of the chosen game to those who have neither finished nor declined it. */
  offerLesson() {
    const { say, lesson } = this;
    const game = this.game.value || FIRST_LESSON;
    lesson.hidden = !offersLesson(game);
    if (lesson.dataset.game === game) return;
    lesson.dataset.game = game;
    const no = () => {
      endLesson(game);
      this.offerLesson();
      this.play.focus();
    };
    lesson.replaceChildren(
      el("a", { href: `/learn/${game}`, text: this.game.value ? say("lesson.line-of", { game: gameName(game, say) }) : say("lesson.line") }),
      el("button", { type: "button", on: { click: no } }, say("lesson.no")),
    );
  }

  async playNow() {
    this.play.disabled = true;
    const answer = await request("/api/play-now", this.game.value ? { game: this.game.value } : {});
    if (answer.ok) location.assign(answer.url ?? `/tables/${answer.table}`);
    else this.toast.show(errorText(answer, this.say));
    this.play.disabled = false;
  }

  render() {
    const { say } = this;
    for (const id of new Set(this.tables.flatMap(games))) {
      if (![...this.game.options].some((option) => option.value === id))
        this.game.append(el("option", { value: id, text: gameName(id, say) }));
    }
    const wanted = this.search.value.trim().toLowerCase();
    const shown = this.tables.filter(
      (table) =>
        (!this.game.value || games(table).includes(this.game.value)) &&
        (!this.free.checked || table.taken - table.bots < table.seats) &&
        `${table.name} ${games(table).map((id) => gameName(id, say)).join(" ")}`.toLowerCase().includes(wanted),
    );
    this.none.hidden = shown.length > 0;
    const focused = document.activeElement?.closest?.("tr")?.dataset.id;
    this.rows.replaceChildren(...shown.map((table) => this.row(table)));
    if (focused) /** @type {HTMLElement | null} */ (this.rows.querySelector(`[data-id="${CSS.escape(focused)}"] a`))?.focus();
  }

  /** The game; of a table with several, what kind it is and which of them is played now. @param {TableRow} table */
  gameCell(table) {
    const { say } = this;
    const now = gameName(table.game, say);
    if (!table.rotation?.length) return el("td", { class: "game", text: now });
    const count = table.rotation.length;
    const kind = table.picked_by === "button" ? say("lobby.choice-of", { count }) : say("lobby.mix-of", { count });
    const all = table.rotation.map((id) => gameName(id, say)).join(", ");
    return el("td", { class: "game", title: all }, kind, el("span", { class: "more", text: say("lobby.now", { game: now }) }));
  }

  /** @param {TableRow} table */
  row(table) {
    const { say } = this;
    const dots = el(
      "span",
      { class: "dots", "aria-hidden": "true" },
      ...Array.from({ length: table.seats }, (_, k) =>
        el("i", { class: k < table.taken - table.bots ? "person" : k < table.taken ? "bot" : "" }),
      ),
    );
    const people = `${table.taken}/${table.seats}`;
    const more = [
      table.bots ? say("lobby.bots", { count: table.bots }) : "",
      table.watching ? say("lobby.watching", { count: table.watching }) : "",
    ].filter(Boolean);
    const limit = table.betting === "fixed-limit";
    const stakes = limit ? [table.big_blind, 2 * table.big_blind] : [table.small_blind, table.big_blind];
    const what = table.ante_by === "big-blind" ? say("lobby.ante-table") : say("lobby.ante").toLowerCase();
    const ante = table.ante ? ` · ${what} ${say.number(table.ante)}` : "";
    const custom = Object.keys(table.changed).length ? ` · ${say("lobby.custom")}` : "";
    return el(
      "tr",
      { data: { id: table.id } },
      el(
        "th",
        { scope: "row", class: "name" },
        el("a", { href: `/tables/${encodeURIComponent(table.id)}`, text: table.name }),
        table.locked ? el("span", { class: "lock", text: say("lobby.locked") }) : null,
        table.repair ? el("span", { class: "lock", text: say("lobby.repair") }) : null,
        table.link ? el("span", { class: "lock", text: say(`lobby.link-${table.link.role}`, { name: table.link.name }) }) : null,
      ),
      this.gameCell(table),
      el("td", { class: "stakes", text: stakes.map(say.number).join("/") + ante }),
      el("td", { class: "buy-in", text: table.buy_in.map(say.number).join("–") }),
      el(
        "td",
        { class: "players" },
        dots,
        el("span", { class: "count", text: people }),
        el("span", { class: "more", text: more.join(", ") }),
      ),
      el("td", { class: "house", text: houseName(table.house, say) + custom }),
      el(
        "td",
        { class: "go" },
        el(
          "a",
          {
            class: "btn open",
            href: `/tables/${encodeURIComponent(table.id)}`,
            "aria-label": say("lobby.open-table", { name: table.name }),
          },
          say("lobby.open"),
        ),
      ),
    );
  }
}

/** The ids of all games of a table. @param {TableRow} table */
const games = ({ game, rotation }) => (rotation?.length ? rotation : [game]);

applyTheme();
void loadLocale().then((say) => new LobbyPage(say));
