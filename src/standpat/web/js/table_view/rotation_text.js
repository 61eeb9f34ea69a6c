/**
 * A table's rotation in words: how far the present game is, and which one follows.
 */

import { gameName } from "../common/labels.js";

/** @typedef {import("../common/i18n.js").Say} Say */
/** @typedef {{number: number, index: number, dealt: number, hands: number | null, ends: number | null, next: number | null,
 *   chooser: string | null, deadline: number | null, offered: number[]}} Place */
/** @typedef {{games: {game: {id: string, name: string, betting: string, bets: number[]}, stakes: Stakes}[],
 *   lasts: string, every: number, picked_by: "list" | "button", place: Place}} Rotation as the server sends it */
/** @typedef {{small_blind: number, big_blind: number, ante: number, ante_by: string}} Stakes */

/**
 * The stakes of a game: the bets in fixed limit, else the blinds; and the ante.
 * @param {{betting: string, bets: number[]}} game @param {Stakes} stakes @param {Say} say
 */
export function stakesText(game, { small_blind, big_blind, ante, ante_by }, say) {
  const limit = game.betting === "fixed-limit";
  const chips = limit ? [big_blind, Math.max(...game.bets) * big_blind] : [small_blind, big_blind];
  const posted = ante_by === "big-blind" ? say("lobby.ante-table") : say("lobby.ante").toLowerCase();
  return chips.map(say.number).join("/") + (ante ? ` · ${posted} ${say.number(ante)}` : "");
}

/** How far the present game is: "hand 3 of 8", or until when it lasts; "" before the first. @param {Rotation} rotation @param {Say} say */
export function progressText({ place: { number, dealt, hands, ends } }, say) {
  if (!number) return "";
  if (hands !== null) return say("page.rotation.hand", { dealt, hands });
  if (ends === null) return "";
  const time = new Date(1000 * ends).toLocaleTimeString(say.code, { hour: "2-digit", minute: "2-digit" });
  return say("page.rotation.until", { time });
}

/** Which game follows, or that a player picks it; "" before the first of a list. @param {Rotation} rotation @param {Say} say */
export function nextText({ games, place, picked_by }, say) {
  if (!place.number && picked_by === "list") return "";
  if (place.next !== null) return say("page.rotation.then", { game: gameName(games[place.next].game, say) });
  return picked_by === "button" ? say("page.rotation.dealers-choice") : "";
}
