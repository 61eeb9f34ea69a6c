/**
 * The page of a table's session: who pays whom, what everybody brought and took, the stacks over time, the biggest pots,
 * statistics, and the chips that came and went. The room computes all figures.
 */

import { request } from "../common/api.js";
import { el } from "../common/dom.js";
import { loadLocale } from "../common/i18n.js";
import { errorText, gameName } from "../common/labels.js";
import { showPlainPage } from "../common/page_frame.js";
import { applyTheme } from "../common/settings.js";
import { earlier, payment } from "./payments.js";
import { stackGraph } from "../common/line_graph.js";

/** @typedef {import("../common/i18n.js").Say} Say */
/** @typedef {import("../common/line_graph.js").PlayerLine & {brought: number, bought_in: number, topped_up: number,
 *   cashed_out: number, stack: number, net: number, bot: boolean}} Player */
/** @typedef {import("./payments.js").Debt} Debt */
/** @typedef {{table: string, name: string, began: number, closed: number | null, whole: boolean, hands: number,
 *   games: Record<string, number>, players: Player[], difference: number, names: Record<string, string>,
 *   settlement: {fewest: boolean, payments: {payer: string, payee: string, amount: number}[]} | null,
 *   debts: Debt[], earlier: Debt[],
 *   pots: {id: string, hand_no: number, game: string, amount: number, winners: string[]}[],
 *   statistics: {user: string, totals: Record<string, any>}[],
 *   movements: {at: number, user: string, reason: string, amount: number, by?: string, why?: string}[]}} Session */

/** A section with a heading. @param {string} title @param {(Node | null)[]} children */
const section = (title, ...children) => el("section", {}, el("h2", { text: title }), ...children);

/** A table that scrolls sideways by itself on narrow screens. @param {string} label @param {string[]} head @param {HTMLElement[]} rows */
const table = (label, head, rows) =>
  el(
    "div",
    { class: "wide", tabindex: "0", role: "region", "aria-label": label },
    el(
      "table",
      {},
      el("thead", {}, el("tr", {}, ...head.map((text) => el("th", { scope: "col", text })))),
      el("tbody", {}, ...rows),
    ),
  );

/** @param {string} head @param {(string | HTMLElement)[]} cells */
const row = (head, ...cells) =>
  el(
    "tr",
    {},
    el("th", { scope: "row", text: head }),
    ...cells.map((cell) => (typeof cell === "string" ? el("td", { text: cell }) : cell)),
  );

/** A result, coloured by its sign. @param {number} net @param {Say} say */
const result = (net, say) => el("td", { class: net > 0 ? "up" : net < 0 ? "down" : "", text: say.signed(net) });

/** @param {Session} session @param {string} me @param {Say} say */
function settleUp({ settlement, difference, debts, names, movements }, me, say) {
  const title = say("evening.settle-up");
  if (!settlement) return section(title, el("p", { class: "wrong", text: say("evening.difference", { amount: say.signed(difference) }) }));
  const party = (/** @type {string} */ id) => (id === "bank" ? say("evening.bank") : (names[id] ?? id));
  const payments = settlement.payments.map(({ payer, payee, amount }) => {
    const debt = debts.find((one) => one.payer === payer && one.payee === payee && one.amount === amount);
    const text = say("evening.pays", { payer: party(payer), payee: party(payee), amount });
    return debt ? payment(debt, text, names, me, say) : el("li", {}, el("span", { text }));
  });
  if (!payments.length) return section(title, el("p", { text: say("evening.settled") }));
  return section(
    title,
    el("ol", { class: "payments" }, ...payments),
    movements.some(({ reason }) => reason === "adjust") ? el("p", { class: "note", text: say("evening.settle-given") }) : null,
    el("p", { class: "note", text: say(settlement.fewest ? "evening.settle-note" : "evening.settle-most") }),
  );
}

/** What everybody brought and took; after the end nobody has a stack. @param {Session} session @param {Say} say */
function players({ players, closed }, say) {
  const names = ["player", "net", "in", "more", "out", ...(closed ? [] : ["stack"])];
  const columns = names.map((name) => say(`evening.columns.${name}`));
  const rows = players.map((player) =>
    row(
      player.bot ? `${player.name} (${say("page.bot")})` : player.name,
      result(player.net, say),
      ...[player.brought + player.bought_in, player.topped_up, player.cashed_out].map(say.number),
      ...(closed ? [] : [say.number(player.stack)]),
    ),
  );
  return section(say("evening.players"), table(say("evening.players"), columns, rows));
}

