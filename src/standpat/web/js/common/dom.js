/**
 * Create and change elements. Text is always inserted as text, never as HTML.
 */

/**
 * @typedef {{class?: string, text?: string, data?: Record<string, string>, on?: Record<string, (event: any) => void>,
 *   [attribute: string]: any}} Props
 */

/**
 * Create an element. `text` is its text, `data` its data attributes and `on` its event listeners. Other properties are
 * attributes; true sets an attribute without a value, false leaves it out.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag @param {Props} [props] @param {(Node | string | null)[]} children @returns {HTMLElementTagNameMap[T]}
 */
export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (name === "class") node.className = value;
    else if (name === "text") node.textContent = value;
    else if (name === "data") Object.assign(node.dataset, value);
    else if (name === "on") for (const type of Object.keys(value)) node.addEventListener(type, value[type]);
    else attribute(node, name, value);
  }
  node.append(...children.filter((child) => child !== null));
  return node;
}

/** @param {Element} node @param {string} name @param {any} value */
export function attribute(node, name, value) {
  if (value === false || value === null || value === undefined) node.removeAttribute(name);
  else if (node.getAttribute(name) !== (value === true ? "" : String(value))) {
    node.setAttribute(name, value === true ? "" : String(value));
  }
}

/** Change a text only if it differs, so that a screen reader does not read it twice. @param {Element} node @param {string} text */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/**
 * Replace what a part shows only if what it is made of has changed, so that focus and selection stay.
 * @param {HTMLElement} node @param {any} what @param {() => (Node | null)[]} make
 */
export function renew(node, what, make) {
  const key = JSON.stringify(what);
  if (node.dataset.shown === key) return;
  node.dataset.shown = key;
  node.replaceChildren(...make().filter((child) => child !== null));
}

/** @param {Element} node @param {string} name @param {boolean} on */
export const setClass = (node, name, on) => void node.classList.toggle(name, on);

const SVG = "http://www.w3.org/2000/svg";

/** An SVG drawing of path data, 32 units high. @param {string[]} paths @param {string} name the class @param {number} [width] */
export function svg(paths, name, width = 32) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", `0 0 ${width} 32`);
  svg.setAttribute("class", name);
  svg.setAttribute("aria-hidden", "true");
  for (const data of paths) {
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("d", data);
    svg.append(path);
  }
  return svg;
}

/** @param {string} id */
export function byId(id) {
  const node = document.getElementById(id);
  if (!node) throw new Error(`the page has no #${id}`);
  return node;
}
