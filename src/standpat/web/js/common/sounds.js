/**
 * Short synthesised sounds: chips, cards, a knock, your turn, low time, a pot won. There is no sound while the user has
 * turned sounds off, and until the browser allows audio.
 */

import { settings } from "./settings.js";

/** @type {AudioContext | null} */
let audio = null;

/** Allow audio at the first touch or key; browsers do not allow it before. @param {EventTarget} [from] @param {string[]} [types] */
export function unlockAudio(from = window, types = ["pointerdown", "keydown"]) {
  const wake = () => {
    audio ??= new AudioContext();
    void audio.resume();
  };
  for (const type of types) from.addEventListener(type, wake, { once: true });
}

/** Who plays the sounds instead of this document. @type {((name: Sound) => void) | null} */
let other = null;

/** Leave the sounds to another document. @param {(name: Sound) => void} player */
export const soundsTo = (player) => void (other = player);

/** @typedef {"card" | "chip" | "knock" | "fold" | "turn" | "hurry" | "win"} Sound */
/** @type {Record<Sound, [wave: OscillatorType, notes: [hertz: number, at: number, length: number][], loud: number]>} */
const SCORE = {
  card: ["triangle", [[520, 0, 0.04]], 0.05],
  chip: [
    "square",
    [
      [1900, 0, 0.025],
      [2500, 0.045, 0.025],
    ],
    0.018,
  ],
  knock: [
    "sine",
    [
      [150, 0, 0.06],
      [140, 0.11, 0.06],
    ],
    0.16,
  ],
  fold: ["triangle", [[260, 0, 0.07]], 0.05],
  turn: [
    "sine",
    [
      [660, 0, 0.12],
      [880, 0.13, 0.2],
    ],
    0.11,
  ],
  hurry: [
    "sine",
    [
      [880, 0, 0.07],
      [880, 0.16, 0.07],
    ],
    0.09,
  ],
  win: [
    "sine",
    [
      [523, 0, 0.12],
      [659, 0.1, 0.12],
      [784, 0.2, 0.24],
    ],
    0.09,
  ],
};

/** @param {Sound} name */
export function play(name) {
  if (other) return other(name);
  if (!settings.sound || !audio || audio.state !== "running") return;
  const [wave, notes, loud] = SCORE[name];
  for (const [hertz, at, length] of notes) {
    const start = audio.currentTime + at;
    const tone = audio.createOscillator();
    const gain = audio.createGain();
    tone.type = wave;
    tone.frequency.value = hertz;
    gain.gain.setValueAtTime(0, start);
    gain.gain.linearRampToValueAtTime(loud, start + 0.008);
    gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
    tone.connect(gain).connect(audio.destination);
    tone.start(start);
    tone.stop(start + length + 0.02);
  }
}
