/**
 * The page on which somebody makes a tournament of their own, starting from a preset: when it starts, stacks and entries,
 * prizes, games, and levels. The room checks every change and says about how long it lasts; what is wrong stands at its field.
 * The structure can be kept as a file, which is the record of the API.
 */

import { button, section } from "../common/parts.js";
import { check as checkbox, field } from "../common/form_dialog.js";
import { request } from "../common/api.js";
import { ConfirmDialog } from "../common/confirm_dialog.js";
import { el, setText } from "../common/dom.js";
import { loadLocale } from "../common/i18n.js";
import { errorText, gameName } from "../common/labels.js";
import { showPlainPage } from "../common/page_frame.js";
import { applyTheme } from "../common/settings.js";
import { TournamentTerms } from "../common/tournament_terms.js";
import { LevelRows } from "./level_rows.js";

/** @typedef {import("../common/i18n.js").Say} Say */

const KINDS = ["27td", "a5td", "27sd", "27td-pl", "mixed"];
const SPEEDS = ["normal", "fast", "turbo"];
const CHECK_MS = 350;
/** Whole numbers of the structure: name, least, most. @type {[string, number, number][]} */
const NUMBERS = [
  ["seats", 2, 10], ["starting_stack", 1, 10_000_000], ["unit", 1, 10_000_000], ["minimum", 2, 10_000], ["most", 2, 10_000],
  ["buy_in", 0, 10 ** 9], ["fee", 0, 10 ** 9], ["registration_closes", 0, 100], ["re_entries", 0, 100],
];
/** @type {Record<string, [string, number, number][]>} */
const EXTRAS = {
  rebuys: [["closes", 1, 100], ["chips", 1, 10_000_000], ["cost", 0, 10 ** 9], ["most", 1, 100], ["at_most", 0, 10_000_000]],
  add_on: [["opens", 1, 100], ["closes", 1, 100], ["chips", 1, 10_000_000], ["cost", 0, 10 ** 9]],
};

class EditorPage {
  /** @param {Say} say */
  constructor(say) {
    this.say = say;
    this.confirm = new ConfirmDialog(say);
    this.dirty = false;
    /** @type {any} */
    this.base = {};
    /** @type {Record<string, HTMLInputElement>} */
    this.inputs = {};
    /** @type {Record<string, {on: HTMLInputElement, parts: HTMLElement}>} */
    this.extras = {};
    const change = () => this.changed();
    this.kind = this.select(KINDS, (kind) => (kind === "mixed" ? say("tournament.mixed") : gameName(kind, say)), "27td");
    this.speed = this.select(SPEEDS, (speed) => say(`tournament.speeds.${speed}`), "normal");
    this.when = this.select(["time", "full"], (value) => say(`tournament.own.${value}`), "time");
    for (const input of [this.kind, this.speed, this.when]) input.addEventListener("change", () => void this.preset(input));
    this.name = el("input", { type: "text", maxlength: "60", required: true, data: { field: "name" }, on: { input: change } });
    this.starts = el("input", { type: "datetime-local", required: true });
    this.bots = this.plain("bots", 0, 6);
    this.terms = new TournamentTerms(say);
    this.lasts = this.select(["hands", "orbits", "levels"], (value) => say(`tournament.own.lasts.${value}`), "hands");
    this.every = this.plain("every", 1, 200);
    this.lasts.addEventListener("change", change);
    this.turns = el("div", { class: "fields" }, field(say("tournament.own.turn"), this.every), field(say("tournament.own.of"), this.lasts));
    this.shares = el("input", { type: "text", autocomplete: "off", placeholder: say("tournament.own.usual"), data: { field: "payout" }, on: { input: change } });
    this.entries = el("input", { type: "number", min: "2", max: "10000", value: "20", required: true, on: { input: change } });
    this.rows = new LevelRows(say, change);
    this.length = el("p", { class: "length", role: "status" });
    this.wrong = el("p", { class: "wrong", role: "alert" });
    const save = el("button", { type: "submit", class: "btn go", text: say("tournament.own.go") });
    const file = el("input", { type: "file", accept: ".json,application/json", hidden: true, on: { change: () => void this.open(file) } });
    this.form = el(
      "form",
      { class: "own", novalidate: true, on: { submit: (/** @type {Event} */ event) => void this.submit(event) } },
      section(say("tournament.own.begin"), el("div", { class: "fields" }, field(say("tournament.game"), this.kind), field(say("tournament.speed"), this.speed), field(say("tournament.own.when"), this.when))),
      section(
        say("tournament.own.about"),
        el("div", { class: "fields" }, this.framed("name", field(say("tournament.own.name"), this.name)), el("div", { class: "framed" }, field(say("tournament.own.starts"), this.starts)), ...NUMBERS.map(([key, least, most]) => this.named(key, least, most)), field(say("tournament.bots"), this.bots)),
        this.terms.bill,
        this.terms.door,
      ),
      section(say("tournament.own.more"), ...Object.keys(EXTRAS).map((key) => this.extra(key))),
      section(say("tournament.tabs.prizes"), this.framed("payout", field(say("tournament.own.shares"), this.shares, say("tournament.own.shares-note")))),
      section(say("tournament.tabs.levels"), this.turns, this.rows.node),
      el(
        "footer",
        { class: "sum" },
        el("div", { class: "guess" }, field(say("tournament.own.entries"), this.entries), this.length),
        this.wrong,
      ),
      el("p", { class: "acts" }, save, button(say("tournament.own.keep"), () => this.keep()), button(say("tournament.own.open"), () => file.click()), file),
    );
    showPlainPage(say("tournament.own.title"), say, el("main", { class: "session club tournament" }, el("h1", { text: say("tournament.own.title") }), this.form));
    document.body.append(this.confirm.node);
    addEventListener("beforeunload", (event) => this.dirty && event.preventDefault());
    void this.preset();
  }

