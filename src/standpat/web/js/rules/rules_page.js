/**
 * The rules of one table, as the server generates them from the table's game record: those of the present game, and below
 * them those of the other games of a rotation.
 */

import { request } from "../common/api.js";
import { el } from "../common/dom.js";
import { showPlainPage } from "../common/page_frame.js";
import { applyTheme } from "../common/settings.js";
import { errorText } from "../common/labels.js";
import { loadLocale } from "../common/i18n.js";

/** @typedef {{title: string, lines: string[]}} Rules */

/** @param {string[]} [texts] */
const lines = (texts = []) => texts.map((text) => el("p", { text }));

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
        ...lines(answer.lines),
        ...(answer.rotation ?? [])
          .filter((/** @type {Rules} */ game) => game.title !== title)
          .map((/** @type {Rules} */ game) => el("details", {}, el("summary", { text: game.title }), ...lines(game.lines))),
        el("p", {}, el("a", { class: "btn", href: `/tables/${id}` }, say("replay.table"))),
      ),
    ),
  );
}

void start();
