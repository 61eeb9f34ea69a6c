/**
 * JSON requests to the room over HTTP.
 *
 * `await request(path)` sends a GET request, `await request(path, body)` a POST request. The answer has `ok`. If `ok` is
 * false, the answer also has a `code`, which is `lost` if the server could not be reached. `retry_after` is the number of
 * seconds until another attempt makes sense, if the server names one. A POST request reaches the room even if the page is
 * left or reloaded at once.
 *
 * Requests that must not be carried out twice (`ONCE`) have an idempotency key. A request without an answer is sent again,
 * up to two more times, with the same key. If the user then makes the same request again within `KEEP_KEY`, it still has
 * that key.
 */

import { newKey } from "./request_key.js";

/** Error codes by status, for answers of a proxy, which are not JSON. @type {Record<number, string>} */
const CODES = { 404: "not-found", 429: "too-fast" };
const ONCE = /^\/api\/(clubs|clubs\/[^/]+\/(evenings|seasons)|daily|play-now|tables|token|tables\/[^/]+\/(?:adjust|must-move))$/; // paths at which the room reads keys
const RETRY_WAITS = [400, 1200]; // ms before each further attempt
const UNREACHABLE = [502, 503, 504]; // statuses of a proxy that cannot reach the room
const KEEP_KEY = 60_000; // ms for which the key of a request without an answer is kept
const LOST = { ok: false, code: "lost", text: "", right: "" };

/** The keys of requests without an answer, and the time of the last attempt. @type {Map<string, {key: string, at: number}>} */
const unanswered = new Map();

/** @param {string} path @param {any} [body] @returns {Promise<any>} */
export async function request(path, body) {
  if (body === undefined) return send(() => fetch(path));
  const text = JSON.stringify(body);
  const options = { method: "POST", headers: { "Content-Type": "application/json" }, body: text, keepalive: true };
  return ONCE.test(path) ? once(path, options) : send(() => fetch(path, options));
}

/** @param {string} path @param {{headers: Record<string, string>, body: string} & RequestInit} options @returns {Promise<any>} */
async function once(path, options) {
  const name = `${path} ${options.body}`;
  const known = unanswered.get(name);
  const { key } = known && performance.now() - known.at < KEEP_KEY ? known : { key: newKey() };
  unanswered.set(name, { key, at: performance.now() });
  const keyed = { ...options, headers: { ...options.headers, "Idempotency-Key": key } };
  for (const wait of [...RETRY_WAITS, 0]) {
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
    if (!json && UNREACHABLE.includes(answer.status)) return LOST;
    const wait = Number(answer.headers.get("Retry-After"));
    return { ...(wait > 0 && { retry_after: wait }), ...(json ? await answer.json() : { code: CODES[answer.status] }), ok: answer.ok };
  } catch {
    return LOST;
  }
}
