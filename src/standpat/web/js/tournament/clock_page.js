/**
 * The clock of a tournament for a television: it fills the window, is dark unless the browser has a theme of its own, and
 * needs nobody who is signed in.
 *
 * The room computes everything. The page asks every few seconds and counts down between, on the room's time: a small
 * difference between two answers is the network's and changes nothing, so that the seconds do not jump.
 */

import { request } from "../common/api.js";
import { byId, el, renew, setClass, setText } from "../common/dom.js";
import { loadLocale } from "../common/i18n.js";
import { errorText, gameName } from "../common/labels.js";
import { clockTime, length, stakesText, timeOfDay } from "./times.js";

/** @typedef {import("../common/i18n.js").Say} Say */
/** @typedef {import("./times.js").View} View */
/** @typedef {import("./times.js").Level} Level */

const REFRESH_MS = 3000;
const TICK_MS = 200;
const SAME_MS = 700; // a difference of the room's time that is the network's
const SOON_MS = 3_600_000; // the time before the start that is counted down
const PRIZES = 3;

class ClockPage {
  /** @param {Say} say @param {View} view */
  constructor(say, view) {
    this.say = say;
    this.id = view.row.id;
    this.view = view;
    this.offset = Date.now() - view.now;
    this.name = el("h1", { text: view.row.name });
    this.now = el("span", { class: "now" });
    this.state = el("p", { class: "state", role: "status" });
    this.time = el("p", { class: "time", role: "timer" });
    this.stakes = el("div", { class: "stakes" });
    this.next = el("div", { class: "next" });
    this.facts = el("dl", { class: "facts" });
    this.prizes = el("div", { class: "prizes" });
    this.told = el("p", { class: "told", role: "status" });
    this.full = el("button", { type: "button", class: "full", text: say("tournament.tv.full"), on: { click: () => this.fill() } });
    document.title = `${view.row.name} – ${say("page.brand")}`;
    this.main = el(
      "main",
      { class: "tv" },
      el("header", {}, this.name, this.full, this.now),
      el("section", { class: "middle" }, this.state, this.time, this.stakes, this.next),
      el("aside", {}, this.facts, this.prizes),
      this.told,
    );
    byId("app").replaceChildren(this.main);
    document.addEventListener("fullscreenchange", () => (this.full.hidden = !!document.fullscreenElement));
    this.full.hidden = !document.fullscreenEnabled;
    this.show(view);
    setInterval(() => void this.load(), REFRESH_MS);
    setInterval(() => this.tick(), TICK_MS);
  }

  /** Fill the screen, and keep it on while it is filled. */
  async fill() {
    await document.documentElement.requestFullscreen().catch(() => {});
    await navigator.wakeLock?.request("screen").catch(() => {});
  }

  async load() {
    const answer = await request(`/api/tournaments/${this.id}`);
    document.body.classList.toggle("lost", !answer.ok);
    if (answer.ok) this.show(answer);
  }

  /** @param {View} view */
  show(view) {
    const offset = Date.now() - view.now;
    if (Math.abs(offset - this.offset) > SAME_MS) this.offset = offset;
    this.view = view;
    const { say } = this;
    const running = view.row.status === "running";
    document.body.classList.toggle("resting", view.on_break || view.paused);
    setText(this.state, this.status());
    this.main.classList.toggle("several", view.row.games.length > 1);
    renew(this.stakes, [running, view.present, view.tables], () => (running ? this.level(view.present) : []));
    renew(this.next, [running, view.coming, view.tables, view.next_break < 0, view.on_break], () => (running ? this.coming() : []));
    renew(this.prizes, [view.prizes, view.standings.filter(({ place }) => place === 1)], () => this.shares());
    setText(this.told, document.body.classList.contains("lost") ? say("page.error.lost") : (view.notes.at(-1) ?? ""));
    this.tick();
  }

  status() {
    const { say, view } = this;
    const { row } = view;
    if (row.status === "open") return row.sit_and_go ? say("tournament.waits-full") : say("tournament.starts", { time: clockTime(row.starts, say) });
    if (row.status !== "running") return say(`tournament.status.${row.status}`);
    if (view.paused) return say("tournament.paused");
    if (view.on_break) return say("tournament.on-break");
    const level = say("tournament.level", { count: view.level });
    return view.hand_for_hand ? `${level} · ${say("tournament.hand-for-hand")}` : level;
  }

