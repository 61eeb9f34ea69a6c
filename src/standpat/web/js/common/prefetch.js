/**
 * Prefetch the files that the next page needs. The server lists them in the page as `link[data-later]`. Without such links
 * nothing is fetched.
 */

export function prefetch() {
  for (const link of document.querySelectorAll("link[data-later]")) {
    if (link instanceof HTMLLinkElement) link.rel = "prefetch";
  }
}
