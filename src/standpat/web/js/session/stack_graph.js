/**
 * A graph of stacks over the hands of a session, as an SVG with a list of the players beside it. The list says in words what
 * a line shows, so the drawing itself is hidden from screen readers.
 */

import { el } from "../common/dom.js";

const WIDTH = 640;
const HEIGHT = 220;
const SVG = "http://www.w3.org/2000/svg";

/** @typedef {{user: string, name: string, stacks: [number, number][]}} PlayerLine points are hand number and stack */

/** @param {string} tag @param {Record<string, string | number>} attributes */
function shape(tag, attributes) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
  return node;
}

/** @param {PlayerLine[]} players @param {import("../common/i18n.js").Say} say */
export function stackGraph(players, say) {
  const lines = players.filter(({ stacks }) => stacks.length);
  const points = lines.flatMap(({ stacks }) => stacks);
  const hands = points.map(([hand]) => hand);
  const [first, last] = [Math.min(...hands), Math.max(...hands)];
  const most = Math.max(1, ...points.map(([, stack]) => stack));
  const x = (/** @type {number} */ hand) => ((hand - first) / Math.max(1, last - first)) * WIDTH;
  const y = (/** @type {number} */ stack) => HEIGHT - (stack / most) * HEIGHT;
  const graph = shape("svg", { viewBox: `-4 -8 ${WIDTH + 8} ${HEIGHT + 16}`, class: "graph", "aria-hidden": "true" });
  for (const share of [0, 0.5, 1]) {
    graph.append(shape("line", { x1: 0, x2: WIDTH, y1: y(share * most), y2: y(share * most), class: "grid-line" }));
  }
  lines.forEach(({ stacks }, k) => {
    const path = stacks.map(([hand, stack], at) => `${at ? "L" : "M"}${x(hand).toFixed(1)} ${y(stack).toFixed(1)}`).join("");
    graph.append(shape("path", { d: path, class: `line line-${k % 7}` }));
  });
  const text = (/** @type {PlayerLine} */ { name, stacks }) => {
    const chips = stacks.map(([, stack]) => stack);
    return say("evening.graph-text", { name, first: chips[0] ?? 0, most: Math.max(...chips), last: chips.at(-1) ?? 0 });
  };
  return el(
    "figure",
    { class: "stacks" },
    lines.length ? /** @type {any} */ (graph) : null,
    el("ul", {}, ...lines.map((line, k) => el("li", { class: `key-${k % 7}`, text: text(line) }))),
  );
}
