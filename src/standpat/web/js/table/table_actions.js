/**
 * The viewer's actions at a table apart from the hands: enter the password, sit down, buy chips, leave, bar a player, close
 * the table.
 *
 * Each action asks in a dialog where needed, then sends a message or an HTTP request. A refusal is shown in the dialog or in
 * `page.toast`.
 */

import { asksForSeat, decline, hasDeclined } from "./arrival.js";
import { request } from "../common/api.js";
import { BuyInDialog } from "./buy_in_dialog.js";
import { broughtBack, chipsToBuy } from "./buy_in.js";
import { InviteDialog } from "../common/invite_dialog.js";
import { MoveDialog } from "./move_dialog.js";
import { PasswordDialog } from "../common/password_dialog.js";
import { goTo, inTile } from "./tile.js";
import { ConfirmDialog } from "../common/confirm_dialog.js";
import { errorText } from "../common/labels.js";
import { follow } from "./follow.js";

const SESSION_WAIT = 1000; // ms until the answer that ended a session has set the next session's cookie

export class TableActions {
  /**
   * @param {import("../common/i18n.js").Say} say @param {string} id the table's id
   * @param {{table: import("../table_view/table_state.js").TableState, toast: import("../common/menu.js").Toast, side: import("./side_panel.js").SidePanel,
   *   socket: import("../common/socket.js").RoomSocket}} page
   */
  constructor(say, id, page) {
    this.say = say;
    this.id = id;
    this.page = page;
    this.buy = new BuyInDialog(say);
    this.confirm = new ConfirmDialog(say);
    this.password = new PasswordDialog(say, {
      enter: (password) => this.enter(password),
      go: () => goTo("/"),
    });
    this.invitation = new InviteDialog(say, `/api/tables/${id}`, (text) => page.toast.show(text));
    this.moving = new MoveDialog(say, id, (text) => page.toast.show(text));
    this.nodes = [this.buy.node, this.confirm.node, this.password.node, this.invitation.node, this.moving.node];
    this.arrived = false;
  }

  /** Tell the viewer why the server refused the connection. @param {number} code the socket's close code */
  async refused(code) {
    const { say } = this;
    if (code === 4403) return this.password.ask();
    if (code === 4401) return void setTimeout(() => location.reload(), SESSION_WAIT); // as the user who is signed in then
    const known = this.page.table.info !== null;
    if (code === 4404 && this.page.table.info?.tournament) return this.toTournament();
    if (code === 4405) return this.goodbye(say(say.has("error.barred") ? "error.barred" : "page.error.not-allowed"), "");
    if (code === 4406) return this.goodbye(say("page.repair"), say("page.repair-note"));
    const title = code === 1008 ? say("page.error.bad-frame") : say(known ? "page.error.closed" : "page.error.not-found");
    const text = code === 1008 ? "" : say(known ? "page.closed-note" : "page.gone-note");
    const { table } = this.page;
    if (code !== 1008 && (table.sat || table.owns)) return this.summary(title);
    await this.goodbye(title, text);
  }

  /** A tournament's table was closed: who plays on goes to their table, others to the tournament's page. */
  async toTournament() {
    const { tournament } = this.page.table.info;
    const answer = await request(`/api/tournaments/${tournament}`);
    const mine = answer.ok && answer.tables.find((/** @type {{number: number}} */ { number }) => number === answer.me?.table);
    if (mine && mine.id !== this.id) return follow(this.id, mine.id, this.page.side.chat.input.value, () => {});
    goTo(`/tournaments/${tournament}`);
  }

  /** Tell the viewer that the table is closed, with the way to its summary. @param {string} title */
  async summary(title) {
    const { say } = this;
    const confirm = { title, text: say("page.host.closed-note"), go: say("page.menu.session"), stay: say("page.menu.lobby") };
    goTo((await this.confirm.ask(confirm)) ? `/tables/${this.id}/session` : "/");
  }

  /** @param {string} title @param {string} text */
  async goodbye(title, text) {
    await this.confirm.ask({ title, text, go: this.say("page.menu.lobby"), stay: false });
    goTo("/");
  }

  /** @param {string} password @returns {Promise<any>} the room's refusal, or null */
  async enter(password) {
    const answer = await request(`/api/tables/${this.id}/enter`, { password });
    if (answer.ok) this.page.socket.connect();
    return answer.ok ? null : answer.code === "not-possible" ? { ...answer, key: "page.password.wrong" } : answer;
  }

  /** Once the page knows the table: ask a person who came for a seat, and give the owner the invitation then. */
  arrive() {
    const { table } = this.page;
    if (this.arrived) return;
    this.arrived = true;
    const visit = { referrer: document.referrer, origin: location.origin, declined: hasDeclined(this.id) };
    if (inTile || !asksForSeat(table, visit)) return;
    this.askSeat(null, this.say("page.buy.watch"));
    const owner = table.info.owner === table.you.user;
    const done = () => {
      if (this.buy.node.returnValue !== "done") decline(this.id);
      if (owner) void this.invite();
    };
    this.buy.node.addEventListener("close", done, { once: true });
  }

