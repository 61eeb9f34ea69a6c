/**
 * The rules of one table, as the server generates them from the table's game record, with pictured examples: those of the
 * present game, and below them those of the other games of a rotation.
 */

import { request } from "../common/api.js";
import { cardName, smallCard } from "../common/card_face.js";
import { el } from "../common/dom.js";
import { showPlainPage } from "../common/page_frame.js";
import { applyTheme } from "../common/settings.js";
import { errorText } from "../common/labels.js";
import { loadLocale } from "../common/i18n.js";

/** @typedef {import("../common/i18n.js").Say} Say */
/** @typedef {{cards: string[], label: string, thrown: string[]}} Pictured */
/** @typedef {{title: string, text: string, hands: Pictured[]}} Example */
/** @typedef {{title: string, lines: string[], examples: Example[], lesson: string | null}} Rules */

/** @param {Pictured} hand @param {Say} say */
function pictured({ cards, label, thrown }, say) {
  const faces = cards.map((card) => {
    const node = smallCard(card, say);
    if (!thrown.includes(card)) return node;
    node.classList.add("thrown");
    node.setAttribute("aria-label", `${cardName(card, say)}, ${say("example.thrown")}`);
    return node;
  });
  return el("li", {}, el("span", { class: "faces" }, ...faces), el("span", { text: label }));
}

/** @param {Rules} rules @param {string} table @param {Say} say @param {"h2" | "h3"} heading */
function parts({ lines = [], examples = [], lesson }, table, say, heading) {
  return [
    ...lines.map((text) => el("p", { text })),
    ...examples.map(({ title, text, hands }) =>
      el(
        "section",
        { class: "example" },
        el(heading, { text: title }),
        el("p", { text }),
        el("ul", {}, ...hands.map((hand) => pictured(hand, say))),
      ),
    ),
    lesson ? el("p", {}, el("a", { class: "to-lesson", href: `/learn/${lesson}?table=${encodeURIComponent(table)}`, text: say("example.lesson") })) : null,
  ];
}

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
        ...parts({ ...answer, lines: [...(answer.lines ?? []), ...(answer.linked ?? [])] }, id, say, "h2"),
        ...(answer.rotation ?? [])
          .filter((/** @type {Rules} */ game) => game.title !== title)
          .map((/** @type {Rules} */ game) => el("details", {}, el("summary", { text: game.title }), ...parts(game, id, say, "h3"))),
        el("p", {}, el("a", { class: "btn", href: `/tables/${id}` }, say("replay.table"))),
      ),
    ),
  );
}

void start();
