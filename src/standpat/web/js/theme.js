// Before the first paint: light or dark as chosen here before. A plain script, since modules come later.
(() => {
  try {
    const { theme } = JSON.parse(localStorage.getItem("standpat.settings") ?? "{}");
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  } catch {
    // Nothing kept, or nothing readable: as the system likes it.
  }
})();
