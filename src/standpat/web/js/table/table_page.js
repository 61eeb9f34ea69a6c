/**
 * The table page: applies frames to the table state, renders it, and sends the viewer's actions.
 */

import { ActionBar } from "./action_bar.js";
import { request } from "../common/api.js";
import { PotArea } from "../table_view/pot_area.js";
import { Ticker } from "../table_view/clock.js";
import { Effects } from "./effects.js";
import { Emotes } from "./emotes.js";
import { attribute, byId, svg, el, setClass, setText } from "../common/dom.js";
import { GameChooser } from "./game_chooser.js";
import { BotSpeed } from "./bot_speed.js";
import { follow, taken } from "./follow.js";
import { Habits } from "./habits.js";
import { handleHotkey } from "./hotkeys.js";
import { saveHand, loadHand } from "./hand_storage.js";
import { HintButton } from "./hint_button.js";
import { KeyHelpDialog } from "./key_help_dialog.js";
import { ClickGuard, PreAction } from "./pre_action.js";
import { RoomSocket, socketUrl } from "../common/socket.js";
import { Menu, Toast } from "../common/menu.js";
import { loadNotes } from "../table_view/notes.js";
import { HostPanel } from "./host_panel.js";
import { OwnHand } from "../table_view/own_hand.js";
import { PlayerDialog } from "./player_dialog.js";
import { RankingCard } from "./ranking_card.js";
import { ReportDialog } from "./report_dialog.js";
import { RequestStrip } from "./request_strip.js";
import { RoundBar } from "../table_view/round_bar.js";
import { askNext, beginTile, changeSide, goTo, inTile, reportTile, sideOpen } from "./tile.js";
import { TableActions } from "./table_actions.js";
import { ShowHandButton } from "./show_hand_button.js";
import { nextText, progressText, stakesText } from "../table_view/rotation_text.js";
import { VersionGap, TableState } from "../table_view/table_state.js";
import { SeatPlate } from "../table_view/seat_plate.js";
import { applyTheme, change, onChange, settings } from "../common/settings.js";
import { SidePanel } from "./side_panel.js";
import { unlockAudio } from "../common/sounds.js";
import { errorText, gameName } from "../common/labels.js";
import { StatsDialog } from "./stats_dialog.js";
import { loadLocale } from "../common/i18n.js";

/** @typedef {import("../table_view/table_state.js").TableChange} TableChange */
/** @typedef {import("./pre_action.js").Action} Action */

const MOVED_SHOWN = 9000; // ms that a player who was moved reads where they are
const LATE = 250; // ms without an answer after which the bar says that the decision is being sent

class TablePage {
  /** @type {HTMLElement} */
  title;
  /** @type {HTMLElement} */
  meta;
  /** @type {HTMLElement} */
  turns;
  /** @type {HTMLElement} */
  progress;
  /** @type {HTMLElement} */
  then;
  /** @type {HTMLElement} */
  sideOpener;
  /** @type {HTMLElement} */
  hostOpener;
  /** @type {HTMLElement} */
  sound;
  /** @type {Menu} */
  menu;
  /** @type {HTMLElement} */
  seats;
  /** @type {HTMLElement} */
  fronts;
  /** @type {HTMLElement} */
  felt;

