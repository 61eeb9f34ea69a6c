/**
 * Keyboard control of the table: 1-5 mark a card, Enter confirms a draw, 0 keeps all cards, F folds, C checks or calls, R or B
 * raises or bets (in no-limit games: focuses the amount), G goes to the choice of the next game, N skips to the next hand, H shows and M mucks at the showdown, S sorts, ? lists the keys. Off
 * while the user types or a dialog is open.
 *
 * A button keeps the focus after a click. Enter presses it only if it was focused with the keyboard. After a click, Enter
 * acts on the table.
 */

const TYPING = "input:not([type=range]):not([type=checkbox]), textarea, select, [contenteditable]";

const CONTROL = "button, a, summary, input";

/** Whether a pointer was the last to move the focus. */
let pointed = false;
addEventListener("pointerdown", () => (pointed = true), true);
addEventListener("keydown", (event) => (pointed &&= event.key !== "Tab"), true);

/**
 * @typedef {{bar: import("./action_bar.js").ActionBar, own: import("../table_view/own_hand.js").OwnHand,
 *   toggle: (card: string) => void, arm: (what: "draw") => void, clear: () => void,
 *   choose: () => void, help: () => void}} HotkeyTargets the parts that keys act on
 */

/** @param {KeyboardEvent} event @param {HotkeyTargets} targets */
export function handleHotkey(event, { bar, own, toggle, arm, clear, choose, help }) {
  const target = /** @type {Element} */ (event.target);
  if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || event.defaultPrevented) return;
  if (target.matches?.(TYPING) || document.querySelector("dialog[open]")) return;
  const card = /^[1-5]$/.test(event.key) ? own.at(Number(event.key)) : undefined;
  if (card) return toggle(card);
  switch (event.key.toLowerCase()) {
    case "enter":
      // Space marks a focused card, so that Enter can confirm the draw.
      if (target.matches?.(CONTROL) && !pointed && !target.closest(".own-cards")) return;
      event.preventDefault();
      if (bar.actions.draw) bar.press("draw", event.timeStamp);
      else if (!bar.pre.draw.hidden) arm("draw");
      return;
    case "0":
      return clear();
    case "s":
      return own.toggleSorted();
    case "g":
      event.preventDefault();
      return choose();
    case "n":
      return void bar.next.press(event.timeStamp);
    case "?":
      return help();
    case "f":
      return bar.press("fold", event.timeStamp);
    case "c":
      return bar.press("pass", event.timeStamp);
    case "h":
      return bar.press("show", event.timeStamp);
    case "m":
      return bar.press("muck", event.timeStamp);
    case "r":
    case "b":
      event.preventDefault();
      if (bar.free) bar.sizing.focus();
      else bar.press("wager", event.timeStamp);
  }
}
