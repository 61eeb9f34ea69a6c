/**
 * The page of a club: evenings, standings, members and the ledger, each in a tab. The room computes all figures, and
 * tells nobody but members that there is a club.
 */

import { request } from "../common/api.js";
import { ConfirmDialog } from "../common/confirm_dialog.js";
import { el, setText } from "../common/dom.js";
import { loadLocale } from "../common/i18n.js";
import { errorText } from "../common/labels.js";
import { Toast } from "../common/menu.js";
import { showPlainPage } from "../common/page_frame.js";
import { applyTheme } from "../common/settings.js";
import { Tabs } from "../common/tabs.js";
import { eveningsPane } from "./evenings_pane.js";
import { ledgerPane } from "./ledger_pane.js";
import { membersPane } from "./members_pane.js";
import { button } from "../common/parts.js";
import { actor } from "./parts.js";
import { standingsPane } from "./standings_pane.js";

/** @typedef {import("../common/i18n.js").Say} Say */
/** @typedef {import("./parts.js").Club} Club */

/** What each tab shows, in their order. @type {Record<string, (desk: import("./parts.js").Desk) => (Node | null)[]>} */
const PANES = { evenings: eveningsPane, standings: standingsPane, members: membersPane, ledger: ledgerPane };

class ClubPage {
  /** @param {Say} say @param {Club} club */
  constructor(say, club) {
    this.say = say;
    this.id = club.id;
    this.toast = new Toast();
    this.confirm = new ConfirmDialog(say);
    this.title = el("h1");
    this.line = el("p", { class: "note" });
    this.banner = el("div", { class: "banner", role: "status" });
    this.panes = Object.fromEntries(Object.keys(PANES).map((key) => [key, el("section", { class: "pane" })]));
    this.tabs = new Tabs(
      "club",
      club.name,
      Object.entries(this.panes).map(([key, pane]) => ({ key, title: say(`club.tabs.${key}`), pane })),
      (key) => history.replaceState(null, "", `#${key}`),
    );
    showPlainPage(
      club.name,
      say,
      el("main", { class: "session club" }, this.title, this.line, this.banner, this.tabs.node, ...Object.values(this.panes)),
    );
    document.body.append(this.toast.node, this.confirm.node);
    this.show(club);
  }

  async load() {
    const club = await request(`/api/clubs/${this.id}`);
    if (club.ok) this.show(club);
    else location.reload(); // one has left, or was removed
  }

  /** @param {Club} club */
  show(club) {
    const { say } = this;
    const tell = (/** @type {string} */ text) => this.toast.show(text);
    const reload = () => this.load();
    const act = actor(say, this.id, tell, reload);
    const desk = { say, club, act, reload, tell, ask: this.confirm.ask.bind(this.confirm) };
    setText(this.title, club.name);
    const zone = club.zone.replaceAll("_", " ");
    setText(this.line, [say("club.members-count", { count: club.members.length }), zone, say(`club.roles.${club.role}`)].join(" · "));
    this.banner.replaceChildren(...this.notices(club, act));
    this.tabs.mark("members", club.waiting.length > 0, say("club.waiting-count", { count: club.waiting.length }));
    for (const [key, pane] of Object.entries(PANES)) {
      this.panes[key].replaceChildren(...pane(desk).filter((node) => node !== null));
    }
  }

  /** What stands above the tabs. @param {Club} club @param {(path: string, body: any) => Promise<any>} act */
  notices(club, act) {
    const { say } = this;
    if (club.closed !== null) return [el("p", { text: say("club.closed-note") })];
    if (club.heir !== club.me) return [];
    return [
      el("p", { text: say("club.offered") }),
      el(
        "div",
        { class: "choices" },
        button(say("club.decline"), () => void act("accept", { accept: false })),
        button(say("club.accept"), () => void act("accept", { accept: true }), "btn go"),
      ),
    ];
  }
}

async function start() {
  applyTheme();
  const say = await loadLocale();
  const chosen = location.hash.slice(1);
  const club = await request(`/api/clubs/${location.pathname.split("/")[2] ?? ""}`);
  if (club.ok) {
    const page = new ClubPage(say, club);
    page.tabs.choose(chosen in PANES ? chosen : "evenings");
    return;
  }
  const title = errorText(club, say);
  const back = el("a", { class: "btn", href: "/clubs", text: say("club.clubs") });
  showPlainPage(title, say, el("main", { class: "missing" }, el("h1", { text: title }), el("p", { text: say("club.not-here") }), back));
}

void start();