/** @param {Session} session @param {Say} say */
function pots({ pots, games }, say) {
  const played = Object.entries(games).map(([game, count]) => say("evening.game", { game: gameName(game, say), count }));
  const link = (/** @type {Session["pots"][0]} */ { id, hand_no, game, amount, winners }) =>
    el("a", {
      href: `/hands/${id}`,
      text: say("evening.pot", { number: String(hand_no), game: gameName(game, say), amount, winners: winners.join(", ") }),
    });
  if (!pots.length) return section(say("evening.pots"), el("p", { text: say("evening.no-hands") }));
  return section(
    say("evening.pots"),
    el("p", { class: "note", text: played.join(" · ") }),
    el("ol", { class: "pots" }, ...pots.map((pot) => el("li", {}, link(pot)))),
  );
}

/** @param {Session} session @param {Say} say */
function statistics({ statistics, names }, say) {
  const keys = ["hands", "net", "vpip", "pfr", "showdowns", "won-there", "drawn"];
  const share = (/** @type {number} */ part, /** @type {number} */ whole) => (whole ? `${Math.round((100 * part) / whole)} %` : "–");
  const decimal = (/** @type {number | null} */ value) => (value === null ? "–" : value.toFixed(1).replace(".", say("page.tally.point")));
  const rows = statistics.map(({ user, totals }) =>
    row(
      names[user] ?? user,
      gameName(totals.game, say),
      say.number(totals.hands),
      result(totals.net, say),
      share(totals.vpip, totals.hands),
      share(totals.pfr, totals.hands),
      share(totals.showdowns, totals.hands),
      share(totals.showdowns_won, totals.showdowns),
      totals.drawn.map(decimal).join(" · ") || "–",
    ),
  );
  const head = [say("evening.columns.player"), say("lobby.game"), ...keys.map((key) => say(`page.tally.${key}`))];
  return rows.length ? section(say("evening.statistics"), table(say("evening.statistics"), head, rows)) : null;
}

/** @param {Session} session @param {Say} say */
function ledger({ movements, names }, say) {
  const at = (/** @type {number} */ seconds) =>
    new Date(1000 * seconds).toLocaleTimeString(say.code, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  const reason = (/** @type {string} */ id) => (say.has(`evening.reasons.${id}`) ? say(`evening.reasons.${id}`) : id);
  const name = (/** @type {string} */ user) => names[user] ?? user;
  return el(
    "details",
    {},
    el("summary", { text: say("evening.ledger") }),
    el(
      "ul",
      { class: "movements" },
      ...movements.map((move) =>
        el("li", {
          text: `${at(move.at)} ${name(move.user)}: ${reason(move.reason)} ${say.signed(move.amount)}${
            move.by ? ` (${name(move.by)}: ${move.why})` : ""
          }`,
        }),
      ),
    ),
  );
}

/** @param {Session} session @param {string} me @param {Say} say */
function content(session, me, say) {
  const began = new Date(1000 * session.began).toLocaleString(say.code, { dateStyle: "medium", timeStyle: "short" });
  const download = (/** @type {string} */ format) =>
    el("a", {
      class: "btn",
      href: `/api/tables/${session.table}/session/download?format=${format}&lang=${say.code}`,
      text: say(`evening.formats.${format}`),
    });
  return [
    el("h1", { text: say("evening.title", { table: session.name }) }),
    el("p", { class: "note", text: say("evening.line", { began, count: session.hands }) }),
    session.whole ? null : el("p", { class: "note", text: say("evening.part", { count: session.hands }) }),
    settleUp(session, me, say),
    earlier(session, me, say),
    players(session, say),
    section(say("evening.graph"), stackGraph(session.players, say)),
    pots(session, say),
    statistics(session, say),
    ledger(session, say),
    section(say("evening.download"), el("p", { class: "files" }, ...["text", "players", "payments", "ledger"].map(download))),
    session.closed === null ? el("p", {}, el("a", { class: "btn go", href: `/tables/${session.table}` }, say("replay.table"))) : null,
  ];
}

async function start() {
  applyTheme();
  const say = await loadLocale();
  const id = location.pathname.split("/")[2] ?? "";
  const answer = await request(`/api/tables/${id}/session`);
  const title = answer.ok ? say("evening.title", { table: answer.name }) : errorText(answer, say);
  const { user } = answer.ok ? await request("/api/me") : { user: "" };
  const shown = answer.ok ? content(answer, user ?? "", say) : [el("h1", { text: title })];
  showPlainPage(title, say, el("main", { class: "session" }, ...shown.filter((node) => node !== null)));
}

void start();
