/**
 * Events in words: one sentence each, in the second person where the viewer acts.
 *
 * `tell(event, picture, say)` wants the picture as it is *after* the event, and gives an empty text for events that
 * nobody tells (a street start, a hand end, the serving of an announced draw).
 */

import { cardText } from "../common/card.js";
import { shortName } from "./hand_name.js";
import { HAND } from "./public_state.js";
import { lowFirst } from "./ranking.js";

/** @typedef {import("./public_state.js").Picture} Picture */
/** @typedef {import("./public_state.js").GameEvent} GameEvent */
/** @typedef {import("../common/i18n.js").Say} Say */

/** @param {GameEvent} event @param {Picture} picture @param {Say} say @returns {string} */
export function tell(event, picture, say) {
  const { seat } = event;
  const by = (/** @type {number} */ at, /** @type {string} */ key, /** @type {Record<string, any>} */ values = {}) =>
    at === picture.viewer
      ? say(`story-you.${key}`, values)
      : say(`story.${key}`, { name: picture.players[at], ...values });
  const allIn = (/** @type {string} */ what, /** @type {boolean} */ so) => (so ? say("story.all-in", { what }) : what);
  const name = (/** @type {number} */ at) => shortName(picture.seats[at].cards, picture.game.ranking, say);
  switch (event.event) {
    case "post":
      return allIn(by(seat, event.kind, { amount: event.amount }), event.all_in);
    case "acted": {
      const amount = picture.seats[seat].last?.amount ?? 0;
      return allIn(by(seat, event.action.kind, { amount }), event.all_in && amount > 0);
    }
    case "discard-announced":
      return by(seat, "draw", { count: event.count });
    case "draw-result": {
      const what = by(seat, "draw", { count: event.count });
      const drawn = lowFirst(event.drawn ?? [], picture.game.ranking);
      if (drawn.length) return say("story.drew", { what, cards: drawn.map(cardText).join(" ") });
      return picture.game.house.draws === "announced" ? "" : what;
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
          picture.seats[at].shown ? by(at, "win-with", { amount, hand: name(at) }) : by(at, "win", { amount }),
        )
        .join(" · ");
    default:
      return "";
  }
}

/** What a seat did last, in two or three words. @param {import("./public_state.js").Last} last @param {Say} say */
export function lastText(last, say) {
  if (last.what === "draw") return say("last.draw", { count: last.amount });
  const text = say(`last.${last.what}`, { amount: last.amount });
  return last.allIn && last.amount ? `${text}, ${say("last.all-in")}` : text;
}

/** The name of a draw: `2nd draw`, or `the draw` where there is one. @param {number} number @param {number} draws @param {Say} say */
export function drawName(number, draws, say) {
  if (draws === 1) return say("round.only-draw");
  const key = `round.draw.${number}`;
  return say.has(key) ? say(key) : say("round.draw-number", { number });
}