  /** @param {import("../common/i18n.js").Say} say @param {string} id */
  constructor(say, id) {
    this.say = say;
    this.id = id;
    /** What was taken along from another table. */
    this.came = taken(id);
    this.table = new TableState(say);
    this.preAction = new PreAction();
    this.guard = new ClickGuard();
    this.open = false;
    /** Whether the viewer sits at two or more tables. */
    this.several = false;
    /** The decision that was sent and has no answer yet; `late` after `LATE` ms.
     * @type {{token: string, kind: string, late: boolean} | null} */
    this.sending = null;
    this.roundBar = new RoundBar(say);
    this.potArea = new PotArea(say);
    this.toast = new Toast();
    this.actions = new TableActions(say, id, this);
    this.player = new PlayerDialog(
      say,
      (seat) => this.actions.bar(seat),
      (seat) => this.report.show(seat),
      (text) => this.toast.show(text),
    );
    this.report = new ReportDialog(say, id, (text) => this.toast.show(text));
    this.host = new HostPanel(say, id, this.actions);
    this.requests = new RequestStrip(say, id, this);
    this.stats = new StatsDialog(say);
    this.keys = new KeyHelpDialog(say);
    this.own = new OwnHand(
      say,
      (card) => this.toggle(card),
      (from) => this.potArea.anchor(from),
    );
    this.ranking = new RankingCard(say, id, () => this.bar.node.focus());
    this.showHandButton = new ShowHandButton(say, {
      show: () => this.tell({ t: "show", hand_no: this.table.hand?.handNo }),
      gone: () => this.bar.node.focus(),
    });
    this.hint = new HintButton(say, id, { fail: (text) => this.toast.show(text), gone: () => this.bar.node.focus() });
    this.chooser = new GameChooser(say, (number, game) => this.tell({ t: "choose-game", number, game }));
    this.bar = new ActionBar(say, {
      act: (action, at) => this.act(action, at),
      arm: (what) => this.arm(what),
      other: (what) => this.other(what),
      skip: (hand) => this.tell({ t: "skip", hand_no: hand }),
    });
    this.emotes = new Emotes(say, this);
    this.habits = new Habits(say, this);
    this.botSpeed = new BotSpeed(say, (speed) => this.tell({ t: "bot-speed", speed }));
    this.side = new SidePanel(
      say,
      id,
      { say: (text) => this.tell({ t: "chat", text }), emote: () => this.emotes.ask() },
      () => changeSide(false),
    );
    /** @type {SeatPlate[]} */
    this.plates = [];
    this.build();
    this.effects = new Effects(this);
    this.ticker = new Ticker(() => this.tick());
    onChange(() => this.render(true));
    const targets = {
      bar: this.bar,
      own: this.own,
      toggle: (/** @type {string} */ card) => this.toggle(card),
      arm: (/** @type {"draw"} */ what) => this.arm(what),
      clear: () => this.other("clear"),
      choose: () => this.chooser.focus(),
      help: () => this.keys.show(),
      emote: () => this.emotes.ask(),
      nextTable: askNext,
    };
    addEventListener("keydown", (event) => handleHotkey(event, targets));
    this.socket = new RoomSocket(socketUrl(`/tables/${id}/socket?asks=1`), {
      frame: (frame) => this.receive(frame),
      state: (state) => this.connection(state),
      since: () => this.table.v,
      refused: (code) => {
        clearTimeout(this.handsTimer);
        void this.actions.refused(code);
      },
    });
    void loadNotes().then(() => this.render(true));
  }

