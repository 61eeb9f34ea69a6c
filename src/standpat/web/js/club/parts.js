/**
 * Parts that the pages of clubs share: sections, tables, times, and the acts of a club.
 */

import { request } from "../common/api.js";
import { el } from "../common/dom.js";
import { errorText } from "../common/labels.js";

/** @typedef {import("../common/i18n.js").Say} Say */
/** @typedef {{place: number, member: string, entrants: number, buy_in: number, prize: number}} Result */
/** @typedef {{id: string, season: number | null, title: string, at: string, zone: string, begins: number, minutes: number,
 *   note: string, table: string | null, tournament: string | null, cancelled: boolean, entry: number | null}} Evening */
/** @typedef {{factor: number, entrants_power: number, place_power: number, counts_buy_in: boolean, least_entrants: number}} Formula */
/** @typedef {{id: number, name: string, formula: Formula, best: number | null, began: number, ended: number | null,
 *   champions: string[], standings: {rank: number, member: string, points: number, played: number, counted: number,
 *   wins: number, net: number}[]}} Season */
/** @typedef {{id: number, evening: string, at: number, by: string, reason: string, replaces: number | null, results: Result[]}} Entry */
/** @typedef {{id: number, at: number, by: string, payer: string, payee: string, amount: number, reason: string,
 *   replaces: number | null}} Said */
/** @typedef {{id: string, name: string, zone: string, currency: string, approval: boolean, created: number, closed: number | null,
 *   me: string, role: string, code: string | null, feed: boolean, heir: string | null,
 *   members: {user: string, role: string, joined: number}[], waiting: {user: string, since: number}[], evenings: Evening[],
 *   seasons: Season[], statistics: {member: string, played: number, wins: number, podiums: number, best: number,
 *   buy_ins: number, prizes: number, net: number, seasons_won: number}[], entries: Entry[], payments: Said[],
 *   balances: Record<string, number>, settlement: {payments: {payer: string, payee: string, amount: number}[]} | null,
 *   names: Record<string, string>}} Club */
/** @typedef {{say: Say, club: Club, act: (path: string, body: any) => Promise<any>, reload: () => Promise<void>,
 *   tell: (text: string) => void, ask: (what: {title: string, text: string, go: string}) => Promise<boolean>}} Desk
 *   what a pane needs: `act` posts to the club's address, shows a refusal, and loads the club again after success */

/** @param {Club} club */
export const organises = (club) => club.closed === null && club.role !== "member";

/** @param {Club} club */
export const owns = (club) => club.closed === null && club.role === "owner";

/** The name of a party. @param {string} id @param {Club} club @param {Say} say */
export const party = (id, club, say) => (id === "outside" ? say("club.outside") : (club.names[id] ?? id));

/** An amount with its sign. @param {number} amount @param {Say} say */
export const signed = (amount, say) =>
  el("td", { class: `number ${amount > 0 ? "up" : amount < 0 ? "down" : ""}`, text: say.signed(amount) });

/** The day of an evening in its own zone, as "Thursday 26 November". @param {Evening} evening @param {Say} say */
export function day({ begins, zone }, say) {
  const at = new Date(1000 * begins);
  const text = at.toLocaleDateString(say.code === "en" ? "en-GB" : say.code, {
    timeZone: zone,
    weekday: "long",
    day: "numeric",
    month: "long",
    ...(at.getFullYear() === new Date().getFullYear() ? {} : { year: "numeric" }),
  });
  return text[0].toLocaleUpperCase(say.code) + text.slice(1);
}

/** A text with its powers set as such: "players^0.5". @param {string} text */
export const powers = (text) =>
  el("p", { class: "note" }, ...text.split(/\^(-?[\d.,]*\d)/).map((part, at) => (at % 2 ? el("sup", { text: part }) : part)));

/** The wall time of an evening, as "19:00". @param {Evening} evening */
export const wallTime = ({ at }) => at.slice(11);

/** When an evening begins on the viewer's clock, where that differs; else "". @param {Evening} evening @param {Say} say */
export function ownTime({ begins, at }, say) {
  const here = new Date(1000 * begins);
  const pad = (/** @type {number} */ number) => String(number).padStart(2, "0");
  const time = `${pad(here.getHours())}:${pad(here.getMinutes())}`;
  const date = `${here.getFullYear()}-${pad(here.getMonth() + 1)}-${pad(here.getDate())}`;
  if (`${date}T${time}` === at) return "";
  const text = date === at.slice(0, 10) ? time : `${here.toLocaleDateString(say.code, { weekday: "short" })} ${time}`;
  return say("club.own-time", { time: text });
}

/** A date and a time, as entries have them. @param {number} at @param {Say} say */
export const moment = (at, say) =>
  new Date(1000 * at).toLocaleString(say.code === "en" ? "en-GB" : say.code, { dateStyle: "medium", timeStyle: "short", hourCycle: "h23" });

/** Time zones that the browser knows, with the chosen one. @param {string} chosen */
export function zoneSelect(chosen) {
  const known = Intl.supportedValuesOf("timeZone");
  const zones = [...new Set([chosen, "UTC", ...known])].sort();
  const select = el("select", { required: true }, ...zones.map((zone) => el("option", { value: zone, text: zone.replaceAll("_", " ") })));
  select.value = chosen;
  return select;
}

/**
 * @param {Say} say @param {string} club the club's id @param {(text: string) => void} tell @param {() => Promise<void>} reload
 * @returns {Desk["act"]}
 */
export function actor(say, club, tell, reload) {
  return async (path, body) => {
    const answer = await request(`/api/clubs/${club}/${path}`, body);
    if (answer.ok) await reload();
    else tell(errorText(answer, say));
    return answer;
  };
}
