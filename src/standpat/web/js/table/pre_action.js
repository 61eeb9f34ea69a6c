/**
 * Actions chosen before the viewer's turn, and a guard against acting on a decision that has just appeared.
 *
 * Marked cards stay marked until they are discarded, for one hand at most. One pre-action can be armed:
 *
 * - `check-fold` and `call-any` stay armed when the price changes; `check` and `call` hold for the price at which they were
 *   armed and are cleared when it changes (`refresh`);
 * - `draw` discards the marked cards.
 *
 * A pre-action is cleared when its betting round or draw ends.
 */

/** @typedef {import("../table_view/public_state.js").PublicState} PublicState */
/** @typedef {import("../table_view/table_state.js").Wager} Wager */
/** @typedef {import("../table_view/table_state.js").Draw} Draw */
/** @typedef {import("../table_view/table_state.js").Showdown} Showdown */
/** @typedef {"check-fold" | "check" | "call" | "call-any" | "draw"} Armed */
/** @typedef {{kind: string, to?: number, cards?: string[]}} Action */

export class PreAction {
  constructor() {
    /** @type {Set<string>} */
    this.marked = new Set();
    /** @type {Armed | null} */
    this.armed = null;
    this.price = 0;
    this.moment = "";
  }

  /** A key for the hand and its current round. @param {PublicState} hand */
  static moment(hand) {
    return `${hand.handNo}:${hand.at}`;
  }

  /** Mark or unmark a card. False if `most` cards are marked already. @param {string} card @param {number} most */
  toggle(card, most) {
    if (this.marked.has(card)) this.marked.delete(card);
    else if (this.marked.size < most) this.marked.add(card);
    else return false;
    return true;
  }

  /** Arm a pre-action, or disarm it if it is armed. @param {Armed} what @param {PublicState} hand */
  arm(what, hand) {
    this.armed = this.armed === what ? null : what;
    this.price = hand.price;
    this.moment = PreAction.moment(hand);
  }

  /** Clear the marks and the pre-action that a change of the hand has made invalid. @param {PublicState | null} hand */
  refresh(hand) {
    const own = hand?.own;
    if (!hand || !own || !own.live || hand.over) {
      this.marked.clear();
      this.armed = null;
      return;
    }
    for (const card of this.marked) if (!own.cards.includes(card) || !hand.drawsLeft) this.marked.delete(card);
    if (this.armed && this.moment !== PreAction.moment(hand)) this.armed = null;
    if ((this.armed === "check" || this.armed === "call") && this.price !== hand.price) this.armed = null;
  }

  /** Disarm and return the armed action for this decision, or null. @param {Wager | Draw | Showdown} decision @returns {Action | null} */
  take(decision) {
    const { armed } = this;
    this.armed = null;
    if (decision.kind === "showdown") return null;
    if (decision.kind === "draw") {
      return armed === "draw" ? { kind: "discard", cards: [...this.marked] } : null;
    }
    switch (armed) {
      case "check-fold":
        return { kind: decision.check ? "check" : "fold" };
      case "check":
        return decision.check ? { kind: "check" } : null;
      case "call":
        return decision.call !== undefined ? { kind: "call" } : null;
      case "call-any":
        return decision.check ? { kind: "check" } : { kind: "call" };
      default:
        return null;
    }
  }
}

/**
 * Guards a decision against presses that were meant for something else. A press acts only if the decision had been on the
 * screen for `calm` ms when the press began.
 */
export class ClickGuard {
  /** @param {number} calm @param {() => number} now ms */
  constructor(calm = 400, now = () => performance.now()) {
    this.calm = calm;
    this.now = now;
    this.token = "";
    this.since = 0;
    this.sent = "";
  }

  /** Set the decision that is on the screen, or "" for none. @param {string} token */
  show(token) {
    if (token === this.token) return;
    this.token = token;
    this.since = this.now();
  }

  /** Whether the decision has been on the screen for long enough. */
  get ready() {
    return this.token !== "" && this.now() - this.since >= this.calm;
  }

  /** The ms until `ready`, at least 1. */
  get wait() {
    return Math.max(1, this.since + this.calm - this.now());
  }

  /** Whether a press that began at `at` (ms) may act. Each decision is answered once. @param {number} at */
  allows(at) {
    return this.token !== "" && this.sent !== this.token && at - this.since >= this.calm;
  }

  /** Mark the decision as answered. */
  spend() {
    this.sent = this.token;
  }

  /** Allow another answer, after a refusal. */
  again() {
    this.sent = "";
  }

  get spent() {
    return this.token !== "" && this.sent === this.token;
  }
}
