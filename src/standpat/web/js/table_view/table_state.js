/**
 * The state of one table: a fold of the server's frames.
 *
 * `take(frame)` applies a frame and returns the changes in order, for animation and sound. A frame whose version is not the
 * next one throws `VersionGap` and changes nothing; the page then asks for the missed frames. Table seats and the hand's
 * seats differ; `seatMap` maps the hand's to the table's.
 */

import { PublicState } from "./public_state.js";
import { drawName, narrate } from "./narration.js";

/** @typedef {import("./public_state.js").GameEvent} GameEvent */
/** @typedef {{seat: number, user: string, name: string, bot: boolean, stack: number, state: string, owed: number, back_by?: number}} SeatView `back_by` during a break */
/** @typedef {{min_to: number, max_to: number}} Bounds */
/** @typedef {{kind: "wager", fold: boolean, check: boolean, call?: number, bet?: Bounds, raise?: Bounds}} Wager */
/** @typedef {{kind: "draw", max_discards: number}} Draw */
/** @typedef {{kind: "showdown", default: "show" | "muck"}} Showdown `default` happens if the viewer does not answer */
/** @typedef {{seq: number, seat: number, time: number, deadline: number, bank: number, decision?: Wager | Draw | Showdown | null, showdown?: boolean}} Turn */
/** @typedef {{at: number, user: string | null, name: string, text: string}} ChatLine */
/** @typedef {{id: number | null, hand_no: number, ended: number, names: string[], nets: number[]}} LastHand */
/** @typedef {{what: "deal"} | {what: "event", event: GameEvent, seat: number | null} | {what: "turn"} |
 *   {what: "timeout", seat: number, did: string} | {what: "chat", line: ChatLine} |
 *   {what: "emote", seat: number, user: string, emote: string} |
 *   {what: "notice", key: string, args: Record<string, any>} | {what: "fresh"} | {what: "seats"} | {what: "waiting"} | {what: "moved", table: string}} TableChange */

/** @typedef {{user: string, name: string, buy_in: number, until: number}} Newcomer */
/** @typedef {{stakes: any, buy_in: number[] | null, act: number | null, game: string | null, house: string | null, games?: string[] | null, rotation?: any, straddle?: boolean | null, chop?: boolean | null}} Coming */
/** @typedef {{co_hosts: {user: string, name: string}[], approval?: boolean, paused: {by: string, left: number | null} | null, coming?: Coming | null}} Host */

/** @typedef {{to: number, below: number}} AutoBuy chips are bought up to `to` whenever there are fewer than `below` */
/** @typedef {{out_at_big: boolean, auto_buy: AutoBuy | null, straddles: boolean, chops: boolean}} Plans */

/** @type {Plans} */
const NO_PLANS = { out_at_big: false, auto_buy: null, straddles: false, chops: false };
/** @type {Host} */
const NO_HOST = { co_hosts: [], paused: null };

const EMOTE_OLD = 5; // seconds after which an emote is no longer shown, as after a lost connection

export class VersionGap extends Error {}

export class TableState {
  /** @param {import("../common/i18n.js").Say} say @param {() => number} now this machine's clock, in seconds */
  constructor(say, now = () => Date.now() / 1000) {
    this.say = say;
    this.now = now;
    this.v = 0;
    this.skew = 0;
    /** @type {any} */
    this.you = null;
    /** @type {any} */
    this.info = null;
    /** @type {(SeatView | null)[]} */
    this.seats = [];
    /** @type {number | null} */
    this.button = null;
    /** @type {PublicState | null} */
    this.hand = null;
    /** @type {number[]} */
    this.seatMap = [];
    /** @type {Turn | null} */
    this.turn = null;
    /** @type {{round: string, lines: string[]}[]} */
    this.narration = [];
    /** What the host has decided. @type {Host} */
    this.host = NO_HOST;
    /** Those who wait for approval: all for a host, themselves for a newcomer. @type {Newcomer[]} */
    this.waiting = [];
    /** Whether the viewer has had a seat since the page was opened. */
    this.sat = false;
    /** The table that is offered to the viewer. @type {{by: string, until: number} | null} */
    this.offer = null;
    /** After what the viewer moves to the main table; null unless they are called. @type {"hand" | "button" | null} */
    this.called = null;
    /** The free seats that are promised to players of the must-move table. @type {number[]} */
    this.reserved = [];
    /** What the viewer has asked the table to do for them. @type {Plans} */
    this.plans = NO_PLANS;
    /** The newest first. @type {LastHand[]} */
    this.lastHands = [];
    /** @type {ChatLine[]} */
    this.chat = [];
  }

