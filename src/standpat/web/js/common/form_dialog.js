/**
 * A dialog with a form, made when it opens and removed when it closes.
 *
 * `send` makes the request and returns its answer; a refusal stays in the dialog, success closes it and calls `done`.
 */

import { el } from "./dom.js";
import { FormStatus } from "./form_status.js";

/** @typedef {import("./i18n.js").Say} Say */

/**
 * @param {Say} say
 * @param {{title: string, note?: string, body: (Node | null)[], go: string, send: () => Promise<any>,
 *   done: (answer: any) => void, extra?: HTMLElement | null, wide?: boolean}} what
 */
export function openForm(say, { title, note, body, go, send, done, extra = null, wide = false }) {
  const status = new FormStatus(say);
  const press = el("button", { type: "submit", class: "go", text: go });
  const form = el(
    "form",
    {},
    el("h2", { id: "form-title", text: title }),
    note ? el("p", { class: "note", text: note }) : null,
    ...body,
    status.node,
    el(
      "div",
      { class: "choices" },
      extra,
      el("button", { type: "button", text: say("page.cancel"), on: { click: () => node.close() } }),
      press,
    ),
  );
  const node = el("dialog", { class: wide ? "club-form wide-form" : "club-form", "aria-labelledby": "form-title" }, form);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    status.clear();
    press.disabled = true;
    const answer = await send();
    press.disabled = false;
    if (!answer.ok) return status.refusal(answer);
    node.close();
    done(answer);
  });
  node.addEventListener("close", () => node.remove());
  document.body.append(node);
  node.showModal();
  const first = form.querySelector("input:not([type=checkbox]), select");
  if (first instanceof HTMLElement) first.focus();
  return node;
}

/** A labelled field. @param {string} text @param {HTMLElement} input @param {string} [note] */
export const field = (text, input, note) =>
  el("label", { class: "field" }, el("span", { text }), input, note ? el("small", { text: note }) : null);

/** A switch with its text. @param {string} text @param {boolean} on */
export function check(text, on) {
  const input = el("input", { type: "checkbox" });
  input.checked = on;
  return { input, node: el("label", { class: "check" }, input, el("span", { text })) };
}
