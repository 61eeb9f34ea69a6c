/**
 * Times and types that the pages of tournaments share.
 */

/** @typedef {import("../common/i18n.js").Say} Say */
/** @typedef {{id: string, name: string, games: string[], status: string, sit_and_go: boolean, starts: number, entrants: number,
 *   most: number, left: number, cost: number, late: boolean, entered: boolean, table: string, private: boolean}} Row */
/** @typedef {{id: string, name: string, bot: boolean, stack: number, place: number, shared: number, prize: number, table: number,
 *   seat: number}} Standing */
/** @typedef {{small_blind: number, big_blind: number, ante?: number, ante_by?: string}} Stakes */
/** @typedef {{number: number, minutes: number, games: Record<string, Stakes>, break_after: number}} Level */
/** @typedef {{number: number, id: string, players: number, free: number[], hand: number, game: string, next_game: string}} Table */
/** @typedef {{number: number, at: number, act: string, why: string, player: string, minutes: number, table: number, undone: string,
 *   may_undo: boolean}} Act */
/** @typedef {{row: Row, now: number, level: number, ends: number, left: number, on_break: boolean, paused: boolean, called_off: boolean,
 *   hand_for_hand: boolean, chips: number, average: number, pool: number, prizes: number[], final: boolean, levels: Level[],
 *   present: Level, coming: Level, next_break: number, standings: Standing[], tables: Table[], notes: string[], acts: Act[],
 *   proposal: {by: string, form: string, amounts: Record<string, number>, yes: string[], until: number} | null,
 *   director: boolean, me: Standing | null, may: string[], payer: string}} View */

/** A player's name; a bot is marked. @param {Standing} one @param {Say} say */
export const nameOf = (one, say) => (one.bot ? say("tournament.bot-named", { name: one.name }) : one.name);

/** Who takes part: entries before the start, who is left in play, and how many there were once it is over. @param {Row} row @param {Say} say */
export function fieldText({ status, entrants, most, left }, say) {
  if (status === "open") return say("tournament.entered", { count: entrants, most });
  return status === "running" ? say("tournament.left", { left, count: entrants }) : say("tournament.field", { count: entrants });
}

/** A length as minutes and seconds. @param {number} ms */
export function length(ms) {
  const seconds = Math.max(0, Math.round(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** A moment. @param {number} at @param {Say} say */
export const clockTime = (at, say) =>
  new Date(at).toLocaleString(say.code === "en" ? "en-GB" : say.code, {
    weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23",
  });

/** The time of day of a moment. @param {number} at ms @param {Say} say */
export const timeOfDay = (at, say) =>
  new Date(at).toLocaleTimeString(say.code === "en" ? "en-GB" : say.code, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

/** The stakes of a level: blinds, and the ante if there is one. @param {Stakes} stakes @param {Say} say */
export function stakesText(stakes, say) {
  const blinds = `${say.number(stakes.small_blind)}/${say.number(stakes.big_blind)}`;
  return stakes.ante ? say("tournament.with-ante", { blinds, ante: say.number(stakes.ante) }) : blinds;
}
