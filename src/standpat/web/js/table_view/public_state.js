/**
 * The state of one hand as one viewer sees it: a fold of the events sent to that viewer, like `PublicState` in Python.
 *
 * `new PublicState(game, stakes, players, viewer)` starts empty; `see(event)` takes the events of a hand in order. A
 * hand-start begins the next hand. The state follows from the events and the game record. The room sends the betting with
 * each frame (the round's price, its wagers and the pots); `setBetting` stores it. Seats are the hand's seats. Amounts are
 * whole chips.
 */

/**
 * @typedef {{id: string, name: string, ranking: import("./ranking.js").RankingId, betting: string, bets: number[],
 *   max_discards: number, house: {name: string, cap: number | null, cap_heads_up: boolean, limit_raise: string,
 *   draws: string, showdown: string}}} Game
 * @typedef {{small_blind: number, big_blind: number, ante: number, ante_by?: string}} Stakes
 *   `ante_by` is `everyone`, or `big-blind` if the big blind posts the ante for the table
 * @typedef {{what: string, amount: number, allIn: boolean}} Last the last action of a seat: `what` is the kind of a post,
 *   the name of an action, `draw` or `muck`; `amount` is the chips of a post or call, the total of a bet or raise, or the
 *   number of cards of a draw
 * @typedef {{stack: number, live: boolean, bet: number, allIn: boolean, trail: number[],
 *   last: Last | null, backs: number, cards: string[], fresh: string[], shown: boolean, won: number}} SeatState
 *   `trail` has the number of cards of each draw so far, 0 for standing pat; `cards` are the cards that the viewer may
 *   see, and `fresh` those of them that came with the latest draw
 * @typedef {Record<string, any> & {event: string}} GameEvent
 * @typedef {{price: number, wagers: number, cap: number | null, pots: {amount: number, seats: number[]}[]}} Betting
 *   `price` is the total that a seat must have in this round to stay; `cap` is the number of full wagers that the round
 *   allows, null for no cap; the first of the `pots` is the main pot
 */

/** The number of cards in a hand. */
export const HAND = 5;

/** @type {Betting} */
const NO_BETTING = { price: 0, wagers: 0, cap: null, pots: [] };

export class PublicState {
  /** @type {number} */
  handNo;
  /** @type {number} */
  button;
  /** @type {SeatState[]} */
  seats;
  /** The number of draws that have begun. @type {number} */
  street;
  /** Whether the current round is a draw. @type {boolean} */
  drawing;
  /** Whether the showdown has begun. @type {boolean} */
  showing;
  /** @type {boolean} */
  over;
  /** @type {GameEvent[]} */
  awards;
  /** @type {number[]} */
  nets;
  /** @type {number} */
  served;
  /** @type {Betting} */
  betting = NO_BETTING;

  /** @param {Game} game @param {Stakes} stakes @param {string[]} players @param {number | null} viewer */
  constructor(game, stakes, players, viewer) {
    this.game = game;
    this.stakes = stakes;
    this.players = players;
    this.viewer = viewer;
    this.begin({ event: "hand-start", hand_no: 0, button: 0, stacks: players.map(() => 0) });
  }

  get draws() {
    return this.game.bets.length - 1;
  }

  get own() {
    return this.viewer === null ? null : this.seats[this.viewer];
  }

  /** All chips in the middle and in front of the players. */
  get pot() {
    return this.pots.reduce((sum, pot) => sum + pot.amount, 0);
  }

  get pots() {
    return this.betting.pots;
  }

  get wagers() {
    return this.betting.wagers;
  }

  get cap() {
    return this.betting.cap;
  }

  get price() {
    return this.betting.price;
  }

  /** Store the betting after the events so far, as the room counts it. @param {Betting | null | undefined} betting */
  setBetting(betting) {
    this.betting = betting ?? NO_BETTING;
  }

  /** The fixed-limit bet of this round, null in other games. */
  get betSize() {
    return this.game.betting === "fixed-limit" ? this.stakes.big_blind * this.game.bets[this.street] : null;
  }

  /** The rounds of a hand. @returns {("bet" | "draw" | "showdown")[]} */
  get rounds() {
    const rest = Array.from({ length: this.draws }, () => /** @type {const} */ (["draw", "bet"])).flat();
    return ["bet", ...rest, "showdown"];
  }

  /** The index in `rounds` of the current round; a hand without a showdown stays in its last betting round. */
  get at() {
    const showdown = this.showing || (this.over && this.seats.filter((seat) => seat.live).length > 1);
    if (showdown) return this.rounds.length - 1;
    return 2 * this.street - Number(this.drawing);
  }

