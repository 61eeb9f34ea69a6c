/**
 * The guided lesson of a game: five hands on the table of the room. The server has played them; the learner makes some of
 * the decisions. The expected choice gets "Right." with its reason, and the hand goes on when the learner says so. Another
 * choice gets the reason too, and they try again.
 */

import { request } from "../common/api.js";
import { byId, el, setClass, setText } from "../common/dom.js";
import { actionOf, cardPlace } from "../common/keys.js";
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
    /** The table that the learner came from; null if they came from the lobby. */
    this.from = new URLSearchParams(location.search).get("table");
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
    this.coach = el("section", { class: "controls", tabindex: "-1", "aria-label": say("lesson.part") }, this.count, this.title, this.words, this.buttons);
    this.build();
    onChange(() => this.draw(true));
    addEventListener("keydown", (event) => this.key(event));
    this.begin(0);
  }

  /** Where the learner goes after the lesson. */
  get back() {
    return this.from ? `/tables/${encodeURIComponent(this.from)}` : "/";
  }

  /** @returns {LessonHand} */
  get hand() {
    return this.lesson.hands[this.number];
  }

  build() {
    const { say, lesson } = this;
    document.title = `${lesson.title} – ${say("page.brand")}`;
    const skip = el("a", { class: "btn skip-lesson", href: this.back, on: { click: () => endLesson(lesson.game) } }, say("lesson.skip"));
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
        this.coach,
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
    this.tell(hand.idea);
    this.offer(this.go(say("lesson.start"), () => this.run()));
  }

  /** Play on to the next step, or to the end of the hand. */
  run() {
    this.asking = false;
    this.marked.clear();
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
    this.tell((this.table.hand && narrate(event, this.table.hand, this.say)) || "");
    setTimeout(() => this.run(), PACE);
  }

  /** Ask for a decision. The focus is on no choice, so that a press too many decides nothing. */
  ask() {
    this.asking = true;
    this.draw(false);
    this.tell(this.hand.steps[this.step].ask);
    this.offer(...this.choices());
    this.coach.focus({ preventScroll: true });
  }

  choices() {
    return choiceButtons(this.hand.steps[this.step], [...this.marked], this.say, (choice) => this.choose(choice));
  }

  /** @param {Choice} choice */
  choose(choice) {
    const { say } = this;
    const step = this.hand.steps[this.step];
    if (!this.asking) return;
    const right = isExpected(choice, step.expected);
    this.tell(step.why, el("strong", { class: right ? "right" : "wrong", text: say(right ? "lesson.right" : "lesson.wrong") }));
    if (!right) return;
    this.asking = false;
    this.step += 1;
    this.draw(false);
    this.offer(this.go(say("lesson.continue"), () => this.run()));
  }

  finish() {
    const { say, lesson, hand } = this;
    const last = this.number + 1 === lesson.hands.length;
    this.tell(last ? `${hand.end} ${say("lesson.over")}` : hand.end);
    if (!last) return this.offer(this.go(say("lesson.next"), () => this.begin(this.number + 1)));
    endLesson(lesson.game);
    this.skip?.remove();
    this.offer(el("a", { class: "btn go", href: this.back }, say(this.from ? "lesson.table" : "lesson.lobby")));
  }

  /** Say something. It is a new element each time, so that a screen reader reads the same words again. @param {string} text @param {HTMLElement | null} verdict */
  tell(text, verdict = null) {
    this.words.replaceChildren(el("span", {}, verdict, verdict ? ` ${text}` : text));
  }

  /** Offer buttons. The one that goes on has the focus. @param {HTMLElement[]} buttons */
  offer(...buttons) {
    this.buttons.replaceChildren(...buttons);
    buttons.find((node) => node.matches(".go"))?.focus({ preventScroll: true });
  }

  /** @param {string} text @param {() => void} click */
  go(text, click) {
    return el("button", { type: "button", class: "act draw go", on: { click } }, el("span", { text }), el("kbd", { text: "↵", "aria-hidden": "true" }));
  }

  /** Mark or unmark a card. @param {string} card */
  mark(card) {
    if (!this.asking || this.hand.steps[this.step].options.length) return;
    if (!this.marked.delete(card)) this.marked.add(card);
    this.draw(true);
    this.offer(...this.choices());
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
    const step = hand.steps[this.step];
    setClass(this.own.node, "secret", this.asking && !step.options.length && !this.marked.size); // the name tells the answer
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {Element} */ (event.target);
    if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || !this.asking || target.closest("dialog, .menu")) return;
    const step = this.hand.steps[this.step];
    const card = step.options.length ? undefined : this.own.at(cardPlace(actionOf(event.key)));
    if (card) return this.mark(card);
    if (event.key === "Enter" && target.matches("button, a")) return; // it is pressed
    const choice = choiceOfKey(step, event.key, [...this.marked]);
    if (!choice) return;
    event.preventDefault(); // the key does not press the button that has the focus next
    this.choose(choice);
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
