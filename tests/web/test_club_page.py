"""The pages of clubs: the list with an invitation, and a club whose owner plans, records, admits and settles."""

import json
import time
from typing import Any

import pytest
from playwright.sync_api import expect

from standpat.language import language
from web.conftest import ROOM
from web.fake_room import FakeRoom

pytestmark = pytest.mark.extended

NOW = time.time()
RESULTS = [
    {"place": 1, "member": "u1", "entrants": 4, "buy_in": 20, "prize": 60},
    {"place": 3, "member": "u2", "entrants": 4, "buy_in": 40, "prize": 0},
]
EVENING: dict[str, Any] = {
    "season": 1, "title": "<i>Lowball</i>", "at": "2026-11-26T19:00", "zone": "Europe/Oslo", "minutes": 240,
    "note": "Bring cake", "table": None, "tournament": None, "cancelled": False, "entry": None,
}  # fmt: skip
LINE = {"played": 1, "counted": 1, "wins": 1, "net": 40}
SEASON: dict[str, Any] = {
    "id": 1, "name": "Autumn", "best": 3, "began": 1.0, "ended": None, "champions": [],
    "formula": {"factor": 10.0, "entrants_power": 0.5, "place_power": 0.5, "counts_buy_in": True, "least_entrants": 4},
    "standings": [{"rank": 1, "member": "u1", "points": 1129.05, **LINE}],
}  # fmt: skip
CLUB: dict[str, Any] = {
    "id": "c1", "name": "Thursday Lowball", "zone": "Europe/Oslo", "currency": "kr", "approval": True, "created": 1.0,
    "closed": None, "me": "u1", "role": "owner", "code": "7Q2M-0000-ABCD-1111", "feed": False, "heir": None,
    "members": [{"user": "u1", "role": "owner", "joined": 1.0}, {"user": "u2", "role": "member", "joined": 2.0}],
    "waiting": [{"user": "u3", "since": 3.0}],
    "evenings": [
        {**EVENING, "id": "e1", "begins": NOW - 9e5, "entry": 8},
        {**EVENING, "id": "e2", "begins": NOW - 86_400},
        {**EVENING, "id": "e3", "begins": NOW + 86_400},
    ],
    "seasons": [SEASON, {**SEASON, "id": 2, "name": "Spring", "ended": 9.0, "champions": ["u2"]}],
    "statistics": [{"member": "u1", "podiums": 1, "best": 1, "buy_ins": 20, "prizes": 60, "seasons_won": 0, **LINE}],
    "entries": [
        {"id": 8, "evening": "e1", "at": 5.0, "by": "u1", "reason": "Swapped", "replaces": 7, "results": RESULTS},
        {"id": 7, "evening": "e1", "at": 4.0, "by": "u1", "reason": "", "replaces": None, "results": RESULTS[:1]},
    ],
    "payments": [],
    "balances": {"u1": 40, "u2": -40},
    "settlement": {"fewest": True, "payments": [{"payer": "u2", "payee": "u1", "amount": 40}]},
    "names": {"u1": "Marit", "u2": "Halvor med et langt navn", "u3": "Sid"},
}  # fmt: skip


def opened(room: ROOM, **how: Any) -> FakeRoom:
    shown = room(**how)
    shown.answers["/api/clubs/c1"] = CLUB
    shown.go("/clubs/c1")
    expect(shown.page.locator(".next-evening")).to_be_visible()
    return shown


