/**
 * The price of a betting round and its full wagers, as the engine counts them (R5.3, R5.5): the big blind is the first
 * before the draw; in fixed limit an all-in of at least half a bet is a full one, in the other games one that is at
 * least the last full bet or raise. Who may do what the server says; this is for the marks against the cap.
 */

export class WagerCount {
  /** @param {{betting: string, bet: number, additive: boolean}} round */
  constructor({ betting, bet, additive }) {
    this.limit = betting === "fixed-limit";
    this.additive = additive;
    this.full = bet;
    this.rung = bet;
    this.price = 0;
    this.wagers = 0;
  }

  /** @param {number} bigBlind */
  openWithBlind(bigBlind) {
    this.price = bigBlind;
    this.wagers = 1;
    this.rung = bigBlind + this.full;
  }

  /** A forced bet above the price raises it, in fixed limit as often as it makes full raises (R3.8). @param {number} to */
  raiseByPost(to) {
    while (this.limit && to > this.rung) this.wager(this.rung);
    if (to > this.price) this.wager(to);
  }

  /** A bet or raise. @param {number} to */
  wager(to) {
    const rise = to - this.price;
    const full = this.limit ? to >= this.rung || 2 * rise >= this.full : rise >= this.full;
    this.price = to;
    if (full) this.wagers += 1;
    if (!this.limit) {
      if (full) this.full = rise;
    } else if (this.additive) {
      if (this.wagers) this.rung = to + this.full;
    } else if (full) {
      this.rung += this.full;
    }
  }
}
