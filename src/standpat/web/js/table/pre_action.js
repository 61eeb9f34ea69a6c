/**
 * Actions chosen before the viewer's turn, and a guard against acting on a decision that has just appeared.
 *
 * Marked cards stay marked until they are discarded, for one hand at most. One pre-action can be armed:
 *
 * - `check-fold` and `call-any` hold whatever the price becomes; `check` and `call` are for the price at which they were
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

  /** Where in which hand the picture is. @param {PublicState} hand */
  static moment(hand) {
    return `${hand.handNo}:${hand.at}`;
  }

  /** Mark a card or take the mark away; at most `most`. @param {string} card @param {number} most */
  toggle(card, most) {
    if (this.marked.has(card)) this.marked.delete(card);
    else if (this.marked.size < most) this.marked.add(card);
    else return false;
    return true;
  }

  /** Arm one thing, or disarm it where it is armed. @param {Armed} what @param {PublicState} hand */
  arm(what, hand) {
    this.armed = this.armed === what ? null : what;
    this.price = hand.price;
    this.moment = PreAction.moment(hand);
  }

  /** What is armed and marked after the picture has changed. @param {PublicState | null} hand */
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

  /** The action armed for this decision, or null. Disarms. @param {Wager | Draw | Showdown} decision @returns {Action | null} */
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
 * A press acts only on the decision that was on the screen when it began, and only when that has been there for
 * `calm` ms: a click meant for what was there before does nothing.
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

  /** A decision is on the screen, or none (""). @param {string} token */
  show(token) {
    if (token === this.token) return;
    this.token = token;
    this.since = this.now();
  }

  /** Has the decision been on the screen for long enough? */
  get ready() {
    return this.token !== "" && this.now() - this.since >= this.calm;
  }

  /** How many ms it has still to be there. */
  get wait() {
    return Math.max(1, this.since + this.calm - this.now());
  }

  /** May a press begun at `at` (ms) act now? Once for each decision. @param {number} at */
  allows(at) {
    return this.token !== "" && this.sent !== this.token && at - this.since >= this.calm;
  }

  /** The decision has been answered. */
  spend() {
    this.sent = this.token;
  }

  /** The answer was refused: it may be given again. */
  again() {
    this.sent = "";
  }

  get spent() {
    return this.token !== "" && this.sent === this.token;
  }
}
