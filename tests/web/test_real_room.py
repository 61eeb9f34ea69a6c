"""The pages with the real room: `standpat serve` in a process of its own, with its own file and a free port.

Hands by mouse, keys and touch, in Norwegian, reloaded during a draw, two people at a table, a table with a password,
and a server that is killed under an open page.
"""

import asyncio
import contextlib
import json
import re
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

pytest.importorskip("standpat.room.server.app", reason="the room wants its extra")

from room_scene import Process, patient
from standpat import language
from standpat.room.clients.client import Lobby

pytestmark = pytest.mark.extended

PAGE = Callable[..., Page]
PACE = "0.25"  # bots take a quarter of a second, and a hand's end can be seen for one
OWN = ".own-cards .card"
LOCALES = Path(language.__file__).parent


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    process = Process(f"sqlite:///{tmp_path_factory.mktemp('room') / 'room.sqlite'}", "--pace", PACE)
    process.start()
    yield process
    process.stop()


def post(page: Page, path: str, body: dict[str, Any]) -> Any:
    """A request as the page makes it."""
    page.evaluate("window.body = " + repr(body).replace("True", "true").replace("False", "false"))
    return page.evaluate(
        """async (path) => (await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" },
        body: JSON.stringify(window.body) })).json()""",
        path,
    )


def new_table(page: Page, server: Process, **wish: Any) -> str:
    """Open a table of the viewer: heads-up, with a generous clock."""
    page.goto(server.url)
    expect(page.locator("tbody tr")).not_to_have_count(0)
    wish = {"game": "27td", "name": "Test", "seats": 2, "speed": "slow", "bots": {"keep": 0}} | wish
    url = server.url + post(page, "/api/tables", wish)["url"]
    page.goto(url)
    return str(url)


def sit(page: Page, *, host: bool = True) -> None:
    """Sit down in the dialog that greets whoever comes to a person's table. A host sees the invitation then."""
    page.locator("dialog.buy[open] .go").click()
    if host:
        page.locator("dialog.invite[open] .close").click()
    expect(page.locator("dialog[open]")).to_have_count(0)
    expect(page.locator(".room.seated")).to_be_visible()


def cards(page: Page) -> list[str]:
    expect(page.locator(OWN)).to_have_count(5)
    names: list[str] = page.locator(OWN).evaluate_all("all => all.map((n) => n.ariaLabel.split(',')[0])")
    return names


def codes(page: Page) -> list[str]:
    """The viewer's cards in the protocol's form."""
    found: list[str] = page.locator(OWN).evaluate_all("all => all.map((n) => n.dataset.card)")
    assert len(found) == 5
    return found


def frames_of(page: Page) -> list[str]:
    """All frames that the page's sockets will receive."""
    told: list[str] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: told.append(str(frame))))
    return told


def my_turn(page: Page) -> str:
    """Wait until the decision is there and a press acts. Returns the decision."""
    bar = page.locator(".bar.mine:not(.waking)")
    expect(bar).to_be_visible()
    return bar.get_attribute("data-turn") or ""


def done(page: Page, turn: str) -> None:
    """Wait until that decision has been taken."""
    expect(page.locator(".bar")).not_to_have_attribute("data-turn", turn)


def my_draw(page: Page) -> None:
    """Check and call until the viewer is to draw."""
    while True:
        turn = my_turn(page)
        if page.locator(".buttons .draw:visible").count():
            return
        page.keyboard.press("c")
        done(page, turn)


@contextlib.contextmanager
def opponent(url: str) -> Iterator[None]:
    """A player who sits down at a table, checks and calls, and draws two cards each time."""
    base, _, table = url.partition("/tables/")
    started, loop = threading.Event(), asyncio.new_event_loop()

    async def play() -> None:
        async with Lobby(base) as lobby, lobby.table(table) as seat:
            await seat.sit(400)
            started.set()
            while True:
                await seat.my_turn(600)
                await seat.act(patient(seat))

    task = loop.create_task(play())

    def run() -> None:
        with contextlib.suppress(asyncio.CancelledError):
            loop.run_until_complete(task)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    assert started.wait(20)
    try:
        yield
    finally:
        loop.call_soon_threadsafe(task.cancel)
        thread.join(20)
        loop.close()


def hand_is_over(page: Page, number: int) -> None:
    expect(page.locator(".hands li").filter(has_text=f"hand {number}")).to_be_visible()


