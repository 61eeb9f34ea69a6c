/**
 * What the viewer has asked the table to do for them, in the menu: sit out at the big blind, straddle, chop the blinds, keep
 * the seat during a break, and, from the dialog that adds chips, buy chips by a rule.
 *
 * The server tells the plans of the viewer's seat (`plans`), also after a reload.
 */

import { el } from "../common/dom.js";
import { AutoBuyDialog } from "./auto_buy_dialog.js";
import { BreakDialog } from "./break_dialog.js";

/** @typedef {(message: Record<string, any>) => Promise<any>} Send sends a message; resolves to a refusal, or null */

export class Habits {
  /**
   * @param {import("../common/i18n.js").Say} say
   * @param {{table: import("../table_view/table_state.js").TableState, socket: {send: Send}, tell: Send,
   *   toast: import("../common/menu.js").Toast}} page `tell` shows a refusal itself
   */
  constructor(say, page) {
    this.say = say;
    this.page = page;
    this.atBig = el("input", { type: "checkbox", on: { change: () => this.sitOutAtBig(this.atBig.checked) } });
    this.straddles = el("input", { type: "checkbox", on: { change: () => this.straddle(this.straddles.checked) } });
    this.chops = el("input", { type: "checkbox", on: { change: () => this.chop(this.chops.checked) } });
    this.breaks = new BreakDialog(say, (minutes) => page.socket.send({ t: "break", minutes }));
    this.auto = new AutoBuyDialog(say, (rule) => page.socket.send({ t: "auto-buy", rule }));
    /** @type {HTMLElement[]} */
    this.nodes = [this.breaks.node, this.auto.node];
    const plays = () => this.seat !== null && this.seat.state !== "sitting-out";
    const option = (/** @type {string} */ key, /** @type {HTMLElement} */ input) =>
      el("label", { class: "check switch" }, el("span", { text: say(`page.menu.${key}`) }), input);
    /** Entries of the menu, to follow "Sit out next hand". */
    this.actions = [
      { node: option("sit-out-big", this.atBig), shown: plays },
      { node: option("straddle", this.straddles), shown: () => this.seat !== null && Boolean(page.table.info?.straddle) },
      { node: option("chop", this.chops), shown: () => this.seat !== null && Boolean(page.table.info?.chop) },
      { key: "break", on: () => this.breaks.show(page.table), shown: () => this.seat !== null && !this.seat.back_by },
    ];
  }

  /** The viewer's seat. */
  get seat() {
    const { table } = this.page;
    return table.mySeat === null ? null : table.seats[table.mySeat];
  }

  /** The way from the dialog that adds chips to the rule, with what it says now. */
  get more() {
    const { table } = this.page;
    const rule = table.plans.auto_buy;
    return { text: rule ? this.say("page.auto.on", { to: rule.to }) : this.say("page.auto.off"), open: () => this.auto.show(table) };
  }

  /** Say what was done by a plan. @param {{bought?: number, stopped?: string}} told as the server sends it */
  done({ bought, stopped }) {
    if (bought) this.page.toast.show(this.say("page.auto.bought", { amount: bought }));
    if (stopped) this.page.toast.show(this.say(`page.auto.stopped.${stopped}`), 9000);
  }

  update() {
    const { plans } = this.page.table;
    this.atBig.checked = plans.out_at_big;
    this.straddles.checked = plans.straddles;
    this.chops.checked = plans.chops;
  }

  /** @param {boolean} on */
  async chop(on) {
    await this.page.tell({ t: "chop", on });
    this.update();
  }

  /** @param {boolean} on */
  async straddle(on) {
    await this.page.tell({ t: "straddle", on });
    this.update();
  }

  /** @param {boolean} on */
  async sitOutAtBig(on) {
    await this.page.tell({ t: "sit-out", on, when: "big-blind" });
    this.update();
  }
}
