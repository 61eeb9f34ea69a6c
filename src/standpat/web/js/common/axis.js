/**
 * The axes of graphs: where the ticks are, and what they say. Ticks are round numbers.
 */

/** @typedef {import("./i18n.js").Say} Say */
/** @typedef {{title: string, ticks: number[], text: (value: number) => string, first?: number, last?: number, rows?: number[]}} Axis
 *   `first` and `last`: the ends, unless they are the first and the last tick; `rows`: where a table has rows, unless at the ticks */

const MINUTE = 60_000;
/** Steps of time, in milliseconds. */
const STEPS = [...[1, 2, 5, 10, 15, 30].map((s) => 1000 * s), ...[1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440].map((m) => m * MINUTE)];

/** The smallest of 1, 2, 5, 10, 20 … with which this many steps reach. @param {number} span @param {number} most */
function roundStep(span, most) {
  for (let decade = 1; ; decade *= 10) {
    for (const step of [decade, 2 * decade, 5 * decade]) if (step * most >= span) return step;
  }
}

/** Whole numbers from a first one to a last one. @param {number} first @param {number} last @param {number} step */
const every = (first, last, step) => Array.from({ length: Math.max(0, Math.floor((last - first) / step) + 1) }, (_, k) => first + k * step);

/** From 0 up to a round number that is no less than the most. @param {string} title @param {number} most @param {Say} say @returns {Axis} */
export function amounts(title, most, say) {
  const step = roundStep(Math.max(1, most), 5);
  const short = new Intl.NumberFormat(say.code, { notation: "compact" });
  return { title, ticks: every(0, Math.ceil(Math.max(1, most) / step) * step, step), text: (value) => (value < 1_000_000 ? say.number(value) : short.format(value)) };
}

/** Things that are numbered. @param {string} title @param {number} first @param {number} last @param {Say} say @returns {Axis} */
export function numbers(title, first, last, say) {
  const step = roundStep(last - first, 6);
  const ticks = every(step > 2 ? Math.ceil(first / step) * step : first, last, step);
  if (ticks.length && ticks[0] - first >= 0.75 * step) ticks.unshift(first);
  return { title, ticks, first, last, text: say.number };
}

/** Levels, and the end one after the last. @param {number} first @param {number} end @param {Say} say @returns {Axis} */
export function levels(first, end, say) {
  const axis = numbers(say("page.graph.level"), first, end - 1, say);
  const step = axis.ticks.length > 1 ? axis.ticks[axis.ticks.length - 1] - axis.ticks[axis.ticks.length - 2] : 1;
  const ticks = [...axis.ticks.filter((tick) => end - tick >= 0.75 * step), end];
  return { ...axis, ticks, last: end, rows: every(first, end, 1), text: (level) => (level === end ? say("page.graph.end") : say.number(level)) };
}

/** The time since a start. @param {number} span ms @param {Say} say @returns {Axis} */
export function time(span, say) {
  const step = STEPS.find((one) => 6 * one >= span) ?? Math.ceil(span / 6 / (1440 * MINUTE)) * 1440 * MINUTE;
  const [unit, title] = span < 10 * MINUTE ? [1000, "page.graph.minutes"] : [MINUTE, "page.graph.hours"];
  const text = (/** @type {number} */ ms) => {
    const count = Math.round(ms / unit);
    return `${Math.floor(count / 60)}:${String(count % 60).padStart(2, "0")}`;
  };
  const ticks = every(0, span, step);
  return { title: say(title), ticks, first: 0, last: span, rows: ticks.at(-1) === span ? ticks : [...ticks, span], text };
}
