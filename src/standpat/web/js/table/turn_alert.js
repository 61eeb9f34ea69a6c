/**
 * Tells the viewer that it is their turn, as they have chosen: the device vibrates, and a notification appears while the page
 * is hidden. Neither says anything about the cards.
 */

import { settings } from "../common/settings.js";

const BUZZ = 150; // ms

/** @type {Notification | null} */
let shown = null;

/** @param {string} text */
export function tellTurn(text) {
  if (settings.vibrate) navigator.vibrate?.(BUZZ);
  if (!settings.notify || !document.hidden || !("Notification" in window) || Notification.permission !== "granted") return;
  shown?.close();
  try {
    shown = new Notification(text, { tag: location.pathname, icon: "/favicon.ico" });
  } catch {
    return; // phones allow it to installed apps' workers only
  }
  shown.onclick = () => {
    window.focus();
    shown?.close();
  };
}

addEventListener("visibilitychange", () => {
  if (document.hidden) return;
  shown?.close();
  shown = null;
});
