/**
 * The members of a club: who waits, who is in it, the invitation, and what the owner decides.
 */

import { request } from "../common/api.js";
import { el, setText } from "../common/dom.js";
import { check, field, openForm } from "../common/form_dialog.js";
import { button, section } from "../common/parts.js";
import { organises, owns, party, zoneSelect } from "./parts.js";

/** @typedef {import("./parts.js").Desk} Desk */

/** @param {Desk} desk @returns {(Node | null)[]} */
export function membersPane(desk) {
  const { club, say } = desk;
  return [
    waiting(desk),
    el("ul", { class: "lines people" }, ...club.members.map((one) => member(desk, one))),
    organises(club) ? invitation(desk) : null,
    section(say("club.this-club"), el("p", { class: "acts" }, ...own(desk))),
  ];
}

/** @param {Desk} desk */
function waiting({ club, say, act }) {
  if (!club.waiting.length) return null;
  const line = (/** @type {{user: string}} */ { user }) =>
    el(
      "li",
      {},
      el("b", { text: party(user, club, say) }),
      el(
        "div",
        { class: "acts" },
        button(say("club.refuse"), () => void act("newcomer", { user, admit: false })),
        button(say("club.admit"), () => void act("newcomer", { user, admit: true }), "btn go"),
      ),
    );
  return el("div", { class: "askers" }, el("h2", { text: say("club.waiting") }), el("ul", { class: "lines" }, ...club.waiting.map(line)));
}

/** @param {Desk} desk @param {{user: string, role: string, joined: number}} one */
function member(desk, { user, role }) {
  const { act, ask, club, say } = desk;
  const name = party(user, club, say);
  const higher = organises(club) && role !== "owner" && (club.role === "owner" || role === "member");
  const remove = async () => {
    if (await ask({ title: say("club.remove-title", { name }), text: say("club.remove-note"), go: say("club.remove") })) await act("remove", { user });
  };
  const offer = async () => {
    const what = { title: say("club.offer-title", { name }), text: say("club.offer-note"), go: say("club.offer") };
    if (await ask(what)) await act("hand-over", { user });
  };
  const other = role === "member" ? "organiser" : "member";
  const acts = [
    ...(owns(club) && role !== "owner"
      ? [button(say(`club.make.${other}`), () => void act("role", { user, role: other })), button(say("club.offer"), () => void offer())]
      : []),
    ...(higher ? [button(say("club.remove"), () => void remove(), "btn harsh")] : []),
  ];
  const body = el("div", {}, el("b", { text: name }), el("p", { class: "role", text: user === club.me ? `${say(`club.roles.${role}`)} · ${say("club.you")}` : say(`club.roles.${role}`) }));
  if (!acts.length) return el("li", {}, body);
  return el("li", {}, el("details", {}, el("summary", {}, body, el("span", { class: "unseen", text: say("club.acts") })), el("div", { class: "acts" }, ...acts)));
}

/** The invitation, for organisers. @param {Desk} desk */
function invitation({ act, ask, club, say }) {
  const revoke = async () => {
    if (await ask({ title: say("club.no-code-title"), text: say("club.no-code-note"), go: say("club.no-code") })) await act("code", { on: false });
  };
  const renew = async () => {
    if (!club.code || (await ask({ title: say("club.new-code-title"), text: say("club.new-code-note"), go: say("club.new-code") }))) await act("code", { on: true });
  };
  const said = el("p", { class: "note", role: "status" });
  const link = el("input", { type: "text", readonly: true, value: `${location.origin}/clubs#${club.code}`, "aria-label": say("club.link"), on: { focus: () => link.select() } });
  const copy = button(
    say("page.invite.copy"),
    async () => {
      try {
        await navigator.clipboard.writeText(link.value);
        setText(said, say("page.invite.copied"));
      } catch {
        link.focus(); // a page without TLS may not write to the clipboard
        setText(said, say("page.invite.by-hand"));
      }
    },
    "btn go",
  );
  return section(
    say("club.invite"),
    el("p", { class: "note", text: say(!club.code ? "club.invite-none" : club.approval ? "club.invite-approval" : "club.invite-open") }),
    club.code ? el("div", { class: "link" }, link, copy) : null,
    club.code ? el("p", { class: "the-code" }, el("span", { text: say("club.code") }), el("code", { text: club.code })) : null,
    said,
    el("p", { class: "acts" }, button(say("club.new-code"), () => void renew()), club.code ? button(say("club.no-code"), () => void revoke()) : null),
  );
}

/** What the viewer may do about the club itself. @param {Desk} desk */
function own(desk) {
  const { act, ask, club, say } = desk;
  const leave = async () => {
    const what = { title: say("club.leave-title", { name: club.name }), text: say("club.leave-note"), go: say("club.leave") };
    if (!(await ask(what))) return;
    const answer = await request(`/api/clubs/${club.id}/leave`, {});
    if (answer.ok) location.assign("/clubs");
  };
  const close = async () => {
    if (await ask({ title: say("club.close-title", { name: club.name }), text: say("club.close-note"), go: say("club.close") })) await act("close", {});
  };
  if (!owns(club)) return club.role === "owner" ? [el("span", { class: "note", text: say("club.closed-note") })] : [button(say("club.leave"), () => void leave(), "btn harsh")];
  return [
    button(say("club.settings"), () => openSettings(desk)),
    club.heir ? button(say("club.take-back", { name: party(club.heir, club, say) }), () => void act("hand-over", { user: "" })) : null,
    button(say("club.close"), () => void close(), "btn harsh"),
  ].filter((node) => node !== null);
}

/** @param {Desk} desk */
function openSettings({ club, say, reload }) {
  const name = el("input", { type: "text", required: true, minlength: "2", maxlength: "40", value: club.name });
  const zone = zoneSelect(club.zone);
  const currency = el("input", { type: "text", required: true, maxlength: "8", value: club.currency });
  const approval = check(say("club.approval"), club.approval);
  openForm(say, {
    title: say("club.settings"),
    note: say("club.settings-note"),
    body: [field(say("club.name"), name), field(say("club.zone"), zone), field(say("club.currency"), currency), approval.node],
    go: say("club.save"),
    send: () => request(`/api/clubs/${club.id}/change`, { name: name.value, zone: zone.value, currency: currency.value, approval: approval.input.checked }),
    done: () => void reload(),
  });
}
