/**
 * Who the viewer is: name and chips in the head of the page, a dialog to change the name, keep it, sign in or out.
 */

import { ask } from "./api.js";
import { attribute, el, setText } from "./dom.js";
import { wrong } from "./spoken.js";

export class AccountBox {
  /** @param {import("./words.js").Say} say @param {(text: string) => void} tell */
  constructor(say, tell) {
    this.say = say;
    this.tell = tell;
    this.name = el("b");
    this.wallet = el("span", { class: "wallet" });
    this.node = el(
      "button",
      { type: "button", class: "account", "aria-haspopup": "dialog", on: { click: () => this.dialog.showModal() } },
      this.name,
      this.wallet,
    );
    this.newName = el("input", {
      type: "text",
      maxlength: "24",
      autocomplete: "username",
      "aria-label": say("lobby.your-name"),
    });
    this.password = el("input", {
      type: "password",
      autocomplete: "current-password",
      "aria-label": say("lobby.your-password"),
      placeholder: say("lobby.your-password"),
    });
    this.daily = el("button", { type: "button", on: { click: () => this.act("/api/daily", {}) } }, say("lobby.daily"));
    this.logout = el(
      "button",
      { type: "button", on: { click: () => this.act("/api/logout", {}) } },
      say("lobby.logout"),
    );
    this.dialog = el(
      "dialog",
      { class: "account-dialog", "aria-labelledby": "account-title" },
      el("h2", { id: "account-title", text: say("lobby.account") }),
      el(
        "div",
        { class: "line" },
        this.newName,
        el(
          "button",
          { type: "button", on: { click: () => this.act("/api/me", { name: this.newName.value.trim() }) } },
          say("lobby.rename"),
        ),
      ),
      el("div", { class: "line" }, this.password),
      el(
        "div",
        { class: "line" },
        el(
          "button",
          { type: "button", on: { click: () => this.act("/api/register", this.named()) } },
          say("lobby.keep"),
        ),
        el("button", { type: "button", on: { click: () => this.act("/api/login", this.named()) } }, say("lobby.login")),
      ),
      el("div", { class: "line" }, this.daily, this.logout),
      el(
        "div",
        { class: "choices" },
        el("button", { type: "button", on: { click: () => this.dialog.close() } }, say("page.close")),
      ),
    );
  }

  named() {
    return { name: this.newName.value.trim(), password: this.password.value };
  }

  async load() {
    const me = await ask("/api/me");
    if (!me.ok) return;
    setText(this.name, me.name ?? "");
    setText(this.wallet, this.say("lobby.wallet", { amount: me.chips ?? 0 }));
    this.newName.value = me.name ?? "";
    attribute(this.logout, "hidden", me.role === "guest");
  }

  /** @param {string} path @param {any} body */
  async act(path, body) {
    const answer = await ask(path, body);
    this.password.value = "";
    if (!answer.ok) return this.tell(wrong(answer, this.say));
    if (typeof answer.chips === "number") this.tell(this.say("lobby.daily-got", { amount: answer.chips }));
    await this.load();
    this.dialog.close();
  }
}
