/**
 * The page of the viewer's own hands: all of them, and a search. The search is part of the page's address, so that it is
 * still there when the viewer comes back from a hand.
 */

import { el } from "../common/dom.js";
import { loadLocale } from "../common/i18n.js";
import { OwnHands } from "../common/own_hands.js";
import { showPlainPage } from "../common/page_frame.js";
import { applyTheme } from "../common/settings.js";

async function start() {
  applyTheme();
  const say = await loadLocale();
  const address = () => (hands.search.state ? `/hands?${hands.search.state}` : "/hands");
  const hands = new OwnHands(say, () => history.replaceState(null, "", address()));
  hands.search.restore(location.search);
  const title = say("page.mine.title");
  showPlainPage(
    title,
    say,
    el(
      "main",
      { class: "my-hands" },
      el("div", { class: "heading" }, el("h1", { text: title }), hands.total),
      hands.search.opener,
      hands.search.node,
      hands.list,
      hands.status,
      hands.more,
    ),
  );
  await hands.load();
}

void start();