  build() {
    const { say } = this;
    this.title = el("h1");
    this.meta = el("span", { class: "meta" });
    this.progress = el("span", { class: "progress" });
    this.then = el("span");
    this.turns = el("span", { class: "turns" }, this.progress, this.then);
    this.sideOpener = el(
      "button",
      {
        type: "button",
        class: "icon side-opener",
        "aria-controls": "side",
        "aria-label": say("page.side"),
        title: say("page.side"),
        on: { click: () => changeSide(!sideOpen()) },
      },
      svg(["M4 6h24v20H4z", "M20 6v20"], "sign"),
    );
    this.sound = el(
      "button",
      { type: "button", class: "icon sound", on: { click: () => change({ sound: !settings.sound }) } },
      svg(["M5 12h5l7-6v20l-7-6H5z"], "sign"),
      svg(["M21.5 11.5a6 6 0 0 1 0 9", "M25 8a11 11 0 0 1 0 16"], "sign waves"),
      svg(["M22.5 12.5l7 7", "M29.5 12.5l-7 7"], "sign cross"),
    );
    const seated = () => this.table.mySeat !== null;
    const cash = () => !this.table.info?.tournament;
    const state = () => (seated() ? this.table.seats[Number(this.table.mySeat)]?.state : "");
    this.menu = new Menu(say, {
      actions: [
        { key: "sit", on: () => this.other("sit"), shown: () => !seated() && cash() },
        {
          key: "sit-out",
          on: () => this.tell({ t: "sit-out", on: true }),
          shown: () => seated() && state() !== "sitting-out",
        },
        ...this.habits.actions,
        { key: "back", on: () => this.other("back"), shown: () => state() === "sitting-out" },
        { key: "top-up", on: () => this.other("rebuy"), shown: () => seated() && cash() },
        {
          key: "move",
          on: () => this.actions.moving.show(this.table),
          shown: () => seated() && cash() && !this.table.hosts && this.table.seats.includes(null),
        },
        {
          key: "show",
          on: () => this.setShows(true),
          shown: () => seated() && !this.table.you.shows && this.table.info.game.house.showdown !== "show_all",
        },
        {
          key: "muck",
          on: () => this.setShows(false),
          shown: () => seated() && this.table.you.shows && this.table.info.game.house.showdown !== "show_all",
        },
        { key: "leave", on: () => void this.actions.leave(), shown: () => seated() && cash() },
        { key: "tally", on: () => void this.stats.show(this.table.info.game.id, !cash()), shown: () => this.table.info !== null },
        { key: "ranking", on: () => change({ ranking: true }), shown: () => !settings.ranking },
        { key: "keys", on: () => this.keys.show() },
        { key: "invite", on: () => void this.actions.invite(), shown: () => !this.table.hosts && cash() },
        { key: "tournament", on: () => goTo(`/tournaments/${this.table.info.tournament}`), shown: () => !cash() },
        { key: "host", on: () => void this.host.show(), shown: () => this.table.hosts },
      ],
      links: [
        { key: "rules", href: `/tables/${this.id}/rules` },
        { key: "session", href: `/tables/${this.id}/session` },
        { key: "tables", href: "/my-tables", shown: () => this.several && !inTile },
        { key: "mine", href: "/hands" },
        { key: "lobby", href: "/" },
      ],
      extra: [this.botSpeed.node],
    });
    this.hostOpener = el(
      "button",
      { type: "button", class: "host-opener", hidden: true, "aria-haspopup": "dialog", on: { click: () => void this.host.show() } },
      say("page.host.title"),
    );
    const home = el("a", { class: "home", href: "/" }, say("page.brand"));
    const top = el(
      "header",
      { class: "top" },
      el("div", { class: "names" }, home, el("div", { class: "title" }, el("div", { class: "first" }, this.title, this.turns), this.meta)),
      this.roundBar.node,
      el("div", { class: "tools" }, this.hostOpener, this.sound, this.sideOpener, this.menu.node),
    );
    this.menu.opener.addEventListener("click", () => void this.countSeats());
    this.seats = el("ul", { class: "seats" });
    this.fronts = el("div", { class: "fronts" });
    this.felt = el(
      "div",
      { class: "room", "aria-label": say("page.table"), role: "region" },
      el("div", { class: "felt" }),
      this.potArea.node,
      this.seats,
      this.fronts,
      this.showHandButton.node,
      this.hint.node,
      this.hint.said,
      this.chooser.node,
    );
    const dialogs = [...this.actions.nodes, ...this.habits.nodes, ...this.emotes.nodes, this.player.node, this.report.node, this.host.node, this.stats.node, ...this.keys.nodes];
    const main = el("main", { class: "main" }, this.requests.node, this.felt, this.own.node, this.bar.node, this.ranking.node);
    byId("app").replaceChildren(top, main, this.side.node, ...dialogs, this.toast.node);
  }

  /** Ask the room at how many tables the viewer sits. */
  async countSeats() {
    const me = await request("/api/me");
    this.several = (me.seats?.length ?? 0) > 1;
    this.menu.update();
  }

  // Receiving ------------------------------------------------------------------------------------------

  /** @param {any} frame */
  receive(frame) {
    /** @type {TableChange[]} */
    let changes;
    const before = this.effects.before();
    try {
      changes = this.table.take(frame);
    } catch (error) {
      if (!(error instanceof VersionGap)) throw error;
      void this.socket.send({ t: "since", v: this.table.v });
      return;
    }
    if (frame.t === "plans") this.habits.done(frame);
    if (frame.t === "error") this.toast.show(errorText(frame, this.say));
    if (!this.table.info || (frame.t === "hello" && !this.table.seats.length)) return;
    if (changes.some(({ what }) => what === "fresh")) this.recall();
    const moved = changes.find((one) => one.what === "moved");
    if (moved) follow(this.id, moved.table, this.side.chat.input.value, () => this.toast.show(this.say("page.moved")));
    this.preAction.refresh(this.table.hand);
    const turn = this.table.mine && this.table.turn ? `${this.table.hand?.handNo}:${this.table.turn.seq}` : "";
    const isNew = turn !== this.guard.token;
    this.guard.show(turn);
    const armed = turn && isNew && this.table.turn?.decision ? this.preAction.take(this.table.turn.decision) : null;
    if (changes.some((one) => one.what === "chat" && !settings.muted.includes(one.line.user ?? ""))) this.side.heard();
    this.render(changes.some(({ what }) => what === "fresh"));
    this.effects.after(before, changes);
    if (changes.some(({ what }) => what === "fresh")) this.actions.arrive();
    if (this.came && changes.some(({ what }) => what === "fresh")) this.welcome();
    if (armed) this.send(armed);
    if (changes.some((one) => one.what === "event" && one.event.event === "hand-end")) this.freshenHands();
  }

