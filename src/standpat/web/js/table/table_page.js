/**
 * The table's page: the socket's frames into a room, the room onto the screen, presses into messages.
 */

import { ActionBar } from "./action_bar.js";
import { ask } from "../common/api.js";
import { Centre } from "../table_view/pot_area.js";
import { Beat } from "../table_view/clock.js";
import { Effects } from "./effects.js";
import { attribute, byId, drawing, el, setClass, setText } from "../common/dom.js";
import { hotkey } from "./hotkeys.js";
import { keep, recall } from "./hand_storage.js";
import { KeyHelp } from "./key_help_dialog.js";
import { Guard, Intent } from "./pre_action.js";
import { Link, socketUrl } from "../common/socket.js";
import { Menu, Toast } from "../common/menu.js";
import { loadNotes } from "../table_view/notes.js";
import { OwnerDialog } from "./owner_dialog.js";
import { OwnHand } from "../table_view/own_hand.js";
import { PlayerCard } from "./player_dialog.js";
import { Rail } from "../table_view/round_bar.js";
import { Reception } from "./table_actions.js";
import { Reveal } from "./show_hand_button.js";
import { Gap, Room } from "../table_view/table_state.js";
import { SeatPlate } from "../table_view/seat_plate.js";
import { applyTheme, change, onChange, settings } from "../common/settings.js";
import { SidePanel } from "./side_panel.js";
import { awaken } from "./sounds.js";
import { gameName, wrong } from "../common/labels.js";
import { TallyDialog } from "./stats_dialog.js";
import { loadWords } from "../common/i18n.js";

/** @typedef {import("../table_view/table_state.js").Happening} Happening */
/** @typedef {import("./pre_action.js").Action} Action */

const LATE = 250; // ms after which a decision without an answer is said to be on its way

