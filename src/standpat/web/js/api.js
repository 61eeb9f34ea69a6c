/**
 * The room's JSON over HTTP. `await ask(path)` gets, `await ask(path, body)` posts; the answer has `ok`, and where that
 * is false a `code` (`lost` where the server could not be reached).
 */

/** @param {string} path @param {any} [body] @returns {Promise<any>} */
export async function ask(path, body) {
  try {
    const answer = await fetch(
      path,
      body === undefined
        ? {}
        : { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) },
    );
    return { ...(await answer.json()), ok: answer.ok };
  } catch {
    return { ok: false, code: "lost", text: "", right: "" };
  }
}
