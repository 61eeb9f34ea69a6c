"""The operator's page: a report is closed and leads to a mute, which is lifted; signals are read when asked for."""

import json
from typing import Any

import pytest
from playwright.sync_api import expect

from standpat.language import language
from web.conftest import ROOM

pytestmark = pytest.mark.extended

SEEN = [
    {"kind": "device", "value": "ab" * 32, "last": 1.79e9},
    {"kind": "address", "value": "192.0.2.7", "last": 1.79e9},
]
DESK: dict[str, Any] = {
    "reports": [{"id": 4, "at": 1.79e9, "reporter": "u1", "about": "u2", "table": "t1", "topic": "chat",
                 "text": "<i>Rude</i>", "chat": ["you donkey"], "closed": None, "closed_by": None, "outcome": None}],
    "closed": [],
    "restrictions": [{"id": 9, "kind": "mute", "target": "account", "value": "u2", "reason": "Insults", "began": 1.79e9,
                      "ends": 1.8e9, "made_by": "operator", "lifted": None, "holds": True}],
    "settings": {"house": "online", "speed": "normal", "listed": False, "guest_tables": True, "guest_chat": True,
                 "notice": ""},
    "houses": ["online", "wsop"],
    "acts": [{"id": 1, "at": 1.79e9, "actor": "operator", "act": "setting", "about": "",
              "detail": {"name": "guest_chat", "value": True}}],
    "names": {"u1": "Marit", "u2": "Halvor"},
}  # fmt: skip
SIGNALS: dict[str, Any] = {
    "hands": 60, "shared": [], "flows": [], "flow_pairs": 3, "fold_pairs": 2, "names": {"u1": "Marit", "u2": "Halvor"},
    "folds": [{"who": "u1", "against": "u2", "to_one": [27, 31], "to_others": [40, 90], "gap": [0.2, 0.6],
               "chance": 0.001, "expected": 0.002}],
}  # fmt: skip


@pytest.mark.parametrize(
    ("code", "lang", "phone"),
    [pytest.param("en", "en-GB", False, marks=pytest.mark.slow), ("nb", "nb-NO", True)],
)
def test_the_operators_page(room: ROOM, code: str, lang: str, phone: bool) -> None:
    shown, say = room(phone=phone, locale=lang), language(code)
    page, posted = shown.page, list[tuple[str, Any]]()

    def take(request: Any) -> dict[str, Any]:
        posted.append((request.url.rsplit("/", 1)[-1], json.loads(request.post_data)))
        return {}

    person = {"user": "u2", "name": "Halvor", "kind": "guest", "created": 1.0, "sightings": SEEN}
    shown.answers |= {f"/api/operator/{name}": take for name in ("close", "restrict", "lift", "settings")}
    shown.answers |= {"/api/operator": DESK, "/api/operator/people/u2": person, "/api/operator/signals": SIGNALS}
    shown.go("/operator")
    report = page.locator("article")
    expect(report).to_contain_text("<i>Rude</i>")
    expect(report).to_contain_text("you donkey")
    report.get_by_label(say("operator.outcome")).fill("Warned")
    report.get_by_role("button", name=say("operator.close"), exact=True).click()
    report.get_by_role("button", name=say("operator.restrict")).click()
    form = page.locator(".restrict")
    expect(form.locator("option", has_text="192.0.2.7")).to_have_count(1)
    form.get_by_label(say("operator.kind")).select_option("mute")
    form.get_by_label(say("operator.whom")).select_option(index=2)
    form.get_by_role("button", name=say("operator.restrict-go")).click()
    expect(form).to_contain_text(say("operator.restricted"))
    page.get_by_role("button", name=say("operator.lift"), exact=True).click()
    page.get_by_role("tab", name=say("operator.tabs.signals")).click()
    page.get_by_role("button", name=say("operator.look")).click()
    expect(page.locator(".signals")).to_contain_text("27")
    page.get_by_role("tab", name=say("operator.tabs.settings")).click()
    page.get_by_label(say("operator.settings.guest_chat")).uncheck()
    page.get_by_role("button", name=say("operator.save"), exact=True).click()
    expect(page.locator(".settings")).to_contain_text(say("operator.saved"))
    reason = say("page.report.topics.chat")
    assert posted == [
        ("close", {"id": 4, "outcome": "Warned"}),
        ("restrict", {"kind": "mute", "target": "address", "value": "192.0.2.7", "reason": reason, "days": 7}),
        ("lift", {"id": 9}),
        ("settings", {"name": "guest_chat", "value": False}),
    ]
    assert page.evaluate("document.documentElement.scrollWidth") <= page.evaluate("innerWidth")


def test_a_player_is_reported(room: ROOM) -> None:
    table = room()
    page = table.page
    table.deal()
    table.go()
    page.get_by_role("button", name="About Halvor").click()
    page.get_by_role("button", name="Report").click()
    page.get_by_label("What is it about?").select_option("stalling")
    with page.expect_request("**/api/reports") as sent:
        page.get_by_role("button", name="Send report").click()
    assert json.loads(sent.value.post_data or "") == {"about": "u2", "topic": "stalling", "text": "", "table": "t1"}
    expect(page.get_by_text("The report is sent")).to_be_visible()
