/**
 * Reports that wait for the operator, each with a form to close it, and the last ones that were closed.
 */

import { request } from "../common/api.js";
import { el } from "../common/dom.js";
import { FormStatus } from "../common/form_status.js";
import { moment, nameOf } from "./words.js";

/** @typedef {import("../common/i18n.js").Say} Say */
/** @typedef {import("./operator_page.js").Desk} Desk */
/** @typedef {import("./operator_page.js").Report} Report */

/**
 * @param {Desk} desk @param {Say} say @param {() => void} done called after a report was closed
 * @param {(user: string, reason: string) => void} restrict opens the form for a bar or a mute
 */
export function reportList({ reports, closed, names }, say, done, restrict) {
  const open = reports.map((report) => opened(report, names, say, done, restrict));
  const past = closed.map((report) =>
    el(
      "li",
      {},
      el("b", { text: heading(report, names, say) }),
      el("p", { class: "note", text: `${report.outcome} · ${nameOf(report.closed_by ?? "", names, say)} · ${moment(report.closed ?? 0, say)}` }),
    ),
  );
  return [
    el("p", { class: "note", text: say("operator.reports-note") }),
    open.length ? el("div", { class: "reports" }, ...open) : el("p", { class: "empty", text: say("operator.no-reports") }),
    past.length ? el("details", {}, el("summary", { text: say("operator.closed") }), el("ul", { class: "lines" }, ...past)) : "",
  ];
}

/** @param {Report} report @param {Record<string, string>} names @param {Say} say */
const heading = ({ reporter, about, topic }, names, say) =>
  say("operator.report", { reporter: nameOf(reporter, names, say), about: nameOf(about, names, say), topic: say(`page.report.topics.${topic}`) });

/**
 * @param {Report} report @param {Record<string, string>} names @param {Say} say @param {() => void} done
 * @param {(user: string, reason: string) => void} restrict
 */
function opened(report, names, say, done, restrict) {
  const outcome = el("input", { type: "text", required: true, maxlength: "200", placeholder: say("operator.outcome-here") });
  const status = new FormStatus(say);
  const close = async (/** @type {Event} */ event) => {
    event.preventDefault();
    status.clear();
    const answer = await request("/api/operator/close", { id: report.id, outcome: outcome.value });
    if (answer.ok) done();
    else status.refusal(answer);
  };
  return el(
    "article",
    {},
    el("h2", { text: heading(report, names, say) }),
    el(
      "p",
      { class: "note" },
      moment(report.at, say),
      ...(report.table ? [" · ", el("a", { href: `/tables/${report.table}`, text: say("operator.table") })] : []),
    ),
    report.text ? el("p", { class: "words", text: report.text }) : null,
    report.chat.length
      ? el("div", { class: "quoted" }, el("p", { class: "note", text: say("operator.said") }), ...report.chat.map((text) => el("p", { text })))
      : null,
    el(
      "form",
      { class: "line", on: { submit: close } },
      el("label", {}, el("span", { text: say("operator.outcome") }), outcome),
      el("button", { type: "submit", class: "btn go", text: say("operator.close") }),
      el("button", {
        type: "button",
        class: "btn",
        text: say("operator.restrict"),
        on: { click: () => restrict(report.about, say(`page.report.topics.${report.topic}`)) },
      }),
    ),
    status.node,
  );
}