  /** Ask for a buy-in and a guest for a name, then sit down. @param {number | null} seat null: any seat @param {string} [stay] the text of the other button */
  askSeat(seat, stay = "") {
    const { say, page } = this;
    const { table } = page;
    const wallet = table.you.chips;
    const left = broughtBack(table.you.back, wallet, Date.now() / 1000);
    const why = left ? say("page.buy.back", { amount: table.you.back.chips }) : "";
    const most = Math.max(left, table.info.buy_in[1]);
    const bounds = left ? { low: left, high: most, usual: left } : chipsToBuy(table.info, 0, wallet);
    const offer = {
      title: say("page.buy.sit"),
      go: say("page.buy.sit-go"),
      wallet,
      why,
      stay,
      name: table.you.role === "guest" ? table.you.name : null,
      waits: table.host.approval && !table.hosts ? say("page.buy.waits") : "",
      ...bounds,
    };
    this.buy.ask(
      offer,
      async (amount, name) => {
        const refusal = (await this.rename(name)) ?? (await page.socket.send({ t: "sit", seat, buy_in: amount }));
        if (refusal && !this.buy.node.open) page.toast.show(errorText(refusal, say)); // it waited above the table
        return refusal;
      },
      () => void page.socket.send({ t: "leave" }),
    );
  }

  /** Give a guest the name that they chose. @param {string} name @returns {Promise<any>} the room's refusal, or null */
  async rename(name) {
    const { you } = this.page.table;
    if (you.role !== "guest" || name === you.name) return null;
    const answer = await request("/api/me", { name });
    if (!answer.ok) return answer;
    this.page.table.you = { ...this.page.table.you, name: answer.name ?? name };
    return null;
  }

  /** Ask for an amount, then add chips. @param {{text: string, open: () => void}} more the way to buying them by a rule */
  askChips(more) {
    const { say, page } = this;
    const { table } = page;
    const stack = table.seats[Number(table.mySeat)]?.stack ?? 0;
    const wallet = table.you.chips;
    const offer = { title: say("page.buy.more"), go: say("page.buy.more-go"), wallet, more, ...chipsToBuy(table.info, stack, wallet) };
    this.buy.ask(offer, async (amount) => {
      const refusal = await page.socket.send({ t: "top-up", amount });
      const { hand } = table;
      const later = hand?.own?.live && !hand.over;
      if (!refusal) page.toast.show(say(later ? "page.buy.comes" : "page.buy.came", { amount }));
      return refusal;
    });
  }

  /** Leave the seat. During a hand, and with a seat at the main table, this asks for confirmation. */
  async leave() {
    const { say } = this;
    const { hand, called, info } = this.page.table;
    const notes = [
      hand?.own?.live && !hand.over ? say("page.leave-note") : "",
      called && info.link ? say("page.must-move.leave-note", { name: info.link.name }) : "",
    ].filter(Boolean);
    const confirm = { title: say("page.menu.leave"), text: notes.join(" "), go: say("page.leave-go") };
    if (notes.length && !(await this.confirm.ask(confirm))) return;
    const trouble = await this.tell({ t: "leave" });
    if (trouble) this.page.toast.show(trouble);
  }

  /** For hosts: bar a player from the table. @param {{user: string, name: string}} player */
  async bar({ user, name }) {
    const { say } = this;
    const confirm = { title: say("page.owner.bar", { name }), text: say("page.owner.bar-note"), go: say("page.owner.bar-go") };
    if (!(await this.confirm.ask(confirm))) return;
    const answer = await request(`/api/tables/${this.id}/bar`, { user, barred: true });
    if (!answer.ok) this.page.toast.show(errorText(answer, say));
  }

  /** Show the invitation: the link of the table, and its QR code. */
  invite() {
    return this.invitation.show(this.page.table.info.name);
  }

  /** For the owner: close the table. Players get their chips back when the hand is over. */
  async closeTable() {
    const { say, page } = this;
    const confirm = { title: say("page.menu.close"), text: say("page.close-note"), go: say("page.close-go") };
    if (!(await this.confirm.ask(confirm))) return;
    page.toast.show(say("page.closing"));
    const answer = await request(`/api/tables/${this.id}/close`, {});
    if (!answer.ok) page.toast.show(errorText(answer, say));
  }

  /** @param {Record<string, any>} message @returns {Promise<string | null>} the text of the refusal, or null */
  async tell(message) {
    const refusal = await this.page.socket.send(message);
    return refusal && errorText(refusal, this.say);
  }
}
