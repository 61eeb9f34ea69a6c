/**
 * Keyboard control of the table: what each action of `keys.js` does there. In no-limit games the key of a bet focuses the
 * amount. Off while the user types or a dialog is open.
 *
 * A button keeps the focus after a click. Enter presses it only if it was focused with the keyboard. After a click, Enter
 * acts on the table.
 */

import { actionOf, cardPlace, keyOf } from "../common/keys.js";

const TYPING = "input:not([type=range]):not([type=checkbox]), textarea, select, [contenteditable]";

const CONTROL = "button, a, summary, input";

/** The buttons that keys press. @type {Record<string, string>} */
const PRESSES = { fold: "fold", pass: "pass", show: "show", muck: "muck" };

/** Whether a pointer was the last to move the focus. */
let pointed = false;
addEventListener("pointerdown", () => (pointed = true), true);
addEventListener("keydown", (event) => (pointed &&= event.key !== "Tab"), true);

/**
 * @typedef {{bar: import("./action_bar.js").ActionBar, own: import("../table_view/own_hand.js").OwnHand,
 *   toggle: (card: string) => void, arm: (what: "draw") => void, clear: () => void,
 *   choose: () => void, help: () => void, emote: () => void, nextTable: () => void}} HotkeyTargets the parts that keys act on
 */

/** @param {KeyboardEvent} event @param {HotkeyTargets} targets */
export function handleHotkey(event, targets) {
  const target = /** @type {Element} */ (event.target);
  if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || event.defaultPrevented) return;
  if (target.matches?.(TYPING) || document.querySelector("dialog[open]")) return;
  const action = actionOf(event.key);
  if (!action) return;
  // Space marks a focused card, so that Enter can confirm the draw.
  if (keyOf(event.key) === "enter" && target.matches?.(CONTROL) && !pointed && !target.closest(".own-cards")) return;
  event.preventDefault();
  act(action, event.timeStamp, targets);
}

/** @param {string} action @param {number} at ms, when the press began @param {HotkeyTargets} targets */
function act(action, at, { bar, own, toggle, arm, clear, choose, help, emote, nextTable }) {
  const card = own.at(cardPlace(action));
  if (card) return toggle(card);
  if (action in PRESSES) return bar.press(PRESSES[action], at);
  switch (action) {
    case "confirm":
      if (bar.actions.draw) bar.press("draw", at);
      else if (!bar.pre.draw.hidden) arm("draw");
      return;
    case "wager":
      return bar.free ? bar.sizing.focus() : bar.press("wager", at);
    case "clear":
      return clear();
    case "sort":
      return own.toggleSorted();
    case "choose":
      return choose();
    case "next":
      return void bar.next.press(at);
    case "emote":
      return emote();
    case "next-table":
      return nextTable();
    case "help":
      return help();
  }
}
