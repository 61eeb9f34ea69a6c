/**
 * The page of the room's operator: reports, bars and mutes, signals, settings, and what operators have done. The room
 * refuses everything to others.
 */

import { request } from "../common/api.js";
import { el } from "../common/dom.js";
import { loadLocale } from "../common/i18n.js";
import { errorText } from "../common/labels.js";
import { showPlainPage } from "../common/page_frame.js";
import { applyTheme } from "../common/settings.js";
import { Tabs } from "../common/tabs.js";
import { actList } from "./act_list.js";
import { reportList } from "./report_list.js";
import { RestrictionForm, restrictionList } from "./restrictions.js";
import { settingForm } from "./setting_form.js";
import { SignalList } from "./signal_list.js";

/** @typedef {import("../common/i18n.js").Say} Say */
/** @typedef {{id: number, at: number, reporter: string, about: string, table: string, topic: string, text: string,
 *   chat: string[], closed: number | null, closed_by: string | null, outcome: string | null}} Report */
/** @typedef {{id: number, kind: string, target: string, value: string, reason: string, began: number, ends: number | null,
 *   made_by: string, lifted: number | null, holds: boolean}} Restriction */
/** @typedef {{id: number, at: number, actor: string, act: string, about: string, detail: Record<string, any>}} Act */
/** @typedef {{reports: Report[], closed: Report[], restrictions: Restriction[], settings: Record<string, string | boolean>,
 *   houses: string[], acts: Act[], names: Record<string, string>}} Desk */

const TABS = ["reports", "restrictions", "signals", "settings", "acts"];

class OperatorPage {
  /** @param {Say} say @param {Desk} desk */
  constructor(say, desk) {
    this.say = say;
    this.panes = Object.fromEntries(TABS.map((key) => [key, el("section", { class: "pane" })]));
    this.form = new RestrictionForm(say, () => this.load());
    this.signals = new SignalList(say);
    this.tabs = new Tabs(
      "operator",
      say("operator.title"),
      TABS.map((key) => ({ key, title: say(`operator.tabs.${key}`), pane: this.panes[key] })),
      () => {},
    );
    this.list = el("div");
    this.panes.restrictions.append(this.form.node, this.list);
    this.panes.signals.append(this.signals.node);
    this.show(desk);
    showPlainPage(
      say("operator.title"),
      say,
      el("main", { class: "session operator" }, el("h1", { text: say("operator.title") }), this.tabs.node, ...Object.values(this.panes)),
    );
  }

  async load() {
    const desk = await request("/api/operator");
    if (desk.ok) this.show(desk);
  }

  /** @param {Desk} desk */
  show(desk) {
    const { say } = this;
    const restrict = (/** @type {string} */ user, /** @type {string} */ reason) => {
      this.tabs.choose("restrictions");
      void this.form.take(user, reason);
    };
    this.tabs.mark("reports", desk.reports.length > 0, say("operator.waiting", { count: desk.reports.length }));
    this.panes.reports.replaceChildren(...reportList(desk, say, () => this.load(), restrict));
    this.list.replaceChildren(...restrictionList(desk, say, () => this.load()));
    this.panes.settings.replaceChildren(settingForm(desk, say, () => this.load()));
    this.panes.acts.replaceChildren(actList(desk, say));
  }
}

async function start() {
  applyTheme();
  const say = await loadLocale();
  const desk = await request("/api/operator");
  if (desk.ok) return void new OperatorPage(say, desk);
  const title = say("operator.title");
  showPlainPage(title, say, el("main", { class: "missing" }, el("h1", { text: title }), el("p", { text: errorText(desk, say) })));
}

void start();
