/**
 * The guided lesson of a game: five hands on the table of the room. The server has played them; the learner makes some of
 * the decisions. Another choice than the expected one gets a reason, and they try again.
 */

import { request } from "../common/api.js";
import { byId, el, setText } from "../common/dom.js";
import { loadLocale } from "../common/i18n.js";
import { endLesson } from "../common/lesson_memory.js";
import { Menu } from "../common/menu.js";
import { showMissing } from "../common/not_found.js";
import { applyTheme, onChange } from "../common/settings.js";
import { narrate } from "../table_view/narration.js";
import { OwnHand } from "../table_view/own_hand.js";
import { PotArea } from "../table_view/pot_area.js";
import { RoundBar } from "../table_view/round_bar.js";
import { SeatPlate } from "../table_view/seat_plate.js";
import { stops } from "../table_view/stops.js";
import { TableState } from "../table_view/table_state.js";
import { choiceButtons, choiceOfKey, isExpected } from "./lesson_choices.js";

/** @typedef {import("./lesson_choices.js").Choice} Choice */
/** @typedef {import("./lesson_choices.js").Step} Step */
/** @typedef {{name: string, title: string, idea: string, end: string, button: number, events: any[], betting: any[],
 *   steps: Step[]}} LessonHand */
/** @typedef {{game: string, title: string, table: any, players: string[], hands: LessonHand[]}} Lesson */

const PACE = 800; // ms between the actions of the others
const SEATS = [0, 1];

class LessonPage {
  /** @param {import("../common/i18n.js").Say} say @param {Lesson} lesson */
  constructor(say, lesson) {
    this.say = say;
    this.lesson = lesson;
    this.number = 0;
    this.step = 0;
    this.at = 0;
    /** Whether the learner is asked now. */
    this.asking = false;
    /** @type {Set<string>} */
    this.marked = new Set();
    this.table = new TableState(say);
    this.roundBar = new RoundBar(say);
    this.potArea = new PotArea(say);
    this.own = new OwnHand(say, (card) => this.mark(card), (from) => this.potArea.anchor(from));
    this.plates = SEATS.map(() => new SeatPlate(say, { sit: () => {} }));
    this.count = el("p", { class: "count" });
    this.title = el("h2");
    this.words = el("p", { class: "said", role: "status" });
    this.buttons = el("div", { class: "buttons" });
    this.build();
    onChange(() => this.draw(true));
    addEventListener("keydown", (event) => this.key(event));
    this.begin(0);
  }

  /** @returns {LessonHand} */
  get hand() {
    return this.lesson.hands[this.number];
  }

  build() {
    const { say, lesson } = this;
    document.title = `${lesson.title} – ${say("page.brand")}`;
    const skip = el("a", { class: "btn skip-lesson", href: "/", on: { click: () => endLesson(lesson.game) } }, say("lesson.skip"));
    this.skip = skip;
    this.felt = el(
      "div",
      { class: "room", role: "region", "aria-label": say("page.table"), "data-seats": String(SEATS.length) },
      el("div", { class: "felt" }),
      this.potArea.node,
      el("ul", { class: "seats" }, ...this.plates.map((plate) => plate.node)),
      el("div", {}, ...this.plates.map((plate) => plate.front)),
    );
    byId("app").replaceChildren(
      el(
        "header",
        { class: "top" },
        el("div", { class: "names" }, el("a", { class: "home", href: "/" }, say("page.brand")), el("h1", { text: lesson.title })),
        this.roundBar.node,
        el("div", { class: "tools" }, skip, new Menu(say).node),
      ),
      el(
        "main",
        { class: "main" },
        this.felt,
        this.own.node,
        el("section", { class: "controls", "aria-label": say("lesson.part") }, this.count, this.title, this.words, this.buttons),
      ),
    );
    document.body.classList.add("replay", "lesson");
  }

  /** Begin a hand with its idea. @param {number} number */
  begin(number) {
    const { say, lesson, table } = this;
    this.number = number;
    this.step = 0;
    const { hand } = this;
    table.take({ t: "hello", v: 0, server_time: 0, you: { user: "seat 0", name: "", chips: 0 }, table: lesson.table });
    const seats = SEATS.map((seat) => ({
      seat,
      user: `seat ${seat}`,
      name: lesson.players[seat],
      bot: false,
      stack: 0,
      state: "playing",
      owed: 0,
    }));
    table.take({ t: "snapshot", v: 0, seats, button: hand.button, hand: null, last_hands: [], chat: [] });
    setText(this.count, say("lesson.hand", { number: number + 1, of: lesson.hands.length }));
    setText(this.title, hand.title);
    this.at = stops(hand.events)[0];
    this.draw(true);
    this.offer(hand.idea, this.go(say("lesson.start"), () => this.run()));
  }

