/**
 * One seat at the table: cards, name, stack, clock, the count of each draw, the last action.
 *
 * Every part has a fixed place, whether it is filled or not, so that nothing jumps.
 */

import { reducedMotion } from "../common/settings.js";
import { back, smallCard } from "../common/card_face.js";
import { showClock } from "./clock.js";
import { attribute, el, setClass, setText } from "../common/dom.js";
import { timeOfDay } from "../common/i18n.js";
import { shortName } from "./hand_name.js";
import { noteOf } from "./notes.js";
import { HAND } from "./public_state.js";
import { lowFirst } from "./ranking.js";
import { lastActionText } from "./narration.js";

/** @typedef {import("./table_state.js").TableState} TableState */
/** @typedef {import("../common/i18n.js").Say} Say */

const EMOTE_SHOWN = 2000; // ms

export class SeatPlate {
  /** @param {Say} say @param {{sit: () => void, about?: () => void}} on `about` opens the dialog about the player */
  constructor(say, { sit, about }) {
    this.say = say;
    this.cards = el("div", { class: "cards" });
    this.initial = el("span", { class: "initial", "aria-hidden": "true" });
    this.ring = el("span", { class: "ring" }, this.initial);
    this.name = el("span", { class: "name" });
    this.tag = el("span", { class: "bot", text: say("page.bot") });
    this.stack = el("span", { class: "stack" });
    this.button = el("span", {
      class: "dealer",
      text: say("table.button"),
      title: say("page.button"),
      role: "img",
      "aria-label": say("page.button"),
    });
    this.noted = el("i", { class: "noted label-dot", "aria-hidden": "true" });
    /** What the player says without writing, over their name, which is known. */
    this.emote = el("span", { class: "emote", hidden: true, "aria-hidden": "true" });
    this.about = el("button", { type: "button", class: "about", on: { click: () => about?.() } });
    this.plate = el(
      "div",
      { class: "plate" },
      this.ring,
      this.name,
      el("span", { class: "money" }, this.stack, this.tag),
      this.button,
      this.noted,
      this.emote,
      this.about,
    );
    this.trail = el("span", { class: "trail" });
    this.last = el("span", { class: "last" });
    this.foot = el("div", { class: "foot" }, this.trail, this.last);
    this.sit = el("button", { class: "sit", type: "button", on: { click: sit } }, say("page.sit-here"));
    this.node = el("li", { class: "seat" }, this.cards, this.plate, this.foot, this.sit);
    this.front = el(
      "div",
      { class: "front" },
      el("i", { class: "disc", "aria-hidden": "true" }),
      el("span", { class: "chips" }),
    );
    this.faces = "";
    this.knowable = about !== undefined;
  }

  /** @param {TableState} table @param {number} seat the table seat @param {number} place 0 is at the bottom; clockwise */
  update(table, seat, place) {
    const { say } = this;
    const taken = table.seats[seat];
    const at = table.handSeat(seat);
    const hand = table.hand;
    const state = at === null || !hand || !this.same(table, at, taken) ? null : hand.seats[at];
    attribute(this.node, "data-place", place);
    attribute(this.front, "data-place", place);
    const half = table.seats.length / 2;
    const side = place === 0 || place === half ? null : place < half ? "left" : "right";
    attribute(this.node, "data-side", side);
    attribute(this.front, "data-side", side);
    setClass(this.node, "empty", !taken);
    setClass(
      this.node,
      "away",
      taken !== null && (taken.state === "disconnected" || (!state && taken.state !== "playing")),
    );
    const reserved = !taken && table.reserved.includes(seat);
    const mayAsk = table.mySeat === null && !table.info?.tournament;
    this.sit.hidden = taken !== null || !(reserved || mayAsk);
    this.sit.disabled = reserved;
    setText(this.sit, say(reserved ? "page.must-move.reserved" : "page.sit-here"));
    this.plate.hidden = this.foot.hidden = !taken;
    setText(this.name, taken?.name ?? "");
    const note = noteOf(taken?.user ?? "");
    this.noted.hidden = !note.text && !note.colour;
    attribute(this.noted, "data-colour", note.colour || null);
    this.about.hidden = !taken || table.mySeat === seat || !this.knowable;
    const label = note.colour ? `, ${say(`page.note.colours.${note.colour}`)}` : "";
    attribute(this.about, "aria-label", taken ? say("page.note.about", { name: taken.name }) + label : null);
    attribute(this.about, "title", note.text || taken?.name);
    setText(this.initial, [...(taken?.name ?? " ")][0].toUpperCase());
    this.tag.hidden = !taken?.bot;
    const allIn = state && state.allIn && state.live && !hand?.over;
    const stack = state ? state.stack : (taken?.stack ?? 0);
    setText(this.stack, allIn ? say("last.all-in") : say.number(stack));
    this.button.hidden = table.button !== seat;
    const turn = table.turn !== null && at === table.turn.seat;
    const won = !!hand?.over && !!state && state.won > 0;
    setClass(this.node, "turn", turn);
    setClass(this.node, "won", won);
    setClass(this.node, "out", !!taken && (!state || !state.live || (!!hand?.over && !won)));
    this.updateCards(state, hand);
    this.updateFoot(state, hand, taken);
    const bet = state?.bet ?? 0;
    this.front.hidden = bet === 0;
    setText(/** @type {Element} */ (this.front.lastElementChild), say.number(bet));
    attribute(this.node, "aria-label", taken ? this.accessibleName(taken, state, turn) : say(reserved ? "page.must-move.reserved-seat" : "page.empty-seat"));
  }

