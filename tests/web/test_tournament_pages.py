"""The pages of tournaments: the list with its form, and a tournament with its clock, standings and requests."""

import json
import time
from typing import Any

import msgspec
import pytest
from playwright.sync_api import expect

from standpat.language import language
from standpat.tournament.presets import preset
from standpat.tournament.structure import Structure
from web.conftest import ROOM

pytestmark = pytest.mark.extended

ROW: dict[str, Any] = {
    "id": "t1",
    "name": "<b>Friday</b>",
    "games": ["27sd"],
    "status": "open",
    "sit_and_go": True,
    "starts": 0,
    "entrants": 2,
    "most": 3,
    "left": 2,
    "cost": 0,
    "late": True,
    "entered": True,
    "table": "abc",
}
ONE: dict[str, Any] = {
    "id": "u1",
    "name": "<i>Marit</i>",
    "bot": False,
    "stack": 1500,
    "place": 0,
    "shared": 1,
    "prize": 0,
    "table": 1,
    "seat": 0,
}
STAKES = {"small_blind": 10, "big_blind": 20, "ante": 20, "ante_by": "big-blind"}


TABLE: dict[str, Any] = {
    "number": 1,
    "id": "abc",
    "players": 2,
    "free": [2],
    "hand": 4,
    "game": "27sd",
    "next_game": "27sd",
}


def view(**changes: Any) -> dict[str, Any]:
    now = int(time.time() * 1000)
    return {
        "row": {**ROW, "status": "running", "cost": 100},
        "now": now,
        "level": 1,
        "ends": now + 90_000,
        "left": 90_000,
        "on_break": False,
        "paused": False,
        "called_off": False,
        "hand_for_hand": False,
        "chips": 4500,
        "average": 1500,
        "pool": 300,
        "prizes": [300],
        "final": True,
        "present": {"number": 1, "minutes": 3, "games": {"27sd": STAKES}, "break_after": 5},
        "coming": {"number": 2, "minutes": 3, "games": {"27sd": STAKES}, "break_after": 0},
        "next_break": 90_000,
        "acts": [],
        "levels": [{"number": 1, "minutes": 3, "games": {"27sd": STAKES}, "break_after": 5}],
        "standings": [ONE, {**ONE, "id": "u2", "name": "Halvor", "place": 3, "stack": 0, "table": 0}],
        "tables": [TABLE],
        "notes": ["Welcome"],
        "proposal": None,
        "director": True,
        "me": ONE,
        "may": [],
        **changes,
    }


def test_a_sit_and_go_is_opened_and_entered(room: ROOM) -> None:
    say, posted = language("nb"), list[tuple[str, Any]]()

    def take(request: Any) -> dict[str, Any]:
        if request.method == "GET":
            return {"tournaments": [ROW]}
        posted.append((request.url.split("/api/")[-1], json.loads(request.post_data)))
        return {"tournament": "t1", "url": "/tournaments/t1"}

    shown = room(phone=True, locale="nb-NO")
    shown.answers |= {"/api/tournaments": take, "/api/tournaments/t1/register": take, "/api/tournaments/t1": view()}
    shown.go("/tournaments")
    page = shown.page
    expect(page.locator(".cards li")).to_contain_text("<b>Friday</b>")
    page.get_by_role("button", name=say("tournament.new")).click()
    form = page.get_by_role("dialog")
    form.locator("select").first.select_option("27sd")
    form.get_by_label(say("tournament.players")).select_option("3")
    form.get_by_role("button", name=say("tournament.new-go")).click()
    expect(page.locator(".clock")).to_be_visible()
    wish = {"kind": "27sd", "speed": "turbo", "players": 3, "bots": 0, "buy_in": 0}
    assert posted == [("tournaments", wish), ("tournaments/t1/register", {})]


