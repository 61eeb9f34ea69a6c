/**
 * Prefetch what the next page needs. The server lists it in the page as `link[data-later]`; without such links nothing is
 * fetched.
 */

export function prefetch() {
  for (const link of document.querySelectorAll("link[data-later]")) {
    if (link instanceof HTMLLinkElement) link.rel = "prefetch";
  }
}
