/**
 * The panel beside the table: the narration of this hand, the last hands, and the chat with mute.
 *
 * The hand and the chat are live regions: a screen reader speaks what is added. A sentence therefore keeps its element, and
 * only new text is inserted.
 */

import { attribute, el, setText } from "../common/dom.js";
import { change, settings } from "../common/settings.js";

/** @typedef {import("../table_view/table_state.js").TableState} TableState */

const CHAT_LINES = 60; // lines of chat in the panel

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

/** Make these nodes the children, in this order, without moving those in place. @param {Element} parent @param {Element[]} nodes */
function arrange(parent, nodes) {
  for (const node of [...parent.children]) if (!nodes.includes(node)) node.remove();
  nodes.forEach((node, k) => parent.children[k] === node || parent.insertBefore(node, parent.children[k] ?? null));
}

export class SidePanel {
  /** @param {import("../common/i18n.js").Say} say @param {(text: string) => void} onChat @param {() => void} onClose */
  constructor(say, onChat, onClose) {
    this.say = say;
    this.narration = el("div", { class: "story", role: "log", "aria-label": say("page.this-hand"), tabindex: "0" });
    this.hands = el("ol", { class: "hands" });
    this.lines = el("div", { class: "lines", role: "log", "aria-label": say("page.chat"), tabindex: "0" });
    /** The elements of the chat lines, by their content. @type {Map<string, HTMLElement>} */
    this.lineNodes = new Map();
    this.unmute = el("button", { type: "button", class: "unmute", on: { click: () => change({ muted: [] }) } });
    this.input = el("input", {
      type: "text",
      maxlength: "300",
      autocomplete: "off",
      placeholder: say("page.chat-here"),
      "aria-label": say("page.chat-here"),
      // Return the focus to the table, where the hotkeys act.
      on: { keydown: (/** @type {KeyboardEvent} */ event) => event.key === "Escape" && this.input.blur() },
    });
    const form = el(
      "form",
      { class: "say", on: { submit: (/** @type {Event} */ event) => this.submit(event, onChat) } },
      this.input,
      el("button", { type: "submit", text: say("page.send") }),
    );
    this.node = el(
      "aside",
      { class: "side", id: "side", "aria-label": say("page.side") },
      el("button", { type: "button", class: "close", "aria-label": say("page.close"), on: { click: onClose } }, "×"),
      el("h2", { text: say("page.this-hand") }),
      this.narration,
      el("h2", { text: say("page.last-hands") }),
      this.hands,
      el("h2", { text: say("page.chat") }),
      this.lines,
      form,
    );
  }

  /** @param {Event} event @param {(text: string) => void} onChat */
  submit(event, onChat) {
    event.preventDefault();
    const text = this.input.value.trim();
    if (text) onChat(text);
    this.input.value = "";
  }

  /** @param {TableState} table */
  update(table) {
    this.updateHands(table);
    this.updateChat(table);
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
          el("span", { class: "who", text: names[best] }),
          el("span", { class: "net", text: say.signed(nets[best]) }),
          mine >= 0 && mine !== best
            ? el("span", { class: "mine", text: say("table.result", { chips: say.signed(nets[mine]) }) })
            : null,
        );
      }),
    );
  }

  /** @param {TableState} table */
  updateChat({ chat, you }) {
    const key = JSON.stringify([chat.length, chat.at(-1), settings.muted]);
    if (this.lines.dataset.key === key) return;
    this.lines.dataset.key = key;
    const visible = chat.filter((line) => line.user === null || !settings.muted.includes(line.user)).slice(-CHAT_LINES);
    /** @type {Map<string, HTMLElement>} */
    const lineNodes = new Map();
    for (const line of visible) {
      let name = JSON.stringify([line.at, line.user, line.name, line.text]);
      while (lineNodes.has(name)) name += "+";
      lineNodes.set(name, this.lineNodes.get(name) ?? this.lineOf(line, you));
    }
    this.lineNodes = lineNodes;
    const count = settings.muted.length;
    this.unmute.hidden = count === 0;
    setText(this.unmute, this.say("page.unmute", { count }));
    arrange(this.lines, [...lineNodes.values(), this.unmute]);
    this.lines.scrollTop = this.lines.scrollHeight;
  }

  /** @param {import("../table_view/table_state.js").ChatLine} line @param {any} you */
  lineOf({ user, name, text }, you) {
    const mute = user === null || user === you?.user ? null : this.muteButton(user, name);
    return el("p", {}, el("b", { text: name }), ` ${text} `, mute);
  }

  /** @param {string} user @param {string} name */
  muteButton(user, name) {
    const label = this.say("page.mute", { name });
    return el(
      "button",
      {
        type: "button",
        class: "mute",
        "aria-label": label,
        title: label,
        on: { click: () => change({ muted: [...settings.muted, user] }) },
      },
      "×",
    );
  }

  /** @param {boolean} open */
  show(open) {
    attribute(this.node, "hidden", !open);
  }
}
