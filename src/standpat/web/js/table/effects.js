/**
 * Animations, sounds and the title alert that go with a change at the table.
 */

import { back } from "../common/card_face.js";
import { el } from "../common/dom.js";
import { gameName } from "../common/labels.js";
import { boxOf, fly, middleOf } from "../table_view/animation.js";
import { play } from "../common/sounds.js";
import { tellTurn } from "./turn_alert.js";

/** @typedef {import("../table_view/table_state.js").TableChange} TableChange */
/** @typedef {import("../table_view/animation.js").Box} Box */
/** @typedef {{fronts: (Box | null)[], bets: number[], handNo: number | undefined}} Before */

const HURRY = 5; // seconds left when the clock's sound plays
const GAME_SHOWN = 8000; // ms for which the next game of a rotation is announced

export class Effects {
  /** @param {any} page the table page, with its parts */
  constructor(page) {
    this.page = page;
    this.hurried = "";
    this.title = document.title;
  }

  /** The positions of chips before a frame is applied. @returns {Before} */
  before() {
    const { plates, table } = this.page;
    return {
      fronts: plates.map((/** @type {any} */ plate) => (plate.front.hidden ? null : boxOf(plate.front))),
      bets: table.seats.map((/** @type {any} */ _, /** @type {number} */ seat) => this.betOf(seat)),
      handNo: table.hand?.handNo,
    };
  }

  /** @param {number} seat @returns {number} */
  betOf(seat) {
    const { table } = this.page;
    const at = table.handSeat(seat);
    return at === null ? 0 : (table.hand?.seats[at]?.bet ?? 0);
  }

  /** Show the changes of a frame. What the bots do in a hand that the viewer skips is not shown. @param {Before} before @param {TableChange[]} changes */
  after(before, changes) {
    if (changes.some(({ what }) => what === "fresh")) return this.alert();
    const skipped = this.page.bar.next.skipped === this.page.table.hand?.handNo;
    if (!skipped) this.moveChips(before, changes);
    let served = 0;
    for (const change of changes) {
      if (change.what === "event" && skipped) continue;
      if (change.what === "event") served += this.event(change.event, change.seat, served);
      else if (change.what === "deal") this.deal();
      else if (change.what === "timeout") this.sayTimeout(change.seat, change.did);
      else if (change.what === "emote") this.page.emotes.show(change);
      else if (change.what === "notice") this.notice(change.key, change.args);
    }
    if (changes.some(({ what }) => what === "turn") && this.page.table.mine && !this.page.guard.spent) this.turn();
    this.alert();
  }

  /** @param {Before} before @param {TableChange[]} changes */
  moveChips(before, changes) {
    const { plates, table, potArea } = this.page;
    const sameHand = before.handNo === table.hand?.handNo;
    plates.forEach((/** @type {any} */ plate, /** @type {number} */ seat) => {
      const [was, is] = [before.bets[seat] ?? 0, this.betOf(seat)];
      const front = before.fronts[seat];
      if (is > was || (is > 0 && !sameHand))
        fly(
          this.chips(is),
          middleOf(boxOf(plate.plate.hidden ? this.page.own.node : plate.plate)),
          middleOf(boxOf(plate.front)),
          { hide: plate.front },
        );
      else if (was > 0 && is === 0 && front && sameHand)
        fly(this.chips(was), middleOf(front), potArea.anchor(front), { fade: true });
    });
    for (const change of changes) {
      if (change.what !== "event" || change.event.event !== "pot-awarded") continue;
      for (const [at, amount] of change.event.winners) {
        const plate = boxOf(plates[table.placeOf(at)].plate);
        fly(this.chips(amount), potArea.anchor(plate), middleOf(plate), { delay: 180, ms: 250, fade: true });
      }
    }
  }

