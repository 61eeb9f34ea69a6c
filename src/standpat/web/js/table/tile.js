/**
 * A table as a tile of "My tables" (`/my-tables`), whose page is a frame of that page.
 *
 * It tells that page what `tile_events.js` lists. A tile has its side panel closed until it is opened there, asks nobody for a
 * seat, and opens other pages in new tabs.
 */

import { change, settings } from "../common/settings.js";
import { soundsTo } from "../common/sounds.js";
import { tileEvent } from "../common/tile_events.js";
import { gameName } from "../common/labels.js";
import { stakesText } from "../table_view/rotation_text.js";

/** Whether this document is a tile. */
export const inTile = location.pathname.endsWith("/tile") && window.frameElement !== null;

/** @param {import("../common/tile_events.js").TileEvent} what @param {any} [detail] */
const tell = (what, detail) => void window.frameElement?.dispatchEvent(new CustomEvent(tileEvent(what), { detail }));

/** Whether the side panel of a tile is open. */
let open = false;

export const sideOpen = () => (inTile ? open : settings.side);

/** @param {boolean} on */
export function changeSide(on) {
  if (inTile) open = on;
  change(inTile ? {} : { side: on });
}

export function beginTile() {
  document.documentElement.dataset.tile = "";
  soundsTo((name) => tell("sound", name));
  addEventListener("focus", () => tell("focus"));
  for (const type of ["pointerdown", "keydown"]) addEventListener(type, () => tell("touch"), true);
  addEventListener("click", ({ target }) => {
    const link = target instanceof Element ? target.closest("a") : null;
    if (link) link.target = "_blank";
  });
}

/** Ask for the next table to act. */
export const askNext = () => tell("next");

/** Leave the table for another page; the lobby instead of a tile is no tile. @param {string} url */
export function goTo(url) {
  if (!inTile) location.assign(url);
  else if (url === "/") tell("gone");
  else window.top?.location.assign(url);
}

/** @param {import("../table_view/table_state.js").TableState} table @param {boolean} spent whether the decision is made @param {import("../common/i18n.js").Say} say */
export function reportTile(table, spent, say) {
  const { info, turn, hand, clock } = table;
  const mine = table.mine && !spent;
  /** @type {import("../common/tile_events.js").TileState} */
  const state = {
    name: info.name,
    game: `${stakesText(info.game, info.stakes, say)} · ${gameName(info.game, say)}`,
    seated: table.mySeat !== null,
    mine,
    who: turn && hand && !mine ? (hand.players[turn.seat] ?? "") : "",
    ends: mine && clock ? Date.now() + 1000 * (clock.left + clock.bank) : 0,
    whole: 1000 * ((turn?.time ?? 0) + (turn?.bank ?? 0)),
  };
  tell("state", state);
}
