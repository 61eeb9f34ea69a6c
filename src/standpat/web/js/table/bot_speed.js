/**
 * The speed of the bots in the menu, for a viewer who sits at a table of the house with bots alone. At other tables it is the
 * owner's, in the host's panel.
 */

import { botSpeeds } from "../common/bot_speeds.js";
import { el } from "../common/dom.js";

export class BotSpeed {
  /** @param {import("../common/i18n.js").Say} say @param {(speed: string) => Promise<any>} onChoose resolves to a refusal, or null */
  constructor(say, onChoose) {
    this.select = botSpeeds(say);
    this.select.addEventListener("change", () => void onChoose(this.select.value));
    this.node = el("label", { class: "choice" }, el("span", { text: say("lobby.bots-speed") }), this.select);
  }

  /** @param {import("../table_view/table_state.js").TableState} table */
  update({ info, alone }) {
    this.node.hidden = !alone || info.owner !== null;
    this.select.value = info.bots?.speed ?? "normal";
  }
}
