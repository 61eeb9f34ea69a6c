/**
 * Bars and mutes: a form that finds a person, offers their account, devices and addresses, and makes one; and the list.
 */

import { request } from "../common/api.js";
import { el } from "../common/dom.js";
import { FormStatus } from "../common/form_status.js";
import { moment, nameOf, short } from "./words.js";

/** @typedef {import("../common/i18n.js").Say} Say */

const DAYS = ["1", "7", "30", "365", ""]; // "" is for ever
const RANGE = "range"; // the choice of a range that is typed

export class RestrictionForm {
  /** @param {Say} say @param {() => void} done called after a restriction was made */
  constructor(say, done) {
    this.say = say;
    this.done = done;
    this.search = el("input", { type: "text", maxlength: "100", autocomplete: "off", placeholder: say("operator.find-here"), on: { input: () => void this.find() } });
    this.found = el("ul", { class: "found" });
    this.whom = el("select", { required: true, on: { change: () => this.suit() } });
    this.range = el("input", { type: "text", placeholder: "192.0.2.0/24", maxlength: "60" });
    this.ranged = el("label", {}, el("span", { text: say("operator.range") }), this.range);
    this.kind = el("select", {}, ...["bar", "mute"].map((value) => el("option", { value, text: say(`operator.kinds.${value}`) })));
    this.days = el("select", {}, ...DAYS.map((value) => el("option", { value, text: say(`operator.days.${value || "ever"}`) })));
    this.days.value = "7";
    this.reason = el("input", { type: "text", required: true, maxlength: "200", placeholder: say("operator.reason-here") });
    this.status = new FormStatus(say);
    const field = (/** @type {string} */ key, /** @type {HTMLElement} */ input) =>
      el("label", {}, el("span", { text: say(`operator.${key}`) }), input);
    this.node = el(
      "form",
      { class: "restrict", on: { submit: (/** @type {Event} */ event) => void this.submit(event) } },
      el("div", { class: "finder" }, field("find", this.search), this.found),
      el("div", { class: "fields" }, field("whom", this.whom), this.ranged, field("kind", this.kind), field("long", this.days)),
      field("reason", this.reason),
      this.status.node,
      el("div", { class: "choices" }, el("button", { type: "submit", class: "btn go", text: say("operator.restrict-go") })),
    );
    this.offer([]);
  }

  async find() {
    const text = this.search.value.trim();
    const answer = text ? await request(`/api/operator/people?q=${encodeURIComponent(text)}`) : { people: [] };
    if (text !== this.search.value.trim()) return; // more was typed meanwhile
    this.found.replaceChildren(
      ...(answer.people ?? []).map((/** @type {{user: string, name: string, kind: string}} */ { user, name, kind }) =>
        el("li", {}, el("button", { type: "button", text: `${name} · ${this.say(`operator.people.${kind}`)}`, on: { click: () => void this.take(user) } })),
      ),
    );
  }

  /** Offer what can be restricted of a person. @param {string} user @param {string} [reason] */
  async take(user, reason) {
    this.status.clear();
    const person = await request(`/api/operator/people/${encodeURIComponent(user)}`);
    if (!person.ok) return this.status.refusal(person);
    const { say } = this;
    const last = (/** @type {number} */ at) => say("operator.last", { time: moment(at, say) });
    this.found.replaceChildren();
    this.search.value = person.name;
    this.offer([
      [`account ${person.user}`, say("operator.targets.account", { name: person.name })],
      ...person.sightings.map((/** @type {{kind: string, value: string, last: number}} */ { kind, value, last: at }) => [
        `${kind} ${value}`,
        `${say(`operator.targets.${kind}`, { value: kind === "device" ? short(value) : value })} · ${last(at)}`,
      ]),
    ]);
    if (reason) this.reason.value = reason;
    this.whom.focus();
  }

  /** @param {string[][]} choices values and texts */
  offer(choices) {
    const options = [...choices, [RANGE, this.say("operator.targets.range")]];
    this.whom.replaceChildren(...options.map(([value, text]) => el("option", { value, text })));
    this.suit();
  }

  suit() {
    const typed = this.whom.value === RANGE;
    this.ranged.hidden = !typed;
    this.range.required = typed;
  }

  /** @param {Event} event */
  async submit(event) {
    event.preventDefault();
    this.status.clear();
    const typed = this.whom.value === RANGE;
    const [target, value] = typed ? ["address", this.range.value] : this.whom.value.split(" ");
    const days = this.days.value ? Number(this.days.value) : null;
    const body = { kind: this.kind.value, target, value, reason: this.reason.value, days };
    const answer = await request("/api/operator/restrict", body);
    if (!answer.ok) return this.status.refusal(answer);
    this.status.success(this.say("operator.restricted"));
    this.reason.value = "";
    this.done();
  }
}

/** @param {import("./operator_page.js").Desk} desk @param {Say} say @param {() => void} done called after one was lifted */
export function restrictionList({ restrictions, names }, say, done) {
  const line = (/** @type {import("./operator_page.js").Restriction} */ one) => {
    const whom = one.target === "account" ? nameOf(one.value, names, say) : one.target === "device" ? short(one.value) : one.value;
    const end = one.lifted ? say("operator.lifted", { time: moment(one.lifted, say) }) : one.ends ? say("operator.until", { time: moment(one.ends, say) }) : say("operator.days.ever");
    const lift = el("button", { type: "button", class: "btn", text: say("operator.lift") });
    lift.addEventListener("click", async () => {
      lift.disabled = true;
      await request("/api/operator/lift", { id: one.id });
      done();
    });
    return el(
      "li",
      { class: one.holds ? "holds" : "over" },
      el(
        "div",
        {},
        el("b", { text: `${say(`operator.kinds.${one.kind}`)} · ${say(`operator.targets.${one.target}`, { name: whom, value: whom })}` }),
        el("p", { text: one.reason }),
        el("p", { class: "note", text: `${end} · ${nameOf(one.made_by, names, say)} · ${moment(one.began, say)}` }),
      ),
      one.holds ? lift : null,
    );
  };
  const holding = restrictions.filter(({ holds }) => holds);
  const over = restrictions.filter(({ holds }) => !holds);
  return [
    el("h2", { text: say("operator.holding") }),
    holding.length ? el("ul", { class: "lines" }, ...holding.map(line)) : el("p", { class: "empty", text: say("operator.none-holds") }),
    over.length ? el("details", {}, el("summary", { text: say("operator.over") }), el("ul", { class: "lines" }, ...over.map(line))) : "",
  ];
}