class TablePage {
  /** @type {HTMLElement} */
  title;
  /** @type {HTMLElement} */
  meta;
  /** @type {HTMLElement} */
  sideOpener;
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
    this.room = new Room(say);
    this.intent = new Intent();
    this.guard = new Guard();
    this.open = false;
    /** The decision that was given and has no answer yet; `late` after a moment.
     * @type {{token: string, kind: string, late: boolean} | null} */
    this.sending = null;
    /** Has somebody written while the chat was closed? */
    this.unread = false;
    this.rail = new Rail(say);
    this.centre = new Centre(say);
    this.toast = new Toast();
    this.reception = new Reception(say, id, this);
    this.player = new PlayerCard(
      say,
      (seat) => this.reception.bar(seat),
      (text) => this.toast.show(text),
    );
    this.owner = new OwnerDialog(say, id, (text) => this.toast.show(text));
    this.tally = new TallyDialog(say);
    this.keys = new KeyHelp(say);
    this.own = new OwnHand(
      say,
      (card) => this.toggle(card),
      (from) => this.centre.heart(from),
    );
    this.reveal = new Reveal(say, {
      show: () => this.tell({ t: "show", hand_no: this.room.picture?.handNo }),
      gone: () => this.bar.node.focus(),
    });
    this.bar = new ActionBar(say, {
      act: (action, at) => this.act(action, at),
      arm: (what) => this.arm(what),
      other: (what) => this.other(what),
    });
    this.side = new SidePanel(
      say,
      (text) => this.tell({ t: "chat", text }),
      () => change({ side: false }),
    );
    /** @type {SeatPlate[]} */
    this.plates = [];
    this.build();
    this.effects = new Effects(this);
    this.beat = new Beat(() => this.tick());
    onChange(() => this.render(true));
    const hands = {
      bar: this.bar,
      own: this.own,
      toggle: (/** @type {string} */ card) => this.toggle(card),
      arm: (/** @type {"draw"} */ what) => this.arm(what),
      clear: () => this.other("clear"),
      help: () => this.keys.show(),
    };
    addEventListener("keydown", (event) => hotkey(event, hands));
    this.link = new Link(socketUrl(`/tables/${id}/socket?asks=1`), {
      frame: (frame) => this.receive(frame),
      state: (state) => this.connection(state),
      since: () => this.room.v,
      refused: (code) => {
        clearTimeout(this.handsTimer);
        void this.reception.refused(code);
      },
    });
    void loadNotes().then(() => this.render(true));
  }

  build() {
    const { say } = this;
    this.title = el("h1");
    this.meta = el("span", { class: "meta" });
    this.sideOpener = el(
      "button",
      {
        type: "button",
        class: "icon side-opener",
        "aria-controls": "side",
        "aria-label": say("page.side"),
        title: say("page.side"),
        on: { click: () => change({ side: !settings.side }) },
      },
      drawing(["M4 6h24v20H4z", "M20 6v20"], "sign"),
    );
    this.sound = el(
      "button",
      { type: "button", class: "icon sound", on: { click: () => change({ sound: !settings.sound }) } },
      drawing(["M5 12h5l7-6v20l-7-6H5z"], "sign"),
      drawing(["M21.5 11.5a6 6 0 0 1 0 9", "M25 8a11 11 0 0 1 0 16"], "sign waves"),
      drawing(["M22.5 12.5l7 7", "M29.5 12.5l-7 7"], "sign cross"),
    );
    const seated = () => this.room.mySeat !== null;
    const state = () => (seated() ? this.room.seats[Number(this.room.mySeat)]?.state : "");
    this.menu = new Menu(say, {
      deeds: [
        { key: "sit", on: () => this.other("sit"), shown: () => !seated() },
        {
          key: "sit-out",
          on: () => this.tell({ t: "sit-out", on: true }),
          shown: () => seated() && state() !== "sitting-out",
        },
        { key: "back", on: () => this.other("back"), shown: () => state() === "sitting-out" },
        { key: "top-up", on: () => this.reception.askChips(), shown: seated },
        {
          key: "show",
          on: () => this.setShows(true),
          shown: () => seated() && !this.room.you.shows && this.room.table.game.house.showdown !== "show_all",
        },
        {
          key: "muck",
          on: () => this.setShows(false),
          shown: () => seated() && this.room.you.shows && this.room.table.game.house.showdown !== "show_all",
        },
        { key: "leave", on: () => void this.reception.leave(), shown: seated },
        { key: "tally", on: () => void this.tally.show(this.room.table.game.id), shown: () => this.room.table !== null },
        { key: "keys", on: () => this.keys.show() },
        { key: "manage", on: () => void this.owner.show(this.room.table), shown: () => this.room.owns && !!this.room.table.bots },
        { key: "close", on: () => void this.reception.closeTable(), shown: () => this.room.owns },
      ],
      links: [
        { key: "rules", href: `/tables/${this.id}/rules` },
        { key: "lobby", href: "/" },
      ],
    });
    const home = el("a", { class: "home", href: "/" }, say("page.brand"));
    const top = el(
      "header",
      { class: "top" },
      el("div", { class: "names" }, home, el("div", { class: "title" }, this.title, this.meta)),
      this.rail.node,
      el("div", { class: "tools" }, this.sound, this.sideOpener, this.menu.node),
    );
    this.seats = el("ul", { class: "seats" });
    this.fronts = el("div", { class: "fronts" });
    this.felt = el(
      "div",
      { class: "room", "aria-label": say("page.table"), role: "region" },
      el("div", { class: "felt" }),
      this.centre.node,
      this.seats,
      this.fronts,
      this.reveal.node,
    );
    const dialogs = [...this.reception.nodes, this.player.node, this.owner.node, this.tally.node, this.keys.node];
    const main = el("main", { class: "main" }, this.felt, this.own.node, this.bar.node);
    byId("app").replaceChildren(top, main, this.side.node, ...dialogs, this.toast.node);
  }

  // What comes in --------------------------------------------------------------------------------------

  /** @param {any} frame */
  receive(frame) {
    /** @type {Happening[]} */
    let done;
    const before = this.effects.before();
    try {
      done = this.room.take(frame);
    } catch (error) {
      if (!(error instanceof Gap)) throw error;
      void this.link.send({ t: "since", v: this.room.v });
      return;
    }
    if (frame.t === "error") this.toast.show(wrong(frame, this.say));
    if (!this.room.table || (frame.t === "hello" && !this.room.seats.length)) return;
    if (done.some(({ what }) => what === "fresh")) this.recall();
    this.intent.refresh(this.room.picture);
    const turn = this.room.mine && this.room.turn ? `${this.room.picture?.handNo}:${this.room.turn.seq}` : "";
    const news = turn !== this.guard.token;
    this.guard.show(turn);
    const armed = turn && news && this.room.turn?.decision ? this.intent.take(this.room.turn.decision) : null;
    if (done.some((h) => h.what === "chat" && !settings.muted.includes(h.line.user ?? ""))) this.unread = !settings.side;
    this.render(done.some(({ what }) => what === "fresh"));
    this.effects.after(before, done);
    if (armed) this.send(armed);
    if (done.some((h) => h.what === "event" && h.event.event === "hand-end")) this.freshenHands();
  }

  /** @param {"open" | "lost"} state */
  connection(state) {
    this.open = state === "open";
    document.body.classList.toggle("lost", !this.open);
    if (!this.open && !this.sending) this.guard.again();
    if (this.room.table) this.render(true);
  }

  /** After a reload: the cards where they lay, and those marked. */
  recall() {
    const { picture } = this.room;
    const kept = picture?.own && picture.handNo !== this.own.handNo ? recall(this.id, picture.handNo) : null;
    if (!kept) return;
    this.own.take(kept);
    this.intent.marked = new Set(kept.marked);
  }

  /** The last hands with their numbers in the archive, once this one is in it. */
  freshenHands() {
    clearTimeout(this.handsTimer);
    this.handsTimer = setTimeout(async () => {
      const answer = await ask(`/api/tables/${this.id}/hands`);
      if (!answer.ok) return;
      this.room.lastHands = answer.hands;
      this.side.update(this.room);
    }, 900);
  }

  // What goes out --------------------------------------------------------------------------------------

  /** @param {Action} action @param {number} at ms, when the press began */
  act(action, at) {
    if (this.guard.allows(at)) this.send(action);
  }

  /** @param {Action} action */
  async send(action) {
    const { room, guard } = this;
    if (!room.turn || !room.picture || guard.spent) return;
    const token = guard.token;
    guard.spend();
    const sending = { token, kind: action.kind, late: false };
    this.sending = sending;
    const late = setTimeout(() => {
      sending.late = true;
      this.render(false);
    }, LATE);
    this.render(false);
    const refusal = await this.link.send({ t: "act", hand_no: room.picture.handNo, seq: room.turn.seq, action });
    clearTimeout(late);
    if (this.sending === sending) this.sending = null;
    if (!refusal) return this.render(false);
    if (guard.token === token) guard.again();
    if (refusal.code !== "late") this.toast.show(wrong(refusal, this.say));
    this.render(false);
  }

  /** @param {Record<string, any>} message */
  async tell(message) {
    const refusal = await this.link.send(message);
    if (refusal) this.toast.show(wrong(refusal, this.say));
    return refusal;
  }

  /** @param {import("./pre_action.js").Armed} what */
  arm(what) {
    if (!this.room.picture) return;
    this.intent.arm(what, this.room.picture);
    this.render(false);
  }

  /** @param {string} card */
  toggle(card) {
    const { picture } = this.room;
    if (!picture?.drawsLeft || this.guard.spent) return;
    const most = picture.game.max_discards;
    if (!this.intent.toggle(card, most)) this.toast.show(this.say("draw.at-most", { count: most }));
    else this.effects.card();
    this.render(false);
  }

  /** @param {"sit" | "back" | "post" | "rebuy" | "clear"} what @param {number | null} [seat] */
  other(what, seat = null) {
    if (what === "sit") this.reception.askSeat(seat);
    else if (what === "back") void this.tell({ t: "sit-out", on: false });
    else if (what === "post") void this.tell({ t: "post-blind", on: true });
    else if (what === "rebuy") this.reception.askChips();
    else {
      this.intent.marked.clear();
      this.render(false);
    }
  }

  /** Show every hand at the showdown, or muck the beaten ones. @param {boolean} on */
  async setShows(on) {
    if (await this.tell({ t: "always-show", on })) return;
    this.room.you = { ...this.room.you, shows: on };
    this.toast.show(this.say(on ? "page.wish.show" : "page.wish.muck"));
  }

  // The screen -----------------------------------------------------------------------------------------

  /** @param {boolean} fresh nothing is to move */
  render(fresh) {
    const { room } = this;
    if (!room.table) return;
    byId("app").classList.add("ready");
    this.renderFrame();
    while (this.plates.length < room.seats.length) this.addPlate(this.plates.length);
    const base = room.mySeat ?? 0;
    const count = room.seats.length;
    attribute(this.felt, "data-seats", count);
    this.plates.forEach((plate, seat) => plate.update(room, seat, (seat - base + count) % count));
    setClass(this.felt, "seated", room.mySeat !== null);
    this.rail.update(room.picture);
    this.centre.update(room.picture);
    this.own.node.hidden = room.mySeat === null;
    this.own.update(room, this.intent.marked, fresh);
    const { token, spent, ready } = this.guard;
    const sending = this.sending?.token === token ? this.sending : null;
    const turn = { token, spent, ready, open: this.open, sending };
    this.bar.update(room, this.intent, turn);
    this.reveal.update(room, this.open);
    this.side.update(room);
    this.menu.update();
    this.beat.now();
    const { handNo, order } = this.own;
    if (order.length) keep(this.id, { handNo, order, marked: [...this.intent.marked] });
  }

  renderFrame() {
    const { say, room } = this;
    const { table } = room;
    setText(this.title, table.name);
    const { small_blind, big_blind } = table.stakes;
    const limit = table.game.betting === "fixed-limit";
    const stakes = limit ? [big_blind, Math.max(...table.game.bets) * big_blind] : [small_blind, big_blind];
    setText(this.meta, `${stakes.map(say.number).join("/")} · ${gameName(table.game, say)}`);
    document.body.classList.toggle("side-open", settings.side);
    this.side.show(settings.side);
    this.unread &&= !settings.side;
    setClass(this.sideOpener, "unread", this.unread);
    attribute(this.sideOpener, "aria-expanded", String(settings.side));
    const sound = say(settings.sound ? "page.sound-on" : "page.sound-off");
    attribute(this.sound, "aria-label", sound);
    attribute(this.sound, "title", sound);
    setClass(this.sound, "off", !settings.sound);
  }

  /** @param {number} seat */
  about(seat) {
    const taken = this.room.seats[seat];
    if (taken) this.player.show(taken, this.room.owns && !taken.bot);
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

  /** What time alone changes. @returns {number | null} ms until something else does, see `Beat` */
  tick() {
    const { room, guard } = this;
    this.plates.forEach((plate, seat) => plate.tick(room, seat));
    this.bar.tick(room, !guard.spent, guard.ready);
    this.effects.tick();
    if (room.mine && !guard.spent && !guard.ready) return guard.wait;
    return room.clock && (room.clock.left || room.clock.bank) ? 0 : null;
  }
}

async function start() {
  applyTheme();
  awaken();
  const say = await loadWords();
  const id = decodeURIComponent(location.pathname.split("/")[2] ?? "");
  new TablePage(say, id);
}

void start();
