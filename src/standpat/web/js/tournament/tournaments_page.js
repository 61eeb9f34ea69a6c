/**
 * The page of tournaments: those one can enter, those that are played, the last ones that are over, and a form for a
 * sit-and-go.
 */

import { field, openForm } from "../common/form_dialog.js";
import { button } from "../common/parts.js";
import { request } from "../common/api.js";
import { byId, el, renew } from "../common/dom.js";
import { loadLocale } from "../common/i18n.js";
import { errorText, gameName } from "../common/labels.js";
import { showPlainPage } from "../common/page_frame.js";
import { applyTheme } from "../common/settings.js";
import { choice, presetFields } from "../common/preset_fields.js";
import { TournamentTerms } from "../common/tournament_terms.js";
import { clockTime, fieldText } from "./times.js";

/** @typedef {import("../common/i18n.js").Say} Say */
/** @typedef {import("./times.js").Row} Row */

const REFRESH_MS = 5000;

/** @param {Row} row @param {Say} say */
function line(row, say) {
  const parts = [
    row.games.map((id) => gameName(id, say)).join(", "),
    fieldText(row, say),
    row.cost ? say("tournament.cost", { count: row.cost }) : say("tournament.free"),
    row.status !== "open" ? "" : row.sit_and_go ? say("tournament.when-full") : clockTime(row.starts, say),
  ].filter(Boolean);
  return el(
    "li",
    {},
    el(
      "a",
      { href: `/tournaments/${row.id}` },
      el("b", { text: row.name }),
      el("span", { class: `mark ${row.status}`, text: say(`tournament.status.${row.status}`) }),
      row.private ? el("span", { class: "mark private", text: say("tournament.private-mark") }) : null,
      row.entered ? el("span", { class: "mark mine", text: say("tournament.entered-mark") }) : null,
      el("p", { class: "note", text: parts.join(" · ") }),
    ),
    row.late && !row.entered ? button(say("tournament.acts.register"), () => register(row.id, say), "btn to-table") : null,
    row.table ? el("a", { class: "btn go to-table", href: `/tables/${row.table}`, text: say("tournament.to-table") }) : null,
  );
}

/** Enter, and go to the tournament's page; or say why one may not. @param {string} id @param {Say} say */
async function register(id, say) {
  const answer = await request(`/api/tournaments/${id}/register`, {});
  if (answer.ok) location.assign(`/tournaments/${id}`);
  else byId("told").textContent = errorText(answer, say);
}

/** @param {Say} say */
function openSitAndGo(say) {
  const { kind, speed } = presetFields(say);
  const players = choice(["2", "3", "4", "5", "6", "7"], (value) => value, "6");
  const bots = choice(["0", "1", "2", "3", "4", "5"], (value) => value, "0");
  const terms = new TournamentTerms(say);
  const charge = () => terms.charge(Number(terms.buyIn.value), Number(bots.value));
  for (const input of [terms.buyIn, bots]) input.addEventListener("change", charge);
  openForm(say, {
    title: say("tournament.new"),
    note: say("tournament.new-note"),
    body: [
      field(say("tournament.game"), kind),
      el("div", { class: "pair even" }, field(say("tournament.players"), players), field(say("tournament.bots"), bots)),
      el("div", { class: "pair even" }, field(say("tournament.speed"), speed), field(say("tournament.own.buy_in"), terms.buyIn)),
      terms.bill,
      terms.door,
    ],
    go: say("tournament.new-go"),
    send: async () => {
      const answer = await request("/api/tournaments", {
        kind: kind.value, speed: speed.value, players: Number(players.value), bots: Number(bots.value), buy_in: Number(terms.buyIn.value), ...terms.wish,
      });
      return answer.ok ? { ...(await request(`/api/tournaments/${answer.tournament}/register`, {})), url: answer.url } : answer;
    },
    done: ({ url }) => location.assign(url),
  });
}

/** @param {Say} say */
async function load(say) {
  const answer = await request("/api/tournaments");
  const list = byId("tournaments");
  if (!answer.ok) return list.replaceChildren(el("p", { class: "wrong", text: errorText(answer, say) }));
  /** @type {Row[]} */
  const rows = answer.tournaments;
  const own = [...rows].sort((one, other) => Number(!!other.table) - Number(!!one.table)); // one's own tables come first
  renew(list, own, () => [
    rows.length ? el("ul", { class: "cards" }, ...own.map((row) => line(row, say))) : el("p", { class: "empty", text: say("tournament.none") }),
  ]);
}

async function start() {
  applyTheme();
  const say = await loadLocale();
  await request("/api/me"); // the first visit makes a guest, who can enter
  showPlainPage(
    say("tournament.tournaments"),
    say,
    el(
      "main",
      { class: "session club tournament" },
      el("div", { class: "head" }, el("h1", { text: say("tournament.tournaments") }), el("a", { class: "btn", href: "/tournaments/new", text: say("tournament.own-new") }), button(say("tournament.new"), () => openSitAndGo(say), "btn go")),
      el("p", { id: "told", class: "wrong", role: "alert" }),
      el("div", { id: "tournaments" }),
    ),
  );
  await load(say);
  setInterval(() => document.hidden || load(say), REFRESH_MS);
}

void start();
