/**
 * The tab with the viewer's own hands. It asks the room when it is opened, and again after a hand while it is open. The
 * search is folded away until it is wanted, and goes along to the page with all hands.
 */

import { attribute, el } from "../common/dom.js";
import { OwnHands } from "../common/own_hands.js";

export class OwnHandsPane {
  /** @param {import("../common/i18n.js").Say} say */
  constructor(say) {
    this.hands = new OwnHands(say, () => this.lead());
    const { search, total, list, status, more } = this.hands;
    this.all = el("a", { href: "/hands", text: say("page.mine.all") });
    this.node = el("div", { class: "mine-pane" }, el("div", { class: "ways" }, search.opener, this.all), search.node, total, list, status, more);
  }

  lead() {
    const { state } = this.hands.search;
    attribute(this.all, "href", state ? `/hands?${state}` : "/hands");
  }

  /** Fetch the newest hands, unless the viewer is reading: they scrolled, asked for more, or have the focus here. */
  refresh() {
    const { list, paged, search } = this.hands;
    const busy = [list, search.node].some((part) => part.contains(document.activeElement));
    if (!(this.node.scrollTop > 0 || paged || busy)) void this.hands.load();
  }
}
