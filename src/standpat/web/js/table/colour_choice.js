/**
 * The choice of a colour label: a circle for none and one for each colour. The chosen colour is named beside the title, for
 * those who do not tell the colours apart.
 */

import { el, setText } from "../common/dom.js";
import { COLOURS } from "../table_view/notes.js";

export class ColourChoice {
  /** @param {import("../common/i18n.js").Say} say */
  constructor(say) {
    this.say = say;
    this.named = el("b");
    this.inputs = ["", ...COLOURS].map((value) =>
      el("input", { type: "radio", name: "colour", value, "aria-label": this.name(value), on: { change: () => this.show() } }),
    );
    this.node = el(
      "fieldset",
      { class: "colours" },
      el("legend", {}, `${say("page.note.colour")}: `, this.named),
      ...this.inputs.map((input) => el("label", { title: this.name(input.value) }, input, el("i", { class: "label-dot", data: { colour: input.value } }))),
    );
  }

  /** @param {string} colour */
  name(colour) {
    return this.say(`page.note.colours.${colour || "none"}`);
  }

  get value() {
    return this.inputs.find((input) => input.checked)?.value ?? "";
  }

  /** @param {string} colour */
  set value(colour) {
    for (const input of this.inputs) input.checked = input.value === colour;
    this.show();
  }

  show() {
    setText(this.named, this.name(this.value));
  }
}