  /** Tell somebody who came from another table where they are, and give them back what they were writing. */
  welcome() {
    const { say, table, came } = this;
    this.came = null;
    this.side.chat.input.value ||= came?.draft ?? "";
    const seat = (table.mySeat ?? -1) + 1;
    this.toast.show(say(seat ? "page.moved-here" : "page.moved-soon", { name: table.info.name, seat }), MOVED_SHOWN);
  }

  /** @param {"open" | "lost"} state */
  connection(state) {
    this.open = state === "open";
    document.body.classList.toggle("lost", !this.open);
    if (!this.open && !this.sending) this.guard.again();
    if (this.table.info) this.render(true);
  }

  /** After a reload, restore the order of the cards and the marks. */
  recall() {
    const { hand } = this.table;
    const stored = hand?.own && hand.handNo !== this.own.handNo ? loadHand(this.id, hand.handNo) : null;
    if (!stored) return;
    this.own.take(stored);
    this.preAction.marked = new Set(stored.marked);
  }

  /** A moment after a hand, fetch the last hands again: by then the newest one has its address. */
  freshenHands() {
    clearTimeout(this.handsTimer);
    this.handsTimer = setTimeout(async () => {
      const answer = await request(`/api/tables/${this.id}/hands`);
      if (!answer.ok) return;
      this.table.lastHands = answer.hands;
      this.side.update(this.table);
      this.side.load();
    }, 900);
  }

  // Sending --------------------------------------------------------------------------------------------

  /** @param {Action} action @param {number} at ms, when the press began */
  act(action, at) {
    if (this.guard.allows(at)) this.send(action);
  }

  /** @param {Action} action */
  async send(action) {
    const { table, guard } = this;
    if (!table.turn || !table.hand || guard.spent) return;
    const token = guard.token;
    guard.spend();
    const sending = { token, kind: action.kind, late: false };
    this.sending = sending;
    const late = setTimeout(() => {
      sending.late = true;
      this.render(false);
    }, LATE);
    this.render(false);
    const refusal = await this.socket.send({ t: "act", hand_no: table.hand.handNo, seq: table.turn.seq, action });
    clearTimeout(late);
    if (this.sending === sending) this.sending = null;
    if (!refusal) return this.render(false);
    if (guard.token === token) guard.again();
    if (refusal.code !== "late") this.toast.show(errorText(refusal, this.say));
    this.render(false);
  }

  /** @param {Record<string, any>} message */
  async tell(message) {
    const refusal = await this.socket.send(message);
    if (refusal) this.toast.show(errorText(refusal, this.say));
    return refusal;
  }

  /** @param {import("./pre_action.js").Armed} what */
  arm(what) {
    if (!this.table.hand) return;
    this.preAction.arm(what, this.table.hand);
    this.render(false);
  }

  /** @param {string} card */
  toggle(card) {
    const { hand } = this.table;
    if (!hand?.drawsLeft || this.guard.spent) return;
    const most = hand.game.max_discards;
    if (!this.preAction.toggle(card, most)) this.toast.show(this.say("draw.at-most", { count: most }));
    else this.effects.card();
    this.render(false);
  }

  /** @param {"sit" | "back" | "post" | "rebuy" | "clear"} what @param {number | null} [seat] */
  other(what, seat = null) {
    if (what === "sit") this.actions.askSeat(seat);
    else if (what === "back") void this.tell({ t: "sit-out", on: false });
    else if (what === "post") void this.tell({ t: "post-blind", on: true });
    else if (what === "rebuy") this.actions.askChips(this.habits.more);
    else {
      this.preAction.marked.clear();
      this.render(false);
    }
  }

  /** Set whether to show every hand at the showdown or to muck beaten ones. @param {boolean} on */
  async setShows(on) {
    if (await this.tell({ t: "always-show", on })) return;
    this.table.you = { ...this.table.you, shows: on };
    this.toast.show(this.say(on ? "page.wish.show" : "page.wish.muck"));
  }

