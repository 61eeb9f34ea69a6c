"""Dialogs show their own results: errors, the time until the next attempt, success; and they fit the window."""

import json
import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from web.conftest import PAGE
from web.fake_room import FakeRoom
from web.test_pages import finished, furnish

pytestmark = pytest.mark.extended

KEY = "5f0c3a9e81d24b7766aa0e13"
TOO_MANY = (
    429,
    {"code": "too-fast", "text": "", "right": "", "key": "error.too-many-tries", "args": {}, "retry_after": 40},
)
WRONG = (400, {"code": "not-possible", "text": "", "right": "", "key": "error.sign-in", "args": {}})


@pytest.fixture
def fake(new_page: PAGE) -> Callable[..., FakeRoom]:
    """A room whose refusals may appear in the console."""

    def make(phone: bool = False, locale: str = "en-GB", **table: Any) -> FakeRoom:
        return FakeRoom(new_page(phone, locale, excuse="Failed to load resource"), **table)

    return make


def noting(said: list[Any], answer: Any) -> Callable[[Any], Any]:
    """An answer that records the requests."""

    def tell(request: Any) -> Any:
        said.append(json.loads(request.post_data or "null"))
        return answer

    return tell


def account(table: FakeRoom, **me: Any) -> tuple[Page, Locator, list[Any]]:
    """The account dialog, and the requests to `/api/me`."""
    furnish(table)
    asked: list[Any] = []
    told = {"user": "u0", "name": "Guest 7", "role": "guest", "chips": 9700, "seats": []} | me
    table.answers["/api/me"] = noting(asked, told)
    table.go("/")
    table.page.locator(".account").click()
    dialog = table.page.locator("dialog.account-dialog")
    expect(dialog.locator(".note").first).not_to_be_empty()
    return table.page, dialog, asked


def seen(dialog: Locator, text: str) -> None:
    """Check that the text is visible in front of everything else."""
    line = dialog.get_by_text(text).first
    expect(line).to_be_visible()
    assert line.evaluate(
        """(node) => { const box = node.getBoundingClientRect();
        const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
        return node.contains(top) || top.contains(node); }"""
    )


MIDNIGHT = 1_795_392_000.0  # UTC


@pytest.mark.parametrize(
    ("locale", "answer", "said"),
    [
        ("en-GB", {"chips": 0, "wallet": 10_000, "most": 10_000}, "You already have 10,000 chips"),
        ("nb-NO", {"chips": 0, "wallet": 12_500, "most": 10_000}, "Du har allerede 12 500 sjetonger"),
        ("en-GB", {"chips": 0, "wallet": 40, "most": 10_000}, "You already got today's chips."),
        ("en-GB", {"chips": 300, "wallet": 10_000, "most": 10_000}, "You got 300 chips."),
    ],
)
def test_todays_chips_say_what_is_true(
    fake: Callable[..., FakeRoom], locale: str, answer: dict[str, Any], said: str
) -> None:
    table = fake(locale=locale)
    table.page.clock.install(time=MIDNIGHT - 7200)
    table.answers["/api/daily"] = {**answer, "next": MIDNIGHT}
    page, dialog, _ = account(table)
    dialog.locator("button.daily").click()
    seen(dialog, said)
    tells = "tomorrow at" if locale == "en-GB" else "i morgen kl."
    local = time.strftime("%H:%M", time.localtime(MIDNIGHT))
    expect(dialog.locator(".done")).to_contain_text(f"{tells} {local}" if local == "00:00" else local)
    assert page.locator(".toast").inner_text() == ""


def test_what_went_wrong_is_said_in_front_and_gone_after_success(fake: Callable[..., FakeRoom]) -> None:
    table = fake()
    table.answers["/api/login"] = WRONG
    _, dialog, _ = account(table)
    dialog.get_by_label("Name").fill("Kari")
    dialog.get_by_label("Password", exact=True).fill("guess")
    dialog.get_by_role("button", name="Sign in").click()
    seen(dialog, "Wrong name or password")
    expect(dialog.get_by_label("Password", exact=True)).to_have_value("guess")  # to be corrected
    table.answers["/api/login"] = {"user": "u0", "name": "Kari"}
    dialog.get_by_role("button", name="Sign in").click()
    seen(dialog.locator(".done"), "You are signed in as Kari.")
    expect(dialog.locator(".trouble")).to_have_text("")
    expect(dialog.get_by_label("Password", exact=True)).to_have_value("")
    table.answers["/api/login"] = WRONG
    dialog.get_by_role("button", name="Sign in").click()
    seen(dialog, "Wrong name or password")
    expect(dialog.locator(".done")).to_have_text("")
    dialog.get_by_role("button", name="Close").click()
    table.page.locator(".account").click()
    expect(dialog.locator(".trouble")).to_have_text("")


