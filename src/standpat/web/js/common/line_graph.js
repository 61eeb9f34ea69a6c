/**
 * A graph of lines as an SVG with a list beside it. The list says in words what a line shows, so the drawing itself is hidden
 * from screen readers.
 */

import { el } from "./dom.js";

const WIDTH = 640;
const HEIGHT = 220;
const SVG = "http://www.w3.org/2000/svg";

/** @typedef {{name: string, points: [number, number][], step?: boolean}} Line `step`: it stays level until the next point */
/** @typedef {{user: string, name: string, stacks: [number, number][]}} PlayerLine points are hand number and stack */

/** @param {string} tag @param {Record<string, string | number>} attributes */
function shape(tag, attributes) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
  return node;
}

/** @param {Line[]} lines @param {(line: Line) => string} text what the list says of a line */
export function lineGraph(lines, text) {
  const drawn = lines.filter(({ points }) => points.length);
  const all = drawn.flatMap(({ points }) => points);
  const across = all.map(([at]) => at);
  const [first, last] = [Math.min(...across), Math.max(...across)];
  const most = Math.max(1, ...all.map(([, value]) => value));
  const x = (/** @type {number} */ at) => ((at - first) / Math.max(1, last - first)) * WIDTH;
  const y = (/** @type {number} */ value) => HEIGHT - (value / most) * HEIGHT;
  const graph = shape("svg", { viewBox: `-4 -8 ${WIDTH + 8} ${HEIGHT + 16}`, class: "graph", "aria-hidden": "true" });
  for (const share of [0, 0.5, 1]) {
    graph.append(shape("line", { x1: 0, x2: WIDTH, y1: y(share * most), y2: y(share * most), class: "grid-line" }));
  }
  drawn.forEach(({ points, step }, k) => {
    const to = ([at, value] = points[0]) => (step ? `H${x(at).toFixed(1)}V${y(value).toFixed(1)}` : `L${x(at).toFixed(1)} ${y(value).toFixed(1)}`);
    const [at, value] = points[0];
    const path = `M${x(at).toFixed(1)} ${y(value).toFixed(1)}${points.slice(1).map(to).join("")}`;
    graph.append(shape("path", { d: path, class: `line line-${k % 7}` }));
  });
  return el(
    "figure",
    { class: "stacks" },
    drawn.length ? /** @type {any} */ (graph) : null,
    el("ul", {}, ...drawn.map((line, k) => el("li", { class: `key-${k % 7}`, text: text(line) }))),
  );
}

/** The stacks of players over the hands of a session. @param {PlayerLine[]} players @param {import("./i18n.js").Say} say */
export function stackGraph(players, say) {
  const lines = players.map(({ name, stacks }) => ({ name, points: stacks }));
  return lineGraph(lines, ({ name, points }) => {
    const chips = points.map(([, stack]) => stack);
    return say("evening.graph-text", { name, first: chips[0], most: Math.max(...chips), last: chips.at(-1) ?? 0 });
  });
}
