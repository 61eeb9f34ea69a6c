/**
 * The user's settings, stored in the browser, with listeners for changes.
 */

const KEY = "standpat.settings";

/** @typedef {{theme: "auto" | "light" | "dark", sound: boolean, sorted: boolean, side: boolean, muted: string[], motion: boolean, ranking: boolean}} Settings */

/** @type {Settings} */
const DEFAULTS = {
  theme: "auto",
  sound: true,
  sorted: false,
  side: matchMedia("(min-width: 1021px)").matches,
  muted: [],
  motion: true,
  ranking: true, // the card of the best hands, until it is closed
};

/** @type {Settings} */
export const settings = { ...DEFAULTS, ...read() };

/** @type {Set<() => void>} */
const listeners = new Set();

function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

/** @param {Partial<Settings>} change */
export function change(change) {
  Object.assign(settings, change);
  localStorage.setItem(KEY, JSON.stringify(settings));
  applyTheme();
  for (const listener of listeners) listener();
}

/** @param {() => void} listener */
export const onChange = (listener) => void listeners.add(listener);

export function applyTheme() {
  if (settings.theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = settings.theme;
}

/** Whether the user or the system asks for reduced motion. */
export const reducedMotion = () => !settings.motion || matchMedia("(prefers-reduced-motion: reduce)").matches;
