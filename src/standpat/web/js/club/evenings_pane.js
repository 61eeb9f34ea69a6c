/**
 * The evenings of a club: the next one, those to come, those that were, and the calendar's address.
 */

import { request } from "../common/api.js";
import { el, setText } from "../common/dom.js";
import { field, openForm } from "../common/form_dialog.js";
import { button, row, section, table } from "../common/parts.js";
import { presetFields } from "../common/preset_fields.js";
import { day, organises, ownTime, party, signed, wallTime } from "./parts.js";
import { openResults } from "./result_dialog.js";

/** @typedef {import("./parts.js").Desk} Desk */
/** @typedef {import("./parts.js").Evening} Evening */

const SHOWN = 12; // past evenings before "all"

/** @param {Desk} desk @returns {(Node | null)[]} */
export function eveningsPane(desk) {
  const { club, say } = desk;
  const over = (/** @type {Evening} */ one) => one.entry !== null || one.begins + 60 * one.minutes < Date.now() / 1000;
  const coming = club.evenings.filter((one) => !over(one));
  const past = club.evenings.filter(over).reverse();
  const next = coming.find((one) => !one.cancelled);
  const plan = organises(club) ? button(say("club.plan"), () => openPlan(desk, null), "btn go") : null;
  return [
    next ? card(desk, next) : el("p", { class: "empty", text: say("club.no-next") }),
    plan ? el("p", { class: "acts" }, plan) : null,
    coming.length > 1 || (coming.length && !next)
      ? section(say("club.coming"), el("ul", { class: "lines" }, ...coming.filter((one) => one !== next).map((one) => planned(desk, one))))
      : null,
    past.length ? section(say("club.past"), list(desk, past)) : null,
    club.closed === null ? calendar(desk) : null,
  ];
}

/** The next evening. @param {Desk} desk @param {Evening} evening */
function card(desk, evening) {
  const { say } = desk;
  return el(
    "article",
    { class: "next-evening" },
    el("p", { class: "kicker", text: say("club.next-evening") }),
    el("h2", { text: `${day(evening, say)}, ${wallTime(evening)}` }),
    el("p", { class: "what", text: evening.title }),
    note(desk, evening),
    el("div", { class: "acts" }, ...acts(desk, evening)),
  );
}

/** Time zone, own time and note of an evening. @param {Desk} desk @param {Evening} evening */
function note({ club, say }, evening) {
  const zone = evening.zone === club.zone ? "" : evening.zone.replaceAll("_", " ");
  const text = [zone, ownTime(evening, say), evening.note].filter(Boolean).join(" · ");
  return text ? el("p", { class: "note", text }) : null;
}

/** @param {Desk} desk @param {Evening} evening */
function planned(desk, evening) {
  const { say } = desk;
  const title = `${day(evening, say)}, ${wallTime(evening)}`;
  const body = el(
    "div",
    {},
    el("b", { text: title }),
    el("p", { text: evening.cancelled ? `${evening.title} · ${say("club.cancelled")}` : evening.title }),
    note(desk, evening),
  );
  const doing = acts(desk, evening);
  const kind = { class: evening.cancelled ? "cancelled" : "" };
  if (!organises(desk.club)) return el("li", kind, body, doing.length ? el("div", { class: "acts" }, ...doing) : null);
  const summary = el("summary", {}, body, el("span", { class: "unseen", text: say("club.acts") }));
  return el("li", kind, el("details", {}, summary, el("div", { class: "acts" }, ...doing)));
}

