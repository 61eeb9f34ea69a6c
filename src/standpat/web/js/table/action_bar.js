/**
 * The action bar: the viewer's decision with exact amounts, or the actions that can be chosen before their turn.
 *
 * The bar never acts itself. `on.act(action, at)` receives a press and its start time (ms), `on.arm(what)` a pre-action,
 * `on.skip(hand)` skips the rest of a hand, `on.other(name)` is the rest. Buttons keep their places from one decision to the next.
 */

import { showClock } from "../table_view/clock.js";
import { attribute, el, setClass, setText } from "../common/dom.js";
import { keyMark, showKey } from "../common/keys.js";
import { BetSizing } from "./bet_sizing.js";
import { NextHandButton } from "./next_hand_button.js";

/** @typedef {import("../table_view/table_state.js").TableState} TableState */
/** @typedef {import("./pre_action.js").PreAction} PreAction */
/** @typedef {import("./pre_action.js").Action} Action */
/** @typedef {import("./pre_action.js").Armed} Armed */
/** @typedef {"sit" | "back" | "post" | "rebuy" | "clear"} Other */

/** The button of each kind of action. @type {Record<string, string>} */
const PRESSED = { fold: "fold", check: "pass", call: "pass", bet: "wager", raise: "wager", discard: "draw" };

/** The action whose key presses each button. @type {Record<string, string>} */
const KEYED = { fold: "fold", pass: "pass", wager: "wager", draw: "confirm", muck: "muck", show: "show" };

export class ActionBar {
  /**
   * @param {import("../common/i18n.js").Say} say
   * @param {{act: (action: Action, at: number) => void, arm: (what: Armed) => void, other: (what: Other) => void,
   *   skip: (handNo: number) => Promise<any>}} on
   */
  constructor(say, on) {
    this.say = say;
    this.on = on;
    this.pressedAt = 0;
    /** @type {Record<string, Action | null>} */
    this.actions = { fold: null, pass: null, wager: null, draw: null, muck: null, show: null };
    this.sizing = new BetSizing(
      say,
      () => this.nameWager(),
      () => this.press("wager", performance.now()),
    );
    this.free = false;
    this.wagerKind = "bet";
    this.allIn = 0;
    this.clock = el("div", { class: "time", "aria-hidden": "true" }, el("i"));
    this.status = el("p", { class: "status" });
    this.buttons = {
      fold: this.actionButton("fold"),
      pass: this.actionButton("pass"),
      wager: this.actionButton("wager"),
      clear: this.otherButton("clear"),
      draw: this.actionButton("draw"),
      muck: this.actionButton("muck"),
      show: this.actionButton("show"),
    };
    this.pre = {
      "check-fold": this.armButton("check-fold"),
      call: this.armButton("call"),
      "call-any": this.armButton("call-any"),
      draw: this.armButton("draw"),
    };
    this.others = {
      sit: this.otherButton("sit"),
      back: this.otherButton("back"),
      post: this.otherButton("post"),
      rebuy: this.otherButton("rebuy"),
    };
    this.next = new NextHandButton(say, on.skip);
    this.announced = "";
    /** Announces a new decision and its actions to screen readers. */
    this.call = el("p", { class: "unseen", "aria-live": "assertive" });
    this.row = el(
      "div",
      { class: "buttons" },
      ...Object.values(this.buttons),
      ...Object.values(this.pre),
      ...Object.values(this.others),
      this.next.node,
    );
    this.node = el(
      "section",
      { class: "bar", "aria-label": say("page.actions"), tabindex: "-1" },
      this.clock,
      this.status,
      this.sizing.node,
      this.row,
      this.call,
    );
    this.node.addEventListener("pointerdown", (event) => (this.pressedAt = event.timeStamp));
  }

