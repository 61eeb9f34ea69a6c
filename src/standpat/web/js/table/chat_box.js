/**
 * The chat: lines, each with a button to mute who wrote it, and a form with a button for emotes. The lines are a live region, so a line keeps its element.
 */

import { el, setText, svg } from "../common/dom.js";
import { change, settings } from "../common/settings.js";

/** @typedef {import("../table_view/table_state.js").TableState} TableState */
/** @typedef {{say: (text: string) => void, emote: () => void}} Speak sends a line; asks for an emote and sends it */

const CHAT_LINES = 60; // lines of chat in the panel

/** Make these nodes the children, in this order, without moving those in place. @param {Element} parent @param {Element[]} nodes */
function arrange(parent, nodes) {
  for (const node of [...parent.children]) if (!nodes.includes(node)) node.remove();
  nodes.forEach((node, k) => parent.children[k] === node || parent.insertBefore(node, parent.children[k] ?? null));
}

export class ChatBox {
  /** @param {import("../common/i18n.js").Say} say @param {Speak} speak */
  constructor(say, speak) {
    this.say = say;
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
    this.emote = el(
      "button",
      { type: "button", class: "icon emote-opener", "aria-haspopup": "dialog", "aria-label": say("page.emote.send"), title: say("page.emote.send"), on: { click: speak.emote } },
      svg(["M6 7h20v14H15l-6 5v-5H6z", "M12 14h.01", "M16 14h.01", "M20 14h.01"], "sign"),
    );
    const form = el(
      "form",
      { class: "say", on: { submit: (/** @type {Event} */ event) => this.submit(event, speak.say) } },
      this.input,
      this.emote,
      el("button", { type: "submit", text: say("page.send") }),
    );
    this.node = el("div", { class: "chat" }, this.lines, form);
  }

  /** @param {Event} event @param {(text: string) => void} onChat */
  submit(event, onChat) {
    event.preventDefault();
    const text = this.input.value.trim();
    if (text) onChat(text);
    this.input.value = "";
  }

  /** Show the newest line. */
  toEnd() {
    this.lines.scrollTop = this.lines.scrollHeight;
  }

  /** @param {TableState} table */
  update({ chat, you, mySeat }) {
    this.emote.hidden = mySeat === null;
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
    this.toEnd();
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
}
