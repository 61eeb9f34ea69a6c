/**
 * The room's JSON over HTTP. `await request(path)` gets, `await request(path, body)` posts; the answer has `ok`, and where that
 * is false a `code` (`lost` where the server could not be reached), and `retry_after` where it says in how many seconds
 * there is sense in another try. What is posted reaches the room even where the page is left or reloaded at once.
 *
 * Requests that must not be done twice (`ONCE`) carry a key of their own. One that gets no answer is made again by itself
 * with the same key, and so is the same request when somebody presses the button again within `KEPT`.
 */

import { newKey } from "./request_key.js";

/** What a status means where a proxy answers in the room's place. @type {Record<number, string>} */
const CODES = { 404: "not-found", 429: "too-fast" };
const ONCE = ["/api/daily", "/api/play-now", "/api/tables", "/api/token"]; // where the room knows keys
const AGAIN = [400, 1200]; // ms before each further attempt
const AWAY = [502, 503, 504]; // a proxy without a room behind it
const KEPT = 60_000; // ms
const LOST = { ok: false, code: "lost", text: "", right: "" };

/** Keys of requests that have had no answer, and when they were made. @type {Map<string, {key: string, at: number}>} */
const unanswered = new Map();

/** @param {string} path @param {any} [body] @returns {Promise<any>} */
export async function request(path, body) {
  if (body === undefined) return send(() => fetch(path));
  const text = JSON.stringify(body);
  const options = { method: "POST", headers: { "Content-Type": "application/json" }, body: text, keepalive: true };
  return ONCE.includes(path) ? once(path, options) : send(() => fetch(path, options));
}

/** @param {string} path @param {{headers: Record<string, string>, body: string} & RequestInit} options @returns {Promise<any>} */
async function once(path, options) {
  const name = `${path} ${options.body}`;
  const known = unanswered.get(name);
  const { key } = known && performance.now() - known.at < KEPT ? known : { key: newKey() };
  unanswered.set(name, { key, at: performance.now() });
  const keyed = { ...options, headers: { ...options.headers, "Idempotency-Key": key } };
  for (const wait of [...AGAIN, 0]) {
    const answer = await send(() => fetch(path, keyed));
    if (answer.code !== "lost") {
      unanswered.delete(name);
      return answer;
    }
    if (wait) await new Promise((done) => setTimeout(done, wait));
  }
  return LOST;
}

/** @param {() => Promise<Response>} fetching @returns {Promise<any>} */
async function send(fetching) {
  try {
    const answer = await fetching();
    const json = answer.headers.get("Content-Type")?.includes("json");
    if (!json && AWAY.includes(answer.status)) return LOST;
    const wait = Number(answer.headers.get("Retry-After"));
    return { ...(wait > 0 && { retry_after: wait }), ...(json ? await answer.json() : { code: CODES[answer.status] }), ok: answer.ok };
  } catch {
    return LOST;
  }
}
