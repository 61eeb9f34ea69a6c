/**
 * A WebSocket to the room that reconnects by itself: frames in order, messages with answers.
 *
 * `new RoomSocket(url, {frame, state})` connects at once. `frame(message)` receives each server message except answers;
 * `state("open" | "lost")` reports the connection. `send(message)` returns a promise: `null` on success, else the
 * server's error. `since()` returns the last known version, so that a new connection sends only what was missed.
 * Unanswered messages are sent again after a reconnect; an idempotency key per message keeps them from being applied twice.
 * Messages that change nothing (`ping`, `since`) are rejected with the code `lost` instead. `refused(code)` is called when
 * the server refuses the connection: no such table (4404), password needed (4403), barred (4405), table under repair
 * (4406), bad frames (1008), session over (4401).
 */

import { newKey } from "./request_key.js";

const WAITS = [250, 500, 1000, 2000, 4000, 8000]; // ms before each attempt; the last one repeats
const QUIET = 2500; // ms without a message after which a ping is sent
const PENDING = 1000; // the same while an answer is outstanding
const HIDDEN = 15000; // the same while the page is hidden
const FINAL = [1008, 4401, 4403, 4404, 4405, 4406]; // close codes after which there is no reconnect
const KEYLESS = ["ping", "since"]; // messages that change nothing
const PONG = 3000; // ms that the answer to a ping may take; a new connection may take twice as long
const LOOK = 250; // ms between two checks of the connection

/** @typedef {{t: "error", id: number | null, code: string, text: string, right: string}} Refusal */

export class RoomSocket {
  /**
   * @param {string} url
   * @param {{frame: (message: any) => void, state: (state: "open" | "lost") => void, since?: () => number,
   *   refused?: (code: number) => void}} on
   */
  constructor(url, on) {
    this.url = url;
    this.on = on;
    this.tries = 0;
    this.lastId = Date.now();
    this.closed = false;
    this.heard = 0;
    this.began = 0;
    /** The messages without an answer, by id; `at` is the time of sending in ms. @type {Map<number, {message: any, at: number, done: (answer: Refusal | null) => void}>} */
    this.waiting = new Map();
    this.connect();
    setInterval(() => this.watch(), LOOK);
    addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.hurry());
  }

  connect() {
    clearTimeout(this.timer);
    const version = this.on.since?.();
    const address = new URL(this.url);
    if (version) address.searchParams.set("since", String(version));
    const socket = new WebSocket(address);
    this.socket = socket;
    this.began = performance.now();
    socket.onopen = () => {
      if (this.socket !== socket) return;
      this.tries = 0;
      this.heard = performance.now();
      this.on.state("open");
      this.resend();
    };
    socket.onmessage = (event) => {
      if (this.socket !== socket) return; // a socket that has been replaced
      this.heard = performance.now();
      this.receive(JSON.parse(event.data));
    };
    socket.onclose = (event) => {
      if (this.socket !== socket || this.closed) return;
      if (FINAL.includes(event.code)) return this.on.refused?.(event.code);
      this.on.state("lost");
      const wait = WAITS[Math.min(this.tries, WAITS.length - 1)] * (0.75 + Math.random() / 2);
      this.tries += 1;
      this.timer = setTimeout(() => this.connect(), wait);
    };
  }

  resend() {
    for (const [id, waiting] of this.waiting) {
      const { message, done } = waiting;
      if (message.key) {
        waiting.at = performance.now();
        this.socket?.send(JSON.stringify(message));
      } else {
        this.waiting.delete(id);
        done({ t: "error", id, code: "lost", text: "", right: "" });
      }
    }
  }

  /** @param {any} message */
  receive(message) {
    const answer = ["ack", "error", "pong"].includes(message.t) ? this.waiting.get(message.id) : undefined;
    if (!answer) {
      if (!["ack", "pong"].includes(message.t)) this.on.frame(message);
      return;
    }
    this.waiting.delete(message.id);
    answer.done(message.t === "error" ? message : null);
  }

  /** @param {Record<string, any>} message without its id @returns {Promise<Refusal | null>} */
  send(message) {
    const whole = { ...message, id: ++this.lastId, ...(KEYLESS.includes(message.t) ? {} : { key: newKey() }) };
    return new Promise((done) => {
      this.waiting.set(whole.id, { message: whole, at: performance.now(), done });
      if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(whole));
    });
  }

  /**
   * Replace a connection that does not open or does not answer a ping. While the page is visible, a dead connection is
   * replaced within six seconds.
   */
  watch() {
    const now = performance.now();
    const state = this.socket?.readyState;
    if (state === WebSocket.CONNECTING && now - this.began > 2 * PONG) this.renew();
    if (state !== WebSocket.OPEN) return;
    const silence = now - this.heard;
    const ping = [...this.waiting.values()].find(({ message }) => message.t === "ping");
    if (ping) {
      if (Math.min(silence, now - ping.at) > PONG) this.renew();
    } else if (silence > (this.waiting.size ? PENDING : document.hidden ? HIDDEN : QUIET)) void this.send({ t: "ping" });
  }

  /** Connect now instead of waiting for the next attempt. */
  hurry() {
    if (this.socket?.readyState === WebSocket.CLOSED && !this.closed) this.connect();
  }

  renew() {
    const old = this.socket;
    this.forgetPing();
    this.on.state("lost");
    this.connect();
    old?.close();
  }

  /** Drop pings without an answer, because the next connection does not answer them. */
  forgetPing() {
    for (const [id, { message }] of this.waiting) if (message.t === "ping") this.waiting.delete(id);
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    this.socket?.close();
  }
}

/** The address of a WebSocket on the page's own server. @param {string} path */
export const socketUrl = (path) => `${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}${path}`;
