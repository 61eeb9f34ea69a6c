/**
 * What the page knows of a table: a fold of the server's frames.
 *
 * `take(frame)` brings it up to date and gives what happened, in order, for motion and sound. A frame whose version is
 * not the next one raises `Gap`: the page then asks for what it missed, and nothing has changed here.
 * Table seats are `place`s of the furniture; the hand's own seats are mapped by `seatMap`.
 */

import { Picture } from "./public_state.js";
import { drawName, tell } from "./narration.js";

/** @typedef {import("./public_state.js").GameEvent} GameEvent */
/** @typedef {{seat: number, user: string, name: string, bot: boolean, stack: number, state: string, owed: number}} SeatView */
/** @typedef {{min_to: number, max_to: number}} Bounds */
/** @typedef {{kind: "wager", fold: boolean, check: boolean, call?: number, bet?: Bounds, raise?: Bounds}} Wager */
/** @typedef {{kind: "draw", max_discards: number}} Draw */
/** @typedef {{kind: "showdown", default: "show" | "muck"}} Showdown what is done if the viewer does not answer */
/** @typedef {{seq: number, seat: number, time: number, deadline: number, bank: number, decision?: Wager | Draw | Showdown | null, showdown?: boolean}} Turn */
/** @typedef {{at: number, user: string | null, name: string, text: string}} ChatLine */
/** @typedef {{id: number | null, hand_no: number, ended: number, names: string[], nets: number[]}} LastHand */
/** @typedef {{what: "deal"} | {what: "event", event: GameEvent, seat: number | null} | {what: "turn"} |
 *   {what: "timeout", seat: number, did: string} | {what: "chat", line: ChatLine} |
 *   {what: "notice", key: string, args: Record<string, any>} | {what: "fresh"} | {what: "seats"}} Happening */

export class Gap extends Error {}

