/**
 * The form for a table of one's own. What can be chosen the server says (`/api/options`).
 */

import { ask } from "./api.js";
import { attribute, el } from "./dom.js";
import { gameName, houseName, wrong } from "./spoken.js";

export class TableForm {
  /** @param {import("./words.js").Say} say @param {(text: string) => void} tell */
  constructor(say, tell) {
    this.say = say;
    this.tell = tell;
    this.name = el("input", { type: "text", maxlength: "40", required: true });
    this.game = el("select", { on: { change: () => this.limit() } });
    this.house = el("select");
    this.speed = el("select");
    this.small = number(5, 0);
    this.big = number(10, 1);
    this.ante = number(0, 0);
    this.low = number(100, 1);
    this.high = number(800, 1);
    this.seats = number(6, 2, 6);
    this.keep = number(3, 0, 5);
    this.room = el("input", { type: "checkbox", checked: true });
    this.shown = el("input", { type: "checkbox", checked: true });
    this.password = el("input", { type: "password", autocomplete: "new-password" });
    this.options = el("div", { class: "grid" });
    this.go = el("button", { type: "submit", class: "go" }, say("lobby.create-go"));
    const field = (/** @type {string} */ key, /** @type {HTMLElement} */ input) =>
      el("label", {}, el("span", { text: say(`lobby.${key}`) }), input);
    this.smallField = field("small", this.small);
    const form = el(
      "form",
      { on: { submit: (/** @type {Event} */ event) => this.submit(event) } },
      el("h2", { id: "form-title", text: say("lobby.create") }),
      el(
        "div",
        { class: "grid" },
        field("new-name", this.name),
        field("game", this.game),
        this.smallField,
        field("big", this.big),
        field("ante", this.ante),
        field("seats", this.seats),
        field("low", this.low),
        field("high", this.high),
        field("house", this.house),
        field("speed", this.speed),
        field("bots-wanted", this.keep),
        field("password", this.password),
      ),
      el("details", {}, el("summary", { text: say("lobby.rules") }), this.options),
      el("label", { class: "check" }, this.room, el("span", { text: say("lobby.make-room") })),
      el("label", { class: "check" }, this.shown, el("span", { text: say("lobby.public") })),
      el(
        "div",
        { class: "choices" },
        el("button", { type: "button", on: { click: () => this.node.close() } }, say("page.cancel")),
        this.go,
      ),
    );
    this.node = el("dialog", { class: "table-form", "aria-labelledby": "form-title" }, form);
    /** @type {any} */
    this.known = null;
  }

  async open() {
    const { say } = this;
    this.known ??= await ask("/api/options");
    if (!this.known.ok) {
      this.tell(wrong(this.known, say));
      this.known = null;
      return;
    }
    if (!this.game.options.length) this.fill();
    this.node.showModal();
    this.name.focus();
  }

  fill() {
    const { say, known } = this;
    const ids = (/** @type {any[]} */ list) =>
      list.map((entry) => (typeof entry === "string" ? entry : (entry.id ?? entry.name)));
    const names = (/** @type {any} */ entry) => (Array.isArray(entry) ? ids(entry) : Object.keys(entry ?? {}));
    for (const id of names(known.games)) this.game.append(el("option", { value: id, text: gameName(id, say) }));
    for (const id of names(known.houses)) this.house.append(el("option", { value: id, text: houseName(id, say) }));
    for (const id of names(known.speeds))
      this.speed.append(
        el("option", { value: id, text: say.has(`lobby.speeds.${id}`) ? say(`lobby.speeds.${id}`) : id }),
      );
    if ([...this.speed.options].some((option) => option.value === "normal")) this.speed.value = "normal";
    for (const [key, values] of Object.entries(known.options ?? {})) {
      if (!Array.isArray(values)) continue;
      const select = el(
        "select",
        { name: key },
        el("option", { value: "", text: say("lobby.as-house") }),
        ...values.map((value) => el("option", { value: JSON.stringify(value), text: optionText(value) })),
      );
      const title = say.has(`lobby.options.${key}`) ? say(`lobby.options.${key}`) : key;
      this.options.append(el("label", {}, el("span", { text: title }), select));
    }
    this.limit();
  }

  /** In a fixed-limit game the small blind follows from the bet. */
  limit() {
    const limit = !this.game.value.endsWith("-nl") && !this.game.value.endsWith("-pl") && this.game.value !== "27sd";
    attribute(this.smallField, "hidden", limit);
  }

  /** @param {Event} event */
  async submit(event) {
    event.preventDefault();
    this.go.disabled = true;
    const big = this.big.valueAsNumber;
    /** @type {Record<string, any>} */
    const options = {};
    for (const select of this.options.querySelectorAll("select"))
      if (select.value) options[select.name] = JSON.parse(select.value);
    const answer = await ask("/api/tables", {
      name: this.name.value.trim(),
      game: this.game.value,
      house: this.house.value,
      options,
      small_blind: this.smallField.hidden ? Math.floor(big / 2) : this.small.valueAsNumber,
      big_blind: big,
      ante: this.ante.valueAsNumber,
      buy_in: [this.low.valueAsNumber, this.high.valueAsNumber],
      seats: this.seats.valueAsNumber,
      speed: this.speed.value,
      bots: { players: ["rule"], keep: this.keep.valueAsNumber, make_room: this.room.checked },
      public: this.shown.checked,
      ...(this.password.value ? { password: this.password.value } : {}),
    });
    this.go.disabled = false;
    if (answer.ok) location.assign(answer.url ?? `/tables/${answer.table}`);
    else this.tell(answer.right || answer.text || wrong(answer, this.say));
  }
}

/** @param {number} value @param {number} least @param {number} [most] */
function number(value, least, most) {
  const input = el("input", {
    type: "number",
    inputmode: "numeric",
    required: true,
    min: String(least),
    max: most === undefined ? null : String(most),
  });
  input.value = String(value);
  return input;
}

/** A rule's value as the rules name it. @param {any} value */
const optionText = (value) =>
  value === null ? "–" : value === true ? "✓" : value === false ? "✗" : String(value).replaceAll("_", " ");
