/**
 * The user's settings, stored in the browser, with listeners for changes, also for those made in another tab or tile.
 */

const KEY = "standpat.settings";

/** @typedef {{theme: "auto" | "light" | "dark", sound: boolean, sorted: boolean, side: boolean, muted: string[], motion: boolean, ranking: boolean,
 *   felt: string, back: string, deck: string, vibrate: boolean, notify: boolean, emotes: boolean,
 *   sizesBefore: string[], sizesAfter: string[], keys: Record<string, string>}} Settings `felt`, `back` and `deck` are looks of
 *   `AppearanceDialog`; `vibrate` and `notify` tell the viewer of their turn;
 *   `sizesBefore` and `sizesAfter` are signs of `pot_shares.js`; `keys` are chosen keys by action of
 *   `keys.js` */

/** @type {Settings} */
const DEFAULTS = {
  theme: "auto",
  sound: true,
  sorted: false,
  side: matchMedia("(min-width: 1021px)").matches,
  muted: [],
  motion: true,
  ranking: true, // the card of the best hands, until it is closed
  felt: "green",
  back: "stripes",
  deck: "four",
  vibrate: false,
  notify: false,
  emotes: true, // whether those of others are shown
  sizesBefore: ["½", ""],
  sizesAfter: ["½", ""],
  keys: {},
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
  changed();
}

function changed() {
  applyTheme();
  for (const listener of listeners) listener();
}

// Another document of this browser has changed them. Without this, the next change here would undo that one.
addEventListener("storage", ({ key }) => {
  if (key !== KEY && key !== null) return;
  Object.assign(settings, DEFAULTS, read());
  changed();
});

/** @param {() => void} listener */
export const onChange = (listener) => void listeners.add(listener);

export function applyTheme() {
  if (settings.theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = settings.theme;
  applyLooks();
}

/** Mark the looks that differ from the usual ones on the page, for css/appearance.css. As in boot.js. */
function applyLooks() {
  const { dataset } = document.documentElement;
  for (const look of /** @type {const} */ (["felt", "back", "deck"])) {
    if (settings[look] === DEFAULTS[look]) delete dataset[look];
    else dataset[look] = settings[look];
  }
}

/** Whether the user or the system asks for reduced motion. */
export const reducedMotion = () => !settings.motion || matchMedia("(prefers-reduced-motion: reduce)").matches;
