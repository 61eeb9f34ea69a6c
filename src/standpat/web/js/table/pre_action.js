/**
 * What the viewer has decided before his turn, and the guard against acting on a decision he has not seen.
 *
 * Marked cards stay marked until they are thrown, and are good for one hand. One thing can be armed to be done when
 * the turn comes:
 *
 * - `check-fold` and `call-any` hold whatever the price becomes, `check` and `call` are for the price they were armed
 *   at and drop when it changes (`refresh`);
 * - `draw` throws the cards marked.
 *
 * Everything armed drops with the betting round or draw it was meant for.
 */

/** @typedef {import("../table_view/public_state.js").Picture} Picture */
/** @typedef {import("../table_view/table_state.js").Wager} Wager */
/** @typedef {import("../table_view/table_state.js").Draw} Draw */
/** @typedef {import("../table_view/table_state.js").Showdown} Showdown */
/** @typedef {"check-fold" | "check" | "call" | "call-any" | "draw"} Armed */
/** @typedef {{kind: string, to?: number, cards?: string[]}} Action */

export class Intent {
  constructor() {
    /** @type {Set<string>} */
    this.marked = new Set();
    /** @type {Armed | null} */
    this.armed = null;
    this.price = 0;
    this.moment = "";
  }

  /** Where in which hand the picture is. @param {Picture} picture */
  static moment(picture) {
    return `${picture.handNo}:${picture.at}`;
  }

  /** Mark a card or take the mark away; at most `most`. @param {string} card @param {number} most */
  toggle(card, most) {
    if (this.marked.has(card)) this.marked.delete(card);
    else if (this.marked.size < most) this.marked.add(card);
    else return false;
    return true;
  }

  /** Arm one thing, or disarm it where it is armed. @param {Armed} what @param {Picture} picture */
  arm(what, picture) {
    this.armed = this.armed === what ? null : what;
    this.price = picture.price;
    this.moment = Intent.moment(picture);
  }

  /** What is armed and marked after the picture has changed. @param {Picture | null} picture */
  refresh(picture) {
    const own = picture?.own;
    if (!picture || !own || !own.live || picture.over) {
      this.marked.clear();
      this.armed = null;
      return;
    }
    for (const card of this.marked) if (!own.cards.includes(card) || !picture.drawsLeft) this.marked.delete(card);
    if (this.armed && this.moment !== Intent.moment(picture)) this.armed = null;
    if ((this.armed === "check" || this.armed === "call") && this.price !== picture.price) this.armed = null;
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
export class Guard {
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