/** What the viewer may do about an evening. @param {Desk} desk @param {Evening} evening */
function acts(desk, evening) {
  const { act, club, say } = desk;
  const at = `evenings/${evening.id}`;
  const to = evening.table ? [`/tables/${evening.table}`, "club.open-table"] : evening.tournament ? [`/tournaments/${evening.tournament}`, "club.open-tournament"] : null;
  const link = to && !evening.cancelled ? el("a", { class: "btn go", href: to[0], text: say(to[1]) }) : null;
  if (!organises(club)) return [link].filter((node) => node !== null);
  if (evening.cancelled) return [button(say("club.uncancel"), () => void act(`${at}/cancel`, { on: false }))];
  const cancel = async () => {
    if (await desk.ask({ title: say("club.cancel-title"), text: say("club.cancel-note"), go: say("club.cancel") })) await act(`${at}/cancel`, { on: true });
  };
  return [
    link,
    evening.begins < Date.now() / 1000 ? button(say("club.results"), () => openResults(desk, evening)) : null,
    evening.tournament ? null : button(say("club.table"), () => openTable(desk, evening)),
    evening.table || evening.tournament || evening.entry !== null ? null : button(say("club.tournament"), () => openTournament(desk, evening)),
    button(say("club.change"), () => openPlan(desk, evening)),
    button(say("club.cancel"), () => void cancel()),
  ].filter((node) => node !== null);
}

/** @param {Desk} desk @param {Evening[]} past */
function list(desk, past) {
  const { say } = desk;
  const lines = el("ul", { class: "lines" }, ...past.slice(0, SHOWN).map((one) => played(desk, one)));
  if (past.length <= SHOWN) return lines;
  const more = button(say("club.all-evenings", { count: past.length }), () => {
    lines.append(...past.slice(SHOWN).map((one) => played(desk, one)));
    more.remove();
  });
  return el("div", {}, lines, more);
}

/** An evening that was, with its results. @param {Desk} desk @param {Evening} evening */
function played(desk, evening) {
  const { club, say } = desk;
  const entry = club.entries.find(({ id }) => id === evening.entry);
  const title = `${day(evening, say)} · ${evening.title}`;
  if (!entry) {
    const text = evening.cancelled ? say("club.cancelled") : say("club.no-results");
    return el("li", {}, el("div", {}, el("b", { text: title }), el("p", { text })), el("div", { class: "acts" }, ...acts(desk, evening)));
  }
  const winners = entry.results.filter(({ place }) => place === 1).map(({ member }) => party(member, club, say));
  const first = winners.length ? say("club.won", { names: winners.join(", ") }) : say("club.won-outside");
  const rows = entry.results.map((one) =>
    row(`${one.place}. ${party(one.member, club, say)}`, say.number(one.buy_in), say.number(one.prize), signed(one.prize - one.buy_in, say)),
  );
  const head = ["player", "buy-in", "prize", "net"].map((key) => say(`club.columns.${key}`));
  return el(
    "li",
    { class: "played" },
    el(
      "details",
      {},
      el("summary", {}, el("b", { text: title }), el("span", { text: `${first} · ${say("club.players", { count: entry.results[0].entrants })}` })),
      table(title, head, rows),
      el(
        "div",
        { class: "acts" },
        evening.table ? el("a", { class: "btn", href: `/tables/${evening.table}/session`, text: say("club.session") }) : null,
        evening.tournament ? el("a", { class: "btn", href: `/tournaments/${evening.tournament}`, text: say("club.open-tournament") }) : null,
        organises(club) ? button(say("club.correct"), () => openResults(desk, evening)) : null,
      ),
    ),
  );
}

/** Plan an evening, or change it. @param {Desk} desk @param {Evening | null} evening */
function openPlan({ club, say, reload }, evening) {
  const [date, time] = evening ? evening.at.split("T") : ["", "19:00"];
  const title = el("input", { type: "text", required: true, maxlength: "60", value: evening?.title ?? say("club.usual-title") });
  const on = el("input", { type: "date", required: true, value: date });
  const at = el("input", { type: "time", required: true, value: time });
  const hours = el("input", { type: "number", required: true, min: "0.5", max: "24", step: "0.5", value: String((evening?.minutes ?? 240) / 60) });
  const more = el("input", { type: "text", maxlength: "300", value: evening?.note ?? "", placeholder: say("club.note-here") });
  const weeks = el("input", { type: "number", required: true, min: "1", max: "26", value: "1" });
  const body = () => ({
    title: title.value,
    at: `${on.value}T${at.value.slice(0, 5)}`,
    minutes: Math.round(60 * Number(hours.value)),
    note: more.value,
    ...(evening ? {} : { weeks: Number(weeks.value) }),
  });
  openForm(say, {
    title: say(evening ? "club.change-evening" : "club.plan"),
    note: say("club.zone-note", { zone: club.zone.replaceAll("_", " ") }),
    body: [
      field(say("club.title"), title),
      el("div", { class: "pair even" }, field(say("club.date"), on), field(say("club.time"), at)),
      el("div", { class: "pair even" }, field(say("club.hours"), hours), evening ? null : field(say("club.weeks"), weeks)),
      field(say("club.note"), more),
    ],
    go: say(evening ? "club.save" : "club.plan-go"),
    send: () => request(`/api/clubs/${club.id}/evenings${evening ? `/${evening.id}/change` : ""}`, body()),
    done: () => void reload(),
  });
}