def test_who_makes_a_sit_and_go_sees_what_the_bots_cost(room: ROOM) -> None:
    say, posted = language("nb"), list[Any]()

    def take(request: Any) -> Any:
        if request.method == "GET":
            return {"tournaments": [{**ROW, "private": True}]}
        posted.append(json.loads(request.post_data))
        return 400, {"code": "no-chips", "key": "error.wallet", "args": {}, "text": "no", "right": ""}

    shown = room(phone=True, locale="nb-NO", excuse="400")
    shown.answers |= {"/api/tournaments": take}
    shown.go("/tournaments")
    page = shown.page
    expect(page.locator(".mark.private")).to_have_text(say("tournament.private-mark"))
    page.get_by_role("button", name=say("tournament.new")).click()
    form = page.get_by_role("dialog")
    bill, password = form.locator(".bill"), form.get_by_label(say("tournament.own-password"))
    expect(bill).to_be_empty()
    expect(password).to_be_hidden()
    form.get_by_role("combobox", name=say("tournament.own.buy_in")).select_option("200")
    expect(bill).to_have_text(say("tournament.bill", count=0, chips=200))
    form.get_by_role("combobox", name=say("tournament.bots")).select_option("2")
    expect(bill).to_have_text(say("tournament.bill", count=2, chips=600))
    form.get_by_label(say("tournament.private")).check()
    password.fill("hemmelig")
    form.get_by_role("button", name=say("tournament.new-go")).click()
    expect(form.get_by_role("alert")).to_have_text(say("error.wallet"), ignore_case=True)
    form.get_by_label(say("tournament.private")).uncheck()  # a password that nobody sees is not sent
    form.get_by_role("button", name=say("tournament.new-go")).click()
    expect(form.get_by_role("alert")).to_have_text(say("error.wallet"), ignore_case=True)
    told = {"kind": "27td", "speed": "turbo", "players": 6, "bots": 2, "buy_in": 200}
    assert posted == [{**told, "private": True, "password": "hemmelig"}, told]


def test_a_private_tournament_opens_with_its_password_and_has_an_invitation(room: ROOM) -> None:
    say, tried = language("en"), list[str]()
    locked = 403, {"code": "not-allowed", "key": "error.tournament-password", "args": {}, "text": "", "right": ""}

    def look(_: Any) -> Any:
        return view(row={**ROW, "private": True}, payer="<i>Marit</i>") if tried[-1:] == ["open sesame"] else locked

    def take(request: Any) -> Any:
        tried.append(json.loads(request.post_data)["password"])
        wrong = {"code": "not-possible", "key": "error.wrong-password", "args": {}, "text": "", "right": ""}
        return {} if tried[-1] == "open sesame" else (400, wrong)

    shown = room(phone=True, excuse=("403", "400"))
    shown.answers |= {"/api/tournaments/t1": look, "/api/tournaments/t1/enter": take}
    told = {"url": "https://example.com/tournaments/t1", "password": True, "approval": False, "listed": False}
    shown.answers |= {"/api/tournaments/t1/invitation": told}
    shown.go("/tournaments/t1")
    page = shown.page
    dialog = page.get_by_role("dialog", name=say("tournament.locked"))
    for password in ("guess", "open sesame"):
        dialog.get_by_label(say("page.password.label")).fill(password)
        dialog.get_by_role("button", name=say("page.password.go")).click()
        if password == "guess":
            expect(dialog.get_by_role("alert")).to_have_text(say("error.wrong-password"), ignore_case=True)
    expect(page.locator(".payer")).to_have_text(say("tournament.payer", name="<i>Marit</i>", count=0))
    page.get_by_role("button", name=say("page.menu.invite")).click()
    sheet = page.locator("dialog.invite[open]")
    expect(sheet.locator(".link input")).to_have_value("https://example.com/tournaments/t1")
    expect(sheet.locator(".code")).to_have_attribute("src", "/api/tournaments/t1/invitation.svg")
    expect(sheet.locator(".notes li")).to_have_text([say("page.invite.password")])


def test_one_press_enters_and_a_refusal_says_why(room: ROOM) -> None:
    say, answers = language("en"), [(400, {"code": "not-possible", "text": "no"}), (200, {})]

    def register(_: Any) -> Any:
        return answers.pop(0)

    shown = room(excuse="400")
    row = {**ROW, "entered": False, "table": ""}
    shown.answers |= {
        "/api/tournaments": {"tournaments": [row]},
        "/api/tournaments/t1/register": register,
        "/api/tournaments/t1": view(),
    }
    shown.go("/tournaments")
    page = shown.page
    page.get_by_role("button", name=say("tournament.acts.register")).click()
    expect(page.get_by_role("alert")).not_to_be_empty()
    page.get_by_role("button", name=say("tournament.acts.register")).click()
    expect(page.locator(".clock")).to_be_visible()


