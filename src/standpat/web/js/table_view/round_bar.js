/**
 * The rounds of the hand in a row, with the current round highlighted.
 */

import { attribute, el, setClass, setText } from "../common/dom.js";
import { drawName } from "./narration.js";

export class RoundBar {
  /** @param {import("../common/i18n.js").Say} say */
  constructor(say) {
    this.say = say;
    this.node = el("ol", { class: "rail", "aria-label": say("page.rail") });
  }

  /** @param {import("./public_state.js").PublicState | null} hand */
  update(hand) {
    const { say, node } = this;
    node.hidden = !hand;
    if (!hand) return;
    const { rounds, draws, at, street } = hand;
    while (node.childElementCount < rounds.length) node.append(el("li"));
    while (node.childElementCount > rounds.length) node.lastElementChild?.remove();
    rounds.forEach((step, k) => {
      const item = node.children[k];
      const now = k === at;
      let text = step === "draw" ? drawName((k + 1) / 2, draws, say) : say(`round.${step}`);
      if (now && step === "draw" && draws > 1) text = say("round.draw-of", { draw: text, draws });
      if (now && step === "bet")
        text = street ? say("round.bet-after", { draw: drawName(street, draws, say) }) : say("round.bet-before");
      setText(item, text);
      setClass(item, "bet", step === "bet");
      setClass(item, "now", now);
      setClass(item, "done", k < at);
      attribute(item, "aria-current", now ? "step" : null);
    });
  }
}