@pytest.mark.parametrize(
    ("locale", "again"), [("en-GB", "Try again in {} seconds."), ("nb-NO", "Prøv igjen om {} sekunder.")]
)
def test_a_lock_says_for_how_long(fake: Callable[..., FakeRoom], locale: str, again: str) -> None:
    table = fake(locale=locale)
    table.page.clock.install()
    table.answers["/api/login"] = TOO_MANY
    page, dialog, _ = account(table)
    page.clock.pause_at(time.time() + 60)
    dialog.locator("[value=login]").click()
    expect(dialog.locator(".count")).to_have_text(again.format(40))
    expect(dialog.locator(".trouble")).to_contain_text(again.format(40))  # read out once by screen readers
    page.clock.run_for(15_000)
    expect(dialog.locator(".count")).to_have_text(again.format(25))
    page.clock.run_for(26_000)
    expect(dialog.locator(".count")).to_have_text("")
    expect(dialog.locator(".trouble")).to_have_text("")
    expect(dialog.locator(".done")).not_to_have_text("")


def test_a_guest_keeps_the_chips_or_is_called_something_else(fake: Callable[..., FakeRoom]) -> None:
    table = fake()
    bodies: list[Any] = []
    table.answers["/api/register"] = noting(bodies, {"name": "Kari"})
    _, dialog, asked = account(table)
    dialog.get_by_label("Name").fill("Ola")
    dialog.get_by_role("button", name="Change name").click()
    seen(dialog, "Your name is now Ola.")
    assert {"name": "Ola"} in asked
    dialog.get_by_label("Name").fill("Kari")
    dialog.get_by_label("Password", exact=True).fill("correct horse")
    dialog.get_by_role("button", name="Register").click()
    seen(dialog, "You are registered as Kari. Your chips are kept.")
    assert bodies == [{"name": "Kari", "password": "correct horse"}]
    expect(dialog.get_by_role("button", name="Sign out")).to_have_count(0)


def test_a_name_that_is_being_typed_stays(fake: Callable[..., FakeRoom]) -> None:
    """The room's answer about the user comes while they type."""
    table = fake()
    page, dialog, _ = account(table)
    dialog.get_by_role("button", name="Close").click()
    asked: list[Any] = []
    page.route("**/api/me", lambda route: asked.append(route))
    with page.expect_request("**/api/me"):
        page.locator(".account").click()
    dialog.get_by_label("Name").fill("Ola")
    asked[0].fulfill(json={"user": "u0", "name": "Guest 7", "role": "guest", "chips": 5000, "seats": []})
    expect(page.locator(".account")).to_contain_text("5,000")
    expect(dialog.get_by_label("Name")).to_have_value("Ola")


def test_who_has_a_password_changes_it_and_signs_out(fake: Callable[..., FakeRoom]) -> None:
    table = fake()
    bodies: list[Any] = []
    refused = (400, {"code": "not-possible", "text": "", "right": "", "key": "error.old-password", "args": {}})
    table.answers["/api/password"] = refused
    left: list[Any] = []
    table.answers["/api/logout"] = noting(bodies, {})
    table.answers["/api/sign-out-everywhere"] = noting(left, {})
    page, dialog, _ = account(table, role="player", name="Kari")
    seen(dialog, "You are signed in as Kari.")
    expect(dialog.get_by_role("button", name="Change name")).to_have_count(0)
    dialog.get_by_text("Change password").first.click()
    dialog.get_by_label("Current password").fill("wrong")
    dialog.get_by_label("New password").fill("battery staple")
    dialog.get_by_role("button", name="Change password").click()
    seen(dialog, "That is not your current password")
    table.answers["/api/password"] = noting(bodies, {})
    dialog.get_by_label("Current password").fill("correct horse")
    page.keyboard.press("Enter")
    seen(dialog, "Your password is changed.")
    expect(dialog.get_by_label("New password")).to_be_hidden()
    dialog.get_by_role("button", name="Sign out everywhere").click()
    seen(dialog, "on all devices")
    dialog.get_by_role("button", name="Sign out", exact=True).click()
    seen(dialog.locator(".done"), "You are signed out.")
    assert (bodies, left) == ([{"old": "correct horse", "new": "battery staple"}, {}], [{}])


