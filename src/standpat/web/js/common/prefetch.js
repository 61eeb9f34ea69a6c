/**
 * What the next page wants, fetched while there is time. The server names it in the page (`data-later`); without that
 * nothing is done.
 */

export function fetchAhead() {
  for (const link of document.querySelectorAll("link[data-later]")) {
    if (link instanceof HTMLLinkElement) link.rel = "prefetch";
  }
}