def test_a_whole_hand_by_mouse(new_page: PAGE, server: Process) -> None:
    page = new_page()
    url = new_table(page, server)
    sit(page)
    with opponent(url):
        drawn = 0
        expect(page.locator(OWN)).to_have_count(5)
        for _ in range(7):
            turn = my_turn(page)
            if page.locator(".buttons .draw:visible").count():
                before = cards(page)
                page.locator(OWN).nth(1).click()
                page.locator(OWN).nth(4).click()
                expect(page.locator(".own-cards .lifted")).to_have_count(2)
                page.get_by_role("button", name="Discard 2").click()
                expect(page.locator(".own-cards .fresh")).to_have_count(2)
                assert [cards(page)[at] for at in (0, 2, 3)] == [before[at] for at in (0, 2, 3)]
                drawn += 1
            else:
                page.locator(".buttons .pass").click()
                done(page, turn)
        assert drawn == 3
        expect(page.locator(".awards li")).not_to_have_count(0)
        expect(page.locator(".rail .now")).to_have_text("Showdown")
        hand_is_over(page, 1)
    link = page.locator(".hands li").filter(has_text="hand 1").locator("a")
    link.click()
    expect(page.get_by_role("heading", name="Hand 1 at Test")).to_be_visible()
    page.keyboard.press("End")
    expect(page.locator(".awards li")).not_to_have_count(0)


@pytest.mark.slow
def test_a_whole_hand_by_keys_alone(new_page: PAGE, server: Process) -> None:
    page = new_page()
    url = new_table(page, server)
    page.keyboard.press("Tab")
    sit(page)
    with opponent(url):
        expect(page.locator(OWN)).to_have_count(5)
        for keys in ("c", "12 ", "c", " ", "c", "5552 "):
            turn = my_turn(page)
            for key in keys:
                page.keyboard.press("Enter" if key == " " else key)
            done(page, turn)
        turn = my_turn(page)
        expect(page.locator(".seat[data-place='0'] .trail")).to_have_text("2pat2")
        page.keyboard.press("c")
        done(page, turn)
        hand_is_over(page, 1)


def test_the_page_is_asked_to_show_or_muck_and_an_older_client_is_not(new_page: PAGE, server: Process) -> None:
    page = new_page()
    url = new_table(page, server, game="27sd", house="cardroom")
    sit(page)
    with opponent(url):
        expect(page.locator(OWN)).to_have_count(5)
        while not page.locator(".buttons .muck:visible").count():
            turn = my_turn(page)
            if page.locator(".buttons .muck:visible").count():
                break
            page.keyboard.press("Enter" if page.locator(".buttons .draw:visible").count() else "c")
            done(page, turn)
        turn = my_turn(page)
        expect(page.locator(".rail .now")).to_have_text("Showdown")
        page.get_by_role("button", name="Muck", exact=True).click()
        expect(page.locator(".story")).to_contain_text("You muck")
        expect(page.locator(".awards")).not_to_contain_text("You win")
        done(page, turn)
        hand_is_over(page, 1)


def test_a_seat_at_once_on_a_phone(new_page: PAGE, server: Process) -> None:
    page = new_page(phone=True)
    page.goto(server.url)
    page.get_by_role("button", name="Play now").tap()
    my_draw(page)
    page.locator(OWN).nth(2).tap()
    confirm = page.get_by_role("button", name="Discard 1")
    expect(confirm).to_be_in_viewport(ratio=1)
    for card in page.locator(OWN).all():
        expect(card).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    confirm.tap()
    expect(page.locator(".seat[data-place='0'] .trail")).to_contain_text("1")


def test_norwegian(new_page: PAGE, server: Process) -> None:
    page = new_page(locale="nb-NO")
    url = new_table(page, server)
    sit(page)
    with opponent(url):
        expect(page.locator(OWN)).to_have_count(5)
        my_turn(page)
        page.get_by_role("button", name=re.compile("^(Syn|Sjekk)")).click()
        expect(page.locator(".story")).to_contain_text(re.compile("Du (syner|sjekker)"))
        page.goto(url + "/rules")
        expect(page.get_by_text("Den laveste hånden vinner")).to_be_visible()


NO_LIMIT = {"27sd", "27td-nl", "27td-pl"}
"""The games without a fixed limit. All games have a strategy, for two to six players each."""
TRIPLE = {"27td", "a5td"}
"""Those in which the last round of the last two of several is solved, if the room has processes for it."""