def test_a_tournament_shows_its_clock_and_what_one_can_do(room: ROOM) -> None:
    say, posted = language("en"), list[str]()

    def take(request: Any) -> dict[str, Any]:
        posted.append(request.url.split("/t1/")[-1])
        return {}

    shown = room()
    shown.answers |= {"/api/tournaments/t1": view(may=["rebuy"])}
    shown.answers |= {"/api/tournaments/t1/rebuy": take}
    shown.go("/tournaments/t1")
    page = shown.page
    expect(page.locator(".clock")).to_contain_text("1:")
    expect(page.get_by_role("link", name=say("tournament.to-table"))).to_have_attribute("href", "/tables/abc")
    expect(page.locator(".pane:visible tr.me")).to_contain_text("<i>Marit</i>")
    expect(page.get_by_text("Welcome")).to_be_visible()
    page.get_by_role("button", name=say("tournament.acts.rebuy")).click()
    page.get_by_role("tab", name=say("tournament.tabs.prizes")).click()
    expect(page.locator(".pane:visible")).to_contain_text("300")
    page.get_by_role("tab", name=say("tournament.tabs.levels")).click()
    expect(page.locator(".pane:visible")).to_contain_text("10/20")
    assert posted == ["rebuy"]


ACT = {"number": 1, "at": 0, "act": "time", "why": "<b>slow</b>", "player": "", "minutes": -2.5, "table": 0}


def test_the_director_acts_with_a_reason_and_undoes_it(room: ROOM) -> None:
    say, posted = language("nb"), list[tuple[str, Any]]()

    def take(request: Any) -> dict[str, Any]:
        posted.append((request.url.split("/t1/")[-1], json.loads(request.post_data)))
        return {}

    shown = room(phone=True, locale="nb-NO")
    tables = [TABLE, {**TABLE, "number": 2, "id": "def", "free": [0, 5]}]
    acts = [{**ACT, "undone": "", "may_undo": True}]
    shown.answers |= {"/api/tournaments/t1": view(tables=tables, acts=acts)}
    shown.answers |= {f"/api/tournaments/t1/{wish}": take for wish in ("move", "disqualify", "undo", "time", "pause")}
    shown.go("/tournaments/t1")
    page = shown.page
    page.get_by_role("tab", name=say("tournament.tabs.director")).click()
    expect(page.locator(".record")).to_contain_text("2,5 minutter trukket fra")
    expect(page.locator(".record")).to_contain_text("<b>slow</b>")

    def act(key: str, why: str, *, field: str = "why", **chosen: str) -> None:
        page.get_by_role("button", name=say(f"tournament.direct.{key}"), exact=True).first.click()
        form = page.get_by_role("dialog")
        for name, value in chosen.items():
            form.get_by_label(say(name.replace("_", "."))).select_option(value)
        form.get_by_label(say(f"tournament.direct.{field}"), exact=True).fill(why)
        form.get_by_role("button", name=say(f"tournament.direct.{key}")).click()
        expect(page.get_by_role("dialog")).to_have_count(0)

    act("move", "brothers", tournament_direct_to="2 5")
    act("remove", "shouting")
    act("undo", "wrong")
    act("pause", "", field="why-not")
    act("time", "", field="why-not")
    assert posted == [
        ("move", {"player": "u1", "table": 2, "seat": 5, "why": "brothers"}),
        ("disqualify", {"player": "u1", "why": "shouting"}),
        ("undo", {"act": 1, "why": "wrong"}),
        ("pause", {"text": ""}),
        ("time", {"minutes": 5, "text": ""}),
    ]


