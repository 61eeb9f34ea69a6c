/**
 * The panel beside the table, as tabs: this hand with the table's last hands, the viewer's own hands, the session, and the chat.
 *
 * The hand and the chat are live regions: a screen reader speaks what is added, whichever tab is open. A sentence therefore
 * keeps its element, and only new text is inserted.
 */

import { attribute, el, setText } from "../common/dom.js";
import { Tabs } from "../common/tabs.js";
import { ChatBox } from "./chat_box.js";
import { OwnHandsPane } from "./own_hands_pane.js";
import { SessionSummary } from "./session_summary.js";

/** @typedef {import("../table_view/table_state.js").TableState} TableState */

/** Update the sentences of a round, one element each. @param {Element} block @param {string[]} lines */
function updateSentences(block, lines) {
  lines.forEach((line, k) => {
    const text = `${line}. `;
    const node = block.children[k];
    if (node) setText(node, text);
    else block.append(el("span", { text }));
  });
  while (block.childElementCount > lines.length) block.lastElementChild?.remove();
}

export class SidePanel {
  /** @param {import("../common/i18n.js").Say} say @param {string} id the table
   * @param {import("./chat_box.js").Speak} speak @param {() => void} onClose */
  constructor(say, id, speak, onClose) {
    this.say = say;
    this.narration = el("div", { class: "story", role: "log", "aria-label": say("page.this-hand"), tabindex: "0" });
    this.hands = el("ol", { class: "hands" });
    this.chat = new ChatBox(say, speak);
    this.own = new OwnHandsPane(say);
    this.session = new SessionSummary(say, id);
    /** Whether lines of the chat have come in that the viewer could not see. */
    this.unread = false;
    this.shown = false;
    /** @type {TableState | null} */
    this.table = null;
    const now = el("div", { class: "now-pane" }, this.narration, el("h2", { text: say("page.last-hands") }), this.hands);
    this.tabs = new Tabs(
      "side",
      say("page.side"),
      [
        { key: "hand", title: say("page.hand-tab"), pane: now, live: true },
        { key: "mine", title: say("page.mine.title"), pane: this.own.node },
        { key: "session", title: say("page.short.title"), pane: this.session.node },
        { key: "chat", title: say("page.chat"), pane: this.chat.node, live: true },
      ],
      () => this.open(),
    );
    this.node = el(
      "aside",
      { class: "side", id: "side", "aria-label": say("page.side") },
      el("button", { type: "button", class: "close", "aria-label": say("page.close"), on: { click: onClose } }, "×"),
      this.tabs.node,
      ...this.tabs.tabs.map(({ pane }) => pane),
    );
  }

  /** What a tab needs when it is opened. */
  open() {
    if (!this.tabs) return;
    this.load();
    this.seen();
    if (this.tabs.chosen === "chat") this.chat.toEnd();
    else if (this.tabs.chosen === "hand") this.narration.scrollTop = this.narration.scrollHeight;
  }

  /** Ask the room for what the open tab shows. */
  load() {
    if (!this.shown) return;
    if (this.tabs.chosen === "mine") this.own.refresh();
    else if (this.tabs.chosen === "session") void this.session.load(this.table?.you);
  }

  /** A line of the chat came in. */
  heard() {
    this.unread = true;
    this.seen();
  }

  /** The lines of the chat are read if they can be seen. */
  seen() {
    this.unread &&= !(this.shown && this.tabs.chosen === "chat");
    this.tabs.mark("chat", this.unread, this.say("page.new"));
  }

  /** @param {TableState} table */
  update(table) {
    this.table = table;
    this.updateHands(table);
    this.chat.update(table);
    this.updateNarration(table);
  }

  /** @param {TableState} table */
  updateNarration({ narration }) {
    const key = JSON.stringify(narration);
    if (this.narration.dataset.key === key) return;
    this.narration.dataset.key = key;
    narration.forEach(({ round, lines }, k) => {
      let block = this.narration.children[k];
      if (block) setText(block.children[0], round);
      else this.narration.append((block = el("section", {}, el("h3", { text: round }), el("p"))));
      updateSentences(block.children[1], lines);
    });
    while (this.narration.childElementCount > narration.length) this.narration.lastElementChild?.remove();
    this.narration.scrollTop = this.narration.scrollHeight;
  }

  /** @param {TableState} table */
  updateHands({ lastHands, you, say }) {
    const key = JSON.stringify(lastHands.map((hand) => [hand.hand_no, hand.id]));
    if (this.hands.dataset.key === key) return;
    this.hands.dataset.key = key;
    this.hands.replaceChildren(
      ...lastHands.slice(0, 5).map(({ id, hand_no, names, nets }) => {
        const best = nets.indexOf(Math.max(...nets));
        const mine = you ? names.indexOf(you.name) : -1;
        const number = say("table.hand", { number: hand_no });
        return el(
          "li",
          {},
          id === null ? el("span", { text: number }) : el("a", { href: `/hands/${id}`, text: number }),
          el("span", { class: "who", text: nets[best] ? names[best] : "–" }),
          el("span", { class: "net", text: say.signed(nets[best]) }),
          mine >= 0 && mine !== best
            ? el("span", { class: "mine", text: say("table.result", { chips: say.signed(nets[mine]) }) })
            : null,
        );
      }),
    );
  }

  /** @param {boolean} open */
  show(open) {
    const opened = open && this.node.hidden;
    attribute(this.node, "hidden", !open);
    this.shown = open;
    this.seen();
    if (opened) this.open();
  }
}