export class Room {
  /** @param {import("../common/i18n.js").Say} say @param {() => number} now seconds, this machine's */
  constructor(say, now = () => Date.now() / 1000) {
    this.say = say;
    this.now = now;
    this.v = 0;
    this.skew = 0;
    /** @type {any} */
    this.you = null;
    /** @type {any} */
    this.table = null;
    /** @type {(SeatView | null)[]} */
    this.seats = [];
    /** @type {number | null} */
    this.button = null;
    /** @type {Picture | null} */
    this.picture = null;
    /** @type {number[]} */
    this.seatMap = [];
    /** @type {Turn | null} */
    this.turn = null;
    /** @type {{round: string, lines: string[]}[]} */
    this.story = [];
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

  /** Is this table the viewer's to run? */
  get owns() {
    return !!this.table && !!this.you && (this.table.owner === this.you.user || this.you.role === "admin");
  }

  /** The seconds left of the present decision's ordinary time and of its bank, and `share`, 0 to 1: what is left of the
   * one that runs. */
  get clock() {
    if (!this.turn) return null;
    const { deadline, time, bank: whole } = this.turn;
    const left = deadline - this.time;
    const bank = Math.max(0, whole + Math.min(0, left));
    const share = left > 0 ? Math.min(1, left / Math.max(1, time)) : bank / Math.max(1, whole);
    return { share, left: Math.max(0, left), bank };
  }

  /** Is it the viewer's turn? */
  get mine() {
    return (
      this.turn !== null && this.picture !== null && this.turn.seat === this.picture.viewer && !!this.turn.decision
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

  /** @param {any} frame @returns {Happening[]} */
  take(frame) {
    if (typeof frame.v === "number" && frame.t !== "hello" && frame.t !== "snapshot") {
      if (frame.v <= this.v) return [];
      if (frame.v !== this.v + 1) throw new Gap(`version ${frame.v} after ${this.v}`);
    }
    const done = this.apply(frame);
    if (typeof frame.v === "number" && frame.t !== "hello") this.v = frame.v;
    return done;
  }

  /** @param {any} frame @returns {Happening[]} */
  apply(frame) {
    switch (frame.t) {
      case "hello":
        this.you = frame.you;
        this.table = frame.table;
        this.skew = frame.server_time - this.now();
        return [];
      case "snapshot":
        this.setSeats(frame);
        this.chat = frame.chat;
        this.lastHands = [...frame.last_hands].sort((a, b) => b.hand_no - a.hand_no); // the wire has the oldest first
        this.picture = null;
        this.turn = null;
        this.story = [];
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
        if (this.picture?.handNo === frame.hand_no) this.turn = frame.turn;
        return [];
      case "seats":
        this.setSeats(frame);
        return [{ what: "seats" }];
      case "table":
        this.table = frame.table;
        return [];
      case "timeout":
        return [{ what: "timeout", seat: frame.seat, did: frame.did }];
      case "chat":
        this.chat = [...this.chat, frame.line].slice(-200);
        return [{ what: "chat", line: frame.line }];
      case "notice":
        return [{ what: "notice", key: frame.key, args: frame.args }];
      case "wallet":
        this.you = { ...this.you, chips: frame.chips, back: frame.back ?? null };
        return [];
      default:
        return []; // a message of a later protocol
    }
  }

  /** @param {{seats: SeatView[], button: number | null}} frame */
  setSeats({ seats, button }) {
    this.seats = Array.from({ length: this.table.seats }, (_, at) => {
      const taken = seats.find((seat) => seat.seat === at);
      return taken ?? null;
    });
    this.button = button;
  }

  /** @param {any} hand */
  startHand(hand) {
    this.seatMap = hand.seat_map;
    const names = this.seatMap.map((seat) => this.seats[seat]?.name ?? "");
    const mine = this.mySeat;
    const viewer = mine === null ? null : this.handSeat(mine);
    this.picture = new Picture(this.table.game, this.table.stakes, names, viewer);
    this.story = [];
    for (const event of hand.events) this.see(event);
    this.takeTurn(hand.turn);
  }

  /** @param {any} frame @returns {Happening[]} */
  play(frame) {
    if (!this.picture) return [];
    /** @type {Happening[]} */
    const done = frame.events.map((/** @type {GameEvent} */ event) => {
      this.see(event);
      return { what: "event", event, seat: typeof event.seat === "number" ? this.placeOf(event.seat) : null };
    });
    this.takeTurn(frame.turn);
    if (frame.events.some((/** @type {GameEvent} */ event) => event.event === "hand-end")) {
      const { handNo, players, nets } = this.picture;
      this.lastHands = [{ id: null, hand_no: handNo, ended: this.time, names: players, nets }, ...this.lastHands].slice(
        0,
        20,
      );
    }
    return this.withTurn(done);
  }

  /** @param {Turn | null | undefined} turn */
  takeTurn(turn) {
    this.turn = turn ?? null;
    if (turn?.showdown) this.picture?.openShowdown(); // the first to be asked: nothing has been shown yet
  }

  /** @param {Happening[]} done */
  withTurn(done) {
    return this.turn ? [...done, /** @type {Happening} */ ({ what: "turn" })] : done;
  }

  /** @param {GameEvent} event */
  see(event) {
    const { picture, say } = this;
    if (!picture) return;
    const wasDrawing = picture.drawing;
    picture.see(event);
    const sentence = tell(event, picture, say);
    if ((event.event === "street-start" && event.street > 0) || !this.story.length) {
      const name = picture.street ? drawName(picture.street, picture.draws, say) : say("page.the-deal");
      this.story.push({ round: name, lines: [] });
    }
    if (event.event === "showdown-show" && this.story[this.story.length - 1].round !== say("round.showdown")) {
      this.story.push({ round: say("round.showdown"), lines: [] });
    }
    if (sentence) this.story[this.story.length - 1].lines.push(sentence);
    if (wasDrawing && !picture.drawing && !picture.over) {
      this.story.push({
        round: say("round.bet-after", { draw: drawName(picture.street, picture.draws, say) }),
        lines: [],
      });
    }
  }
}