def test_a_tables_password_is_asked_for_until_it_is_right(fake: Callable[..., FakeRoom]) -> None:
    table = fake()
    table.locked = True
    table.answers["/api/tables/t1/enter"] = (400, {**WRONG[1], "key": "error.wrong-password"})
    table.go()
    dialog = table.page.get_by_role("dialog", name="This table has a password")
    dialog.get_by_label("Password").fill("guess")
    table.page.keyboard.press("Enter")
    seen(dialog, "Wrong password")
    table.answers["/api/tables/t1/enter"] = TOO_MANY
    table.page.keyboard.press("Enter")
    seen(dialog.locator(".count"), "Try again in")
    table.answers["/api/tables/t1/enter"] = {}
    table.locked = False
    table.page.keyboard.press("Enter")
    expect(dialog).to_be_hidden()


def test_a_note_and_a_table_say_what_came_of_them(fake: Callable[..., FakeRoom]) -> None:
    table = fake()
    table.owner = "u0"
    table.answers["/api/options"] = {"bots": ["random", "rule"]}
    table.answers["/api/tables/t1/barred"] = {"barred": [{"user": "u8", "name": "Sverre"}]}
    table.answers["/api/tables/t1/bar"] = table.answers["/api/tables/t1/bots"] = TOO_MANY
    notes: list[Any] = [TOO_MANY]
    table.answers["/api/notes"] = lambda request: {"notes": []} if request.method == "GET" else notes[0]
    table.deal(tell=False)
    table.go()
    page = table.page
    page.get_by_role("button", name="About Halvor").click()
    page.get_by_label("Private note").fill("draws two")
    page.get_by_role("button", name="Save").click()
    seen(page.locator("dialog[open]"), "Too many tries")
    notes[0] = {}
    page.get_by_role("button", name="Save").click()
    expect(page.locator("dialog[open]")).to_have_count(0)
    expect(page.locator(".toast")).to_have_text("Saved")
    page.locator(".menu-opener").click()
    page.get_by_role("button", name="Host this table").click()
    dialog = page.get_by_role("dialog", name="Host", exact=True)
    dialog.locator("summary", has_text="Bots").click()
    dialog.locator("summary", has_text="Who may come in").click()
    dialog.get_by_role("button", name="Lift the ban").click()
    seen(dialog, "Too many tries")
    table.answers["/api/tables/t1/bar"] = {}
    dialog.get_by_role("button", name="Lift the ban").click()
    seen(dialog, "Sverre may return")
    bots = dialog.locator(".fold", has=page.get_by_label("Bot strength"))
    bots.get_by_role("button", name="Save").click()
    seen(bots, "Too many tries")
    table.answers["/api/tables/t1/bots"] = {}
    bots.get_by_role("button", name="Save").click()
    seen(bots, "Bots come and go between hands")


def test_a_hand_is_shared_and_taken_back(fake: Callable[..., FakeRoom]) -> None:
    table = fake()
    page = table.page
    bodies: list[Any] = []

    def share(request: Any) -> dict[str, Any]:
        bodies.append(json.loads(request.post_data)["on"])
        return {"url": f"/shared/{KEY}" if bodies[-1] else None}

    table.answers[f"/api/hands/{KEY}"] = finished(table) | {"id": KEY, "shared": None}
    table.answers[f"/api/hands/{KEY}/share"] = TOO_MANY
    table.go(f"/hands/{KEY}")
    page.get_by_role("button", name="Share").click()
    dialog = page.get_by_role("dialog", name="Share this hand")
    expect(dialog.get_by_label("Link to this hand")).to_be_hidden()
    dialog.get_by_role("button", name="Create a link").click()
    seen(dialog, "Too many tries")
    table.answers[f"/api/hands/{KEY}/share"] = share
    dialog.get_by_role("button", name="Create a link").click()
    expect(dialog.get_by_label("Link to this hand")).to_have_value(f"http://standpat.test/shared/{KEY}")
    seen(dialog, "Your link is ready.")
    dialog.get_by_role("button", name="Copy the link").click()
    expect(dialog.locator(".done")).to_contain_text("The link is")
    dialog.get_by_role("button", name="Revoke the link").click()
    seen(dialog, "The link no longer works.")
    expect(dialog.get_by_role("button", name="Create a link")).to_be_visible()
    assert bodies == [True, False]


