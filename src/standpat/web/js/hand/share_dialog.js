/**
 * A dialog that shares one of the viewer's hands: create a link, copy it, and revoke it.
 */

import { request } from "../common/api.js";
import { attribute, el } from "../common/dom.js";
import { FormStatus } from "../common/form_status.js";

export class ShareDialog {
  /** @param {import("../common/i18n.js").Say} say @param {string} key the key of the hand @param {string | null} url the link, if it is shared already */
  constructor(say, key, url) {
    this.say = say;
    this.path = `/api/hands/${key}/share`;
    this.status = new FormStatus(say);
    this.link = el("input", { type: "text", readonly: true, "aria-label": say("replay.share.link") });
    this.link.addEventListener("focus", () => this.link.select());
    const button = (/** @type {string} */ name, /** @type {() => void} */ click, go = false) =>
      el("button", { type: "button", class: go ? "go" : "", on: { click } }, say(`replay.share.${name}`));
    this.make = button("make", () => this.set(true), true);
    this.copy = button("copy", () => this.copied(), true);
    this.back = button("back", () => this.set(false));
    this.node = el(
      "dialog",
      { class: "share", "aria-labelledby": "share-title" },
      el("h2", { id: "share-title", text: say("replay.share.title") }),
      el("p", { class: "note", text: say("replay.share.note") }),
      this.link,
      this.status.node,
      el(
        "div",
        { class: "choices" },
        this.back,
        el("button", { type: "button", on: { click: () => this.node.close() } }, say("page.close")),
        this.copy,
        this.make,
      ),
    );
    this.show(url);
  }

  open() {
    this.status.clear();
    this.node.showModal();
  }

  /** @param {string | null} url */
  show(url) {
    this.link.value = url ? new URL(url, location.origin).href : "";
    for (const part of [this.link, this.copy, this.back]) attribute(part, "hidden", !url);
    attribute(this.make, "hidden", Boolean(url));
  }

  /** @param {boolean} on */
  async set(on) {
    this.status.clear();
    const answer = await request(this.path, { on });
    if (!answer.ok) return this.status.refusal(answer);
    this.show(answer.url);
    if (on) this.link.focus();
    this.status.success(this.say(on ? "replay.share.made" : "replay.share.gone"));
  }

  async copied() {
    this.status.clear();
    this.link.focus();
    try {
      await navigator.clipboard.writeText(this.link.value);
      this.status.success(this.say("replay.share.copied"));
    } catch {
      this.status.success(this.say("replay.share.copy-it")); // no access to the clipboard: the link is selected, so that the user can copy it
    }
  }
}
