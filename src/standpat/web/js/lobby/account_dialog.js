/**
 * The account button in the page's header and its dialog. Guests change their name, register, or sign in. Registered
 * players change their password and sign out, here or everywhere. Both can collect the daily chips.
 */

import { request } from "../common/api.js";
import { attribute, el, setText } from "../common/dom.js";
import { FormStatus } from "../common/form_status.js";
import { when } from "../common/i18n.js";

/** @typedef {import("../common/i18n.js").Say} Say */

export class AccountDialog {
  /** @param {Say} say */
  constructor(say) {
    this.say = say;
    this.status = new FormStatus(say);
    this.name = el("b");
    this.wallet = el("span", { class: "wallet" });
    this.node = el(
      "button",
      { type: "button", class: "account", "aria-haspopup": "dialog", on: { click: () => this.open() } },
      this.name,
      this.wallet,
    );
    this.newName = field(say("lobby.your-name"), "text", "username", { maxlength: "24" });
    this.password = field(say("lobby.your-password"), "password", "current-password");
    this.guest = el(
      "form",
      { class: "named", on: { submit: (/** @type {SubmitEvent} */ event) => this.named(event) } },
      this.newName.node,
      el("button", { type: "submit", value: "rename" }, say("lobby.rename")),
      this.password.node,
      el("button", { type: "submit", value: "login" }, say("lobby.login")),
      el("p", { class: "note", text: say("lobby.keep-note") }),
      el("button", { type: "submit", value: "keep" }, say("lobby.keep")),
    );
    this.old = field(say("lobby.old-password"), "password", "current-password");
    this.fresh = field(say("lobby.new-password"), "password", "new-password");
    this.change = el(
      "details",
      { class: "change" },
      el("summary", { text: say("lobby.change-password") }),
      el(
        "form",
        { on: { submit: (/** @type {Event} */ event) => this.changePassword(event) } },
        this.old.node,
        this.fresh.node,
        el("p", { class: "note", text: say("lobby.change-note") }),
        el("button", { type: "submit" }, say("lobby.change-password")),
      ),
    );
    this.registered = el(
      "div",
      { class: "registered" },
      this.change,
      el(
        "div",
        { class: "line" },
        this.button("logout", () => this.leave("/api/logout", "signed-out")),
        this.button("logout-everywhere", () => this.leave("/api/sign-out-everywhere", "signed-out-everywhere")),
      ),
    );
    this.signedIn = el("p", { class: "note" });
    this.dialog = el(
      "dialog",
      { class: "account-dialog", "aria-labelledby": "account-title" },
      el("h2", { id: "account-title", text: say("lobby.account") }),
      this.signedIn,
      this.guest,
      this.registered,
      this.status.node,
      el(
        "div",
        { class: "choices" },
        this.button("daily", () => this.daily()),
        el("button", { type: "button", on: { click: () => this.dialog.close() } }, say("page.close")),
      ),
    );
    this.dialog.addEventListener("close", () => this.forget());
  }

  /** @param {string} key @param {() => void} click */
  button(key, click) {
    return el("button", { type: "button", class: key, on: { click } }, this.say(`lobby.${key}`));
  }

  open() {
    this.status.clear();
    void this.load();
    this.dialog.showModal();
  }

  /** Clear the password fields. */
  forget() {
    for (const { input } of [this.password, this.old, this.fresh]) input.value = "";
    this.change.open = false;
  }

  /** Show what the room says about the user. A name that is typed meanwhile stays. @returns {Promise<any>} its answer */
  async load() {
    const typed = this.newName.input.value;
    const me = await request("/api/me");
    if (!me.ok) return me;
    const { say } = this;
    const guest = me.role === "guest";
    setText(this.name, me.name ?? "");
    setText(this.wallet, say("lobby.wallet", { amount: me.chips ?? 0 }));
    setText(this.signedIn, say(guest ? "lobby.as-guest" : "lobby.signed-in", { name: me.name ?? "" }));
    if (this.newName.input.value === typed) this.newName.input.value = me.name ?? "";
    attribute(this.guest, "hidden", !guest);
    attribute(this.registered, "hidden", guest);
    return me;
  }

  /** Rename, register or sign in, depending on the button. @param {SubmitEvent} event */
  async named(event) {
    event.preventDefault();
    const { say } = this;
    const asked = /** @type {HTMLButtonElement | null} */ (event.submitter)?.value;
    const name = this.newName.input.value.trim();
    const password = this.password.input.value;
    if (asked === "rename") await this.act("/api/me", { name }, () => say("lobby.renamed", { name }));
    else if (asked === "keep") await this.act("/api/register", { name, password }, () => say("lobby.kept", { name }));
    else await this.act("/api/login", { name, password }, ({ name }) => say("lobby.signed-in", { name }));
  }

  /** @param {Event} event */
  async changePassword(event) {
    event.preventDefault();
    const { say } = this;
    const body = { old: this.old.input.value, new: this.fresh.input.value };
    if (await this.act("/api/password", body, () => say("lobby.changed"))) this.change.open = false;
  }

  /** Sign out. @param {string} path @param {string} key the text that is shown afterwards */
  leave(path, key) {
    return this.act(path, {}, () => this.say(`lobby.${key}`));
  }

  /** Collect the daily chips. */
  daily() {
    const { say } = this;
    return this.act("/api/daily", {}, ({ chips, wallet, most, next }) => {
      const then = next ? say("lobby.daily-next", { when: when(next, say) }) : "";
      const now =
        chips > 0
          ? say("lobby.daily-got", { amount: chips })
          : wallet >= most
            ? say("lobby.daily-full", { amount: wallet, most })
            : say("lobby.daily-had");
      return `${now} ${then}`.trim();
    });
  }

  /** @param {string} path @param {any} body @param {(answer: any) => string} done the text that is shown after success */
  async act(path, body, done) {
    this.status.clear();
    attribute(this.dialog, "aria-busy", true);
    const answer = await request(path, body);
    attribute(this.dialog, "aria-busy", false);
    if (!answer.ok) this.status.refusal(answer);
    else {
      this.forget();
      await this.load();
      this.status.success(done(answer));
    }
    return answer.ok;
  }
}

/** @param {string} label @param {string} type @param {string} autocomplete @param {Record<string, string>} [more] */
function field(label, type, autocomplete, more = {}) {
  const input = el("input", { type, autocomplete, ...more });
  return { input, node: el("label", { class: "field" }, el("span", { text: label }), input) };
}
