/**
 * Texts in the page's language, from the same locale files that the server and the terminal read.
 *
 * `await loadLocale()` returns `say(key, values)`. Numbers get the language's thousands separator. The value `count`
 * selects the plural form. An unknown key throws an Error, because it is a mistake in the page.
 */

import { holds } from "./plural.js";

/**
 * @typedef {((key: string, values?: Record<string, string | number>) => string) & {
 *   code: string, number: (value: number) => string, signed: (value: number) => string,
 *   has: (key: string) => boolean}} Say
 */

/** The languages that have a locale file: code and own name, as the page lists them. @returns {[string, string][]} */
export const languages = () =>
  JSON.parse(document.documentElement.dataset.languages ?? "[]").map((/** @type {string[]} */ [code, name]) => [code, name]);

/** @param {string} code @param {any} words a locale file @returns {Say} */
export function translator(code, words) {
  const find = (/** @type {string} */ key) =>
    key.split(".").reduce((entry, part) => (entry && typeof entry === "object" ? entry[part] : undefined), words);
  const separator = words.thousands.replace(" ", "\u00a0"); // no line break inside a number
  const number = (/** @type {number} */ value) => String(value).replace(/\B(?=(\d{3})+(?!\d))/g, separator);
  const form = (/** @type {any} */ count) =>
    Object.keys(words.plural).find((name) => holds(words.plural[name], count)) ?? "other";
  const say = (/** @type {string} */ key, /** @type {Record<string, any>} */ values = {}) => {
    let entry = find(key);
    if (entry && typeof entry === "object" && "other" in entry) entry = entry[form(values.count)] ?? entry.other;
    if (typeof entry !== "string") throw new Error(`the locale file ${code}.json has no ${key}`);
    return entry.replace(/\{(\w+)\}/g, (_, name) => {
      if (!(name in values)) throw new Error(`${key} wants a value of ${name}`);
      return typeof values[name] === "number" ? number(values[name]) : String(values[name]);
    });
  };
  return Object.assign(say, {
    code,
    number,
    signed: (/** @type {number} */ value) => (value > 0 ? "+" : value < 0 ? "−" : "") + number(Math.abs(value)),
    has: (/** @type {string} */ key) => find(key) !== undefined,
  });
}

/** The time on the viewer's clock, as "21:40". @param {number} seconds since 1970 @param {Say} say */
export function timeOfDay(seconds, say) {
  return new Date(1000 * seconds).toLocaleTimeString(say.code, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
}

/**
 * The text for a time in the near future: today or tomorrow with the time, later with the day of the week.
 * @param {number} seconds since 1970 @param {Say} say
 */
export function when(seconds, say) {
  const at = new Date(1000 * seconds);
  const day = (/** @type {Date} */ date) => new Date(date).setHours(0, 0, 0, 0);
  const days = Math.round((day(at) - day(new Date())) / 86_400_000);
  const time = timeOfDay(seconds, say);
  if (days === 0 || days === 1) return say(days ? "page.when.tomorrow" : "page.when.today", { time });
  return say("page.when.later", { day: at.toLocaleDateString(say.code, { weekday: "long" }), time });
}

/**
 * Load the texts of the page's language. `boot.js` has chosen the language, started the request and stored the address in
 * `data-locale`.
 * @returns {Promise<Say>}
 */
export async function loadLocale() {
  const { lang: code, dataset } = document.documentElement;
  const answer = await fetch(dataset.locale ?? "");
  if (!answer.ok) throw new Error(`no locale file ${code}.json: ${answer.status}`);
  return translator(code, await answer.json());
}
