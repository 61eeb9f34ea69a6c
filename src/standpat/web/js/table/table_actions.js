/**
 * The reception of a table: the password at the door, sitting down, chips, leaving, and closing a table of one's own.
 *
 * It asks in dialogs and then says so to the table (`tell`) or over HTTP; what was refused it says in the dialog or to
 * `page.toast`.
 */

import { ask } from "../common/api.js";
import { BuyDialog } from "./buy_in_dialog.js";
import { broughtBack, chipsToBuy } from "./buy_in.js";
import { PasswordDialog } from "./password_dialog.js";
import { Question } from "../common/confirm_dialog.js";
import { wrong } from "../common/labels.js";

const ANEW = 1000; // ms until the answer that ended a session has brought the next one

export class Reception {
  /**
   * @param {import("../common/i18n.js").Say} say @param {string} id the table's
   * @param {{room: import("../table_view/table_state.js").Room, toast: import("../common/menu.js").Toast, link: import("../common/socket.js").Link}} page
   */
  constructor(say, id, page) {
    this.say = say;
    this.id = id;
    this.page = page;
    this.buy = new BuyDialog(say);
    this.question = new Question(say);
    this.password = new PasswordDialog(say, {
      enter: (password) => this.enter(password),
      go: () => location.assign("/"),
    });
    this.nodes = [this.buy.node, this.question.node, this.password.node];
  }

  /** The server will not have us. @param {number} code the socket's close code */
  async refused(code) {
    const { say } = this;
    if (code === 4403) return this.password.ask();
    if (code === 4401) return void setTimeout(() => location.reload(), ANEW); // as whoever is signed in now
    const known = this.page.room.table !== null;
    if (code === 4405) return this.goodbye(say(say.has("error.barred") ? "error.barred" : "page.error.not-allowed"), "");
    if (code === 4406) return this.goodbye(say("page.repair"), say("page.repair-note"));
    const title = code === 1008 ? say("page.error.bad-frame") : say(known ? "page.error.closed" : "page.error.not-found");
    const text = code === 1008 ? "" : say(known ? "page.closed-note" : "page.gone-note");
    await this.goodbye(title, text);
  }

  /** @param {string} title @param {string} text */
  async goodbye(title, text) {
    await this.question.ask({ title, text, go: this.say("page.menu.lobby"), stay: false });
    location.assign("/");
  }

  /** @param {string} password @returns {Promise<any>} the room's refusal, or null */
  async enter(password) {
    const answer = await ask(`/api/tables/${this.id}/enter`, { password });
    if (answer.ok) this.page.link.connect();
    return answer.ok ? null : answer.code === "not-possible" ? { ...answer, key: "page.password.wrong" } : answer;
  }

  /** Take this seat, or any. @param {number | null} seat */
  askSeat(seat) {
    const { say, page } = this;
    const { room } = page;
    const wallet = room.you.chips;
    const left = broughtBack(room.you.back, wallet, Date.now() / 1000);
    const why = left ? say("page.buy.back", { amount: room.you.back.chips }) : "";
    const most = Math.max(left, room.table.buy_in[1]);
    const bounds = left ? { low: left, high: most, usual: left } : chipsToBuy(room.table, 0, wallet);
    const offer = { title: say("page.buy.sit"), go: say("page.buy.sit-go"), wallet, why, ...bounds };
    this.buy.ask(offer, (amount) => page.link.send({ t: "sit", seat, buy_in: amount }));
  }

  askChips() {
    const { say, page } = this;
    const { room } = page;
    const stack = room.seats[Number(room.mySeat)]?.stack ?? 0;
    const wallet = room.you.chips;
    const offer = { title: say("page.buy.more"), go: say("page.buy.more-go"), wallet, ...chipsToBuy(room.table, stack, wallet) };
    this.buy.ask(offer, async (amount) => {
      const refusal = await page.link.send({ t: "top-up", amount });
      const { picture } = room;
      const later = picture?.own?.live && !picture.over;
      if (!refusal) page.toast.show(say(later ? "page.buy.comes" : "page.buy.came", { amount }));
      return refusal;
    });
  }

  /** Stand up; from a hand that is being played only when that is meant. */
  async leave() {
    const { say } = this;
    const { picture } = this.page.room;
    const question = { title: say("page.menu.leave"), text: say("page.leave-note"), go: say("page.leave-go") };
    if (picture?.own?.live && !picture.over && !(await this.question.ask(question))) return;
    const trouble = await this.tell({ t: "leave" });
    if (trouble) this.page.toast.show(trouble);
  }

  /** The owner's: somebody is to go, and not to come back. @param {import("../table_view/table_state.js").SeatView} seat */
  async bar({ user, name }) {
    const { say } = this;
    const question = { title: say("page.owner.bar", { name }), text: say("page.owner.bar-note"), go: say("page.owner.bar-go") };
    if (!(await this.question.ask(question))) return;
    const answer = await ask(`/api/tables/${this.id}/bar`, { user, barred: true });
    if (!answer.ok) this.page.toast.show(wrong(answer, say));
  }

  /** The owner's: everybody gets his chips back when the hand is over. */
  async closeTable() {
    const { say, page } = this;
    const question = { title: say("page.menu.close"), text: say("page.close-note"), go: say("page.close-go") };
    if (!(await this.question.ask(question))) return;
    page.toast.show(say("page.closing"));
    const answer = await ask(`/api/tables/${this.id}/close`, {});
    if (!answer.ok) page.toast.show(wrong(answer, say));
  }

  /** @param {Record<string, any>} message @returns {Promise<string | null>} what was wrong, or null */
  async tell(message) {
    const refusal = await this.page.link.send(message);
    return refusal && wrong(refusal, this.say);
  }
}