/** Give an evening its table. @param {Desk} desk @param {Evening} evening */
function openTable({ club, say, reload }, evening) {
  const link = el("input", { type: "text", maxlength: "400", autocomplete: "off", value: evening.table ?? "", placeholder: `${location.origin}/tables/…` });
  openForm(say, {
    title: say("club.table-title"),
    note: say("club.table-note"),
    body: [field(say("club.table-link"), link)],
    go: say("club.save"),
    send: () => {
      const id = /tables\/([^/?#]+)/.exec(link.value)?.[1] ?? link.value.trim();
      return request(`/api/clubs/${club.id}/evenings/${evening.id}/table`, { table: id });
    },
    done: () => void reload(),
  });
}

/** Open a tournament for an evening. @param {Desk} desk @param {Evening} evening */
function openTournament({ club, say }, evening) {
  const name = el("input", { type: "text", required: true, maxlength: "40", value: evening.title.slice(0, 40) });
  const { kind, speed } = presetFields(say);
  const starts = el("select", {}, el("option", { value: "0", text: say("club.tournament-full") }), evening.begins > Date.now() / 1000 ? el("option", { value: String(evening.begins), text: wallTime(evening) }) : null);
  const players = el("select", {}, ...["2", "3", "4", "5", "6", "7"].map((value) => el("option", { value, text: value })));
  players.value = "6";
  const seats = field(say("tournament.players"), players);
  starts.addEventListener("change", () => (seats.hidden = starts.value !== "0"));
  openForm(say, {
    title: say("club.tournament"),
    note: say("club.tournament-note"),
    body: [
      field(say("club.title"), name),
      field(say("tournament.game"), kind),
      el("div", { class: "pair even" }, field(say("club.tournament-starts"), starts), seats),
      field(say("tournament.speed"), speed),
    ],
    go: say("club.tournament-go"),
    send: () =>
      request("/api/tournaments", {
        kind: kind.value, speed: speed.value, name: name.value, starts: Number(starts.value), club: club.id, evening: evening.id,
        ...(starts.value === "0" ? { players: Number(players.value) } : {}),
      }),
    done: ({ url }) => location.assign(url),
  });
}

/** The address of the viewer's calendar. @param {Desk} desk */
function calendar({ club, say, tell }) {
  const link = el("input", { type: "text", readonly: true, "aria-label": say("club.feed-link"), on: { focus: () => link.select() } });
  const said = el("p", { class: "note", role: "status" });
  const open = el("a", { class: "btn go", text: say("club.feed-open") });
  const shown = el("div", { class: "feed", hidden: true }, link, open);
  const remove = button(say("club.feed-revoke"), async () => {
    await request(`/api/clubs/${club.id}/calendar`, { on: false });
    remove.hidden = shown.hidden = true;
    setText(said, say("club.feed-revoked"));
  });
  remove.hidden = !club.feed;
  const make = button(say(club.feed ? "club.feed-new" : "club.feed"), async () => {
    const answer = await request(`/api/clubs/${club.id}/calendar`, { on: true });
    if (!answer.ok) return tell(say("page.error.trouble"));
    link.value = location.origin + answer.path;
    open.href = link.value.replace(/^https?/, "webcal"); // calendar programs take addresses of this kind
    shown.hidden = remove.hidden = false;
    setText(said, say("club.feed-made"));
    link.focus();
  });
  return section(say("club.feed-title"), el("p", { class: "note", text: say("club.feed-note") }), el("p", { class: "acts" }, make, remove), shown, said);
}
