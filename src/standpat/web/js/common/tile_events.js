/**
 * What the frame of a table tells the page "My tables", by events at the frame's own element: both are the room's pages, and
 * no page of another site may be a frame's parent. `state` with a `TileState`; `focus` when the table gets the keyboard;
 * `touch` at a press, which allows sounds; `sound` with its name; `next` for the next table to act; `gone` when there is no
 * table any more.
 */

/** @typedef {{name: string, game: string, seated: boolean, mine: boolean, who: string, ends: number, whole: number}} TileState
 *   `who` is to act, if it is not the viewer; `ends` is when the viewer's clock ends, with their time bank, in ms since 1970; `whole` are
 *   the ms of the decision */
/** @typedef {"state" | "focus" | "touch" | "sound" | "next" | "gone"} TileEvent */

/** @param {TileEvent} what */
export const tileEvent = (what) => `tile-${what}`;
