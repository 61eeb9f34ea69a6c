/**
 * What things of the server are called: games, houses, errors. One unknown here is shown as it is.
 */

/** @typedef {import("./words.js").Say} Say */

/** @param {string} id @param {Say} say */
export const gameName = (id, say) => (say.has(`game.${id}`) ? say(`game.${id}`) : id);
/** @param {string} name @param {Say} say */
export const houseName = (name, say) => (say.has(`lobby.houses.${name}`) ? say(`lobby.houses.${name}`) : name);
/** What went wrong, in the user's words. @param {{code?: string}} answer @param {Say} say */
export const wrong = ({ code }, say) =>
  say(code && say.has(`page.error.${code}`) ? `page.error.${code}` : "page.error.trouble");
