/**
 * Whether a person who opens a table is asked for a seat at once.
 *
 * That is so at a table of a person: its owner may have just made it, and others have its link. Nobody is asked who sits there,
 * comes from the lobby to watch, or has declined in this tab. At tables of the house everybody chooses a seat themselves.
 */

/** @param {string} id */
const key = (id) => `standpat.declined.${id}`;

/**
 * @param {import("../table_view/table_state.js").TableState} table
 * @param {{referrer: string, origin: string, declined: boolean}} visit where the person comes from
 */
export function asksForSeat(table, { referrer, origin, declined }) {
  const { info, you } = table;
  if (!info?.owner || !you?.user || table.mySeat !== null || declined) return false;
  const free = table.seats.some((seat) => !seat || (seat.bot && info.bots?.make_room));
  if (!free || you.chips < info.buy_in[0]) return false;
  return info.owner === you.user || referrer !== `${origin}/`;
}

/** Whether somebody has declined a seat at this table in this tab. @param {string} id */
export const hasDeclined = (id) => sessionStorage.getItem(key(id)) !== null;

/** Note that they have. @param {string} id */
export const decline = (id) => sessionStorage.setItem(key(id), "1");
