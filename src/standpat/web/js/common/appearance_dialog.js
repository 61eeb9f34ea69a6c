/**
 * What people choose for themselves: the felt, the backs of cards, the colours of suits, the buttons for bet sizes, emotes, and how
 * they are told that it is their turn. It is kept in this browser. The browser's own question about notifications comes with the click alone.
 */

import { el, setText } from "./dom.js";
import { SHARES, chosenSigns, shareName } from "./pot_shares.js";
import { change, settings } from "./settings.js";

/** @typedef {{felt: string[], back: string[], deck: string[]}} Looks the values of each look; the first is the usual one */
/** @type {Looks} */
const LOOKS = { felt: ["green", "blue", "wine", "slate"], back: ["stripes", "dots", "lattice", "plain"], deck: ["four", "two"] };

export class AppearanceDialog {
  /** @param {import("./i18n.js").Say} say */
  constructor(say) {
    this.say = say;
    this.refused = el("p", { class: "note", role: "status" });
    const told = [
      "vibrate" in navigator ? this.check("vibrate", (on) => change({ vibrate: on })) : null,
      "Notification" in window ? this.check("notify", (on, input) => void this.setNotify(on, input)) : null,
    ];
    this.node = el(
      "dialog",
      { class: "appearance", "aria-labelledby": "appearance-title" },
      el("h2", { id: "appearance-title", text: say("page.menu.appearance") }),
      ...Object.keys(LOOKS).map((look) => this.looks(/** @type {keyof Looks} */ (look))),
      el("fieldset", {}, el("legend", { text: say("page.appearance.sizes") }), el("div", { class: "sizes" }, this.sizes("before"), this.sizes("after"))),
      el(
        "fieldset",
        {},
        el("legend", { text: say("page.emote.title") }),
        el("div", { class: "alerts" }, this.check("emotes", (on) => change({ emotes: on }))),
      ),
      told.some(Boolean)
        ? el("fieldset", {}, el("legend", { text: say("page.appearance.alerts") }), el("div", { class: "alerts" }, ...told), this.refused)
        : null,
      el("div", { class: "choices" }, el("button", { type: "button", class: "go", on: { click: () => this.node.close() } }, say("page.close"))),
    );
  }

  /** Radio buttons for one look, each with a small picture. @param {keyof Looks} look */
  looks(look) {
    const { say } = this;
    const labels = LOOKS[look].map((value) => {
      const input = el("input", { type: "radio", name: `look-${look}`, value, on: { change: () => change({ [look]: value }) } });
      input.checked = settings[look] === value;
      return el("label", {}, input, picture(look, value), el("span", { text: say(`page.appearance.${value}`) }));
    });
    return el("fieldset", {}, el("legend", { text: say(`page.appearance.${look}`) }), el("div", { class: "looks" }, ...labels));
  }

  /** The two shares of the pot before or after the draw. @param {import("./pot_shares.js").When} when */
  sizes(when) {
    const { say } = this;
    const heading = say(`page.appearance.${when}`);
    const selects = chosenSigns(when).map((chosen, k) => {
      const options = SHARES.map(([, sign]) => el("option", { value: sign, text: shareName(say, sign) }));
      const label = say("page.appearance.size", { when: heading, number: k + 1 });
      const select = el("select", { "aria-label": label, on: { change: () => keep() } }, ...options);
      select.value = chosen;
      return select;
    });
    const keep = () => change({ [when === "before" ? "sizesBefore" : "sizesAfter"]: selects.map(({ value }) => value) });
    return el("div", {}, el("span", { text: heading }), ...selects);
  }

  /** @param {"vibrate" | "notify" | "emotes"} key @param {(on: boolean, input: HTMLInputElement) => void} set */
  check(key, set) {
    const input = el("input", { type: "checkbox", on: { change: () => set(input.checked, input) } });
    input.checked = settings[key] && (key !== "notify" || Notification.permission === "granted");
    return el("label", { class: "check" }, input, el("span", { text: this.say(`page.appearance.${key}`) }));
  }

  /** Ask the browser, and keep to its answer. @param {boolean} on @param {HTMLInputElement} input */
  async setNotify(on, input) {
    const granted = on && (await Notification.requestPermission()) === "granted";
    input.checked = granted;
    setText(this.refused, on && !granted ? this.say("page.appearance.refused") : "");
    change({ notify: granted });
  }

  show() {
    setText(this.refused, "");
    this.node.showModal();
  }
}

/** @param {keyof Looks} look @param {string} value */
function picture(look, value) {
  if (look === "felt") return el("span", { class: `swatch ${value}`, "aria-hidden": "true" });
  if (look === "back") return el("span", { class: `back shown ${value}`, "aria-hidden": "true" });
  const suit = (/** @type {string} */ name, /** @type {string} */ sign) => el("span", { class: `${name} ${value}`, text: sign });
  return el("span", { class: "suits", "aria-hidden": "true" }, suit("c", "♣"), suit("d", "♦"), suit("h", "♥"), suit("s", "♠"));
}
