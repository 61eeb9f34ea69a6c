// Runs before the first paint and before the page's modules. It sets the theme and the language that were chosen in this
// browser, starts to load the texts of that language, and installs the service worker later. It is a plain script, because modules run later.
(() => {
  const stored = (/** @type {string} */ name) => {
    try {
      return localStorage.getItem(name);
    } catch {
      return null; // the browser blocks its storage: the system's settings apply
    }
  };
  const root = document.documentElement;
  /** @type {Record<string, string>} */
  let chosen = {};
  try {
    chosen = JSON.parse(stored("standpat.settings") ?? "{}") ?? {};
  } catch {
    // the stored settings cannot be read
  }
  const { theme } = chosen;
  for (const [look, usual] of [["felt", "green"], ["back", "stripes"], ["deck", "four"]])
    if (chosen[look] && chosen[look] !== usual) root.dataset[look] = chosen[look];
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  // The language chosen before, else the first of the browser's languages that has a locale file, else English. The page
  // lists the locale files in `data-languages`: code, name, and the language codes that each file serves.
  /** @type {[string, string, string[]][]} */
  const files = JSON.parse(root.dataset.languages ?? "[]");
  const codeOf = (/** @type {string | null} */ tag) => {
    const code = (tag ?? "").toLowerCase().split("-")[0];
    return files.find(([file, , codes]) => file === code || codes.includes(code))?.[0];
  };
  root.lang = [stored("standpat.language"), ...navigator.languages].map(codeOf).find((file) => file) ?? "en";
  const words = document.createElement("link");
  Object.assign(words, { rel: "preload", as: "fetch", crossOrigin: "anonymous" });
  words.href = new URL(`../../locale/${root.lang}.json`, /** @type {HTMLScriptElement} */ (document.currentScript).src).href;
  root.dataset.locale = words.href;
  document.head.append(words);
  // The page that stands for the room while it cannot be reached: see js/offline/worker.js.
  if (document.querySelector('link[rel="manifest"]')) // not in a page of the documentation
    addEventListener("load", () => void navigator.serviceWorker?.register("/worker.js").catch(() => {}));
})();
