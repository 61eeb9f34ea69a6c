/**
 * Payments that a closed session left, and those of earlier sessions: who has said that they are paid, and a button for the
 * two whom each concerns.
 */

import { request } from "../common/api.js";
import { el } from "../common/dom.js";
import { errorText } from "../common/labels.js";

/** @typedef {import("../common/i18n.js").Say} Say */
/** @typedef {{table: string, name: string, at: number, payer: string, payee: string, amount: number, paid: number | null,
 *   received: number | null}} Debt */

/**
 * One payment as a line.
 * @param {Debt} debt @param {string} text @param {Record<string, string>} names @param {string} me @param {Say} say
 */
export function payment(debt, text, names, me, say) {
  const node = el("li");
  const show = () => {
    const { payer, payee, paid, received } = debt;
    const name = (/** @type {string} */ id) => names[id] ?? id;
    const words = received ? say("evening.received", { payee: name(payee) }) : paid ? say("evening.paid", { payer: name(payer) }) : "";
    node.className = received ? "settled" : "";
    node.replaceChildren(
      el("span", { text }),
      el("span", { class: "said", role: "status", text: words }),
      ...([payer, payee].includes(me) ? [button(debt, me, say, show)] : []),
    );
  };
  show();
  return node;
}

/** @param {Debt} debt @param {string} me @param {Say} say @param {() => void} changed */
function button(debt, me, say, changed) {
  const own = me === debt.payer ? "paid" : "received";
  const on = !debt[own];
  const text = say(on ? `evening.say-${own}` : "evening.unsay");
  const pressed = el("button", { type: "button", class: "btn", text });
  pressed.addEventListener("click", async () => {
    pressed.disabled = true;
    const answer = await request(`/api/tables/${debt.table}/paid`, { payer: debt.payer, payee: debt.payee, on });
    if (!answer.ok) return void pressed.after(el("span", { class: "wrong", role: "alert", text: errorText(answer, say) }));
    debt[own] = on ? Date.now() / 1000 : null;
    changed();
  });
  return pressed;
}

/**
 * What earlier sessions left to pay; null for nothing.
 * @param {{earlier: Debt[], names: Record<string, string>}} session @param {string} me @param {Say} say
 */
export function earlier({ earlier: debts, names }, me, say) {
  if (!debts.length) return null;
  const name = (/** @type {string} */ id) => names[id] ?? id;
  const line = (/** @type {Debt} */ debt) => {
    const day = new Date(1000 * debt.at).toLocaleDateString(say.code, { dateStyle: "medium" });
    const { payer, payee, amount, name: table } = debt;
    return payment(debt, say("evening.owes", { payer: name(payer), payee: name(payee), amount, table, day }), names, me, say);
  };
  return el(
    "section",
    {},
    el("h2", { text: say("evening.earlier") }),
    el("ol", { class: "payments" }, ...debts.map(line)),
    el("p", { class: "note", text: say("evening.earlier-note") }),
  );
}
