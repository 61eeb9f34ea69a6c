/**
 * Times and names on the operator's page.
 */

/** @typedef {import("../common/i18n.js").Say} Say */

/** A time, as the operator reads it. @param {number} at @param {Say} say */
export const moment = (at, say) =>
  new Date(1000 * at).toLocaleString(say.code, { dateStyle: "medium", timeStyle: "short", hourCycle: "h23" });

/** The name of a person, or of the command line. @param {string} id @param {Record<string, string>} names @param {Say} say */
export const nameOf = (id, names, say) => (id === "operator" ? say("operator.command") : (names[id] ?? id));

/** A device has a long digest; its beginning tells devices apart. @param {string} digest */
export const short = (digest) => digest.slice(0, 8);
