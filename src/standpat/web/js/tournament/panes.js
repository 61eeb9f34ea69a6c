/**
 * What the tabs of a tournament show: standings, levels and prizes.
 */

import { row, section, table } from "../common/parts.js";
import { el } from "../common/dom.js";
import { gameName } from "../common/labels.js";
import { nameOf, stakesText } from "./times.js";

/** @typedef {import("../common/i18n.js").Say} Say */
/** @typedef {import("./times.js").View} View */

/** @param {View} view @param {Say} say */
export function standings(view, say) {
  const columns = ["player", "stack", "place", "prize"].map((key) => say(`tournament.columns.${key}`));
  const share = view.proposal?.amounts ?? {};
  const rows = view.standings.map((one) => {
    const place = one.place ? `${one.place}${one.shared > 1 ? "=" : ""}` : "";
    const prize = one.prize || share[one.id];
    const line = row(nameOf(one, say), one.stack ? say.number(one.stack) : "", place, prize ? say.number(prize) : "");
    if (one.id === view.me?.id) line.classList.add("me");
    return line;
  });
  return table(say("tournament.tabs.standings"), columns, rows);
}

/** @param {View} view @param {Say} say */
export function levels(view, say) {
  const ids = Object.keys(view.levels[0].games);
  const columns = [say("tournament.columns.level"), say("tournament.columns.minutes"), ...ids.map((id) => gameName(id, say))];
  const rows = view.levels.flatMap((level) => {
    const line = row(String(level.number), String(level.minutes), ...ids.map((id) => stakesText(level.games[id], say)));
    if (level.number === view.level && view.row.status === "running") line.classList.add("me");
    const rest = level.break_after ? [row(say("tournament.break"), String(level.break_after), ...ids.map(() => ""))] : [];
    return [line, ...rest];
  });
  return table(say("tournament.tabs.levels"), columns, rows);
}

/** @param {View} view @param {Say} say */
export function prizes(view, say) {
  if (!view.pool) return el("p", { class: "empty", text: say("tournament.no-money") });
  const rows = view.prizes.map((prize, at) => row(String(at + 1), say.number(prize)));
  const note = view.final ? null : el("p", { class: "note", text: say("tournament.provisional") });
  return section("", note, table(say("tournament.tabs.prizes"), [say("tournament.columns.place"), say("tournament.columns.prize")], rows));
}