  /** Whether the hand's seat belongs to the player who sits there now. @param {TableState} table @param {number} at @param {any} taken */
  same(table, at, taken) {
    return taken !== null && table.hand?.players[at] === taken.name;
  }

  /** @param {import("./public_state.js").SeatState | null} state @param {import("./public_state.js").PublicState | null} hand */
  updateCards(state, hand) {
    const shown = state && state.shown && hand ? lowFirst(state.cards, hand.game.ranking) : [];
    const backs = state && !state.shown ? state.backs : 0;
    const unshown = shown.length ? HAND - shown.length : 0;
    const faces = shown.length ? shown.join() : String(backs);
    if (faces === this.faces) return;
    this.faces = faces;
    this.cards.replaceChildren(
      ...shown.map((card) => smallCard(card, this.say)),
      ...Array.from({ length: backs + unshown }, back),
    );
    setClass(this.cards, "up", shown.length > 0);
  }

  /**
   * @param {import("./public_state.js").SeatState | null} state @param {import("./public_state.js").PublicState | null} hand
   * @param {import("./table_state.js").SeatView | null} taken
   */
  updateFoot(state, hand, taken) {
    const { say } = this;
    const marks = trailMarks(state, hand, say);
    const text = marks.map((mark) => mark.text).join("|") + marks.some((mark) => mark.fresh);
    if (this.trail.dataset.text !== text) {
      this.trail.dataset.text = text;
      this.trail.replaceChildren(
        ...marks.map((mark) => el("span", { class: mark.fresh ? "new" : "", text: mark.text })),
      );
    }
    let last = "";
    if (state && hand?.over && state.won > 0) last = say("page.wins", { amount: state.won });
    else if (state?.last && state.last.what !== "draw") last = lastActionText(state.last, say);
    else if (taken && !state) last = stateText(taken, say);
    if (taken?.state === "disconnected" && !last) last = say("page.state.disconnected");
    if (state?.shown && state.cards.length === HAND && hand) last = shortName(state.cards, hand.game.ranking, say);
    setText(this.last, last);
    this.last.hidden = last === "";
  }

  /** @param {any} taken @param {import("./public_state.js").SeatState | null} state @param {boolean} turn */
  accessibleName(taken, state, turn) {
    const { say } = this;
    const parts = [taken.name, say("page.chips", { amount: state ? state.stack : taken.stack })];
    if (!this.button.hidden) parts.push(say("page.button"));
    if (state?.bet) parts.push(say("page.in-front", { amount: state.bet }));
    if (state?.trail.length) parts.push(`${say("table.draws")} ${this.trailText(state)}`);
    if (!this.last.hidden) parts.push(this.last.textContent ?? "");
    if (turn) parts.push(say("page.to-act"));
    return parts.join(", ");
  }

  /** @param {import("./public_state.js").SeatState} state */
  trailText(state) {
    return state.trail.map((count) => (count ? String(count) : this.say("table.pat"))).join(" · ");
  }

  /** Show an emote for a moment. @param {string} text */
  showEmote(text) {
    setText(this.emote, text);
    this.emote.hidden = false;
    clearTimeout(this.emoteTimer);
    this.emoteTimer = setTimeout(() => (this.emote.hidden = true), EMOTE_SHOWN);
    if (!reducedMotion()) this.emote.animate([{ transform: "scale(0.8)", opacity: 0 }, { transform: "none", opacity: 1 }], 140);
  }

  /** Update the clock's ring. @param {TableState} table @param {number} seat */
  tick(table, seat) {
    const clock = table.turn && table.handSeat(seat) === table.turn.seat ? table.clock : null;
    showClock(this.ring, clock);
  }
}

/** What a player does who is not in the hand. @param {import("./table_state.js").SeatView} taken @param {Say} say */
function stateText({ state, back_by }, say) {
  return back_by ? say("page.break.back-by", { time: timeOfDay(back_by, say) }) : say(`page.state.${state}`);
}

/**
 * The count of each draw so far, `pat` for no cards, and an ellipsis for a draw that is still to come in this round.
 * @param {import("./public_state.js").SeatState | null | undefined} state
 * @param {import("./public_state.js").PublicState | null} hand @param {Say} say
 */
export function trailMarks(state, hand, say) {
  if (!state || !hand) return [];
  const marks = state.trail.map((count, k) => ({
    text: count ? String(count) : say("table.pat"),
    fresh: hand.drawing && k + 1 === hand.street && !hand.over,
  }));
  if (hand.drawing && !hand.over && state.live && state.trail.length < hand.street)
    marks.push({ text: "…", fresh: false });
  return marks;
}
