/**
 * The standings of a season with its formula, the champions, and everybody's statistics.
 */

import { request } from "../common/api.js";
import { el } from "../common/dom.js";
import { check, field, openForm } from "../common/form_dialog.js";
import { button, row, section, table } from "../common/parts.js";
import { organises, party, powers, signed } from "./parts.js";

/** @typedef {import("./parts.js").Desk} Desk */
/** @typedef {import("./parts.js").Season} Season */
/** @typedef {import("../common/i18n.js").Say} Say */

/** @param {number} number @param {Say} say */
const decimal = (number, say) => {
  const [whole, part] = number.toFixed(2).split(".");
  return `${say.number(Number(whole))}${say("page.tally.point")}${part}`;
};

/** A number of a formula, as short as it is. @param {number} number @param {Say} say */
const short = (number, say) => String(number).replace(".", say("page.tally.point"));

/** @param {Desk} desk @returns {(Node | null)[]} */
export function standingsPane(desk) {
  const { club, say } = desk;
  const shown = el("div");
  const show = (/** @type {Season} */ season) => shown.replaceChildren(...standings(desk, season));
  const choose = el(
    "select",
    { "aria-label": say("club.season"), on: { change: () => show(club.seasons.find(({ id }) => String(id) === choose.value) ?? club.seasons[0]) } },
    ...club.seasons.map(({ id, name, ended }) => el("option", { value: String(id), text: ended === null ? name : say("club.season-ended", { name }) })),
  );
  if (club.seasons.length) show(club.seasons[0]);
  const champions = club.seasons.filter((season) => season.champions.length);
  const fresh = organises(club) ? button(say("club.new-season"), () => openSeason(desk, null)) : null;
  return [
    el("div", { class: "head season-head" }, club.seasons.length > 1 ? choose : el("h2", { text: club.seasons[0]?.name ?? "" }), fresh),
    shown,
    champions.length
      ? section(
          say("club.champions"),
          el(
            "ul",
            { class: "champions" },
            ...champions.map(({ name, champions: won }) =>
              el("li", {}, el("span", { text: name }), el("b", { text: won.map((id) => party(id, club, say)).join(", ") })),
            ),
          ),
        )
      : null,
    statistics(desk),
  ];
}

/** @param {Desk} desk @param {Season} season @returns {Node[]} */
function standings(desk, season) {
  const { club, say } = desk;
  const { formula, best } = season;
  const head = ["player", "points", "played", "wins", "net"].map((key) => say(`club.columns.${key}`));
  const rows = season.standings.map((line) => {
    const cells = row(
      `${line.rank}. ${party(line.member, club, say)}`,
      decimal(line.points, say),
      best && line.played > line.counted ? say("club.of", { counted: line.counted, played: line.played }) : say.number(line.played),
      say.number(line.wins),
      signed(line.net, say),
    );
    cells.className = line.member === club.me ? "me" : "";
    return cells;
  });
  const words = [
    say("club.formula-text", { factor: short(formula.factor, say), entrants: short(formula.entrants_power, say), place: short(formula.place_power, say) }),
    formula.counts_buy_in ? say("club.formula-buy-in") : "",
    say("club.formula-least", { count: formula.least_entrants }),
    best ? say("club.formula-best", { count: best }) : "",
  ];
  const changes = organises(club) && season.ended === null;
  const end = async () => {
    const what = { title: say("club.end-title", { name: season.name }), text: say("club.end-note"), go: say("club.end") };
    if (await desk.ask(what)) await desk.act(`seasons/${season.id}/end`, {});
  };
  return [
    rows.length ? el("div", { class: "standings" }, table(say("club.tabs.standings"), head, rows)) : el("p", { class: "empty", text: say("club.no-standings") }),
    powers(words.filter(Boolean).join(" ")),
    ...(changes ? [el("p", { class: "acts" }, button(say("club.change-season"), () => openSeason(desk, season)), button(say("club.end"), () => void end()))] : []),
  ];
}

/** @param {Desk} desk */
function statistics({ club, say }) {
  if (!club.statistics.length) return null;
  const head = ["player", "played", "wins", "podiums", "best", "buy-ins", "prizes", "net", "seasons"].map((key) => say(`club.columns.${key}`));
  const rows = club.statistics.map((line) =>
    row(
      party(line.member, club, say),
      ...[line.played, line.wins, line.podiums, line.best, line.buy_ins, line.prizes].map(say.number),
      signed(line.net, say),
      say.number(line.seasons_won),
    ),
  );
  return section(say("club.statistics"), table(say("club.statistics"), head, rows));
}

/** Begin a season, or change the open one. @param {Desk} desk @param {Season | null} season */
function openSeason({ club, say, reload }, season) {
  const formula = season?.formula ?? club.seasons[0]?.formula ?? { factor: 10, entrants_power: 0.5, place_power: 0.5, counts_buy_in: true, least_entrants: 4 };
  const number = (/** @type {number | null} */ value, /** @type {string} */ least, /** @type {string} */ most, step = "any") =>
    el("input", { type: "number", min: least, max: most, step, inputmode: "decimal", value: value === null ? "" : String(value) });
  const name = el("input", { type: "text", required: true, maxlength: "40", value: season?.name ?? "" });
  const factor = number(formula.factor, "0.01", "1000000");
  const entrants = number(formula.entrants_power, "0", "5");
  const place = number(formula.place_power, "0", "5");
  const least = number(formula.least_entrants, "1", "100", "1");
  const best = number(season?.best ?? null, "1", "100", "1");
  const buyIn = check(say("club.counts-buy-in"), formula.counts_buy_in);
  for (const input of [factor, entrants, place, least]) input.required = true;
  openForm(say, {
    title: say(season ? "club.change-season" : "club.new-season"),
    note: say(season ? "club.change-season-note" : "club.new-season-note"),
    body: [
      field(say("club.season-name"), name),
      el("div", { class: "thirds" }, field(say("club.factor"), factor), field(say("club.entrants-power"), entrants), field(say("club.place-power"), place)),
      buyIn.node,
      el("div", { class: "pair even" }, field(say("club.least"), least), field(say("club.best"), best, say("club.best-note"))),
    ],
    go: say(season ? "club.save" : "club.begin"),
    send: () =>
      request(`/api/clubs/${club.id}/seasons${season ? `/${season.id}/change` : ""}`, {
        name: name.value,
        formula: {
          factor: Number(factor.value),
          entrants_power: Number(entrants.value),
          place_power: Number(place.value),
          counts_buy_in: buyIn.input.checked,
          least_entrants: Math.round(Number(least.value)),
        },
        best: best.value ? Math.round(Number(best.value)) : null,
      }),
    done: () => void reload(),
  });
}
