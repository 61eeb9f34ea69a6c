/**
 * The tables that the room proposes, as radio buttons. Choosing one fills the form.
 */

import { el } from "../common/dom.js";

/** @typedef {{id: string, table: any}} Preset `table` is a whole request for a table */

export class PresetList {
  /** @param {import("../common/i18n.js").Say} say @param {(preset: Preset) => void} choose */
  constructor(say, choose) {
    this.say = say;
    this.choose = choose;
    this.node = el("fieldset", { class: "presets", hidden: true }, el("legend", { class: "unseen", text: say("lobby.preset") }));
    /** The name of the chosen one, for a table without a name. */
    this.name = "";
  }

  /** Show the presets, and choose the first. @param {Preset[]} presets */
  fill(presets) {
    this.node.hidden = !presets.length;
    for (const [at, preset] of presets.entries()) {
      const name = this.text(preset.id, "name") || preset.id;
      const take = () => {
        this.name = name;
        this.choose(preset);
      };
      const input = el("input", { type: "radio", name: "preset", value: preset.id, on: { change: take } });
      const note = this.text(preset.id, "note");
      this.node.append(el("label", {}, input, el("b", { text: name }), note ? el("span", { text: note }) : null));
      if (at) continue;
      input.checked = true;
      take();
    }
  }

  /** @param {string} id @param {"name" | "note"} part */
  text(id, part) {
    const key = `lobby.presets.${id}.${part}`;
    return this.say.has(key) ? this.say(key) : "";
  }
}