  /** @param {string} name */
  actionButton(name) {
    const node = el("button", { type: "button", class: `act ${name}` }, el("span"), keyMark());
    // A press begins at its pointerdown. A click from a key or a screen reader has none and begins now.
    node.addEventListener("click", (event) => this.press(name, event.detail ? this.pressedAt : event.timeStamp));
    return node;
  }

  /** @param {Armed} what */
  armButton(what) {
    return el(
      "button",
      { type: "button", class: "pre", on: { click: () => this.on.arm(this.armedAs(what)) } },
      el("i", { class: "box", "aria-hidden": "true" }),
      el("span"),
    );
  }

  /** @param {Other} what */
  otherButton(what) {
    return el(
      "button",
      { type: "button", class: `other ${what}`, on: { click: () => this.on.other(what) } },
      el("span", { text: this.say(`page.do.${what}`) }),
    );
  }

  /** The call button means a check if there is nothing to call. @param {Armed} what @returns {Armed} */
  armedAs(what) {
    return what === "call" && this.freeSoFar ? "check" : what;
  }

  /** Perform a button's action, if it has one now. @param {string} name @param {number} at ms, when the press began */
  press(name, at) {
    const action = this.actions[name];
    if (action) this.on.act(action, at);
  }

  /**
   * @param {TableState} table @param {PreAction} preAction
   * @param {{token: string, spent: boolean, ready: boolean, open: boolean, sending: {kind: string, late: boolean} | null}} how
   *   `sending` is a decision without an answer yet: its button stays pressed, and no button acts
   */
  update(table, preAction, { token, spent, ready, open, sending }) {
    const { say, buttons, pre, others } = this;
    const focused = this.node.contains(document.activeElement) && document.activeElement !== this.node;
    for (const node of [...Object.values(buttons), ...Object.values(pre), ...Object.values(others)]) node.hidden = true;
    this.actions = { fold: null, pass: null, wager: null, draw: null, muck: null, show: null };
    this.free = false;
    const hand = table.hand;
    const own = hand?.own ?? null;
    const decision = table.mine && (!spent || sending) ? table.turn?.decision : null;
    setClass(this.node, "mine", table.mine && !spent);
    setClass(this.node, "waking", table.mine && !spent && !ready);
    attribute(this.node, "data-turn", table.mine && !spent ? token : null);
    if ((open || sending) && decision && hand && own) {
      if (decision.kind === "wager") this.offerWager(decision, hand, own, token);
      else if (decision.kind === "draw") this.offerDraw(preAction);
      else this.offerShowdown();
    } else if (open && hand && own && own.live && !hand.showing && !hand.over && !table.mine) {
      this.offerAhead(hand, own, preAction);
    }
    for (const [name, node] of Object.entries(buttons)) if (name in KEYED) showKey(node, KEYED[name]);
    this.showPressed(sending?.kind ?? "");
    if (open) this.offerTable(table);
    this.next.update(table, open);
    setClass(this.node, "sized", !!table.info && table.info.game.betting !== "fixed-limit");
    setClass(this.sizing.node, "idle", !this.free);
    attribute(this.sizing.node, "inert", !this.free || sending !== null);
    const status = sending?.late ? say("page.sending") : this.statusText(table, spent);
    setText(this.status, open ? status : say("page.reconnecting"));
    this.announce(decision && !sending ? token : "");
    if (focused && !this.node.contains(document.activeElement)) this.node.focus();
    else if (focused && document.activeElement instanceof HTMLElement && document.activeElement.hidden)
      this.node.focus();
  }