@pytest.mark.parametrize("locale", [pytest.param("en-GB", marks=pytest.mark.slow), "nb-NO"])
def test_the_form_offers_every_level_and_the_strong_bot_where_it_has_a_strategy(
    new_page: PAGE, server: Process, locale: str
) -> None:
    page = new_page(locale=locale)
    page.goto(server.url)
    kinds = json.loads((LOCALES / f"{locale[:2]}.json").read_text("utf-8"))["lobby"]["bot-kinds"]
    levels = [kinds[name] for name in ("random", "caller", "folder", "rule", "novice", "casual", "regular")]
    expect(page.locator("tbody tr")).not_to_have_count(0)
    page.get_by_role("button", name=re.compile("^(Make a game|Lag et spill)$")).click()
    dialog = page.get_by_role("dialog")
    offered = dialog.locator("select", has=page.locator("option[value=novice]"))
    games = dialog.locator("select:visible", has=page.locator("option[value=a5sd]"))
    seats = dialog.get_by_role("spinbutton", name=re.compile("^(Seats|Plasser)$"))
    assert [seats.get_attribute(name) for name in ("min", "max")] == ["2", "6"]
    for id in games.locator("option").evaluate_all("all => all.map((one) => one.value)"):
        games.select_option(id)
        for many in range(2, 7):
            seats.fill(str(many))
            listed = offered.locator("option").all_inner_texts()
            assert listed[:7] == levels
            strong = listed[7:]
            if id in NO_LIMIT - {"27sd"}:
                assert strong == [kinds["blueprint"], kinds["nolimit"]]
            elif many > 2 and id not in NO_LIMIT:
                solves = [kinds["resolve"], kinds["multiway"]]
                assert strong == [kinds["blueprint"], kinds["multiway"]] or (id in TRIPLE and strong == solves)
            else:
                more = [kinds["nolimit"]] if id == "27sd" else []
                assert strong in ([kinds["blueprint"], *more], [kinds["resolve"], *more])
    assert games.locator("option").count() == 7


@pytest.mark.slow
def test_reload_in_the_middle_of_a_draw(new_page: PAGE, server: Process) -> None:
    page = new_page()
    url = new_table(page, server)
    sit(page)
    with opponent(url):
        my_draw(page)
        page.keyboard.press("1")
        page.keyboard.press("4")
        page.keyboard.press("Enter")
        expect(page.locator(".own-cards .fresh")).to_have_count(2)
        my_draw(page)
        page.keyboard.press("3")
        before = cards(page)
        page.reload()
        expect(page.get_by_role("button", name="Discard 1")).to_be_visible()
        assert cards(page) == before, "the same cards in the same places"
        expect(page.locator(".own-cards .lifted")).to_have_count(1)
        expect(page.locator(OWN).nth(2)).to_have_attribute("aria-pressed", "true")
        my_turn(page)
        page.keyboard.press("Enter")
        expect(page.locator(".seat[data-place='0'] .trail")).to_have_text("21")
        assert [cards(page)[at] for at in (0, 1, 3, 4)] == [before[at] for at in (0, 1, 3, 4)]


def test_two_people_at_a_table(new_page: PAGE, server: Process) -> None:
    ann, bob = new_page(), new_page()
    told_ann, told_bob = frames_of(ann), frames_of(bob)
    url = new_table(ann, server)
    sit(ann)
    bob.goto(url)
    sit(bob, host=False)
    hers, his = cards(ann), cards(bob)
    assert not set(hers) & set(his)
    for page in (ann, bob):
        expect(page.locator(".seat[data-place='1'] .back")).to_have_count(5)
        expect(page.locator(".seat .card")).to_have_count(0)
    for heard, own, others in ((told_ann, codes(ann), codes(bob)), (told_bob, codes(bob), codes(ann))):
        assert all(any(f'"{card}"' in frame for frame in heard) for card in own)
        assert not [frame for frame in heard for card in others if f'"{card}"' in frame]

    for page in (ann, bob):
        page.get_by_role("tab", name="Chat").click()
    ann.get_by_label("Type a message").fill("good luck")
    ann.keyboard.press("Enter")
    expect(bob.locator(".lines")).to_contain_text("good luck")
    bob.get_by_role("button", name="Mute").click()
    expect(bob.locator(".lines")).not_to_contain_text("good luck")
    ann.get_by_label("Type a message").fill("are you there?")
    ann.keyboard.press("Enter")
    expect(ann.locator(".lines")).to_contain_text("are you there?")
    bob.get_by_role("button", name="Unmute 1 player").click()
    expect(bob.locator(".lines")).to_contain_text("are you there?")

    first = ann if ann.locator(".bar.mine").count() else bob
    my_turn(first)
    first.get_by_label("Type a message").focus()
    first.keyboard.press("Escape")
    first.keyboard.press("f")
    for page in (ann, bob):
        hand_is_over(page, 1)

    about = ann.get_by_role("button", name=re.compile("^About "))
    about.click()
    ann.get_by_label("Private note").fill("folds to a raise")
    ann.get_by_role("button", name="Save").click()
    expect(ann.locator(".noted:visible")).to_have_count(1)
    ann.reload()
    expect(ann.locator(".noted:visible")).to_have_count(1)
    expect(bob.locator(".noted:visible")).to_have_count(0)
    ann.get_by_role("button", name="Menu").click()
    ann.get_by_role("button", name="My statistics").click()
    figures = ann.get_by_role("dialog", name="My statistics")
    expect(figures.locator("dd").first).to_have_text(re.compile("[12]"))
    figures.get_by_role("button", name="Close").click()
    about.click()
    ann.get_by_role("button", name="Ban", exact=True).click()
    ann.get_by_role("dialog", name=re.compile("^Ban ")).get_by_role("button", name="Ban").click()
    for _ in range(150):  # when the hand is over
        if not bob.locator(".room.seated").count():
            break
        for page in (ann, bob):
            page.keyboard.press("f")
        ann.wait_for_timeout(100)
    expect(bob.locator(".room.seated")).to_have_count(0)
    bob.locator(".other.sit").click()
    bob.locator("dialog[open] .go").click()
    expect(bob.locator("dialog[open] .trouble")).not_to_have_text("")


