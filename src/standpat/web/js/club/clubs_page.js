/**
 * The page of one's clubs: the list, a form for an invitation code, and one to found a club.
 *
 * An invitation is a link to this page with the code in its fragment, which browsers send to no server.
 */

import { request } from "../common/api.js";
import { byId, el } from "../common/dom.js";
import { FormStatus } from "../common/form_status.js";
import { loadLocale } from "../common/i18n.js";
import { errorText } from "../common/labels.js";
import { showPlainPage } from "../common/page_frame.js";
import { applyTheme } from "../common/settings.js";
import { check, field, openForm } from "../common/form_dialog.js";
import { button, section } from "../common/parts.js";
import { zoneSelect } from "./parts.js";

/** @typedef {import("../common/i18n.js").Say} Say */
/** @typedef {{id: string, name: string, state: string, role: string, members: number, waiting: number, next: number | null,
 *   closed: number | null, offered: boolean}} Mine */

/** @param {Mine} club @param {Say} say */
function line(club, say) {
  const when = (/** @type {number} */ at) =>
    new Date(1000 * at).toLocaleString(say.code === "en" ? "en-GB" : say.code, {
      weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23",
    });
  if (club.state === "asked") {
    const withdraw = button(say("club.withdraw"), async () => {
      withdraw.disabled = true;
      await request(`/api/clubs/${club.id}/withdraw`, {});
      location.reload();
    });
    return el("li", {}, el("div", {}, el("b", { text: club.name }), el("p", { class: "note", text: say("club.asked-note") })), withdraw);
  }
  const parts = [
    say("club.members-count", { count: club.members }),
    say(`club.roles.${club.role}`),
    club.closed !== null ? say("club.closed") : club.next ? say("club.next", { time: when(club.next) }) : say("club.no-next"),
  ];
  const marks = [
    club.waiting ? say("club.waiting-count", { count: club.waiting }) : "",
    club.offered ? say("club.offered-mark") : "",
  ].filter(Boolean);
  return el(
    "li",
    {},
    el(
      "a",
      { href: `/clubs/${club.id}` },
      el("b", { text: club.name }),
      ...marks.map((text) => el("span", { class: "mark", text })),
      el("p", { class: "note", text: parts.join(" · ") }),
    ),
  );
}

/** @param {Say} say */
function joinForm(say) {
  const code = el("input", {
    type: "text", class: "code", required: true, maxlength: "40", autocomplete: "off", autocapitalize: "characters", spellcheck: "false",
    placeholder: "XXXX-XXXX-XXXX-XXXX", value: decodeURIComponent(location.hash.slice(1)).slice(0, 40), "aria-label": say("club.code"),
  });
  const status = new FormStatus(say);
  const form = el("form", { class: "join" }, code, el("button", { type: "submit", class: "btn go", text: say("club.join") }), status.node);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    status.clear();
    const answer = await request("/api/clubs/join", { code: code.value });
    if (!answer.ok) return status.refusal(answer);
    history.replaceState(null, "", "/clubs");
    if (answer.state === "in") return location.assign(`/clubs/${answer.club}`);
    status.success(say("club.asked", { name: answer.name }));
    code.value = "";
    void load(say);
  });
  return form;
}

/** @param {Say} say */
function found(say) {
  const name = el("input", { type: "text", required: true, minlength: "2", maxlength: "40", autocomplete: "off" });
  const zone = zoneSelect(Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC");
  const currency = el("input", { type: "text", required: true, maxlength: "8", value: "kr", autocomplete: "off" });
  const season = el("input", { type: "text", required: true, maxlength: "40", value: String(new Date().getFullYear()) });
  const approval = check(say("club.approval"), false);
  openForm(say, {
    title: say("club.found"),
    note: say("club.found-note"),
    body: [
      field(say("club.name"), name),
      field(say("club.zone"), zone),
      el("div", { class: "pair even" }, field(say("club.currency"), currency), field(say("club.season-name"), season)),
      approval.node,
    ],
    go: say("club.found-go"),
    send: () =>
      request("/api/clubs", {
        name: name.value, zone: zone.value, currency: currency.value, season: season.value, approval: approval.input.checked,
      }),
    done: ({ club }) => location.assign(`/clubs/${club}`),
  });
}

/** @param {Say} say */
async function load(say) {
  const answer = await request("/api/clubs");
  const list = byId("clubs");
  if (!answer.ok) return list.replaceChildren(el("p", { class: "wrong", text: errorText(answer, say) }));
  /** @type {Mine[]} */
  const clubs = answer.clubs;
  const shown = clubs.length
    ? el("ul", { class: "cards" }, ...clubs.map((club) => line(club, say)))
    : el("p", { class: "empty", text: say("club.none") });
  list.replaceChildren(shown);
}

async function start() {
  applyTheme();
  const say = await loadLocale();
  const me = await request("/api/me"); // the first visit makes a guest, who can join
  const may = me.role !== "guest";
  showPlainPage(
    say("club.clubs"),
    say,
    el(
      "main",
      { class: "session club" },
      el("div", { class: "head" }, el("h1", { text: say("club.clubs") }), may ? button(say("club.found"), () => found(say)) : null),
      el("div", { id: "clubs" }),
      section(say("club.join-title"), el("p", { class: "note", text: say("club.join-note") }), joinForm(say)),
      may ? null : section(say("club.found"), el("p", { class: "note", text: say("club.account") }), el("p", { class: "acts" }, el("a", { class: "btn", href: "/", text: say("page.menu.lobby") }))),
    ),
  );
  await load(say);
}

void start();