  /**
   * @param {import("../table_view/table_state.js").Wager} decision @param {import("../table_view/public_state.js").PublicState} hand
   * @param {import("../table_view/public_state.js").SeatState} own @param {string} token
   */
  offerWager(decision, hand, own, token) {
    const { say } = this;
    if (decision.fold) this.offer("fold", { kind: "fold" }, say("bet.fold"));
    if (decision.check) this.offer("pass", { kind: "check" }, say("bet.check"));
    else if (decision.call !== undefined) {
      const key = decision.call === own.stack ? "bet.call-all-in" : "bet.call";
      this.offer("pass", { kind: "call" }, say(key, { amount: decision.call }));
    }
    const bounds = decision.bet ?? decision.raise;
    if (!bounds) return;
    this.wagerKind = decision.bet ? "bet" : "raise";
    this.allIn = own.bet + own.stack;
    this.free = bounds.min_to < bounds.max_to;
    const owed = hand.price - own.bet;
    const when = hand.street ? "after" : "before";
    this.sizing.offer(token, bounds, { price: hand.price, pot: hand.pot, owed }, hand.stakes.big_blind, when);
    this.offer("wager", { kind: this.wagerKind, to: bounds.min_to }, "");
    this.nameWager();
  }

  /** Show a pressed button and disable all of them. @param {string} kind the action that was sent, or "" for none */
  showPressed(kind) {
    setClass(this.node, "sending", kind !== "");
    const pressed = PRESSED[kind];
    for (const [name, node] of Object.entries(this.buttons)) {
      setClass(node, "pressed", name === pressed);
      attribute(node, "aria-disabled", kind ? "true" : null);
    }
    if (kind) this.actions = { fold: null, pass: null, wager: null, draw: null };
  }

  /** Announce a new decision to screen readers. @param {string} token the viewer's decision, or "" for none */
  announce(token) {
    if (token === this.announced) return;
    this.announced = token;
    const ways = Object.values(this.buttons).filter((node) => !node.hidden && node !== this.buttons.clear);
    const texts = ways.map((node) => node.firstElementChild?.textContent ?? "");
    const parts = [this.say("page.your-turn"), this.status.textContent ?? "", texts.join(", ")].filter((text) => text);
    setText(this.call, token ? parts.join(". ").replaceAll("?. ", "? ") : "");
  }

  /** Show the chosen amount on the bet or raise button. */
  nameWager() {
    const action = this.actions?.wager;
    if (!action) return;
    const amount = this.free ? this.sizing.value : Number(action.to);
    this.actions.wager = { kind: this.wagerKind, to: amount };
    const key = `bet.${this.wagerKind}${amount === this.allIn ? "-all-in" : ""}`;
    setText(/** @type {Element} */ (this.buttons.wager.firstElementChild), this.say(key, { amount }));
  }

  /** @param {PreAction} preAction */
  offerDraw(preAction) {
    const count = preAction.marked.size;
    this.offer("draw", { kind: "discard", cards: [...preAction.marked] }, this.say("draw.confirm", { count }));
    this.buttons.clear.hidden = count === 0;
  }

  /** Offer to show or to muck. */
  offerShowdown() {
    this.offer("muck", { kind: "muck" }, this.say("showdown.muck"));
    this.offer("show", { kind: "show" }, this.say("showdown.show"));
  }

  /** @param {"fold" | "pass" | "wager" | "draw" | "muck" | "show"} name @param {Action} action @param {string} text */
  offer(name, action, text) {
    this.actions[name] = action;
    const node = this.buttons[name];
    node.hidden = false;
    if (text) setText(/** @type {Element} */ (node.firstElementChild), text);
  }

  /** @param {import("../table_view/public_state.js").PublicState} hand @param {import("../table_view/public_state.js").SeatState} own @param {PreAction} preAction */
  offerAhead(hand, own, preAction) {
    const { say } = this;
    if (hand.drawing) {
      if (own.trail.length >= hand.street) return;
      this.offerArm("draw", say("draw.confirm", { count: preAction.marked.size }), preAction.armed === "draw");
      this.buttons.clear.hidden = preAction.marked.size === 0;
      return;
    }
    if (own.allIn || own.stack === 0) return;
    const owed = hand.price - own.bet;
    this.freeSoFar = owed === 0;
    const call = owed ? say("bet.call", { amount: Math.min(owed, own.stack) }) : say("bet.check");
    this.offerArm("check-fold", say("page.pre.check-fold"), preAction.armed === "check-fold");
    this.offerArm("call", call, preAction.armed === "call" || preAction.armed === "check");
    this.offerArm("call-any", say("page.pre.call-any"), preAction.armed === "call-any");
  }

