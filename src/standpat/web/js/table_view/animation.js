/**
 * Animations of 150-250 ms from an old position to a new one, in a layer above the page that takes no clicks.
 *
 * Elements are already in their final position; only a copy moves. With reduced motion (the user's setting or the system's)
 * nothing moves.
 */

import { reducedMotion } from "../common/settings.js";

/** @typedef {{left: number, top: number, width: number, height: number}} Box */

/** @returns {HTMLElement} */
function layer() {
  let node = document.querySelector(".flights");
  if (!node) {
    node = document.createElement("div");
    node.className = "flights";
    node.setAttribute("aria-hidden", "true");
    document.body.append(node);
  }
  return /** @type {HTMLElement} */ (node);
}

/** @param {Element} node @returns {Box} */
export const boxOf = (node) => node.getBoundingClientRect();

/** The middle of a box, as a box without size. @param {Box} box @returns {Box} */
export const middleOf = (box) => ({
  left: box.left + box.width / 2,
  top: box.top + box.height / 2,
  width: 0,
  height: 0,
});

/**
 * A spot beside a box, on the line from its middle to the middle of another box. Chips at this spot do not cover the box.
 * @param {Box} box @param {Box} toward @returns {Box}
 */
export function besideOf(box, toward) {
  const [from, to] = [middleOf(box), middleOf(toward)];
  const [x, y] = [to.left - from.left, to.top - from.top];
  const share = Math.min(1, (box.width / 2 + 60) / Math.abs(x), (box.height / 2 + 24) / Math.abs(y));
  return { left: from.left + x * share, top: from.top + y * share, width: 0, height: 0 };
}

/**
 * @param {HTMLElement} node the copy that flies @param {Box} from @param {Box} to
 * @param {{ms?: number, delay?: number, fade?: boolean, hide?: HTMLElement}} [how] `hide` stays invisible until the copy lands
 */
export function fly(node, from, to, { ms = 220, delay = 0, fade = false, hide } = {}) {
  if (reducedMotion() || document.hidden) return;
  const width = from.width || to.width;
  if (width && node.classList.contains("card")) {
    node.style.setProperty("width", `${width}px`);
    node.style.setProperty("height", `${from.height || to.height}px`);
    node.style.setProperty("--h", `${from.height || to.height}px`); // the size of the drawing on the card follows from --h
  }
  layer().append(node);
  const size = node.getBoundingClientRect();
  const at = (/** @type {Box} */ box) =>
    `translate(${box.left + box.width / 2 - size.width / 2}px, ${box.top + box.height / 2 - size.height / 2}px)`;
  if (hide) hide.style.setProperty("visibility", "hidden");
  const flight = node.animate(
    [
      { transform: at(from), opacity: fade ? 1 : 0.4 },
      { transform: at(to), opacity: fade ? 0 : 1 },
    ],
    { duration: ms, delay, easing: "cubic-bezier(.22,.8,.3,1)", fill: "both" },
  );
  const land = () => {
    node.remove();
    hide?.style.removeProperty("visibility");
  };
  flight.onfinish = land;
  flight.oncancel = land;
  setTimeout(land, ms + delay + 100); // a page in the background gets no finish event
}

/** Move an element from its old position to its current one. @param {HTMLElement} node @param {Box} was @param {number} ms */
export function glide(node, was, ms = 180) {
  if (reducedMotion() || document.hidden) return;
  const now = boxOf(node);
  const [x, y] = [was.left - now.left, was.top - now.top];
  if (Math.abs(x) + Math.abs(y) < 2) return;
  node.animate([{ translate: `${x}px ${y}px` }, { translate: "0 0" }], {
    duration: ms,
    easing: "cubic-bezier(.22,.8,.3,1)",
  });
}