  // Rendering ------------------------------------------------------------------------------------------

  /** @param {boolean} fresh draw without animations */
  render(fresh) {
    const { table, say } = this;
    if (!table.info) return;
    byId("app").classList.add("ready");
    this.renderFrame();
    while (this.plates.length < table.seats.length) this.addPlate(this.plates.length);
    const base = table.mySeat ?? 0;
    const count = table.seats.length;
    attribute(this.felt, "data-seats", count);
    this.plates.forEach((plate, seat) => plate.update(table, seat, (seat - base + count) % count));
    setClass(this.felt, "seated", table.mySeat !== null);
    this.roundBar.update(table.hand);
    this.potArea.update(table.hand, table.host.paused);
    this.own.node.hidden = table.mySeat === null;
    this.own.update(table, this.preAction.marked, fresh);
    this.ranking.update(table);
    const { token, spent, ready } = this.guard;
    const sending = this.sending?.token === token ? this.sending : null;
    const turn = { token, spent, ready, open: this.open, sending };
    this.bar.update(table, this.preAction, turn);
    this.showHandButton.update(table, this.open);
    this.hint.update(table, this.open && !spent);
    this.chooser.update(table);
    this.side.update(table);
    this.requests.update(table);
    this.hostOpener.hidden = !table.hosts;
    const waits = table.hosts && table.waiting.length > 0;
    setClass(this.hostOpener, "unread", waits);
    setClass(this.menu.opener, "unread", waits);
    if (this.host.node.open) this.host.update();
    if (this.actions.moving.node.open) this.actions.moving.update(table);
    if (this.actions.buy.sent && table.waiting.some(({ user }) => user === table.you.user)) this.actions.buy.waitElsewhere();
    this.habits.update();
    this.botSpeed.update(table);
    this.menu.update();
    this.ticker.now();
    if (inTile) reportTile(table, this.guard.spent, say);
    const { handNo, order } = this.own;
    if (order.length) saveHand(this.id, { handNo, order, marked: [...this.preAction.marked] });
  }

  renderFrame() {
    const { say, table } = this;
    const { info } = table;
    setText(this.title, info.name);
    const { rotation } = info;
    setText(this.meta, `${stakesText(info.game, info.stakes, say)} · ${gameName(info.game, say)}`);
    const [progress, then] = rotation ? [progressText(rotation, say), nextText(rotation, say)] : ["", ""];
    setText(this.progress, progress && then ? `${progress} · ` : progress);
    setText(this.then, then);
    attribute(this.turns, "title", progress || then ? this.progress.textContent + then : null);
    document.body.classList.toggle("side-open", sideOpen());
    this.side.show(sideOpen());
    setClass(this.sideOpener, "unread", this.side.unread && !sideOpen());
    attribute(this.sideOpener, "aria-expanded", String(sideOpen()));
    const sound = say(settings.sound ? "page.sound-on" : "page.sound-off");
    attribute(this.sound, "aria-label", sound);
    attribute(this.sound, "title", sound);
    setClass(this.sound, "off", !settings.sound);
  }

  /** @param {number} seat */
  about(seat) {
    const taken = this.table.seats[seat];
    if (taken) this.player.show(taken, this.table.info.game.id, !!this.table.info.tournament, this.table.hosts && !taken.bot);
  }

  /** @param {number} seat */
  addPlate(seat) {
    const plate = new SeatPlate(this.say, {
      sit: () => this.other("sit", seat),
      about: () => this.about(seat),
    });
    this.plates.push(plate);
    this.seats.append(plate.node);
    this.fronts.append(plate.front);
  }

  /** Draw what changes with time alone. @returns {number | null} ms until the next change, as in `Ticker` */
  tick() {
    const { table, guard } = this;
    this.plates.forEach((plate, seat) => plate.tick(table, seat));
    this.bar.tick(table, !guard.spent, guard.ready);
    this.effects.tick();
    const choosing = this.chooser.tick(table);
    if (table.mine && !guard.spent && !guard.ready) return guard.wait;
    return choosing || (table.clock && (table.clock.left || table.clock.bank)) ? 0 : null;
  }
}

async function start() {
  applyTheme();
  if (inTile) beginTile();
  else unlockAudio();
  const say = await loadLocale();
  const id = decodeURIComponent(location.pathname.split("/")[2] ?? "");
  new TablePage(say, id);
}

void start();