  /** @param {"check-fold" | "call" | "call-any" | "draw"} name @param {string} text @param {boolean} armed */
  offerArm(name, text, armed) {
    const node = this.pre[name];
    node.hidden = false;
    attribute(node, "aria-pressed", String(armed));
    setText(/** @type {Element} */ (node.lastElementChild), text);
  }

  /** Offer to sit down, to come back, to post a blind or to rebuy. @param {TableState} table */
  offerTable(table) {
    const { others } = this;
    const mine = table.mySeat;
    if (mine === null) {
      others.sit.hidden = !!table.info.tournament || !table.seats.some((seat) => seat === null || seat.bot); // a bot may give up its seat
      return;
    }
    const inHand = table.hand?.own && !table.hand.over && table.hand.own.live;
    if (inHand) return;
    const state = table.seats[mine]?.state;
    others.back.hidden = state !== "sitting-out";
    others.rebuy.hidden = state !== "broke";
    others.post.hidden = state !== "waiting";
  }

  /** @param {TableState} table @param {boolean} spent */
  statusText(table, spent) {
    const { say } = this;
    const { hand, turn } = table;
    const mine = table.mySeat;
    const watching = say(table.info.tournament && table.sat ? "page.tournament-out" : "page.watching");
    const own = hand?.own ?? null;
    if (table.mine && !spent && hand && own) {
      if (turn?.decision?.kind === "showdown") return say(showdownText(hand, turn.decision.default));
      if (hand.drawing) return say("draw.ask");
      const owed = hand.price - own.bet;
      return owed ? say("bet.owed", { amount: Math.min(owed, own.stack) }) : say("bet.free");
    }
    if (mine !== null && (!own || hand?.over)) {
      const state = table.seats[mine]?.state ?? "playing";
      if (state !== "playing") return say(`page.status.${state}`);
      const others = table.seats.filter((seat) => seat?.state === "playing").length;
      if (others < 2 && !hand?.over) return say("page.status.alone");
    }
    if (hand?.over || !hand)
      return hand && own ? this.resultText(hand) : mine === null ? watching : say("page.status.next");
    if (turn && hand.viewer !== turn.seat) {
      const waits = say(turn.showdown ? "table.to-show" : "table.to-act", { name: hand.players[turn.seat] });
      return mine === null ? `${watching} · ${waits}` : waits;
    }
    return mine === null ? watching : "";
  }

  /** @param {import("../table_view/public_state.js").PublicState} hand */
  resultText(hand) {
    const net = hand.nets[/** @type {number} */ (hand.viewer)] ?? 0;
    return this.say("page.net", { amount: this.say.signed(net) });
  }

  /** @param {TableState} table @param {boolean} shown @param {boolean} ready whether a press acts already */
  tick(table, shown, ready) {
    setClass(this.node, "waking", shown && table.mine && !ready);
    const clock = shown && table.mine ? table.clock : null;
    showClock(this.clock, clock);
    const seconds = clock ? Math.ceil(clock.left || clock.bank) : 0;
    this.clock.dataset.left = clock && (clock.left === 0 || clock.left < 10) ? String(seconds) : "";
  }
}

/**
 * The question to the viewer at the showdown: for a pot they can still win, after a win, or when they are beaten.
 * @param {import("../table_view/public_state.js").PublicState} hand @param {"show" | "muck"} silent the default if the viewer does not answer
 */
function showdownText(hand, silent) {
  if (silent === "show") return "showdown.ask-pot";
  return hand.seats.some((seat) => seat.shown) ? "showdown.ask-beaten" : "showdown.ask-won";
}
