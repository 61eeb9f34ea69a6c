/**
 * The invitation to a table or a tournament: the link to copy or share, its QR code, and what guests need besides it.
 *
 * The server says which link leads here from outside (`/api/tables/ID/invitation`) and draws the code.
 */

import { request } from "./api.js";
import { attribute, el, setText } from "./dom.js";
import { errorText } from "./labels.js";

/** Host names that only the machine of the room itself understands. */
const HERE = /^(localhost|.*\.localhost|127\..*|\[::1\])$/;

export class InviteDialog {
  /**
   * @param {import("./i18n.js").Say} say
   * @param {string} address of the table or the tournament in the API
   * @param {(text: string) => void} tell
   * @param {string} texts the key of its texts
   */
  constructor(say, address, tell, texts = "page.invite") {
    this.say = say;
    this.address = address;
    this.tell = tell;
    this.texts = texts;
    this.name = "";
    this.code = el("img", { class: "code", alt: say(`${texts}.code`), width: "240", height: "240" });
    this.link = el("input", {
      type: "text",
      readonly: true,
      "aria-label": say(`${texts}.link`),
      on: { focus: () => this.link.select() },
    });
    this.copy = el("button", { type: "button", class: "go", on: { click: () => this.copied() } }, say("page.invite.copy"));
    this.done = el("p", { class: "done", role: "status" });
    this.notes = el("ul", { class: "notes" });
    const share = el(
      "button",
      { type: "button", class: "share", hidden: !navigator.share, on: { click: () => this.share() } },
      say("page.invite.share"),
    );
    this.node = el(
      "dialog",
      { class: "invite", "aria-labelledby": "invite-title" },
      el("h2", { id: "invite-title", text: say("page.menu.invite") }),
      el("p", { class: "note", text: say(`${texts}.note`) }),
      el("div", { class: "link" }, this.link, this.copy),
      this.done,
      this.code,
      this.notes,
      el(
        "div",
        { class: "choices" },
        share,
        el("button", { type: "button", class: "close", on: { click: () => this.node.close() } }, say("page.close")),
      ),
    );
  }

  /** @param {string} name the name of the table or the tournament, for the share sheet */
  async show(name) {
    const { say } = this;
    const answer = await request(`${this.address}/invitation`);
    if (!answer.ok) return this.tell(errorText(answer, say));
    this.name = name;
    this.link.value = answer.url;
    setText(this.done, "");
    attribute(this.code, "src", `${this.address}/invitation.svg`);
    const notes = [
      HERE.test(new URL(answer.url).hostname) && "page.invite.local",
      answer.password && "page.invite.password",
      answer.approval && "page.invite.approval",
      !answer.password && !answer.approval && `${this.texts}.${answer.listed ? "listed" : "open"}`,
    ];
    this.notes.replaceChildren(...notes.filter((key) => key !== false).map((key) => el("li", { text: say(key) })));
    if (!this.node.open) this.node.showModal();
    this.copy.focus();
  }

  async copied() {
    try {
      await navigator.clipboard.writeText(this.link.value);
      setText(this.done, this.say("page.invite.copied"));
    } catch {
      this.link.focus(); // a page without TLS may not write to the clipboard: the link is selected, to be copied by hand
      setText(this.done, this.say("page.invite.by-hand"));
    }
  }

  async share() {
    try {
      await navigator.share({ title: this.name, url: this.link.value });
    } catch {
      // the user has closed the share sheet
    }
  }
}