  /** @param {any} event @param {number | null} seat @param {number} served draws of the frame before this one @returns {number} 1 for a draw, else 0 */
  event(event, seat, served) {
    const { table, plates } = this.page;
    const own = table.hand?.viewer !== null && event.seat === table.hand?.viewer;
    switch (event.event) {
      case "acted":
        play(event.action.kind === "check" ? "knock" : event.action.kind === "fold" ? "fold" : "chip");
        if (event.action.kind === "fold" && !own && seat !== null) this.throwBacks(plates[seat], 5);
        return 0;
      case "draw-result":
        play(event.count ? "card" : "knock");
        if (!own && seat !== null) this.serve(plates[seat], event.count, served);
        return 1;
      case "showdown-show":
        if (seat !== null) this.turnUp(plates[seat]);
        return 0;
      case "pot-awarded":
        if (event.winners.some((/** @type {number[]} */ [at]) => at === table.hand?.viewer)) play("win");
        else play("chip");
        return 0;
      default:
        return 0;
    }
  }

  deal() {
    const { plates, table, potArea } = this.page;
    play("card");
    const from = middleOf(boxOf(potArea.node));
    plates.forEach((/** @type {any} */ plate, /** @type {number} */ seat) => {
      if (table.mySeat === seat || !plate.cards.childElementCount) return;
      [...plate.cards.children].forEach((node, k) => fly(back(), from, boxOf(node), { delay: 30 * k, hide: node }));
    });
  }

  /** @param {any} plate @param {number} count */
  throwBacks(plate, count) {
    const from = middleOf(boxOf(plate.cards));
    const to = this.page.potArea.anchor(from);
    for (let k = 0; k < Math.min(2, count); k += 1) fly(back(), from, to, { fade: true, delay: 30 * k });
  }

  /** Move discards to the middle and new cards to the seat. @param {any} plate @param {number} count @param {number} served */
  serve(plate, count, served) {
    const middle = middleOf(boxOf(this.page.potArea.node));
    const nodes = [...plate.cards.children].slice(0, count);
    nodes.forEach((node, k) => {
      const box = boxOf(node);
      fly(back(), box, middle, { fade: true, delay: 60 * served });
      fly(back(), middle, box, { delay: 60 * served + 40 * k + 90, hide: node });
    });
  }

  /** @param {any} plate */
  turnUp(plate) {
    if (!plate.cards.animate) return;
    plate.cards.classList.remove("turning");
    void plate.cards.offsetWidth;
    plate.cards.classList.add("turning");
  }

  card() {
    play("card");
  }

  /** @param {number} seat @param {string} did */
  sayTimeout(seat, did) {
    const { table, say, toast } = this.page;
    const mine = table.mySeat === seat;
    const name = table.seats[seat]?.name ?? "";
    toast.show(mine ? say(`page.timeout-you.${did}`) : say(`page.timeout.${did}`, { name }));
  }

  /** @param {string} key @param {Record<string, any>} args */
  notice(key, args) {
    const { say, toast } = this.page;
    if (!say.has(key)) return;
    const named = { ...args };
    if (args.game) named.game = gameName(args.game, say);
    if (args.passed) named.passed = args.passed.map((/** @type {string} */ game) => gameName(game, say)).join(", ");
    toast.show(say(key, named), args.game ? GAME_SHOWN : undefined);
  }

  /** The viewer's turn has come. */
  turn() {
    const { table, say } = this.page;
    play("turn");
    tellTurn(say("page.title-turn", { name: table.info?.name ?? "" }));
  }

  /** Show in the tab's title whether it is the viewer's turn. */
  alert() {
    const { table, say, guard } = this.page;
    const name = table.info?.name ?? "";
    document.title = table.mine && !guard.spent ? say("page.title-turn", { name }) : say("page.title", { name });
  }

  /** Play the clock's sound once per decision, in the last seconds. */
  tick() {
    const { table, guard } = this.page;
    const clock = table.mine && !guard.spent ? table.clock : null;
    if (!clock) return;
    const left = clock.left + (table.turn?.bank ?? 0);
    if ((clock.left < HURRY || left < HURRY) && this.hurried !== guard.token) {
      this.hurried = guard.token;
      play("hurry");
    }
  }

  /** The element of chips that fly. @param {number} amount */
  chips(amount) {
    return el(
      "span",
      { class: "front flying" },
      el("i", { class: "disc" }),
      el("span", { class: "chips", text: this.page.say.number(amount) }),
    );
  }
}