  /** Play on to the next step, or to the end of the hand. */
  run() {
    this.asking = false;
    this.buttons.replaceChildren();
    const { hand, step } = this;
    const until = hand.steps[step]?.at ?? hand.events.length;
    const next = stops(hand.events).find((at) => at > this.at && at <= until);
    if (next === undefined) {
      if (this.at < until) {
        this.at = until;
        this.draw(false);
      }
      return step < hand.steps.length ? this.ask() : this.finish();
    }
    this.at = next;
    this.draw(false);
    const event = hand.events[next - 1];
    setText(this.words, (this.table.hand && narrate(event, this.table.hand, this.say)) || "");
    setTimeout(() => this.run(), PACE);
  }

  ask() {
    const step = this.hand.steps[this.step];
    this.asking = true;
    this.marked.clear();
    this.draw(false);
    this.offer(step.ask, ...this.choices());
  }

  choices() {
    return choiceButtons(this.hand.steps[this.step], [...this.marked], this.say, (choice) => this.choose(choice));
  }

  /** @param {Choice} choice */
  choose(choice) {
    const step = this.hand.steps[this.step];
    if (!this.asking) return;
    if (!isExpected(choice, step.expected)) {
      this.offer(step.why, ...this.choices());
      return;
    }
    this.step += 1;
    this.marked.clear();
    setText(this.words, this.say("lesson.right"));
    this.run();
  }

  finish() {
    const { say, lesson, hand } = this;
    if (this.number + 1 < lesson.hands.length) {
      this.offer(hand.end, this.go(say("lesson.next"), () => this.begin(this.number + 1)));
      return;
    }
    endLesson(lesson.game);
    this.skip?.remove();
    const lobby = el("a", { class: "btn go", href: "/" }, say("lesson.lobby"));
    this.offer(`${hand.end} ${say("lesson.over")}`, lobby);
  }

  /** Say something and offer buttons; the first of them has the focus. @param {string} text @param {HTMLElement[]} buttons */
  offer(text, ...buttons) {
    setText(this.words, text);
    this.buttons.replaceChildren(...buttons);
    (buttons.find((node) => node.matches(".draw, .go")) ?? buttons[0])?.focus({ preventScroll: true });
  }

  /** @param {string} text @param {() => void} click */
  go(text, click) {
    return el("button", { type: "button", class: "act draw go", on: { click } }, el("span", { text }), el("kbd", { text: "↵", "aria-hidden": "true" }));
  }

  /** Mark or unmark a card. @param {string} card */
  mark(card) {
    if (!this.asking || this.hand.steps[this.step].options.length) return;
    if (!this.marked.delete(card)) this.marked.add(card);
    this.own.update(this.table, this.marked, true);
    this.buttons.replaceChildren(...this.choices());
  }

  /** Show the table as it is now. @param {boolean} fresh without animations */
  draw(fresh) {
    const { table, hand } = this;
    const betting = hand.betting[this.at - 1];
    table.startHand({ seat_map: SEATS, events: hand.events.slice(0, this.at), turn: null, betting });
    this.felt?.classList.add("seated");
    this.plates.forEach((plate, seat) => {
      plate.update(table, seat, seat);
      plate.sit.hidden = true;
    });
    this.roundBar.update(table.hand);
    this.potArea.update(table.hand);
    this.own.update(table, this.marked, fresh);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {Element} */ (event.target);
    if (event.ctrlKey || event.altKey || event.metaKey || !this.asking || target.closest("dialog, .menu")) return;
    const card = /^[1-5]$/.test(event.key) ? this.own.at(Number(event.key)) : undefined;
    if (card) return this.mark(card);
    if (event.key === "Enter" && target.matches("button, a")) return; // it is pressed
    const choice = choiceOfKey(this.hand.steps[this.step], event.key, [...this.marked]);
    if (choice) this.choose(choice);
  }
}

async function start() {
  applyTheme();
  const say = await loadLocale();
  const answer = await request(`/api/lessons/${location.pathname.split("/")[2] ?? ""}?lang=${say.code}`);
  if (answer.ok) new LessonPage(say, answer);
  else showMissing("address", say);
}

void start();