  /** Whether the viewer has a draw to come. */
  get drawsLeft() {
    const own = this.own;
    return !this.over && own !== null && own.live && own.trail.length < this.draws;
  }

  /** Apply the next event of the hand. @param {GameEvent} event */
  see(event) {
    const seat = typeof event.seat === "number" ? this.seats[event.seat] : undefined;
    switch (event.event) {
      case "hand-start":
        return this.begin(event);
      case "street-start":
        return this.startStreet(event.street);
      case "pot-awarded":
        return this.award(event);
      case "hand-end":
        return this.end(event);
    }
    if (!seat) return;
    switch (event.event) {
      case "post":
        return this.post(seat, event);
      case "deal-hole":
        seat.cards = event.cards;
        seat.backs = event.count;
        return;
      case "acted":
        return this.act(seat, event);
      case "discard-announced":
        return this.drew(seat, event.count);
      case "draw-result":
        this.drew(seat, event.count);
        return this.serve(seat, event);
      case "uncalled-returned":
        seat.stack += event.amount;
        seat.allIn = false;
        seat.bet -= event.amount;
        return;
      case "showdown-show":
        if (!this.over) this.openShowdown();
        // After the hand a player may show some of their cards, and then more.
        seat.cards = event.cards.length === HAND ? event.cards : [...new Set([...seat.cards, ...event.cards])];
        seat.shown = true;
        return;
      case "mucked":
        this.openShowdown();
        seat.backs = 0;
        seat.last = { what: "muck", amount: 0, allIn: false };
    }
  }

  /** @param {GameEvent} start */
  begin(start) {
    this.handNo = start.hand_no;
    this.button = start.button;
    this.seats = start.stacks.map((/** @type {number} */ stack) => ({
      stack,
      live: true,
      bet: 0,
      allIn: false,
      trail: [],
      last: null,
      backs: 0,
      cards: [],
      fresh: [],
      shown: false,
      won: 0,
    }));
    this.street = 0;
    this.drawing = false;
    this.showing = false;
    this.over = false;
    this.awards = [];
    this.nets = [];
    this.served = 0;
    this.betting = NO_BETTING;
  }

  /** @param {SeatState} seat @param {GameEvent} post */
  post(seat, { kind, amount, all_in }) {
    seat.stack -= amount;
    seat.allIn = all_in;
    seat.last = { what: kind, amount, allIn: all_in };
    if (kind !== "ante" && kind !== "dead-blind") seat.bet += amount;
  }

  /** @param {number} street */
  startStreet(street) {
    this.street = street;
    this.drawing = street > 0;
    this.served = 0;
    if (!this.drawing) return;
    this.collect();
    for (const seat of this.seats) {
      seat.fresh = [];
      if (seat.live) seat.last = null;
    }
  }

  /** Begin the showdown: the betting is over, and more than one player is left. */
  openShowdown() {
    this.showing = true;
    this.collect();
  }

  /** Move the chips in front of the players to the middle. */
  collect() {
    for (const seat of this.seats) seat.bet = 0;
  }

  /** @param {SeatState} seat @param {GameEvent} acted */
  act(seat, { action, street_commit, all_in }) {
    const added = street_commit - seat.bet;
    seat.stack -= added;
    seat.bet = street_commit;
    seat.allIn = all_in;
    const amount = action.kind === "call" ? added : (action.to ?? 0);
    seat.last = { what: action.kind, amount, allIn: all_in };
    if (action.kind === "fold") {
      seat.live = false;
      seat.backs = 0;
    }
  }

  /** Record the count of a draw, when it is announced or when it is served, whichever comes first. @param {SeatState} seat @param {number} count */
  drew(seat, count) {
    seat.last = { what: "draw", amount: count, allIn: false };
    if (seat.trail.length < this.street) seat.trail.push(count);
  }

  /** @param {SeatState} seat @param {GameEvent} result */
  serve(seat, { discarded, drawn }) {
    if (seat.cards.length) {
      seat.cards = [...seat.cards.filter((card) => !discarded.includes(card)), ...drawn];
      seat.fresh = drawn;
    }
    this.served += 1;
    if (this.served === this.seats.filter((s) => s.live).length) this.drawing = false;
  }

  /** @param {GameEvent} award */
  award(award) {
    this.awards.push(award);
    for (const [at, chips] of award.winners) {
      this.seats[at].won += chips;
      this.seats[at].stack += chips;
    }
  }

  /** @param {GameEvent} end */
  end({ nets }) {
    this.collect();
    this.over = true;
    this.nets = nets;
  }
}
