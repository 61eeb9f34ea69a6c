/**
 * Names for ids that the server sends: games, house rules, bots and errors. An unknown id is shown as it is.
 */

/** @typedef {import("./i18n.js").Say} Say */

/** @param {string | {id: string, name: string}} game an id, or a record, whose name is used for an unknown id @param {Say} say */
export function gameName(game, say) {
  const { id, name } = typeof game === "string" ? { id: game, name: game } : game;
  return say.has(`game.${id}`) ? say(`game.${id}`) : name;
}
/** @param {string} name @param {Say} say */
export const houseName = (name, say) => (say.has(`lobby.houses.${name}`) ? say(`lobby.houses.${name}`) : name);
/**
 * The description of a kind of bot at a table. All programs have one text; bots that other packages add bring their own description.
 * @param {string} id @param {any} known the server's options @param {Say} say @param {string} [game] @param {number} [seats]
 */
export function botKind(id, known, say, game = "", seats = 0) {
  if (known.programs?.includes(id)) return say("lobby.program", { name: id });
  if (within(known.bots_solve?.[id]?.[game], seats)) return say("lobby.bot-kinds.resolve");
  if (say.has(`lobby.bot-kinds.${id}`)) return say(`lobby.bot-kinds.${id}`);
  const description = known.bot_descriptions?.[id];
  return description ? `${id}: ${description}` : id;
}

/**
 * The bots that have a strategy for a game with this many players. Bots without an entry in `bot_seats` play everywhere.
 * @param {any} known the server's options @param {string} game @param {number} seats @returns {string[]}
 */
export function botsFor(known, game, seats) {
  return (known.bots ?? []).filter((/** @type {string} */ id) => {
    const at = known.bot_seats?.[id];
    return !at || within(at[game], seats);
  });
}
/** @param {[number, number] | undefined} bounds @param {number} seats */
const within = (bounds, seats) => !!bounds && bounds[0] <= seats && seats <= bounds[1];

/**
 * The text of an error: by its key if the locale file has it, else by its code.
 * @param {{code?: string, key?: string, args?: Record<string, any>}} answer @param {Say} say
 */
export function errorText({ code, key, args }, say) {
  if (key && say.has(key)) {
    const sentence = say(key, args);
    return sentence[0].toUpperCase() + sentence.slice(1);
  }
  return say(code && say.has(`page.error.${code}`) ? `page.error.${code}` : "page.error.trouble");
}
