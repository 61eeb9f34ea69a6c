/**
 * The viewer's own cards, large. A click, a tap or a key marks a card for discard or unmarks it.
 *
 * Cards keep their elements between updates: kept cards glide to their places and new cards are dealt in.
 */

import { attribute, svg, el, setClass, setText } from "../common/dom.js";
import { cardName, face } from "../common/card_face.js";
import { cardAction, shortcuts, showKey, signFor } from "../common/keys.js";
import { boxOf, fly, glide } from "./animation.js";
import { ownName } from "./hand_name.js";
import { lowFirst } from "./ranking.js";
import { change, settings } from "../common/settings.js";

/** @typedef {import("./table_state.js").TableState} TableState */
/** @typedef {import("./animation.js").Box} Box */

export class OwnHand {
  /**
   * @param {import("../common/i18n.js").Say} say @param {((card: string) => void) | null} onToggle null: cards cannot be marked
   * @param {(from: Box) => Box} deck the place that cards come from and go to
   */
  constructor(say, onToggle, deck) {
    this.say = say;
    this.onToggle = onToggle;
    this.deck = deck;
    this.row = el("div", { class: "own-cards", role: "group", "aria-label": say("page.your-cards") });
    this.what = el("p", { class: "what", "aria-live": "polite" });
    this.sort = el(
      "button",
      {
        type: "button",
        class: "icon sort",
        "aria-label": say("page.menu.sorted"),
        title: say("page.menu.sorted"),
        on: { click: () => this.toggleSorted() },
      },
      svg(["M9 6v20", "M4 21l5 5 5-5", "M17 9h4", "M17 16h7", "M17 23h11"], "sign"),
    );
    this.node = el("section", { class: "own", "aria-label": say("page.your-hand") }, this.row, this.what, this.sort);
    /** @type {Map<string, HTMLButtonElement>} */
    this.faces = new Map();
    this.handNo = -1;
    /** The cards in the order on the screen. @type {string[]} */
    this.order = [];
  }

  /** @param {TableState} table @param {ReadonlySet<string>} marked cards to discard @param {boolean} fresh draw without animations */
  update(table, marked, fresh) {
    const hand = table.hand;
    const own = hand?.own ?? null;
    const cards = own && (own.live || !hand?.over) ? own.cards : [];
    const ranking = hand?.game.ranking ?? "deuce-to-seven";
    if (hand && hand.handNo !== this.handNo) {
      this.handNo = hand.handNo;
      this.order = [];
    }
    this.lay(settings.sorted ? lowFirst(cards, ranking) : this.keepPlaces(cards), fresh);
    attribute(this.sort, "aria-pressed", String(settings.sorted));
    showKey(this.sort, "sort");
    const canMark = this.onToggle !== null && !!hand?.drawsLeft && !!own?.live;
    setClass(this.node, "folded", own !== null && !own.live);
    setClass(this.node, "marking", canMark);
    setClass(this.node, "winner", !!hand?.over && !!own && own.won > 0);
    this.order.forEach((card, at) => {
      const node = /** @type {HTMLButtonElement} */ (this.faces.get(card));
      const lifted = marked.has(card);
      setClass(node, "lifted", lifted);
      setClass(node, "fresh", !!own?.fresh.includes(card) && !hand?.over);
      attribute(node, "aria-pressed", canMark ? String(lifted) : null);
      attribute(node, "aria-disabled", canMark ? null : "true");
      attribute(node, "aria-label", `${cardName(card, this.say)}${lifted ? `, ${this.say("page.marked")}` : ""}`);
      const action = cardAction(at + 1);
      attribute(node, "aria-keyshortcuts", shortcuts(action));
      attribute(/** @type {Element} */ (node.querySelector("kbd")), "data-key", signFor(action));
    });
    const name =
      own && own.cards.length === 5 && own.live
        ? ownName(own.cards, marked, !!hand?.drawsLeft, ranking, this.say)
        : "";
    setText(
      this.what,
      name ? name[0].toUpperCase() + name.slice(1) : own && !own.live ? this.say("page.you-folded") : "",
    );
  }

  toggleSorted() {
    change({ sorted: !settings.sorted });
  }

  /** Restore the stored order of a hand's cards. @param {{handNo: number, order: string[]}} stored */
  take({ handNo, order }) {
    this.handNo = handNo;
    this.order = order;
  }

  /** Kept cards keep their places; new cards fill the free places in order. @param {string[]} cards */
  keepPlaces(cards) {
    const fresh = cards.filter((card) => !this.order.includes(card));
    const places = this.order.map((card) => (cards.includes(card) ? card : (fresh.shift() ?? null)));
    return [...places, ...fresh].filter((card) => card !== null);
  }

  /** @param {string[]} order @param {boolean} fresh */
  lay(order, fresh) {
    if (order.join() === this.order.join() && this.row.childElementCount === order.length) return;
    const was = new Map([...this.faces].map(([card, node]) => [card, boxOf(node)]));
    for (const [card, node] of this.faces) {
      if (order.includes(card)) continue;
      const box = boxOf(node);
      if (!fresh) fly(/** @type {HTMLElement} */ (node.cloneNode(true)), box, this.deck(box), { fade: true, ms: 230 });
      this.faces.delete(card);
    }
    const focused = document.activeElement;
    this.row.replaceChildren(...order.map((card) => this.faceOf(card)));
    if (focused instanceof HTMLElement && this.row.contains(focused)) focused.focus();
    this.order = order;
    if (fresh) return;
    let arriving = 0;
    for (const card of order) {
      const node = /** @type {HTMLButtonElement} */ (this.faces.get(card));
      const before = was.get(card);
      if (before) glide(node, before);
      else {
        fly(/** @type {HTMLElement} */ (node.cloneNode(true)), this.deck(boxOf(node)), boxOf(node), {
          delay: 45 * arriving,
          hide: node,
        });
        arriving += 1;
      }
    }
  }

  /** @param {string} card */
  faceOf(card) {
    let node = this.faces.get(card);
    if (!node) {
      node = el(
        "button",
        { class: `card ${card[1]}`, type: "button", data: { card }, on: { click: () => this.onToggle?.(card) } },
        ...face(card),
        el("kbd", { "aria-hidden": "true" }),
      );
      this.faces.set(card, node);
    }
    return node;
  }

  /** The card at a place, 1 to 5. @param {number} number */
  at(number) {
    return this.order[number - 1];
  }
}
