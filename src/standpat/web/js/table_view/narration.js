/**
 * Events as sentences, in the second person for the viewer.
 *
 * `narrate(event, hand, say)` takes the hand as it is *after* the event. Events without a sentence (a street start, a hand
 * end, an announced draw being served) give an empty text.
 */

import { cardText } from "../common/card.js";
import { shortName } from "./hand_name.js";
import { HAND } from "./public_state.js";
import { lowFirst } from "./ranking.js";

/** @typedef {import("./public_state.js").PublicState} PublicState */
/** @typedef {import("./public_state.js").GameEvent} GameEvent */
/** @typedef {import("../common/i18n.js").Say} Say */

/** @param {GameEvent} event @param {PublicState} hand @param {Say} say @returns {string} */
export function narrate(event, hand, say) {
  const { seat } = event;
  const by = (/** @type {number} */ at, /** @type {string} */ key, /** @type {Record<string, any>} */ values = {}) =>
    at === hand.viewer
      ? say(`story-you.${key}`, values)
      : say(`story.${key}`, { name: hand.players[at], ...values });
  const allIn = (/** @type {string} */ what, /** @type {boolean} */ so) => (so ? say("story.all-in", { what }) : what);
  const name = (/** @type {number} */ at) => shortName(hand.seats[at].cards, hand.game.ranking, say);
  switch (event.event) {
    case "post":
      return allIn(by(seat, event.kind, { amount: event.amount }), event.all_in);
    case "acted": {
      const amount = hand.seats[seat].last?.amount ?? 0;
      return allIn(by(seat, event.action.kind, { amount }), event.all_in && amount > 0);
    }
    case "discard-announced":
      return by(seat, "draw", { count: event.count });
    case "draw-result": {
      const what = by(seat, "draw", { count: event.count });
      const drawn = lowFirst(event.drawn ?? [], hand.game.ranking);
      if (drawn.length) return say("story.drew", { what, cards: drawn.map(cardText).join(" ") });
      return hand.game.house.draws === "announced" ? "" : what;
    }
    case "reshuffled":
      return say("story.reshuffled");
    case "uncalled-returned":
      return by(seat, "uncalled", { amount: event.amount });
    case "showdown-show":
      return by(seat, "show", { hand: event.cards.length === HAND ? name(seat) : event.cards.map(cardText).join(" ") });
    case "mucked":
      return by(seat, "muck");
    case "pot-awarded":
      return event.winners
        .map((/** @type {[number, number]} */ [at, amount]) =>
          hand.seats[at].shown ? by(at, "win-with", { amount, hand: name(at) }) : by(at, "win", { amount }),
        )
        .join(" · ");
    default:
      return "";
  }
}

/** A seat's last action in two or three words. @param {import("./public_state.js").Last} last @param {Say} say */
export function lastActionText(last, say) {
  if (last.what === "draw") return say("last.draw", { count: last.amount });
  const text = say(`last.${last.what}`, { amount: last.amount });
  return last.allIn && last.amount ? `${text}, ${say("last.all-in")}` : text;
}

/** The name of a draw: `2nd draw`, or `the draw` if there is only one. @param {number} number @param {number} draws @param {Say} say */
export function drawName(number, draws, say) {
  if (draws === 1) return say("round.only-draw");
  const key = `round.draw.${number}`;
  return say.has(key) ? say(key) : say("round.draw-number", { number });
}
