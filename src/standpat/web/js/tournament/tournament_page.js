/**
 * The page of a tournament: the clock, what one can do now, and tabs with standings, levels and prizes.
 *
 * The room computes everything. The page asks again every few seconds, and counts the clock down between.
 */

import { button } from "../common/parts.js";
import { request } from "../common/api.js";
import { ConfirmDialog } from "../common/confirm_dialog.js";
import { el, renew, setText } from "../common/dom.js";
import { loadLocale } from "../common/i18n.js";
import { InviteDialog } from "../common/invite_dialog.js";
import { errorText, gameName } from "../common/labels.js";
import { Toast } from "../common/menu.js";
import { showPlainPage } from "../common/page_frame.js";
import { PasswordDialog } from "../common/password_dialog.js";
import { applyTheme } from "../common/settings.js";
import { Tabs } from "../common/tabs.js";
import { DirectorPane } from "./director_pane.js";
import { levels, prizes, standings } from "./panes.js";
import { ResultPane } from "./result_pane.js";
import { TablesPane } from "./tables_pane.js";
import { clockTime, fieldText, length, stakesText } from "./times.js";

/** @typedef {import("../common/i18n.js").Say} Say */
/** @typedef {import("./times.js").View} View */

const REFRESH_MS = 3000;
const PANES = ["result", "standings", "tables", "levels", "prizes", "director"];
/** What can be asked for with one press, in the order of the buttons. */
const PRESSES = ["register", "re-enter", "rebuy", "add-on", "decline", "withdraw"];

class TournamentPage {
  /** @param {Say} say @param {View} view */
  constructor(say, view) {
    this.say = say;
    this.id = view.row.id;
    this.view = view;
    this.offset = 0;
    this.toast = new Toast();
    this.confirm = new ConfirmDialog(say);
    this.invitation = new InviteDialog(say, `/api/tournaments/${this.id}`, (text) => this.toast.show(text), "tournament.invite");
    this.line = el("p", { class: "note" });
    this.payer = el("p", { class: "note payer" });
    this.clock = el("p", { class: "clock", role: "timer" });
    this.stakes = el("p", { class: "what" });
    this.state = el("p", { class: "kicker", role: "status" });
    this.acts = el("p", { class: "acts" });
    this.now = el("section", { class: "next-evening now" }, this.state, this.clock, this.stakes, this.acts);
    this.tv = el("a", { class: "tv", href: `/tournaments/${this.id}/clock`, target: "_blank", text: say("tournament.tv.link") });
    this.notes = el("div", { class: "notes", role: "log" });
    this.panes = Object.fromEntries(PANES.map((key) => [key, el("section", { class: "pane" })]));
    this.finder = new TablesPane(say);
    this.result = new ResultPane(say);
    this.panes.result.append(this.result.node);
    this.director = new DirectorPane(say, (wish, body) => request(`/api/tournaments/${this.id}/${wish}`, body), () => void this.load());
    this.panes.tables.append(this.finder.node);
    this.panes.director.append(this.director.node);
    this.tabs = new Tabs("tournament", view.row.name, this.shownPanes(view).map((key) => ({ key, title: say(`tournament.tabs.${key}`), pane: this.panes[key] })), () => {});
    showPlainPage(
      view.row.name,
      say,
      el(
        "main",
        { class: "session club tournament" },
        el("h1", { text: view.row.name }),
        this.line,
        this.payer,
        this.now,
        this.notes,
        el("p", { class: "note" }, this.tv),
        this.tabs.node,
        ...this.tabs.tabs.map(({ pane }) => pane),
      ),
    );
    document.body.append(this.toast.node, this.confirm.node, this.invitation.node);
    this.show(view);
    setInterval(() => document.hidden || this.over || this.load(), REFRESH_MS);
    setInterval(() => this.tick(), 500);
  }

  /** Whether nothing changes any more. */
  get over() {
    return ["finished", "cancelled"].includes(this.view.row.status);
  }

  /** A tournament that is over has a result, and no tables. @param {View} view */
  shownPanes(view) {
    const over = view.row.status === "finished";
    return PANES.filter((key) => key !== (over ? "tables" : "result"));
  }

  async load() {
    const answer = await request(`/api/tournaments/${this.id}`);
    if (answer.ok) this.show(answer);
  }

  /** @param {string} wish @param {any} [body] */
  async ask(wish, body = {}) {
    const answer = await request(`/api/tournaments/${this.id}/${wish}`, body);
    if (!answer.ok) this.toast.show(errorText(answer, this.say));
    await this.load();
  }