  // Fields ---------------------------------------------------------------------------------------------

  /** @param {string[]} values @param {(value: string) => string} name @param {string} chosen */
  select(values, name, chosen) {
    const select = el("select", {}, ...values.map((value) => el("option", { value, text: name(value) })));
    select.value = chosen;
    select.dataset.was = chosen;
    return select;
  }

  /** @param {string} key @param {number} least @param {number} most */
  plain(key, least, most) {
    const input = el("input", { type: "number", min: String(least), max: String(most), step: "1", required: true, value: String(least), inputmode: "numeric", data: { field: key }, on: { input: () => this.changed() } });
    this.inputs[key] = input;
    return input;
  }

  /** A field with a place for what is wrong with it. @param {string} key @param {HTMLElement} node */
  framed(key, node) {
    return el("div", { class: "framed", data: { of: key } }, node, el("p", { class: "wrong", id: `wrong-${key}`, hidden: true }));
  }

  /** @param {string} key @param {number} least @param {number} most @param {string} [within] */
  named(key, least, most, within = "") {
    const whole = within ? `${within}.${key}` : key;
    const note = `tournament.own.notes.${key}`;
    return this.framed(whole, field(this.say(`tournament.own.${key}`), this.plain(whole, least, most), !within && this.say.has(note) ? this.say(note) : undefined));
  }

  /** Rebuys or an add-on: a switch, and its fields while it is on. @param {string} key */
  extra(key) {
    const { input, node } = checkbox(this.say(`tournament.own.${key}`), false);
    const parts = el("div", { class: "fields", hidden: true }, ...EXTRAS[key].map(([name, least, most]) => this.named(name, least, most, key)));
    input.addEventListener("change", () => {
      parts.hidden = !input.checked;
      this.changed();
    });
    this.extras[key] = { on: input, parts };
    return el("div", { class: "extra" }, node, parts);
  }

  // The structure --------------------------------------------------------------------------------------

  /** Begin again with a preset. @param {HTMLSelectElement} [by] what was changed, and goes back if the answer is no */
  async preset(by) {
    const { say } = this;
    if (this.dirty && by) {
      const sure = await this.confirm.ask({ title: say("tournament.own.again"), text: say("tournament.own.again-text"), go: say("tournament.own.again") });
      if (!sure) return void (by.value = by.dataset.was ?? by.value);
    }
    for (const input of [this.kind, this.speed, this.when]) input.dataset.was = input.value;
    const players = this.when.value === "full" ? "6" : "";
    const answer = await request(`/api/tournaments/preset?kind=${this.kind.value}&speed=${this.speed.value}&players=${players}`);
    if (answer.ok) this.fill(answer.structure);
    else setText(this.wrong, errorText(answer, say));
  }

