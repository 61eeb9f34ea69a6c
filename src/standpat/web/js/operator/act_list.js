/**
 * What operators have done, as the audit log has it.
 */

import { el } from "../common/dom.js";
import { moment, nameOf, short } from "./words.js";

/** What an act was about, besides the person. @param {import("./operator_page.js").Act} act @param {import("../common/i18n.js").Say} say */
function details({ act, detail }, say) {
  const { target, value, reason, outcome, name, what } = detail;
  if (act === "setting") {
    const shown = typeof value === "boolean" ? say(value ? "operator.on" : "operator.off") : value;
    return [say(`operator.settings.${name}`), shown];
  }
  if (act === "look") return [say(`operator.looks.${what}`)];
  const place = target === "device" ? short(value) : value;
  return [target && target !== "account" ? say(`operator.targets.${target}`, { value: place }) : "", reason ?? "", outcome ?? ""];
}

/** @param {import("./operator_page.js").Desk} desk @param {import("../common/i18n.js").Say} say */
export function actList({ acts, names }, say) {
  if (!acts.length) return el("p", { class: "empty", text: say("operator.no-acts") });
  return el(
    "ul",
    { class: "lines" },
    ...acts.map((done) =>
      el(
        "li",
        {},
        el(
          "div",
          {},
          el(
            "p",
            {},
            el("b", { text: say(`operator.acts.${done.act}`) }),
            [done.about ? nameOf(done.about, names, say) : "", ...details(done, say)].filter(Boolean).map((text) => ` · ${text}`).join(""),
          ),
          el("p", { class: "note", text: `${nameOf(done.actor, names, say)} · ${moment(done.at, say)}` }),
        ),
      ),
    ),
  );
}
