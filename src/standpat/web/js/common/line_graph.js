/**
 * A graph of lines with its axes, a list that says in words what each line shows, and the figures as a table. The drawing
 * itself is hidden from screen readers.
 *
 * The drawing is stretched to its place, and the texts lie around it, so that they have the size of other texts everywhere.
 */

import { amounts, numbers } from "./axis.js";
import { el } from "./dom.js";
import { row, table } from "./parts.js";

const WIDTH = 640;
const HEIGHT = 220;
const SVG = "http://www.w3.org/2000/svg";

/** @typedef {import("./i18n.js").Say} Say */
/** @typedef {import("./axis.js").Axis} Axis */
/** @typedef {{name: string, points: [number, number][], step?: boolean}} Line `step`: it stays level until the next point */
/** @typedef {{user: string, name: string, stacks: [number, number][]}} PlayerLine points are hand number and stack */

/** @param {string} tag @param {Record<string, string | number>} attributes */
function shape(tag, attributes) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
  return node;
}

/** A tick's text at a share of the axis. @param {string} text @param {number} share */
function label(text, share) {
  const node = el("span", { text });
  node.style.setProperty("--at", `${(100 * share).toFixed(2)}%`);
  return node;
}

/**
 * @param {Line[]} lines
 * @param {Axis} across
 * @param {string} up the title of the axis of the values, which begins with 0
 * @param {(line: Line) => string} text what the list says of a line
 * @param {Say} say
 */
export function lineGraph(lines, across, up, text, say) {
  const drawn = lines.filter(({ points }) => points.length);
  const list = el("ul", {}, ...drawn.map((line, k) => el("li", { class: `key-${k % 7}`, text: text(line) })));
  if (!drawn.length) return el("figure", { class: "stacks" }, list);
  const values = amounts(up, Math.max(...drawn.flatMap(({ points }) => points.map(([, value]) => value))), say);
  return el("figure", { class: "stacks" }, plot(drawn, across, values), list, figures(drawn, across, values, say));
}

/** @param {Line[]} lines @param {Axis} across @param {Axis} up */
function plot(lines, across, up) {
  const { first = across.ticks[0], last = across.ticks[across.ticks.length - 1] } = across;
  const most = up.ticks[up.ticks.length - 1];
  const share = (/** @type {number} */ at) => (at - first) / Math.max(1, last - first);
  const x = (/** @type {number} */ at) => (share(at) * WIDTH).toFixed(1);
  const y = (/** @type {number} */ value) => (HEIGHT - (value / most) * HEIGHT).toFixed(1);
  const graph = shape("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "graph", preserveAspectRatio: "none" });
  for (const tick of up.ticks) graph.append(shape("line", { x1: 0, x2: WIDTH, y1: y(tick), y2: y(tick), class: "grid-line" }));
  lines.forEach(({ points, step }, k) => {
    const to = ([at, value] = points[0]) => (step ? `H${x(at)}V${y(value)}` : `L${x(at)} ${y(value)}`);
    const [at, value] = points[0];
    graph.append(shape("path", { d: `M${x(at)} ${y(value)}${points.slice(1).map(to).join("")}`, class: `line line-${k % 7}` }));
  });
  return el(
    "div",
    { class: "plot", "aria-hidden": "true" },
    el("p", { class: "up-title", text: up.title }),
    el("div", { class: "up-ticks" }, ...up.ticks.map((tick) => label(up.text(tick), 1 - tick / most))),
    /** @type {any} */ (graph),
    el("div", { class: "across-ticks" }, ...across.ticks.map((tick) => label(across.text(tick), share(tick)))),
    el("p", { class: "across-title", text: across.title }),
  );
}

/** The figures as a table: the values of the lines at some places. @param {Line[]} lines @param {Axis} across @param {Axis} up @param {Say} say */
function figures(lines, across, up, say) {
  const value = (/** @type {Line} */ { points }, /** @type {number} */ at) => {
    const before = points.filter(([place]) => place <= at);
    const gone = before.length === points.length && points[points.length - 1][1] === 0 && points[points.length - 1][0] < at;
    return before.length && !gone ? say.number(before[before.length - 1][1]) : "";
  };
  const rows = (across.rows ?? across.ticks).map((at) => row(across.text(at), ...lines.map((line) => value(line, at))));
  return el("details", {}, el("summary", { text: say("page.graph.table") }), table(`${up.title}, ${across.title}`, [across.title, ...lines.map(({ name }) => name || up.title)], rows));
}

/** The stacks of players over the hands of a session. @param {PlayerLine[]} players @param {Say} say */
export function stackGraph(players, say) {
  const lines = players.map(({ name, stacks }) => ({ name, points: stacks }));
  const hands = players.flatMap(({ stacks }) => stacks.map(([hand]) => hand));
  const across = numbers(say("page.graph.hand"), Math.min(...hands), Math.max(...hands), say);
  const words = (/** @type {Line} */ { name, points }) => {
    const chips = points.map(([, stack]) => stack);
    return say("evening.graph-text", { name, first: chips[0], most: Math.max(...chips), last: chips.at(-1) ?? 0 });
  };
  return lineGraph(lines, across, say("page.graph.chips"), words, say);
}