def test_a_player_is_found_and_typing_is_not_disturbed(room: ROOM) -> None:
    say = language("en")
    shown = room()
    asked = list[str]()
    others = [{**ONE, "id": f"u{k}", "name": f"Player {k}", "table": 1 + k % 2, "seat": k} for k in range(2, 6)]
    tables = [{**TABLE, "number": 2, "id": "def"}, TABLE]

    def take(request: Any) -> dict[str, Any]:
        asked.append(request.method)
        return view(tables=tables, standings=[ONE, *others], director=False)

    shown.answers |= {"/api/tournaments/t1": take}
    shown.go("/tournaments/t1")
    page = shown.page
    page.get_by_role("tab", name=say("tournament.tabs.tables")).click()
    expect(page.locator(".a-table h2")).to_have_text(["Table 1", "Table 2"])  # one's own comes first
    search = page.get_by_role("searchbox")
    search.press_sequentially("yer 3")
    expect(page.locator(".hit")).to_have_text("Player 3: table 2, seat 4")
    expect(page.locator(".a-table h2")).to_have_text(["Table 2"])
    expect(page.get_by_role("link", name="Watch table 2")).to_have_attribute("href", "/tables/def")
    page.locator(".a-table a").focus()
    before = len(asked)
    page.wait_for_function("() => new Promise((done) => setTimeout(done, 3300))")
    assert len(asked) > before
    expect(page.locator(".a-table a")).to_be_focused()
    page.get_by_role("tab", name=say("tournament.tabs.director")).click()
    expect(page.get_by_role("button", name=say("tournament.direct.pause"))).to_have_count(0)


def test_the_clock_for_a_television_counts_down_and_tells_what_comes(room: ROOM) -> None:
    say = language("nb")
    stakes = {"27sd": STAKES, "a5td": {**STAKES, "ante": 0}}
    now = view(
        row={**ROW, "status": "running", "games": ["27sd", "a5td"], "left": 38, "entrants": 214},
        prizes=[300, 200, 100, 50],
        levels=[],
        present={"number": 7, "minutes": 3, "games": stakes, "break_after": 0},
        coming={"number": 8, "minutes": 3, "games": stakes, "break_after": 0},
        level=7,
        tables=[{**TABLE, "next_game": "a5td"}],
        notes=["Old", "<b>Pizza</b>"],
        director=False,
        me=None,
    )
    shown = room(locale="nb-NO", still=False)
    shown.answers |= {"/api/tournaments/t1": now}
    shown.go("/tournaments/t1/clock")
    page = shown.page
    expect(page.locator(".state")).to_have_text("Nivå 7")
    expect(page.locator(".played .game")).to_contain_text("Single Draw")
    expect(page.locator(".next")).to_contain_text(say("tournament.tv.next-game"))
    expect(page.locator(".told")).to_have_text("<b>Pizza</b>")
    expect(page.locator(".facts")).to_contain_text("1 500")
    expect(page.locator(".prizes li")).to_have_text(["1.300", "2.200", "3.100"])
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    first, second = page.evaluate(
        """async () => { const read = () => document.querySelector(".time").textContent; const first = read();
        await new Promise((done) => setTimeout(done, 1300)); return [first, read()]; }"""
    )
    seconds = [60 * int(text.split(":")[0]) + int(text.split(":")[1]) for text in (first, second)]
    assert 1 <= seconds[0] - seconds[1] <= 2
    assert page.evaluate("[document.body.scrollWidth - innerWidth, document.body.scrollHeight - innerHeight]") == [0, 0]
    paused = view(paused=True, ends=0, left=61_000)
    shown.answers |= {"/api/tournaments/t1": paused}
    expect(page.locator(".state")).to_have_text(say("tournament.paused"))
    expect(page.locator(".time")).to_have_text("1:01")


