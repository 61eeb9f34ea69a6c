/**
 * The rules of one table, as the server generates them from the table's game record.
 */

import { request } from "../common/api.js";
import { el } from "../common/dom.js";
import { showPlainPage } from "../common/page_frame.js";
import { applyTheme } from "../common/settings.js";
import { errorText } from "../common/labels.js";
import { loadLocale } from "../common/i18n.js";

async function start() {
  applyTheme();
  const say = await loadLocale();
  const id = location.pathname.split("/")[2] ?? "";
  const answer = await request(`/api/tables/${id}/rules?lang=${say.code}`);
  const title = answer.ok ? answer.title : errorText(answer, say);
  showPlainPage(
    title,
    say,
    el(
      "main",
      {},
      el(
        "article",
        { class: "rules" },
        el("h1", { text: title }),
        ...(answer.lines ?? []).map((/** @type {string} */ line) => el("p", { text: line })),
        el("p", {}, el("a", { class: "btn", href: `/tables/${id}` }, say("replay.table"))),
      ),
    ),
  );
}

void start();