  /** The server's time now, in seconds. */
  get time() {
    return this.now() + this.skew;
  }

  /** The viewer's table seat. @returns {number | null} */
  get mySeat() {
    const mine = this.you && this.seats.find((seat) => seat && seat.user === this.you.user);
    return mine ? mine.seat : null;
  }

  /** Whether the viewer manages this table, as its owner or as an administrator. */
  get owns() {
    return !!this.info && !!this.you && (this.info.owner === this.you.user || this.you.role === "admin");
  }

  /** Whether the viewer is a host of this table. */
  get hosts() {
    return this.owns || (!!this.you && this.host.co_hosts.some(({ user }) => user === this.you.user));
  }

  /** Whether the viewer is the only person who sits at the table, with bots. */
  get alone() {
    const others = this.seats.filter((seat) => seat && seat.user !== this.you?.user);
    return this.mySeat !== null && others.length > 0 && others.every((seat) => seat?.bot);
  }

  /** Whether all others in the hand are bots. */
  get againstBots() {
    return this.mySeat !== null && this.seatMap.every((seat) => seat === this.mySeat || this.seats[seat]?.bot !== false);
  }

  /** Whether the viewer may skip the rest of the hand, or the pause after it: all others in the hand are bots. */
  get skippable() {
    const { hand, mySeat } = this;
    if (!hand?.own || mySeat === null || this.host.paused) return false;
    if (hand.over) return this.alone && this.seats[mySeat]?.state === "playing";
    return !hand.own.live && this.againstBots;
  }

  /** The time left for the current decision, or null: seconds `left` of its ordinary time and of its time `bank`, and the
   * `share`, 0 to 1, that is left of the one that runs. */
  get clock() {
    if (!this.turn) return null;
    const { deadline, time, bank: whole } = this.turn;
    const left = this.host.paused?.left ?? deadline - this.time;
    const bank = Math.max(0, whole + Math.min(0, left));
    const share = left > 0 ? Math.min(1, left / Math.max(1, time)) : bank / Math.max(1, whole);
    return { share, left: Math.max(0, left), bank };
  }

  /** Whether it is the viewer's turn. */
  get mine() {
    return (
      !this.host.paused && this.turn !== null && this.hand !== null && this.turn.seat === this.hand.viewer && !!this.turn.decision
    );
  }

  /** Table seat of a hand's seat. @param {number} at */
  placeOf(at) {
    return this.seatMap[at];
  }

  /** The hand's seat at a table seat. @param {number} seat @returns {number | null} */
  handSeat(seat) {
    const at = this.seatMap.indexOf(seat);
    return at < 0 ? null : at;
  }

  /** @param {any} frame @returns {TableChange[]} */
  take(frame) {
    if (typeof frame.v === "number" && frame.t !== "hello" && frame.t !== "snapshot") {
      if (frame.v <= this.v) return [];
      if (frame.v !== this.v + 1) throw new VersionGap(`version ${frame.v} after ${this.v}`);
    }
    const changes = this.apply(frame);
    if (typeof frame.v === "number" && frame.t !== "hello") this.v = frame.v;
    return changes;
  }