@pytest.mark.parametrize(
    ("code", "lang", "phone"),
    [pytest.param("en", "en-GB", False, marks=pytest.mark.slow), ("nb", "nb-NO", True)],
)
def test_an_owners_evening(room: ROOM, code: str, lang: str, phone: bool) -> None:
    posted, say = list[tuple[str, Any]](), language(code)

    def take(request: Any) -> dict[str, Any]:
        posted.append((request.url.split("/c1/")[-1], json.loads(request.post_data)))
        return {}

    shown = opened(room, phone=phone, locale=lang)
    page = shown.page
    for path in ("newcomer", "paid", "evenings", "evenings/e2/results", "evenings/e1/results"):
        shown.answers[f"/api/clubs/c1/{path}"] = take
    expect(page.locator(".next-evening")).to_contain_text("<i>Lowball</i>")
    page.get_by_role("button", name=say("club.plan"), exact=True).click()
    form = page.get_by_role("dialog")
    form.get_by_label(say("club.date")).fill("2027-01-07")
    form.get_by_label(say("club.weeks")).fill("3")
    form.get_by_role("button", name=say("club.plan-go"), exact=True).click()
    expect(form).to_have_count(0)
    # Results: two play, of five; then a correction, which needs its reason.
    page.get_by_role("button", name=say("club.results")).click()
    for key, value in (("place", "2"), ("buy-in", "20"), ("prize", "30")):
        form.get_by_label(f"Marit: {say(f'club.columns.{key}')}").fill(value)
    form.get_by_label(say("club.entrants")).fill("5")
    form.get_by_role("button", name=say("club.record"), exact=True).click()
    expect(form).to_have_count(0)
    page.locator(".played summary").click()
    assert page.evaluate("document.documentElement.scrollWidth") <= page.evaluate("innerWidth")
    page.get_by_role("button", name=say("club.correct")).click()
    form.get_by_label(say("club.reason")).fill("Halvor was not there")
    form.locator("tbody tr", has_text="Halvor").locator("input").first.fill("")
    form.get_by_role("button", name=say("club.record"), exact=True).click()
    expect(form).to_have_count(0)
    page.get_by_role("tab", name=say("club.tabs.standings")).click()
    expect(page.locator(".standings")).to_contain_text(f"{say.number(1129)}{say('page.tally.point')}05")
    expect(page.locator(".champions")).to_contain_text("Halvor")
    page.get_by_role("tab", name=say("club.tabs.members")).click()
    page.get_by_role("button", name=say("club.admit")).click()
    expect(page.locator(".the-code")).to_contain_text("7Q2M-0000-ABCD-1111")
    page.get_by_role("tab", name=say("club.tabs.ledger")).click()
    expect(page.get_by_text("Swapped")).to_be_visible()
    page.get_by_role("button", name=say("club.got"), exact=True).click()
    plan = {"title": say("club.usual-title"), "at": "2027-01-07T19:00", "minutes": 240, "note": "", "weeks": 3}
    mine = {"place": 2, "member": "u1", "entrants": 5, "buy_in": 20, "prize": 30}
    fixed = {"results": RESULTS[:1], "replaces": 8, "reason": "Halvor was not there"}
    assert posted == [
        ("evenings", plan),
        ("evenings/e2/results", {"results": [mine]}),
        ("evenings/e1/results", fixed),
        ("newcomer", {"user": "u3", "admit": True}),
        ("paid", CLUB["settlement"]["payments"][0]),
    ]


@pytest.mark.parametrize(
    ("code", "lang", "phone"),
    [pytest.param("en", "en-GB", False, marks=pytest.mark.slow), ("nb", "nb-NO", True)],
)
def test_an_evening_gets_a_tournament(room: ROOM, code: str, lang: str, phone: bool) -> None:
    asked, say = list[Any](), language(code)

    def create(request: Any) -> dict[str, Any]:
        asked.append(json.loads(request.post_data))
        return {"tournament": "t1", "url": "/clubs/c1"}

    shown = opened(room, phone=phone, locale=lang)
    page, next_one = shown.page, shown.page.locator(".next-evening")
    shown.answers["/api/tournaments"] = create
    next_one.get_by_role("button", name=say("club.tournament"), exact=True).click()
    form = page.get_by_role("dialog")
    form.get_by_label(say("club.title")).fill("Final")
    form.get_by_label(say("tournament.players")).select_option("4")
    assert page.evaluate("document.documentElement.scrollWidth") <= page.evaluate("innerWidth")
    with_tournament = [{**one, "tournament": "t1"} if one["id"] == "e3" else one for one in CLUB["evenings"]]
    shown.answers["/api/clubs/c1"] = {**CLUB, "evenings": with_tournament}
    form.get_by_role("button", name=say("club.tournament-go"), exact=True).click()
    expect(next_one.get_by_role("link", name=say("club.open-tournament"))).to_have_attribute("href", "/tournaments/t1")
    expect(next_one.get_by_role("button", name=say("club.table"), exact=True)).to_have_count(0)
    one = {"kind": "27td", "speed": "turbo", "name": "Final", "starts": 0, "club": "c1", "evening": "e3", "players": 4}
    assert asked == [one]


@pytest.mark.slow
def test_an_invitation_is_followed(room: ROOM) -> None:
    """The code is in the fragment; a wrong one is refused on the page."""
    shown = room(phone=True, excuse="400")
    refusal = {"code": "not-found", "key": "error.club-code", "args": {}, "text": "", "right": ""}
    answers: list[Any] = [(400, refusal), {"club": "c1", "name": "Thursday", "state": "asked"}]
    mine = {
        "id": "c1",
        "name": "Thursday",
        "state": "asked",
        "role": "member",
        "members": 0,
        "waiting": 0,
        "next": None,
    }
    shown.answers |= {"/api/clubs": {"clubs": []}, "/api/clubs/join": lambda request: answers.pop(0)}
    shown.go("/clubs#7Q2M-0000-ABCD-1111")
    page = shown.page
    expect(page.locator(".join input")).to_have_value("7Q2M-0000-ABCD-1111")
    page.get_by_role("button", name="Join", exact=True).click()
    expect(page.locator(".join")).to_contain_text("does not open any club")
    shown.answers["/api/clubs"] = {"clubs": [{**mine, "closed": None, "offered": False}]}
    page.get_by_role("button", name="Join", exact=True).click()
    expect(page.locator(".join")).to_contain_text("you have asked to join")
    expect(page.get_by_role("button", name="Withdraw")).to_be_visible()