def test_a_structure_of_ones_own_is_made_from_a_preset(room: ROOM) -> None:
    say, posted = language("en"), list[Any]()
    start = msgspec.to_builtins(preset("27sd"))

    def check(request: Any) -> Any:
        posted.append(json.loads(request.post_data))
        first, second = [level["games"]["27sd"]["big_blind"] for level in posted[-1]["structure"]["levels"][:2]]
        if second > first:
            return {"entries": 20, "length": {"level": 9, "minutes": [95, 80, 125]}, "prizes": [1000, 500]}
        args = {"level": 2, "game": "27sd"}
        return 400, {"code": "not-possible", "key": "error.structure-rising", "args": args, "text": "", "right": ""}

    def take(request: Any) -> dict[str, Any]:
        posted.append(json.loads(request.post_data))
        return {"tournament": "t1", "url": "/tournaments/t1"}

    shown = room(phone=True, excuse="status of 400")
    shown.answers |= {"/api/tournaments/preset": {"structure": start}, "/api/tournaments/check": check}
    shown.answers |= {"/api/tournaments": take, "/api/tournaments/t1": view()}
    shown.go("/tournaments/new")
    page = shown.page
    expect(page.locator(".length")).to_contain_text("About 1 h 35 min with 20 entries")
    expect(page.locator(".length")).to_contain_text("first prize 1,000")
    page.get_by_label("Level 2: Big blind").fill("50")
    expect(page.locator("#wrong-level-2")).to_contain_text("no blind or ante may fall")
    page.get_by_role("button", name=say("tournament.own.go")).click()
    expect(page.locator("[data-level='2'] input").first).to_be_focused()
    page.get_by_role("button", name=say("tournament.own.remove", number=2)).click()
    expect(page.locator("#wrong-level-2")).to_be_hidden()
    page.get_by_role("button", name=say("tournament.own.add", number=1), exact=True).click()
    expect(page.get_by_label("Level 2: Big blind")).to_have_value("150")  # between 100 and 200
    page.get_by_label("Level 2: Big blind").fill("125")
    page.get_by_label(say("tournament.own.name")).fill("Mine")
    page.get_by_label(say("tournament.own.shares")).fill("60, 40")
    page.get_by_label(say("tournament.own.rebuys")).check()
    page.get_by_label(say("tournament.bots")).fill("3")
    expect(page.locator(".length")).to_contain_text("About")
    page.get_by_role("button", name=say("tournament.own.go")).click()
    expect(page.locator(".clock")).to_be_visible()
    sent = posted[-1]
    assert (sent["name"], sent["bots"], sent["starts"] > 1e9) == ("Mine", 3, True)
    made = msgspec.convert(sent["structure"], Structure)
    assert [level.games["27sd"].big_blind for level in made.levels[:3]] == [100, 125, 200]
    assert made.payout.table == (60, 40)
    assert made.rebuys is not None
    assert made.re_entries == 1


COURSE: dict[str, Any] = {
    "began": 0,
    "ended": 95 * 60_000,
    "hands": 61,
    "stacks": {"u1": [[1, 1500], [2, 2500], [3, 4500]], "u2": [[1, 1500], [2, 800]]},
    "left": [[0, 3], [30 * 60_000, 2], [95 * 60_000, 1]],
    "tables": [
        {"number": 1, "levels": [{"level": 1, "hands": 30}, {"level": 2, "hands": 1}, {"level": 1, "hands": 2}]},
        {"number": 2, "levels": [{"level": 2, "hands": 28}]},
    ],
}


def hand(number: int, **changes: Any) -> dict[str, Any]:
    return {
        "id": f"{number:024x}",
        "number": number,
        "game": "27sd",
        "won": [["<i>Marit</i>", 1200]],
        "lost_all": [],
        "net": None,
        "counts": True,
        **changes,
    }


def over(shown: Any, **changes: Any) -> None:
    """A tournament that is over, as the room answers."""
    row, winner = {**ROW, "status": "finished", **changes}, {**ONE, "place": 1, "table": 0, "prize": 130}
    second = {**ONE, "id": "u2", "name": "Halvor", "bot": True, "place": 2, "stack": 0, "table": 0, "prize": 70}
    ended = view(row=row, standings=[winner, second], tables=[], director=False, notes=[], payer="Kari")
    shown.answers |= {"/api/tournaments/t1": ended, "/api/tournaments/t1/course": COURSE}
    shown.answers |= {"/api/tournaments/t1/hands": {"hands": [], "more": False}}


def test_a_tournament_that_is_over_shows_how_it_went(room: ROOM) -> None:
    say = language("nb")
    shown = room(phone=True, locale="nb-NO")
    over(shown)
    shown.go("/tournaments/t1")
    page = shown.page
    expect(page.locator(".won b")).to_have_text("<i>Marit</i>")
    expect(page.get_by_text(say("tournament.field", count=3))).to_be_visible()  # and not who is left
    expect(page.locator(".pane:visible")).to_contain_text("1 t 35 min")
    expect(page.locator(".stacks li")).to_have_text(
        [
            say("tournament.result.most", name="1. <i>Marit</i>", chips=4500),
            say("tournament.result.most", name="2. Halvor", chips=1500),
            say("tournament.result.left-text", time="1 t 35 min", **{"from": 3}),
        ]
    )
    expect(page.locator(".paid li.me")).to_have_text("1. <i>Marit</i>130")
    expect(page.locator(".paid li").last).to_have_text("2. Halvor (robot)til Kari70")
    lines = page.locator(".graph path").evaluate_all("all => all.map((path) => path.getAttribute('d'))")
    assert lines[0] == "M0.0 154.0L320.0 110.0L640.0 22.0"  # the axis ends with 5000
    assert lines[1].endswith("L640.0 220.0")  # out
    assert "H" in lines[2]
    assert "V" in lines[2]


