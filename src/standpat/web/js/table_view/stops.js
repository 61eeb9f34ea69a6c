/**
 * Where a replay of a hand stops.
 */

/**
 * The steps of a replay: one after each event that changes the picture. The forced bets and the deal are one step.
 * @param {any[]} events @returns {number[]} the number of events before each step
 */
export function stops(events) {
  const shown = [
    "acted",
    "draw-result",
    "discard-announced",
    "showdown-show",
    "mucked",
    "pot-awarded",
    "uncalled-returned",
    "hand-end",
  ];
  const opening = events.findIndex((event) => shown.includes(event.event));
  const rest = events.flatMap((event, k) => (k >= opening && shown.includes(event.event) ? [k + 1] : []));
  return [opening < 0 ? events.length : opening, ...rest];
}
