// Before the first paint, and before the page's modules are here: light or dark as chosen here before, which language,
// and its words on their way. A plain script, since modules come later.
(() => {
  const kept = (/** @type {string} */ name) => {
    try {
      return localStorage.getItem(name);
    } catch {
      return null; // the browser keeps nothing: as the system likes it
    }
  };
  const root = document.documentElement;
  let theme = "";
  try {
    theme = JSON.parse(kept("standpat.settings") ?? "{}").theme;
  } catch {
    // nothing readable
  }
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  // The language chosen before, else the browser's first one that there is a file of, else English. Which files there are,
  // and which codes mean them, the page says itself.
  /** @type {[string, string, string[]][]} */
  const files = JSON.parse(root.dataset.languages ?? "[]");
  const codeOf = (/** @type {string | null} */ tag) => {
    const code = (tag ?? "").toLowerCase().split("-")[0];
    return files.find(([file, , codes]) => file === code || codes.includes(code))?.[0];
  };
  root.lang = [kept("standpat.language"), ...navigator.languages].map(codeOf).find((file) => file) ?? "en";
  const words = document.createElement("link");
  Object.assign(words, { rel: "preload", as: "fetch", crossOrigin: "anonymous" });
  words.href = new URL(`../../locale/${root.lang}.json`, /** @type {HTMLScriptElement} */ (document.currentScript).src).href;
  root.dataset.locale = words.href;
  document.head.append(words);
})();