def test_a_table_with_a_password_made_entered_and_closed(new_page: PAGE, server: Process) -> None:
    ann, bob = new_page(), new_page(excuse="Failed to load resource")
    ann.goto(server.url)
    ann.get_by_role("button", name="Make a game").click()
    ann.get_by_role("textbox", name="Name").fill("Friday")
    ann.get_by_label("Password (empty").fill("tideway")
    ann.get_by_role("button", name="Make the game").click()
    ann.wait_for_url("**/tables/*")
    expect(ann.get_by_role("heading", name="Friday")).to_be_visible()
    ann.keyboard.type("Ann Friday")  # the name is selected
    ann.get_by_role("button", name="Sit down").click()
    invitation = ann.get_by_role("dialog", name="Invite players")
    expect(invitation.get_by_label("Link to the table")).to_have_value(ann.url)
    expect(invitation.get_by_text("Guests need the password")).to_be_visible()
    assert invitation.locator(".code").evaluate("(code) => code.decode().then(() => code.naturalWidth > 0)")
    invitation.get_by_role("button", name="Close").click()
    expect(ann.locator(".seat.me .name, .seat[data-place='0'] .name")).to_have_text("Ann Friday")
    bob.goto(ann.url)
    word = bob.get_by_label("Password", exact=True)
    word.fill("riptide")
    bob.get_by_role("button", name="Enter").click()
    expect(bob.get_by_text("Wrong password")).to_be_visible()
    word.fill("tideway")
    word.press("Enter")
    expect(bob.get_by_role("heading", name="Friday")).to_be_visible()
    bob.get_by_role("dialog", name="Take a seat").get_by_role("button", name="Just watch").click()
    expect(bob.locator("dialog[open]")).to_have_count(0)
    expect(bob.get_by_role("button", name="Host", exact=True)).to_have_count(0)
    ann.get_by_role("button", name="Host", exact=True).click()
    ann.get_by_role("button", name="Close this table").click()
    ann.get_by_role("button", name="Close the table").click()
    for page in (ann, bob):
        expect(page.get_by_role("heading", name="This table is closed")).to_be_visible()
    bob.get_by_role("button", name="Lobby").click()
    expect(bob.get_by_role("button", name="Play now")).to_be_visible()


def test_the_server_killed_under_an_open_page(new_page: PAGE, tmp_path: Path) -> None:
    """The page waits for it and goes on; a page that is opened meanwhile says that the room cannot be reached."""
    page = new_page(excuse="WebSocket connection to")
    process = Process(f"sqlite:///{tmp_path / 'room.sqlite'}", "--pace", PACE)
    process.start()
    try:
        page.goto(process.url)
        page.get_by_role("button", name="Play now").click()
        my_draw(page)
        page.keyboard.press("2")
        before = cards(page)
        page.evaluate("window.never = 'reloaded'")
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        process.kill()
        other = page.context.new_page()
        other.goto(process.url)
        expect(other.get_by_role("heading", name="The room cannot be reached")).to_be_visible()
        assert other.locator("main").evaluate("node => getComputedStyle(node).display") == "grid"  # its style is kept
        assert page.evaluate("caches.keys().then((names) => names.length)") == 1
        expect(page.locator(".status")).to_have_text("Connection lost. Reconnecting …")
        expect(page.locator(".buttons button:visible")).to_have_count(0)
        process.start()
        expect(page.locator("body.lost")).to_have_count(0)
        other.get_by_role("link", name="Try again").click()
        expect(other.get_by_role("button", name="Play now")).to_be_visible()
        other.close()
        assert cards(page) == before
        expect(page.locator(".own-cards .lifted")).to_have_count(1)
        my_turn(page)
        page.keyboard.press("Enter")
        expect(page.locator(".seat[data-place='0'] .trail")).to_have_text("1")
        assert [cards(page)[at] for at in (0, 2, 3, 4)] == [before[at] for at in (0, 2, 3, 4)]
        assert page.evaluate("window.never") == "reloaded"
    finally:
        process.stop()