def test_graphs_have_axes_and_their_figures_are_a_table(room: ROOM) -> None:
    shown, say = room(phone=True), language("en")
    over(shown)
    shown.go("/tournaments/t1")
    page = shown.page
    stacks, left = page.locator(".stacks").first, page.locator(".stacks").last
    expect(stacks.locator(".up-ticks span")).to_have_text(["0", "1,000", "2,000", "3,000", "4,000", "5,000"])
    expect(stacks.locator(".across-ticks span")).to_have_text(["1", "2", say("page.graph.end")])
    expect(stacks.locator(".up-title")).to_have_text(say("page.graph.chips"))
    expect(stacks.locator(".across-title")).to_have_text(say("page.graph.level"))
    expect(left.locator(".up-ticks span")).to_have_text(["0", "1", "2", "3"])
    expect(left.locator(".across-ticks span")).to_have_text(["0:00", "0:30", "1:00", "1:30"])
    expect(left.locator(".across-title")).to_have_text(say("page.graph.hours"))
    expect(stacks.locator(".plot")).to_have_attribute("aria-hidden", "true")
    stacks.locator("summary").click()
    rows = stacks.locator("tbody tr").evaluate_all(
        "rows => rows.map((row) => [...row.cells].map((c) => c.textContent))"
    )
    assert rows == [["1", "1,500", "1,500"], ["2", "2,500", "800"], [say("page.graph.end"), "4,500", "0"]]
    left.locator("summary").click()
    expect(left.locator("tbody tr")).to_have_text(["0:003", "0:302", "1:002", "1:302", "1:351"])
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_hands_are_listed_by_table_and_level(room: ROOM) -> None:
    shown, say, asked = room(), language("en"), list[str]()
    over(shown, games=["27sd", "27td"])
    own = hand(2, net=-1500, lost_all=["Halvor"], game="27td")
    pages = {
        "table=2&level=2&after=0": {"hands": [hand(1), own], "more": True},
        "table=2&level=2&after=2": {"hands": [hand(3, won=[], counts=False)], "more": False},
        "table=1&level=2&after=0": {"hands": [hand(31)], "more": False},
        "table=1&level=1&after=0": {"hands": [], "more": False},
    }

    def take(request: Any) -> dict[str, Any]:
        asked.append(request.url.split("?")[1])
        return pages[asked[-1]]

    shown.answers["/api/tournaments/t1/hands"] = take
    shown.go("/tournaments/t1")
    page = shown.page
    table, level = [
        page.get_by_role("combobox", name=say(f"tournament.{key}")) for key in ("result.table", "columns.level")
    ]
    rows = page.locator(".hand-rows a")
    expect(rows).to_have_count(2)
    expect(rows.nth(0)).to_contain_text("<i>Marit</i> +1,200")
    expect(rows.nth(1)).to_contain_text(say("tournament.result.lost-all", names="Halvor"))
    expect(rows.nth(1)).to_contain_text(say("tournament.result.own", net="−1,500"))
    expect(rows.nth(1)).to_have_attribute("href", f"/hands/{2:024x}")
    page.get_by_role("button", name=say("tournament.result.more")).click()
    expect(rows).to_have_count(3)
    expect(rows.nth(2)).to_contain_text(say("tournament.result.voided"))
    expect(rows.nth(2)).to_be_focused()
    table.select_option("1")
    expect(rows).to_have_count(1)
    expect(level.locator("option")).to_have_text(["Level 1: 32 hands", "Level 2: 1 hand"])
    assert page.url.endswith("/tournaments/t1?table=1&level=2")
    level.select_option("1")
    expect(rows).to_have_count(0)
    page.reload()
    expect(level).to_have_value("1")
    assert asked == [*pages, "table=1&level=1&after=0"]
