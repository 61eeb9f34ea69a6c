/**
 * What the viewer has asked the table to do for them, in the menu: sit out at the big blind.
 *
 * The server tells the plans of the viewer's seat (`plans`), also after a reload.
 */

import { el } from "../common/dom.js";

export class Habits {
  /**
   * @param {import("../common/i18n.js").Say} say
   * @param {{table: import("../table_view/table_state.js").TableState, tell: (message: Record<string, any>) => Promise<any>}} page
   *   `tell` resolves to a refusal, or null
   */
  constructor(say, page) {
    this.page = page;
    this.atBig = el("input", { type: "checkbox", on: { change: () => this.sitOutAtBig(this.atBig.checked) } });
    const plays = () => this.seat !== null && this.seat.state !== "sitting-out";
    /** Entries of the menu, to follow "Sit out next hand". */
    this.actions = [
      { node: el("label", { class: "check switch" }, el("span", { text: say("page.menu.sit-out-big") }), this.atBig), shown: plays },
    ];
  }

  /** The viewer's seat. */
  get seat() {
    const { table } = this.page;
    return table.mySeat === null ? null : table.seats[table.mySeat];
  }

  update() {
    this.atBig.checked = this.page.table.plans.out_at_big;
  }

  /** @param {boolean} on */
  async sitOutAtBig(on) {
    await this.page.tell({ t: "sit-out", on, when: "big-blind" });
    this.update();
  }
}
