/**
 * The settings of the room.
 */

import { request } from "../common/api.js";
import { el } from "../common/dom.js";
import { FormStatus } from "../common/form_status.js";
import { houseName } from "../common/labels.js";

const SPEEDS = ["slow", "normal", "fast"];

/** @param {import("./operator_page.js").Desk} desk @param {import("../common/i18n.js").Say} say @param {() => void} done */
export function settingForm({ settings, houses }, say, done) {
  const status = new FormStatus(say);
  const text = (/** @type {string} */ name) => say(`operator.settings.${name}`);
  const choice = (/** @type {string} */ name, /** @type {string[][]} */ values) => {
    const select = el("select", { name }, ...values.map(([value, shown]) => el("option", { value, text: shown })));
    select.value = String(settings[name]);
    return el("label", {}, el("span", { text: text(name) }), select);
  };
  const check = (/** @type {string} */ name) =>
    el("label", { class: "check" }, el("input", { type: "checkbox", name, checked: settings[name] === true }), el("span", { text: text(name) }));
  const notice = el("input", { type: "text", name: "notice", maxlength: "200", value: String(settings.notice) });
  const form = el(
    "form",
    { class: "settings" },
    el("h2", { text: say("operator.new-tables") }),
    el("div", { class: "fields" }, choice("house", houses.map((id) => [id, houseName(id, say)])), choice("speed", SPEEDS.map((id) => [id, say(`lobby.speeds.${id}`)]))),
    check("listed"),
    el("h2", { text: say("operator.guests") }),
    check("guest_tables"),
    check("guest_chat"),
    el("h2", { text: text("notice") }),
    el("label", {}, el("span", { class: "note", text: say("operator.notice-note") }), notice),
    status.node,
    el("div", { class: "choices" }, el("button", { type: "submit", class: "btn go", text: say("operator.save") })),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    status.clear();
    for (const input of form.querySelectorAll("[name]")) {
      const field = /** @type {HTMLInputElement} */ (input);
      const value = field.type === "checkbox" ? field.checked : field.value;
      if (value === settings[field.name]) continue;
      const answer = await request("/api/operator/settings", { name: field.name, value });
      if (!answer.ok) return status.refusal(answer);
      settings[field.name] = value;
    }
    status.success(say("operator.saved"));
    setTimeout(done, 1500);
  });
  return form;
}