  /** @param {View} view */
  show(view) {
    const { say } = this;
    this.view = view;
    this.offset = Date.now() - view.now;
    const { row: about } = view;
    setText(
      this.line,
      [
        about.games.map((id) => gameName(id, say)).join(", "),
        fieldText(about, say),
        about.cost ? say("tournament.cost", { count: about.cost }) : say("tournament.free"),
        ...(about.private ? [say("tournament.private-mark")] : []),
      ].join(" · "),
    );
    const count = view.standings.filter(({ bot }) => bot).length;
    setText(this.payer, view.payer ? say("tournament.payer", { name: view.payer, count }) : "");
    this.payer.hidden = !view.payer;
    setText(this.state, this.status(view));
    renew(this.acts, [view.may, view.director, view.row.status, view.me?.table, view.tables.map(({ id }) => id)], () => this.buttons(view));
    renew(this.notes, view.notes, () => view.notes.map((text) => el("p", { text })));
    renew(this.panes.standings, [view.standings, view.proposal?.amounts], () => [standings(view, say)]);
    renew(this.panes.levels, [view.level, view.row.status], () => [levels(view, say)]);
    renew(this.panes.prizes, [view.prizes, view.final, view.pool], () => [prizes(view, say)]);
    this.now.hidden = view.row.status === "finished"; // the result has the winner
    this.tv.hidden = !["open", "running"].includes(view.row.status);
    this.finder.show(view);
    void this.result.show(view);
    if (this.panes.result.isConnected !== (view.row.status === "finished")) location.reload(); // it has ended: the page of its result
    this.director.show(view);
    this.tick();
  }

  /** @param {View} view */
  status(view) {
    const { say } = this;
    if (view.row.status === "open") return view.row.sit_and_go ? say("tournament.waits-full") : say("tournament.starts", { time: clockTime(view.row.starts, say) });
    if (view.row.status !== "running") return say(`tournament.status.${view.row.status}`);
    if (view.called_off) return say("tournament.called-off");
    if (view.paused) return say("tournament.paused");
    if (view.on_break) return say("tournament.on-break");
    if (view.proposal) return say("tournament.dividing");
    return view.hand_for_hand ? say("tournament.hand-for-hand") : say("tournament.level", { count: view.level });
  }

  tick() {
    const { view, say } = this;
    const running = view.row.status === "running";
    this.clock.hidden = this.stakes.hidden = !running;
    if (!running) return;
    const left = view.ends ? view.ends - (Date.now() - this.offset) : view.left;
    setText(this.clock, length(left));
    const stakes = view.present.games;
    const several = Object.keys(stakes).length > 1;
    setText(
      this.stakes,
      Object.entries(stakes)
        .map(([id, one]) => (several ? `${gameName(id, say)} ${stakesText(one, say)}` : stakesText(one, say)))
        .join(" · "),
    );
  }

  /** @param {View} view @returns {HTMLElement[]} */
  buttons(view) {
    const { say } = this;
    const mine = view.me?.table ? view.tables.find(({ number }) => number === view.me?.table) : null;
    const found = mine ? [el("a", { class: "btn go", href: `/tables/${mine.id}`, text: say("tournament.to-table") })] : [];
    const presses = PRESSES.filter((wish) => view.may.includes(wish)).map((wish) =>
      button(say(`tournament.acts.${wish}`), () => this.ask(wish), wish === "register" ? "btn go" : "btn"),
    );
    const deals = view.may.includes("propose") ? ["icm", "chips"].map((form) => button(say(`tournament.deal.${form}`), () => this.ask("propose", { form }))) : [];
    const answers = view.may.includes("answer")
      ? [button(say("tournament.deal.yes"), () => this.ask("answer", { yes: true }), "btn go"), button(say("tournament.deal.no"), () => this.ask("answer", { yes: false }))]
      : [];
    const off = view.may.includes("cancel") ? [button(say("tournament.direct.cancel"), () => this.cancel(), "btn harsh")] : [];
    const invite = view.row.status === "open" ? [button(say("page.menu.invite"), () => this.invitation.show(view.row.name))] : [];
    return [...found, ...presses, ...invite, ...deals, ...answers, ...off];
  }

  async cancel() {
    const { say } = this;
    const text = say(`tournament.direct.cancel-${this.view?.row.status === "open" ? "text" : "running"}`);
    const sure = await this.confirm.ask({ title: say("tournament.direct.cancel"), text, go: say("tournament.direct.cancel") });
    if (sure) await this.ask("cancel");
  }
}

/** A tournament with a password: its page opens when that is right. @param {Say} say */
function askPassword(say) {
  showPlainPage(say("tournament.tournaments"), say, el("main", { class: "session club tournament" }, el("h1", { text: say("tournament.tournaments") })));
  const dialog = new PasswordDialog(say, {
    enter: async (password) => {
      const answer = await request(`/api/tournaments/${location.pathname.split("/")[2]}/enter`, { password });
      if (!answer.ok) return answer;
      location.reload();
      return null;
    },
    go: () => location.assign("/tournaments"),
    title: say("tournament.locked"),
    away: say("tournament.tournaments"),
  });
  document.body.append(dialog.node);
  dialog.ask();
}

async function start() {
  applyTheme();
  const say = await loadLocale();
  await request("/api/me");
  const answer = await request(`/api/tournaments/${location.pathname.split("/")[2]}`);
  if (answer.ok) return new TournamentPage(say, answer);
  if (answer.key === "error.tournament-password") return askPassword(say);
  showPlainPage(
    say("tournament.tournaments"),
    say,
    el("main", { class: "session club tournament" }, el("h1", { text: say("tournament.tournaments") }), el("p", { class: "wrong", text: errorText(answer, say) }), el("p", {}, el("a", { class: "btn", href: "/tournaments", text: say("tournament.tournaments") }))),
  );
}

void start();