def test_a_shared_hand_leads_to_no_table(fake: Callable[..., FakeRoom]) -> None:
    table = fake()
    page = table.page
    hand = finished(table)
    table.answers[f"/api/shared/{KEY}"] = hand | {"id": None, "shared": None, "table": {**hand["table"], "id": None}}
    table.go(f"/shared/{KEY}")
    expect(page.locator(".own-cards .card")).to_have_count(5)
    expect(page.get_by_role("button", name="Share")).to_have_count(0)
    expect(page.locator(".back-link")).to_have_count(0)
    links = page.locator(".downloads a").evaluate_all("all => all.map((a) => a.getAttribute('href'))")
    assert [link.split("?")[0] for link in links] == [f"/api/shared/{KEY}/download"] * 3


# They fit -------------------------------------------------------------------------------------------------

OUTSIDE = """(dialog) => {
  const frame = dialog.getBoundingClientRect(), out = [];
  if (frame.left < 0 || frame.right > innerWidth) out.push("the dialog itself");
  if (dialog.scrollWidth > dialog.clientWidth) out.push("it scrolls sideways");
  for (const node of dialog.querySelectorAll("*")) {
    const box = node.getBoundingClientRect();
    if (!box.width || getComputedStyle(node).clipPath !== "none") continue;
    if (box.right > frame.right - 8 || box.left < frame.left + 8) out.push(`${node.tagName} ${node.textContent}`);
    if (node.matches("button") && node.scrollWidth > node.clientWidth + 1) out.push(`cut: ${node.textContent}`);
  }
  return out;
}"""


def owning(table: FakeRoom) -> Locator:
    table.owner = "u0"
    bots = [
        "random",
        "rule",
        "blueprint",
        "resolve",
        "multiway",
        "caller",
        "folder",
        "a_program_with_a_rather_long_name",
    ]
    table.answers["/api/options"] = {"bots": bots, "programs": bots[-1:]}
    long = "Wilhelmina Grøtt-Ås 2"
    table.answers["/api/tables/t1/barred"] = {"barred": [{"user": f"u{k}", "name": long} for k in (7, 8)]}
    table.deal(tell=False)
    table.go()
    table.page.locator(".menu-opener").click()
    table.page.locator(".menu-panel .deed").filter(has_text=("Styr" if "nb" in table.lang else "Host")).click()
    table.page.evaluate("document.querySelectorAll('.host-panel details').forEach((fold) => { fold.open = true; })")
    return table.page.locator("dialog.host-panel")


def guest(table: FakeRoom) -> Locator:
    return account(table, name="Wilhelmina Grøtt-Ås 2")[1]


def registered(table: FakeRoom) -> Locator:
    dialog = account(table, name="Wilhelmina Grøtt-Ås 2", role="player")[1]
    dialog.locator("summary").click()
    return dialog


def sharing(table: FakeRoom) -> Locator:
    table.answers[f"/api/hands/{KEY}"] = finished(table) | {"id": KEY, "shared": f"/shared/{KEY}"}
    table.go(f"/hands/{KEY}")
    table.page.locator("button.share").click()
    return table.page.locator("dialog.share")


@pytest.mark.parametrize("width", [320, *[pytest.param(width, marks=pytest.mark.slow) for width in (390, 1440)]])
@pytest.mark.parametrize("locale", ["en-GB", "nb-NO"])
@pytest.mark.parametrize("scene", [owning, guest, registered, sharing], ids=lambda scene: str(scene.__name__))
def test_a_dialog_fits_with_either_font(
    fake: Callable[..., FakeRoom], scene: Callable[[FakeRoom], Locator], locale: str, width: int
) -> None:
    table = fake(phone=width < 1000, locale=locale)
    table.lang = locale
    if width == 320:
        table.page.set_viewport_size({"width": 320, "height": 568})
    dialog = scene(table)
    expect(dialog).to_be_visible()
    for font in ("DejaVu Sans", "Noto Sans"):
        table.page.evaluate("(font) => { document.documentElement.style.fontFamily = font; }", font)
        assert dialog.evaluate(OUTSIDE) == [], font