  /** The game that all tables play, if they do. @param {"game" | "next_game"} which */
  game(which) {
    const games = new Set(this.view.tables.map((table) => table[which]));
    return games.size === 1 ? ([...games][0] ?? "") : "";
  }

  /** The stakes of a level by game, the game that is played larger, each with that of the next level where tables play several games. @param {Level} level */
  level(level) {
    const { say } = this;
    const ids = Object.keys(level.games);
    const played = this.game("game");
    return ids.map((id) =>
      el(
        "p",
        { class: ids.length === 1 || id === played ? "played" : "other" },
        el("span", { class: "game", text: gameName(id, say) }),
        el("b", { text: stakesText(level.games[id], say) }),
        ids.length > 1 && !played ? el("span", { class: "then", text: `→ ${stakesText(this.view.coming.games[id], say)}` }) : null,
      ),
    );
  }

  coming() {
    const { say, view } = this;
    const ids = Object.keys(view.coming.games);
    const game = this.game("next_game");
    const played = view.coming.games[ids.length > 1 ? this.game("game") : ids[0]];
    return [
      played ? el("p", {}, el("span", { text: say("tournament.tv.next") }), el("b", { text: stakesText(played, say) })) : null,
      ids.length > 1 && game && game !== this.game("game") ? el("p", {}, el("span", { text: say("tournament.tv.next-game") }), el("b", { text: gameName(game, say) })) : null,
    ];
  }

  shares() {
    const { say, view } = this;
    const winner = view.standings.find(({ place }) => place === 1);
    if (winner && view.row.status === "finished") return [el("h2", { text: say("tournament.tv.winner") }), el("p", { class: "winner", text: winner.name })];
    if (!view.pool) return [];
    const rows = view.prizes.slice(0, PRIZES).map((prize, at) => el("li", {}, el("span", { text: `${at + 1}.` }), el("b", { text: say.number(prize) })));
    const more = view.prizes.length > PRIZES ? el("p", { class: "more", text: say("tournament.tv.paid", { count: view.prizes.length }) }) : null;
    return [el("h2", { text: say("tournament.tabs.prizes") }), el("ol", {}, ...rows), more];
  }

  /** What changes with time alone. */
  tick() {
    const { say, view } = this;
    const at = Date.now() - this.offset;
    setText(this.now, timeOfDay(Date.now(), say));
    const running = view.row.status === "running";
    const left = running ? (view.ends ? view.ends - at : view.left) : view.row.starts - at;
    this.time.hidden = !running && !(view.row.status === "open" && left > 0 && left < SOON_MS);
    setText(this.time, length(left));
    setClass(this.time, "long", (this.time.textContent ?? "").length > 5);
    const rest = view.next_break > 0 && !view.paused ? view.next_break - (view.ends ? at - view.now : 0) : 0;
    /** @type {[string, string][]} */
    const facts = [["players", running ? `${say.number(view.row.left)} / ${say.number(view.row.entrants)}` : say.number(view.row.entrants)]];
    if (running) facts.push(["average", say.number(view.average)]);
    if (running && view.tables.length > 1) facts.push(["tables", say.number(view.tables.length)]);
    if (running && rest > 0) facts.push(["break", length(rest)]);
    renew(this.facts, facts, () => facts.map(([key, value]) => el("div", {}, el("dt", { text: say(`tournament.tv.${key}`) }), el("dd", { text: value }))));
    if (running && view.ends && left < -300 && !this.late) {
      this.late = true;
      void this.load().finally(() => (this.late = false));
    }
  }
}

async function start() {
  if (!document.documentElement.dataset.theme) document.documentElement.dataset.theme = "dark";
  const say = await loadLocale();
  const answer = await request(`/api/tournaments/${location.pathname.split("/")[2]}`);
  if (answer.ok) new ClockPage(say, answer);
  else byId("app").replaceChildren(el("main", { class: "tv" }, el("p", { class: "told", text: errorText(answer, say) })));
}

void start();