  /** @param {any} frame @returns {TableChange[]} */
  apply(frame) {
    switch (frame.t) {
      case "hello":
        this.you = frame.you;
        this.info = frame.table;
        this.waiting = []; // the server tells these again
        this.offer = null;
        this.called = null;
        this.reserved = [];
        this.plans = NO_PLANS;
        this.skew = frame.server_time - this.now();
        return [];
      case "snapshot":
        this.setSeats(frame);
        this.chat = frame.chat;
        this.host = frame.host ?? NO_HOST;
        this.lastHands = [...frame.last_hands].sort((a, b) => b.hand_no - a.hand_no); // the server sends the oldest first
        this.hand = null;
        this.turn = null;
        this.narration = [];
        if (frame.hand) this.startHand(frame.hand);
        return [{ what: "fresh" }];
      case "deal":
        this.setSeats(frame);
        this.startHand(frame.hand);
        return this.withTurn([{ what: "deal" }]);
      case "play":
        return this.play(frame);
      case "turn":
        if (frame.server_time) this.skew = frame.server_time - this.now();
        if (this.hand?.handNo === frame.hand_no) this.turn = frame.turn;
        return [];
      case "seats":
        this.setSeats(frame);
        return [{ what: "seats" }];
      case "host":
        this.host = frame.host;
        return [];
      case "waiting":
        this.waiting = frame.newcomers;
        return [{ what: "waiting" }];
      case "offer":
        this.offer = frame.until === null ? null : { by: frame.by, until: frame.until };
        return [{ what: "waiting" }];
      case "called":
        this.called = frame.after;
        return [{ what: "waiting" }];
      case "reserved":
        this.reserved = frame.seats;
        return [{ what: "seats" }];
      case "moved":
        return [{ what: "moved", table: frame.table }];
      case "plans":
        this.plans = { ...NO_PLANS, ...frame };
        return [];
      case "table":
        this.info = frame.table;
        return [];
      case "rotation":
        if (this.info?.rotation) this.info = { ...this.info, rotation: { ...this.info.rotation, place: frame.place } };
        return [];
      case "timeout":
        return [{ what: "timeout", seat: frame.seat, did: frame.did }];
      case "chat":
        this.chat = [...this.chat, frame.line].slice(-200);
        return [{ what: "chat", line: frame.line }];
      case "emote":
        return this.time - frame.at < EMOTE_OLD ? [{ what: "emote", seat: frame.seat, user: frame.user, emote: frame.emote }] : [];
      case "notice":
        return [{ what: "notice", key: frame.key, args: frame.args }];
      case "wallet":
        this.you = { ...this.you, chips: frame.chips, back: frame.back ?? null };
        return [];
      default:
        return []; // a message of a later version of the protocol
    }
  }

  /** @param {{seats: SeatView[], button: number | null}} frame */
  setSeats({ seats, button }) {
    this.seats = Array.from({ length: this.info.seats }, (_, at) => {
      const taken = seats.find((seat) => seat.seat === at);
      return taken ?? null;
    });
    this.button = button;
    this.sat ||= this.mySeat !== null;
    if (this.mySeat === null) this.plans = NO_PLANS;
  }

  /** @param {any} hand */
  startHand(hand) {
    this.seatMap = hand.seat_map;
    const names = this.seatMap.map((seat) => this.seats[seat]?.name ?? "");
    const mine = this.mySeat;
    const viewer = mine === null ? null : this.handSeat(mine);
    this.hand = new PublicState(this.info.game, this.info.stakes, names, viewer);
    this.narration = [];
    for (const event of hand.events) this.see(event);
    this.hand.setBetting(hand.betting);
    this.takeTurn(hand.turn);
  }

  /** @param {any} frame @returns {TableChange[]} */
  play(frame) {
    if (!this.hand) return [];
    /** @type {TableChange[]} */
    const changes = frame.events.map((/** @type {GameEvent} */ event) => {
      this.see(event);
      return { what: "event", event, seat: typeof event.seat === "number" ? this.placeOf(event.seat) : null };
    });
    this.hand.setBetting(frame.betting);
    this.takeTurn(frame.turn);
    if (frame.events.some((/** @type {GameEvent} */ event) => event.event === "hand-end")) {
      const { handNo, players, nets } = this.hand;
      this.lastHands = [{ id: null, hand_no: handNo, ended: this.time, names: players, nets }, ...this.lastHands].slice(
        0,
        20,
      );
    }
    return this.withTurn(changes);
  }

  /** @param {Turn | null | undefined} turn */
  takeTurn(turn) {
    this.turn = turn ?? null;
    if (turn?.showdown) this.hand?.openShowdown(); // the first player is asked before any hand is shown
  }

  /** @param {TableChange[]} changes */
  withTurn(changes) {
    return this.turn ? [...changes, /** @type {TableChange} */ ({ what: "turn" })] : changes;
  }

  /** @param {GameEvent} event */
  see(event) {
    const { hand, say } = this;
    if (!hand) return;
    const wasDrawing = hand.drawing;
    hand.see(event);
    const sentence = narrate(event, hand, say);
    if ((event.event === "street-start" && event.street > 0) || !this.narration.length) {
      const name = hand.street ? drawName(hand.street, hand.draws, say) : say("page.the-deal");
      this.narration.push({ round: name, lines: [] });
    }
    if (event.event === "showdown-show" && this.narration[this.narration.length - 1].round !== say("round.showdown")) {
      this.narration.push({ round: say("round.showdown"), lines: [] });
    }
    if (sentence) this.narration[this.narration.length - 1].lines.push(sentence);
    if (wasDrawing && !hand.drawing && !hand.over) {
      this.narration.push({
        round: say("round.bet-after", { draw: drawName(hand.street, hand.draws, say) }),
        lines: [],
      });
    }
  }
}
