/**
 * The group's ledger: who pays whom, what everybody is still to get, and all entries with their reasons.
 */

import { request } from "../common/api.js";
import { el } from "../common/dom.js";
import { field, openForm } from "../common/form_dialog.js";
import { button, row, section, table } from "../common/parts.js";
import { day, moment, party, signed } from "./parts.js";

/** @typedef {import("./parts.js").Desk} Desk */
/** @typedef {import("./parts.js").Said} Said */

/** @param {Desk} desk @returns {(Node | null)[]} */
export function ledgerPane(desk) {
  const { club, say } = desk;
  const owed = Object.entries(club.balances).sort(([, a], [, b]) => b - a);
  return [
    settleUp(desk),
    owed.length
      ? section(
          say("club.balances"),
          table(
            say("club.balances"),
            [say("club.columns.player"), say("club.columns.balance", { currency: club.currency })],
            owed.map(([id, amount]) => row(party(id, club, say), signed(amount, say))),
          ),
        )
      : null,
    said(desk),
    entries(desk),
  ];
}

/** May the viewer speak for a payee? @param {Desk} desk @param {string} payee */
const speaks = ({ club }, payee) =>
  payee === club.me || (club.role !== "member" && !club.members.some(({ user }) => user === payee));

/** @param {Desk} desk */
function settleUp(desk) {
  const { act, club, say } = desk;
  const title = say("club.settle");
  if (!club.settlement) return section(title, el("p", { class: "note", text: say("club.settle-many") }));
  const { payments } = club.settlement;
  if (!payments.length) return section(title, el("p", { class: "empty", text: say("club.settled") }), el("p", { class: "note", text: say("club.settle-note") }));
  const line = (/** @type {{payer: string, payee: string, amount: number}} */ paid) => {
    const { payer, payee, amount } = paid;
    const text = say("club.pays", { payer: party(payer, club, say), payee: party(payee, club, say), amount, currency: club.currency });
    const got = button(say("club.got"), () => {
      got.disabled = true;
      void act("paid", paid);
    });
    return el("li", {}, el("span", { text }), speaks(desk, payee) ? got : null);
  };
  return section(title, el("ol", { class: "payments" }, ...payments.map(line)), el("p", { class: "note", text: say("club.settle-note") }));
}

/** Payments that somebody said they have got. @param {Desk} desk */
function said(desk) {
  const { club, say } = desk;
  if (!club.payments.length) return null;
  const back = new Map(club.payments.filter((one) => one.replaces !== null).map((one) => [one.replaces, one]));
  const line = (/** @type {Said} */ one) => {
    const { payer, payee, amount } = one;
    const text = say("club.paid", { payer: party(payer, club, say), payee: party(payee, club, say), amount, currency: club.currency });
    const gone = back.get(one.id);
    const why = gone ? say("club.taken-back", { name: party(gone.by, club, say), reason: gone.reason }) : "";
    return el(
      "li",
      { class: gone ? "over" : "" },
      el("div", {}, el("b", { text }), el("p", { class: "note", text: [moment(one.at, say), why].filter(Boolean).join(" · ") })),
      !gone && speaks(desk, payee) ? button(say("club.not-got"), () => openBack(desk, one)) : null,
    );
  };
  return section(say("club.payments"), el("ul", { class: "lines" }, ...club.payments.filter((one) => one.replaces === null).map(line)));
}

/** Take a payment back. @param {Desk} desk @param {Said} one */
function openBack({ club, say, reload }, one) {
  const reason = el("input", { type: "text", required: true, maxlength: "120" });
  openForm(say, {
    title: say("club.not-got"),
    note: say("club.reason-note"),
    body: [field(say("club.reason"), reason)],
    go: say("club.save"),
    send: () => request(`/api/clubs/${club.id}/not-paid`, { id: one.id, reason: reason.value }),
    done: () => void reload(),
  });
}

/** All entries of results, the newest first. @param {Desk} desk */
function entries({ club, say }) {
  if (!club.entries.length) return null;
  const replaced = new Set(club.entries.map((one) => one.replaces));
  const evenings = new Map(club.evenings.map((one) => [one.id, one]));
  const line = (/** @type {import("./parts.js").Entry} */ entry) => {
    const evening = evenings.get(entry.evening);
    const what = evening ? `${day(evening, say)} · ${evening.title}` : "";
    const kind = entry.replaces === null ? say("club.recorded") : entry.results.length ? say("club.corrected") : say("club.withdrawn");
    const results = entry.results.map(({ member, prize, buy_in }) => `${party(member, club, say)} ${say.signed(prize - buy_in)}`).join(", ");
    return el(
      "li",
      { class: replaced.has(entry.id) ? "over" : "" },
      el(
        "div",
        {},
        el("b", { text: what }),
        results ? el("p", { text: results }) : null,
        el("p", { class: "note", text: `${kind} · ${party(entry.by, club, say)} · ${moment(entry.at, say)}` }),
        entry.reason ? el("p", { class: "quoted", text: entry.reason }) : null,
      ),
    );
  };
  return section(say("club.entries"), el("ul", { class: "lines" }, ...club.entries.map(line)));
}
