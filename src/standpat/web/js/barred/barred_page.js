/**
 * The page for somebody whom the operator has barred from the room: until when, and why.
 */

import { request } from "../common/api.js";
import { el } from "../common/dom.js";
import { loadLocale } from "../common/i18n.js";
import { errorText } from "../common/labels.js";
import { showPlainPage } from "../common/page_frame.js";
import { applyTheme } from "../common/settings.js";

async function start() {
  applyTheme();
  const say = await loadLocale();
  const answer = await request("/api/me");
  if (answer.ok) return location.reload();
  const title = say("page.barred.title");
  showPlainPage(
    title,
    say,
    el("main", { class: "missing" }, el("h1", { text: title }), el("p", { text: errorText(answer, say) }), el("p", { text: say("page.barred.note") })),
  );
}

void start();
