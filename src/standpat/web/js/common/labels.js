/**
 * Names for ids that the server sends: games, houses, bots and errors. An unknown id is shown as it is.
 */

/** @typedef {import("./i18n.js").Say} Say */

/** @param {string | {id: string, name: string}} game its id or its record, whose own name will do @param {Say} say */
export function gameName(game, say) {
  const { id, name } = typeof game === "string" ? { id: game, name: game } : game;
  return say.has(`game.${id}`) ? say(`game.${id}`) : name;
}
/** @param {string} name @param {Say} say */
export const houseName = (name, say) => (say.has(`lobby.houses.${name}`) ? say(`lobby.houses.${name}`) : name);
/** What bots of a kind do, or that they are a program; of those that others added, in their words. @param {string} id @param {any} known @param {Say} say */
export function botKind(id, known, say) {
  if (known.programs?.includes(id)) return say("lobby.program", { name: id });
  if (say.has(`lobby.bot-kinds.${id}`)) return say(`lobby.bot-kinds.${id}`);
  const said = known.bot_descriptions?.[id];
  return said ? `${id}: ${said}` : id;
}

/**
 * What went wrong, in the user's words: the server's key where it has one, else by the code.
 * @param {{code?: string, key?: string, args?: Record<string, any>}} answer @param {Say} say
 */
export function errorText({ code, key, args }, say) {
  if (key && say.has(key)) {
    const sentence = say(key, args);
    return sentence[0].toUpperCase() + sentence.slice(1);
  }
  return say(code && say.has(`page.error.${code}`) ? `page.error.${code}` : "page.error.trouble");
}
