/**
 * Sets the chosen theme before the first paint. A classic script, as modules run only after the page is parsed, which
 * would flash the wrong colours. Owns nothing else; `settings.js` changes the theme later.
 */
(() => {
  try {
    const theme = JSON.parse(localStorage.getItem("vato.settings") ?? "{}").theme;
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  } catch {
    // No storage, or unreadable: the system's theme holds.
  }
})();
