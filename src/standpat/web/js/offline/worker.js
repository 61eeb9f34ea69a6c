// The service worker of the installed room. It answers nothing but the opening of a page while the room cannot be reached,
// with a page that says so. It keeps that page and its style, and never what the room answers: no cards, no accounts.
//
// The room puts a first line before this file: `self.OFFLINE`, with the digest of all files, the pages by language, the
// other codes of languages, and the files that the pages want. A new digest is a new worker, which replaces the old one at once.
/** @type {any} */
const worker = self;
/** @type {{digest: string, pages: Record<string, string>, codes: Record<string, string>, files: string[]}} */
const { digest, pages, codes, files } = worker.OFFLINE;
const KEPT = `standpat-${digest}`;

/** The page in the first of the browser's languages that it has, else in English. */
const page = () => {
  const wanted = worker.navigator.languages.map((/** @type {string} */ tag) => tag.toLowerCase().split("-")[0]);
  return wanted.map((/** @type {string} */ code) => pages[codes[code] ?? code]).find(Boolean) ?? pages.en;
};

worker.addEventListener("install", (/** @type {any} */ event) => {
  worker.skipWaiting();
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll([...Object.values(pages), ...files])));
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  const tidy = async () => {
    for (const name of await caches.keys()) if (name !== KEPT) await caches.delete(name);
    await worker.clients.claim();
  };
  event.waitUntil(tidy());
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const { pathname } = new URL(request.url);
  if (request.mode === "navigate") {
    event.respondWith(fetch(request).catch(async () => (await caches.match(page())) ?? Response.error()));
  } else if (files.includes(pathname)) {
    event.respondWith(caches.match(pathname).then((kept) => kept ?? fetch(request)));
  }
});
