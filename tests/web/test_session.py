"""The page of a session: payments, results, stacks, pots and files, in both languages, on every width."""

import json
from typing import Any

import pytest
from playwright.sync_api import expect

from standpat.language import language
from web.conftest import ROOM

ANN, BO, LONG = "u-ann", "u-bo", "u-long"
STACKS = {ANN: [[0, 400], [1, 430], [2, 610]], BO: [[0, 400], [1, 370], [2, 190]], LONG: [[1, 200]]}


def session(**changes: Any) -> dict[str, Any]:
    """The room's answer."""
    names = {ANN: "Ann", BO: "Bo 242", LONG: "N" * 24}
    nets = {ANN: 210, BO: -210, LONG: 0}
    columns = {"brought": 0, "topped_up": 0, "cashed_out": 0, "bot": False}
    totals = {"game": "27td", "hands": 2, "vpip": 1, "pfr": 0, "showdowns": 2, "showdowns_won": 1, "drawn": [2.5, None]}
    return {
        "table": "t1",
        "name": "Kitchen",
        "began": 1_790_000_000.0,
        "closed": None,
        "whole": True,
        "hands": 2,
        "games": {"27td": 2},
        "players": [
            {
                **columns,
                "user": u,
                "name": names[u],
                "bought_in": s[0][1],
                "stack": s[-1][1],
                "net": nets[u],
                "stacks": s,
            }
            for u, s in STACKS.items()
        ],
        "movements": [{"at": 1_790_000_000.0, "user": ANN, "reason": "buy-in", "amount": 400}],
        "pots": [{"id": "5f0c3a9e81d24b7766aa0e13", "hand_no": 2, "game": "27td", "amount": 360, "winners": ["Ann"]}],
        "statistics": [{"user": ANN, "totals": {**totals, "net": 210}}],
        "difference": 0,
        "settlement": {"fewest": True, "payments": [{"payer": BO, "payee": "bank", "amount": 210}]},
        "debts": [],
        "earlier": [],
        "names": names,
        **changes,
    }


@pytest.mark.parametrize(
    ("code", "lang", "phone"),
    [
        ("en", "en-GB", False),
        ("nb", "nb-NO", True),
        pytest.param("nb", "nb-NO", False, marks=pytest.mark.slow),
        pytest.param("en", "en-GB", True, marks=pytest.mark.slow),
    ],
)
def test_the_page_shows_the_session(room: ROOM, code: str, lang: str, phone: bool) -> None:
    shown, say = room(phone=phone, locale=lang), language(code)
    shown.answers["/api/tables/t1/session"] = session()
    shown.go("/tables/t1/session")
    page = shown.page
    expect(page.locator("h1")).to_have_text(say("evening.title", table="Kitchen"))
    pays = say("evening.pays", payer="Bo 242", payee=say("evening.bank"), amount=210)
    expect(page.locator(".payments li")).to_have_text([pays])
    expect(page.locator("tbody tr").first.locator("td").first).to_have_text("+210")
    expect(page.locator(".graph path")).to_have_count(3)
    expect(page.locator(".stacks li").first).to_have_text(
        say("evening.graph-text", name="Ann", first=400, most=610, last=610)
    )
    expect(page.locator(".pots a")).to_have_attribute("href", "/hands/5f0c3a9e81d24b7766aa0e13")
    hrefs = page.locator(".files a").evaluate_all("links => links.map((link) => link.getAttribute('href'))")
    path = "/api/tables/t1/session/download?format="
    assert hrefs == [f"{path}{form}&lang={code}" for form in ("text", "players", "payments", "ledger")]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_ledger_that_does_not_add_up_is_said(room: ROOM) -> None:
    shown = room()
    shown.answers["/api/tables/t1/session"] = session(settlement=None, difference=-5)
    shown.go("/tables/t1/session")
    expect(shown.page.locator(".wrong")).to_contain_text("−5")


def test_nothing_was_played(room: ROOM) -> None:
    shown = room()
    nothing = {"fewest": True, "payments": []}
    empty = session(players=[], pots=[], statistics=[], movements=[], settlement=nothing, hands=0, games={})
    shown.answers["/api/tables/t1/session"] = empty
    shown.go("/tables/t1/session")
    expect(shown.page.locator("main")).to_contain_text(language("en")("evening.no-hands"))
    expect(shown.page.locator("main")).to_contain_text(language("en")("evening.settled"))


def test_who_may_not_see_it_is_told(room: ROOM) -> None:
    shown = room(excuse="404")
    shown.answers["/api/tables/t1/session"] = (
        404,
        {"code": "not-found", "text": "", "key": "error.no-table", "args": {}},
    )
    shown.go("/tables/t1/session")
    expect(shown.page.locator("h1")).not_to_be_empty()
    expect(shown.page.locator(".payments")).to_have_count(0)


def test_a_payment_is_said_to_be_made(room: ROOM) -> None:
    shown = room()
    last = {"table": "t0", "name": "Kitchen", "at": 1.78e9, "paid": None, "received": None}
    debts = [{**last, "table": "t1", "payer": BO, "payee": ANN, "amount": 210}]
    earlier = [{**last, "payer": ANN, "payee": BO, "amount": 40}, {**last, "payer": BO, "payee": LONG, "amount": 5}]
    settlement = {"fewest": True, "payments": [{"payer": BO, "payee": ANN, "amount": 210}]}
    shown.answers["/api/tables/t1/session"] = session(debts=debts, earlier=earlier, settlement=settlement)
    shown.answers["/api/me"] = {"user": ANN}
    shown.go("/tables/t1/session")
    page = shown.page
    with page.expect_request("**/api/tables/t0/paid") as sent:
        page.get_by_role("button", name="I have paid").click()
    assert json.loads(sent.value.post_data or "") == {"payer": ANN, "payee": BO, "on": True}
    expect(page.get_by_text("Ann says that it is paid")).to_be_visible()
    expect(page.get_by_role("button", name="Take back")).to_have_count(1)
    page.get_by_role("button", name="I have got it").click()
    expect(page.locator(".settled")).to_have_count(1)
    expect(page.locator(".payments button")).to_have_count(2)  # none at what does not concern the viewer