  /** @param {any} structure */
  fill(structure) {
    this.base = structure;
    this.name.value = structure.name;
    for (const [key] of NUMBERS) this.inputs[key].value = String(structure[key]);
    for (const [key, { on, parts }] of Object.entries(this.extras)) {
      on.checked = !!structure[key];
      parts.hidden = !on.checked;
      const usual = { opens: 1, closes: Math.min(structure.levels.length, structure.registration_closes || 6), chips: structure.starting_stack, cost: structure.buy_in, most: 1, at_most: structure.starting_stack };
      for (const [name] of EXTRAS[key]) this.inputs[`${key}.${name}`].value = String(structure[key]?.[name] ?? usual[/** @type {keyof typeof usual} */ (name)]);
    }
    this.shares.value = (structure.payout?.table ?? []).join(", ");
    this.inputs.every.value = String(structure.turns?.every ?? 1);
    this.lasts.value = structure.turns?.lasts ?? "hands";
    this.turns.hidden = structure.games.length < 2;
    this.when.value = this.when.dataset.was = structure.sit_and_go ? "full" : "time";
    this.entries.value = String(structure.sit_and_go ? structure.most : 20);
    if (!this.starts.value) this.starts.value = localTime(new Date(Date.now() + 3_600_000));
    this.rows.set(structure.levels);
    this.show();
    this.dirty = false;
    void this.check();
  }

  /** The structure as it stands in the fields. */
  get structure() {
    const number = (/** @type {string} */ key) => Number(this.inputs[key].value);
    /** @type {any} */
    const made = { ...this.base, name: this.name.value, levels: this.rows.levels, sit_and_go: this.when.value === "full" };
    for (const [key] of NUMBERS) made[key] = number(key);
    for (const [key, { on }] of Object.entries(this.extras)) made[key] = on.checked ? Object.fromEntries(EXTRAS[key].map(([name]) => [name, number(`${key}.${name}`)])) : null;
    made.payout = { ...this.base.payout, table: this.shares.value.split(/[\s,;]+/).filter(Boolean).map(Number) };
    made.turns = { ...this.base.turns, every: number("every"), lasts: this.lasts.value };
    if (made.sit_and_go) made.minimum = made.most;
    return made;
  }

  /** What depends on the choice of the start and on the buy-in. */
  show() {
    const full = this.when.value === "full";
    const hide = (/** @type {HTMLElement} */ input, /** @type {boolean} */ off) => {
      const frame = input.closest(".framed") ?? input.closest(".field");
      if (frame instanceof HTMLElement) frame.hidden = off;
    };
    hide(this.starts, full);
    for (const key of ["minimum", "registration_closes", "re_entries"]) hide(this.inputs[key], full);
    this.terms.charge(Number(this.inputs.buy_in.value) + Number(this.inputs.fee.value), Number(this.bots.value), false);
  }

