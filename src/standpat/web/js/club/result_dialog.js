/**
 * A dialog for the results of an evening: from its table, by hand, or a correction with a reason.
 */

import { request } from "../common/api.js";
import { el } from "../common/dom.js";
import { field, openForm } from "../common/form_dialog.js";
import { day, party } from "./parts.js";

/** @typedef {import("./parts.js").Desk} Desk */
/** @typedef {import("./parts.js").Evening} Evening */

/** @param {Desk} desk @param {Evening} evening */
export function openResults({ club, say, reload }, evening) {
  const at = `/api/clubs/${club.id}/evenings/${evening.id}`;
  const last = club.entries.find((entry) => entry.evening === evening.id); // the newest comes first
  const people = [...new Set([...(last?.results ?? []).map(({ member }) => member), ...club.members.map(({ user }) => user)])];
  const number = (/** @type {string} */ label, /** @type {number | undefined} */ value) =>
    el("input", { type: "number", min: "0", step: "1", inputmode: "numeric", "aria-label": label, value: value === undefined ? "" : String(value) });
  const lines = people.map((member) => {
    const had = last?.results.find((result) => result.member === member);
    const name = party(member, club, say);
    const inputs = {
      place: number(`${name}: ${say("club.columns.place")}`, had?.place),
      buy_in: number(`${name}: ${say("club.columns.buy-in")}`, had?.buy_in),
      prize: number(`${name}: ${say("club.columns.prize")}`, had?.prize),
    };
    return { member, inputs, node: el("tr", {}, el("th", { scope: "row", text: name }), ...Object.values(inputs).map((input) => el("td", {}, input))) };
  });
  const played = () => lines.filter(({ inputs }) => inputs.place.value !== "");
  const entrants = number(say("club.entrants"), last?.results[0]?.entrants);
  const reason = el("input", { type: "text", maxlength: "120", required: true });
  const whole = (/** @type {HTMLInputElement} */ input) => Math.round(Number(input.value || 0));
  const correction = last ? () => ({ replaces: last.id, reason: reason.value }) : () => ({});
  const results = () =>
    played().map(({ member, inputs }) => ({
      place: whole(inputs.place),
      member,
      entrants: Math.max(whole(entrants), entrants.value ? 0 : played().length),
      buy_in: whole(inputs.buy_in),
      prize: whole(inputs.prize),
    }));
  const take = evening.table && el("button", { type: "button", class: "take", text: say("club.take") });
  const dialog = openForm(say, {
    title: say(last ? "club.correct" : "club.results"),
    note: `${day(evening, say)} · ${evening.title}. ${say(last ? "club.correct-note" : "club.results-note")}`,
    wide: true,
    body: [
      el(
        "table",
        { class: "results" },
        el("thead", {}, el("tr", {}, ...["player", "place", "buy-in", "prize"].map((key) => el("th", { scope: "col", text: say(`club.columns.${key}`) })))),
        el("tbody", {}, ...lines.map(({ node }) => node)),
      ),
      field(say("club.entrants"), entrants, say("club.entrants-note")),
      last ? field(say("club.reason"), reason) : null,
    ],
    extra: take || null,
    go: say("club.record"),
    send: () => request(`${at}/results`, { results: results(), ...correction() }),
    done: () => void reload(),
  });
  if (take) {
    take.addEventListener("click", async () => {
      const form = dialog.querySelector("form");
      if (last && !form?.reportValidity()) return;
      take.disabled = true;
      const answer = await request(`${at}/take`, correction());
      take.disabled = false;
      const trouble = dialog.querySelector(".trouble");
      if (!answer.ok && trouble) return void (trouble.textContent = say.has(answer.key) ? say(answer.key, answer.args) : say("page.error.trouble"));
      dialog.close();
      void reload();
    });
  }
}
