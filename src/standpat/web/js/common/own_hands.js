/**
 * The viewer's own hands at all tables, newest first, a page at a time, with the form that searches in them. A page of the
 * room puts the parts where it wants them: `search.node`, `total`, `list`, `status` and `more`.
 */

import { request } from "./api.js";
import { el, setText } from "./dom.js";
import { HandSearch } from "./hand_search.js";
import { errorText, gameName } from "./labels.js";

/** @typedef {{id: string, ended: number, game: string, net: number, seat: number, names: string[], pot: number | null,
 *   showdown: boolean, tournament?: {id: string, table: string} | null}} OwnHand */

export class OwnHands {
  /** @param {import("./i18n.js").Say} say @param {() => void} [onSearch] called when the search has changed */
  constructor(say, onSearch = () => {}) {
    this.say = say;
    /** The last request; an answer to an earlier one is dropped. */
    this.asked = 0;
    this.last = "";
    /** Whether more than the newest hands are shown. */
    this.paged = false;
    this.search = new HandSearch(say, () => (onSearch(), void this.load()));
    this.list = el("ol", { class: "own-hands" });
    this.total = el("p", { class: "note total", role: "status" });
    this.status = el("p", { class: "note", role: "status" });
    this.more = el("button", { type: "button", class: "btn", hidden: true, on: { click: () => void this.load(this.last) } }, say("page.mine.more"));
  }

  /** Fetch the newest hands, or those before a hand. @param {string} [before] */
  async load(before = "") {
    const { say, search } = this;
    const asked = ++this.asked;
    const query = [search.query, before && `before=${before}`].filter((part) => part).join("&");
    const answer = await request(`/api/hands${query && `?${query}`}`);
    if (asked !== this.asked) return;
    if (!answer.ok) return setText(this.status, errorText(answer, say));
    /** @type {OwnHand[]} */
    const hands = answer.hands;
    const rows = hands.map((hand) => this.row(hand));
    this.paged = before !== "";
    if (before) {
      this.list.append(...rows);
      rows[0]?.querySelector("a")?.focus();
    } else this.list.replaceChildren(...rows);
    this.last = hands.at(-1)?.id ?? "";
    this.more.hidden = !answer.more;
    if (answer.total) this.added(answer.total);
    search.suggest(hands.flatMap(others));
    const empty = this.list.childElementCount ? "" : say(search.query ? "page.mine.nothing" : "page.mine.none");
    setText(this.status, [empty, answer.whole === false ? say("page.mine.part") : ""].filter((text) => text).join(" "));
  }

  /**
   * What all hands of the search add up to: those of tournaments are counted, and their chips are not.
   * @param {{hands: number, net: number, games: string[], tournaments?: number}} total
   */
  added({ hands, net, games, tournaments = 0 }) {
    const { say } = this;
    this.search.offer(games);
    const parts = [
      hands ? say("page.mine.total", { count: hands, net: say.signed(net) }) : "",
      tournaments ? say("page.mine.total-tournament", { count: tournaments }) : "",
    ];
    setText(this.total, parts.filter((part) => part).join(" · "));
  }

  /** @param {OwnHand} hand */
  row(hand) {
    const { say } = this;
    const { id, ended, game, net, pot, showdown, tournament } = hand;
    const at = new Date(1000 * ended);
    const year = at.getFullYear() === new Date().getFullYear() ? undefined : /** @type {const} */ ("numeric");
    const when = at.toLocaleString(say.code, { year, day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
    const facts = [
      tournament ? tournament.table : "",
      typeof pot === "number" ? say("page.mine.pot-of", { chips: pot }) : "",
      showdown ? say("page.mine.at-showdown") : "",
    ];
    const parts = { at: when, facts: facts.filter((fact) => fact).join(", "), who: others(hand).join(", ") };
    return el(
      "li",
      {},
      el(
        "a",
        { href: `/hands/${id}` },
        el("span", { class: "game", text: gameName(game, say) }),
        el("span", { class: `net ${net > 0 ? "up" : net < 0 ? "down" : ""}`, text: say.signed(net) }),
        el("span", { class: "rest" }, ...Object.entries(parts).map(([name, text]) => (text ? el("span", { class: name, text }) : null))),
      ),
    );
  }
}

/** The names of those who played the hand with the viewer. @param {OwnHand} hand */
const others = ({ names, seat }) => names.filter((_, at) => at !== seat);