  changed() {
    this.dirty = true;
    this.show();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.check(), CHECK_MS);
  }

  /** Ask the room about the structure, and show what it says. @returns {Promise<boolean>} whether it can be played */
  async check() {
    const { say } = this;
    const asked = (this.asked = {});
    const answer = await request("/api/tournaments/check", { structure: this.structure, entries: Number(this.entries.value) || 2 });
    if (asked !== this.asked) return false; // a later question has been asked
    this.clear();
    if (!answer.ok) {
      setText(this.length, this.fault(answer));
      return false;
    }
    const [usual, early, late] = answer.length?.minutes ?? [];
    const time = (/** @type {number} */ minutes) => say("tournament.own.hours", { hours: Math.floor(minutes / 60), minutes: String(minutes % 60).padStart(2, "0") });
    const first = answer.prizes[0] ? ` ${say("tournament.own.first", { places: answer.prizes.length, chips: answer.prizes[0] })}` : "";
    setText(this.length, (answer.length ? say("tournament.own.guess", { time: time(usual), early: time(early), late: time(late), count: answer.entries }) : say("tournament.own.no-guess")) + first);
    return true;
  }

  clear() {
    setText(this.wrong, "");
    for (const node of this.form.querySelectorAll(".wrong:not([role])")) node.toggleAttribute("hidden", true);
    for (const input of this.form.querySelectorAll("[aria-invalid]")) {
      input.removeAttribute("aria-invalid");
      input.removeAttribute("aria-describedby");
    }
  }

  /** Show a refusal at its field, or below the form. @param {any} answer @returns {string} its text, "" if it has no field */
  fault(answer) {
    const { say } = this;
    const { key = "", args = {} } = answer;
    const label = `tournament.own.${String(args.what).split(".").at(-1)}`;
    const text = errorText({ ...answer, args: { ...args, ...(args.what && say.has(label) && { what: say(label) }), ...(args.game && { game: gameName(args.game, say) }) } }, say);
    /** @type {Record<string, string>} */
    const fields = { "error.structure-name": "name", "error.structure-unit-stack": "starting_stack", "error.structure-re-entries": "re_entries", "error.structure-sit-and-go": "most", "error.structure-payout": "payout" };
    const at = fields[key];
    const frame = args.level ? this.rows.node.querySelector(`[data-level="${args.level}"]`) : this.form.querySelector(`[data-of="${CSS.escape(at ?? args.what ?? "")}"]`);
    const place = frame?.querySelector(".wrong");
    if (!frame || !place) {
      setText(this.wrong, text);
      return "";
    }
    setText(place, text);
    place.toggleAttribute("hidden", false);
    const inputs = frame.querySelectorAll("input");
    for (const input of inputs) {
      input.setAttribute("aria-invalid", "true");
      input.setAttribute("aria-describedby", place.id);
    }
    return text;
  }

  /** @param {Event} event */
  async submit(event) {
    event.preventDefault();
    clearTimeout(this.timer);
    const input = [...this.form.querySelectorAll("input")].find((one) => one.offsetParent && !one.checkValidity());
    if (input) return void input.reportValidity();
    if (!(await this.check())) return this.focusWrong();
    const starts = this.when.value === "full" ? 0 : new Date(this.starts.value).getTime() / 1000;
    const answer = await request("/api/tournaments", { structure: this.structure, name: this.name.value, starts, bots: Number(this.bots.value), ...this.terms.wish });
    if (!answer.ok) {
      this.fault(answer);
      return this.focusWrong();
    }
    this.dirty = false;
    location.assign(answer.url);
  }

  /** Go to the first field with a fault. */
  focusWrong() {
    const input = this.form.querySelector("[aria-invalid]");
    if (input instanceof HTMLElement) input.focus();
  }

  // Files ----------------------------------------------------------------------------------------------

  /** Keep the structure as a file. */
  keep() {
    const url = URL.createObjectURL(new Blob([JSON.stringify(this.structure, null, 1)], { type: "application/json" }));
    el("a", { href: url, download: `${this.name.value || "structure"}.json` }).click();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
  }

  /** Open a structure that was kept. @param {HTMLInputElement} input */
  async open(input) {
    const { say } = this;
    const file = input.files?.[0];
    input.value = "";
    if (!file) return;
    /** @type {any} */
    let structure = null;
    try {
      structure = JSON.parse(await file.text());
    } catch {
      // it is no JSON: said below
    }
    const answer = structure ? await request("/api/tournaments/check", { structure }) : { ok: false };
    if (!answer.ok) return setText(this.wrong, answer.key ? errorText(answer, say) : say("tournament.own.unreadable"));
    const whole = await request("/api/tournaments/preset?kind=27td&speed=normal");
    this.fill({ ...whole.structure, rebuys: null, add_on: null, sit_and_go: false, ...structure });
    this.dirty = true;
  }
}

/** A time as the field wants it, to five minutes. @param {Date} at */
function localTime(at) {
  const round = new Date(Math.ceil(at.getTime() / 300_000) * 300_000);
  return new Date(round.getTime() - 60_000 * round.getTimezoneOffset()).toISOString().slice(0, 16);
}

applyTheme();
void loadLocale().then(async (say) => {
  await request("/api/me"); // the first visit makes a guest, who can open a tournament
  new EditorPage(say);
});
