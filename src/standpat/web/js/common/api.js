/**
 * The room's JSON over HTTP. `await ask(path)` gets, `await ask(path, body)` posts; the answer has `ok`, and where that
 * is false a `code` (`lost` where the server could not be reached), and `retry_after` where it says in how many seconds
 * there is sense in another try. What is posted reaches the room even where the page is left or reloaded at once.
 */

/** What a status means where a proxy answers in the room's place. @type {Record<number, string>} */
const CODES = { 404: "not-found", 429: "too-fast" };

/** @param {string} path @param {any} [body] @returns {Promise<any>} */
export async function ask(path, body) {
  try {
    const answer = await fetch(
      path,
      body === undefined
        ? {}
        : {
            method: "POST",
            headers: { "Content-Type": "application/json" },
            body: JSON.stringify(body),
            keepalive: true,
          },
    );
    const wait = Number(answer.headers.get("Retry-After"));
    const told = answer.headers.get("Content-Type")?.includes("json") ? await answer.json() : { code: CODES[answer.status] };
    return { ...(wait > 0 && { retry_after: wait }), ...told, ok: answer.ok };
  } catch {
    return { ok: false, code: "lost", text: "", right: "" };
  }
}
