"""The table page in a real browser: hands by mouse and by keys, on a phone, in Norwegian, with reconnects."""

import re
from collections.abc import Callable

import pytest
from msgspec import structs
from playwright.sync_api import Page, expect

from standpat.cards.card import TEXT
from standpat.engine.action import Action, Bet, Call, Check, Discard, Fold, Raise
from standpat.engine.games import Stakes, game
from standpat.engine.hand import Hand
from web.fake_room import FakeRoom

ROOM = Callable[..., FakeRoom]
TOO_SOON = """() => {
  const bar = document.querySelector(".bar");
  new MutationObserver((_, observer) => {
    if (!bar.classList.contains("mine")) return;
    observer.disconnect();
    bar.querySelector(".pass").click();
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "f", bubbles: true }));
    document.body.dataset.pressed = "twice";
  }).observe(bar, { attributes: true });
}"""
SLOWLY = """() => {
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, how) { return animate.call(this, frames, { ...how, duration: 9000 }); };
  const wait = window.setTimeout;
  window.setTimeout = (what, ms) => wait(what, ms > 100 ? 9000 : ms);
}"""


def easy(hand: Hand) -> Action:
    """Check and call, and stand pat."""
    legal = hand.legal
    if legal.draw is not None:
        return Discard(())
    return Check() if legal.check else Call()


def to_me(room: FakeRoom) -> None:
    """The others act until it is the viewer's turn."""
    room.until(lambda hand: hand.to_act == 0, easy)


def to_my_draw(room: FakeRoom) -> None:
    room.until(lambda hand: hand.to_act == 0 and hand.drawing, easy)


def acts(room: FakeRoom) -> list[dict[str, object]]:
    return [message["action"] for message in room.said if message["t"] == "act"]


def decide_by_key(room: FakeRoom, key: str) -> None:
    """The viewer decides with a key, and the room receives it."""
    before = len(acts(room))
    room.page.keyboard.press(key)
    room.wait_for(lambda: len(acts(room)) > before, f"a decision after the key {key}")


def cards(page: Page) -> list[str]:
    return [
        label or "" for label in page.locator(".own-cards .card").evaluate_all("all => all.map((n) => n.ariaLabel)")
    ]


def calm(page: Page) -> None:
    """Wait until the viewer's decision has been shown for long enough that a press acts."""
    expect(page.locator(".bar.mine:not(.waking)")).to_be_visible()


def all_is_said(table: FakeRoom) -> None:
    """Wait until everything that the page has sent has arrived: messages keep their order, and a later one is there."""
    table.page.get_by_role("tab", name="Chat").click()
    talk = table.page.get_by_label("Type a message")
    talk.fill("and now?")
    talk.press("Enter")
    table.wait_for(lambda: any(message.get("text") == "and now?" for message in table.said), "the later message")


@pytest.mark.slow
def test_a_whole_hand_by_mouse(room: ROOM) -> None:
    table = room()
    page = table.page
    table.deal()
    table.go()
    expect(page.locator(".own-cards .card")).to_have_count(5)
    for _ in range(7):
        to_me(table)
        assert table.hand is not None
        if table.hand.over:
            break
        calm(page)
        if table.hand.drawing:
            page.locator(".own-cards .card").nth(0).click()
            page.locator(".own-cards .card").nth(3).click()
            page.get_by_role("button", name="Discard 2").click()
        else:
            page.locator(".buttons .pass").click()
        expect(page.locator(".bar.mine")).to_have_count(0)
    table.until(lambda hand: False, easy)
    assert table.hand is not None
    assert table.hand.over
    assert [action["kind"] for action in acts(table)] == [
        "call",
        "discard",
        "check",
        "discard",
        "check",
        "discard",
        "check",
    ]
    expect(page.locator(".awards li")).not_to_have_count(0)
    expect(page.locator(".seat.won")).not_to_have_count(0)
    expect(page.locator(".rail .now")).to_have_text("Showdown")


def test_a_whole_hand_by_keys_alone(room: ROOM) -> None:
    table = room()
    page = table.page
    table.deal()
    table.go()
    expect(page.locator(".own-cards .card")).to_have_count(5)
    for keys in ("r", ["1", "5", "Enter"], "c", ["Enter"], "c", ["3", "3", "2", "Enter"], "c"):
        to_me(table)
        calm(page)
        for key in keys:
            page.keyboard.press(key)
        expect(page.locator(".bar.mine")).to_have_count(0)
    thrown = [len(action["cards"]) for action in acts(table) if action["kind"] == "discard"]  # type: ignore[arg-type]
    assert thrown == [2, 0, 1]
    assert acts(table)[0] == {"kind": "raise", "to": 20}


def test_exact_amounts_and_the_cap(room: ROOM) -> None:
    table = room()
    page = table.page
    table.deal()
    table.go()
    table.play(Raise(20), Raise(30), Fold())
    expect(page.get_by_role("button", name="Call 30")).to_be_visible()
    expect(page.get_by_role("button", name="Raise to 40")).to_be_visible()
    expect(page.locator(".status")).to_have_text("30 to call")
    expect(page.locator(".bets i")).to_have_count(4)
    expect(page.locator(".bets .on")).to_have_count(3)
    expect(page.get_by_role("img", name="3 of 4 bets, bet 10")).to_be_visible()


def test_the_trail_of_draws_stays(room: ROOM) -> None:
    table = room()
    table.deal()
    table.go()
    drawn = {1: (3, 1, 0)}

    def choose(hand: Hand) -> Action:
        assert hand.to_act is not None
        if hand.legal.draw is not None:
            count = drawn.get(hand.to_act, (0, 0, 0))[hand.street - 1]
            return Discard(hand.cards(hand.to_act)[:count])
        return easy(hand)

    table.until(lambda hand: False, choose)
    expect(table.page.locator(".seat[data-place='1'] .trail")).to_have_text("31pat")
    said = re.compile("draws: 3 · 1 · pat")
    expect(table.page.locator(".seat[data-place='1']")).to_have_attribute("aria-label", said)


def test_a_game_that_the_page_has_no_words_for(room: ROOM) -> None:
    bets = (1, 1, 1, 3, 3)
    record = structs.replace(game("27td"), id="27qd", name="Deuce-to-Seven Quadruple Draw", bets=bets)
    table = room(record=record)
    table.deal()
    table.go()
    expect(table.page.locator(".meta")).to_have_text("10/30 · Deuce-to-Seven Quadruple Draw")
    table.until(lambda hand: hand.street == 4 and hand.drawing, easy)
    expect(table.page.locator(".rail .now")).to_contain_text("draw 4")


def test_discards_chosen_ahead_are_kept_and_sent(room: ROOM) -> None:
    table = room()
    page = table.page
    table.deal()
    table.go()
    table.until(lambda hand: hand.drawing, easy)
    assert table.hand is not None
    own = [TEXT[card] for card in table.hand.cards(0)]
    expect(page.locator(".own-cards .card")).to_have_count(5)
    page.keyboard.press("2")
    page.keyboard.press("4")
    expect(page.locator(".own-cards .lifted")).to_have_count(2)
    page.get_by_role("button", name="Discard 2").click()
    expect(page.get_by_role("button", name="Discard 2")).to_have_attribute("aria-pressed", "true")
    table.until(lambda hand: hand.to_act == 0 or not hand.drawing, easy)
    expect(page.locator(".own-cards .fresh")).to_have_count(2)
    assert acts(table)[-1] == {"kind": "discard", "cards": [own[1], own[3]]}
    expect(page.locator(".own-cards .lifted")).to_have_count(0)


def test_a_call_armed_for_one_price_drops_at_another(room: ROOM) -> None:
    table = room()
    page = table.page
    table.deal()
    table.go()
    page.get_by_role("button", name="Call 10").click()
    expect(page.get_by_role("button", name="Call 10")).to_have_attribute("aria-pressed", "true")
    table.play(Raise(20))
    expect(page.get_by_role("button", name="Call 20")).to_have_attribute("aria-pressed", "false")
    table.play(Call(), Fold())
    calm(page)
    all_is_said(table)
    assert acts(table) == []


@pytest.mark.parametrize(("armed", "kind"), [("Check / fold", "fold"), ("Call any", "call")])
def test_what_is_armed_for_any_price_is_done(room: ROOM, armed: str, kind: str) -> None:
    table = room()
    table.deal()
    table.go()
    table.page.get_by_role("button", name=armed).click()
    table.play(Raise(20), Raise(30), Fold())
    expect(table.page.locator(".bar.mine")).to_have_count(0)
    assert [action["kind"] for action in acts(table)] == [kind]


def test_a_click_meant_for_what_was_there_before_does_nothing(room: ROOM) -> None:
    table = room()
    page = table.page
    table.deal()
    table.go()
    expect(page.locator(".own-cards .card")).to_have_count(5)
    page.evaluate(TOO_SOON)
    to_me(table)
    expect(page.locator("body")).to_have_attribute("data-pressed", "twice")
    assert acts(table) == []
    calm(page)
    page.locator(".buttons .pass").dblclick()
    expect(page.locator(".bar.mine")).to_have_count(0)
    assert [action["kind"] for action in acts(table)] == ["call"]


def test_keys_are_off_while_typing(room: ROOM) -> None:
    table = room()
    page = table.page
    table.deal()
    table.go()
    to_me(table)
    calm(page)
    page.get_by_role("tab", name="Chat").click()
    page.get_by_label("Type a message").press_sequentially("fcr12")
    assert acts(table) == []
    expect(page.locator(".own-cards .lifted")).to_have_count(0)
    page.keyboard.press("Enter")
    expect(page.get_by_label("Type a message")).to_have_value("")
    assert [message["text"] for message in table.said if message["t"] == "chat"] == ["fcr12"]


def test_no_limit_sizes(room: ROOM) -> None:
    table = room(record=game("27sd"), stakes=Stakes(5, 10, 2))
    page = table.page
    table.deal()
    table.go()
    table.play(Raise(30), Call(), Fold())
    calm(page)
    amount = page.get_by_label("Amount")
    expect(amount).to_have_value("50")
    page.get_by_role("button", name="Pot", exact=True).click()
    # 87 in the pot, 30 to call: a raise of the pot is to 30 + 117.
    expect(page.locator(".buttons .wager")).to_have_text("Raise to 147R")
    page.get_by_role("button", name="Max").click()
    expect(page.locator(".buttons .wager")).to_have_text("Raise to 398, all-inR")
    page.keyboard.press("r")
    expect(amount).to_be_focused()
    page.keyboard.type("75")
    expect(page.locator(".buttons .wager")).to_have_text("Raise to 75R")
    page.keyboard.press("Enter")
    expect(page.locator(".bar.mine")).to_have_count(0)
    assert acts(table) == [{"kind": "raise", "to": 75}]


def test_a_phone_needs_no_scrolling(room: ROOM) -> None:
    table = room(phone=True)
    page = table.page
    table.deal()
    table.go()
    to_my_draw(table)
    page.locator(".own-cards .card").nth(1).tap()
    confirm = page.get_by_role("button", name="Discard 1")
    expect(confirm).to_be_in_viewport(ratio=1)
    for card in page.locator(".own-cards .card").all():
        expect(card).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    box = confirm.bounding_box()
    assert box is not None
    assert box["height"] >= 44
    calm(page)
    confirm.tap()
    expect(page.locator(".own-cards .fresh")).to_have_count(1)


def test_norwegian_by_the_browsers_language_and_by_choice(room: ROOM) -> None:
    table = room(locale="nb-NO")
    page = table.page
    table.deal()
    table.go()
    to_me(table)
    expect(page.get_by_role("button", name="Syn 10")).to_be_visible()
    assert page.evaluate("document.documentElement.lang") == "nb"
    page.get_by_role("button", name="Meny").click()
    page.get_by_label("Språk").select_option("en")
    expect(page.get_by_role("button", name="Call 10")).to_be_visible()


def test_reload_in_the_middle_of_a_draw(room: ROOM) -> None:
    table = room()
    page = table.page
    table.deal()
    table.go()
    to_my_draw(table)
    expect(page.locator(".own-cards .card")).to_have_count(5)
    before = cards(page)
    page.reload()
    expect(page.locator(".own-cards .card")).to_have_count(5)
    assert cards(page) == before
    expect(page.get_by_role("button", name="Stand pat")).to_be_visible()


def test_it_comes_back_by_itself_and_misses_nothing(room: ROOM) -> None:
    table = room()
    page = table.page
    table.deal()
    table.go()
    table.play(Raise(20))
    expect(page.locator(".seat").filter(has_text="Wheelhouse")).to_contain_text("raises to 20")
    version = table.v
    table.away = True
    table.sockets[-1].close(code=1001)
    expect(page.locator("body.lost")).to_have_count(1)
    expect(page.locator(".status")).to_have_text("Connection lost. Reconnecting …")
    table.away = False
    expect(page.locator("body.lost")).to_have_count(0)
    assert table.sockets[-1].url.endswith(f"since={version}")
    table.play(Call(), Fold())
    expect(page.get_by_role("button", name="Call 20")).to_be_visible()


def test_a_frame_that_is_missing_is_asked_for(room: ROOM) -> None:
    table = room()
    table.deal()
    table.go()
    expect(table.page.locator(".own-cards .card")).to_have_count(5)
    before = table.v
    assert table.hand is not None
    table.hand.apply(Raise(20))
    table.v += 1  # its frame is lost
    table.play(Call())
    expect(table.page.locator(".seat").filter(has_text="Wheelhouse")).to_contain_text("raises to 20")
    assert [message["v"] for message in table.said if message["t"] == "since"] == [before]


def test_a_refused_action_can_be_taken_again(room: ROOM) -> None:
    table = room()
    page = table.page
    table.deal()
    table.go()
    to_me(table)
    calm(page)
    table.refuse = {"act": "trouble"}
    page.keyboard.press("c")
    expect(page.get_by_role("status")).to_contain_text("Something went wrong")
    table.refuse = {}
    page.keyboard.press("c")
    expect(page.locator(".bar.mine")).to_have_count(0)
    assert [action["kind"] for action in acts(table)] == ["call", "call"]


def test_showdown_names_hands_and_tells_each_pot(room: ROOM) -> None:
    table = room(stacks=(400, 60, 400))
    table.deal()
    table.go()

    def choose(hand: Hand) -> Action:
        legal = hand.legal
        if legal.raise_:
            return Raise(legal.raise_.max_to)
        return Bet(legal.bet.max_to) if legal.bet else easy(hand)

    table.until(lambda hand: False, choose)
    awards = table.page.locator(".awards")
    expect(awards).to_contain_text("Main pot")
    expect(awards).to_contain_text("Side pot")
    expect(table.page.locator(".seat .card.small")).not_to_have_count(0)


def test_sit_down_top_up_sit_out_leave(room: ROOM) -> None:
    table = room(watches=True, empty=(4,))
    page = table.page
    table.deal()
    table.go()
    page.get_by_role("button", name="Sit here").click()
    page.get_by_role("spinbutton", name="Chips").fill("250")
    page.get_by_role("button", name="Sit down").click()
    expect(page.locator("dialog[open]")).to_have_count(0)
    sit = next(message for message in table.said if message["t"] == "sit")
    assert (sit["seat"], sit["buy_in"]) == (4, 250)


def test_the_tab_says_whose_turn_it_is(room: ROOM) -> None:
    table = room()
    table.deal()
    table.go()
    expect(table.page).to_have_title("Rosenkrantz – standpat")
    to_me(table)
    expect(table.page).to_have_title("● Your turn – Rosenkrantz")


def test_who_is_muted_is_not_heard(room: ROOM) -> None:
    table = room()
    page = table.page
    table.chat = [
        {"at": 1.0, "user": "u2", "name": "Halvor", "text": "<b>one time</b>"},
        {"at": 2.0, "user": "u1", "name": "Marit", "text": "hello"},
    ]
    table.go()
    expect(page.locator(".lines p")).to_have_count(2)
    expect(page.locator(".lines")).to_contain_text("<b>one time</b>")
    page.get_by_role("tab", name="Chat").click()
    page.get_by_role("button", name="Mute Halvor").click()
    expect(page.locator(".lines p")).to_have_count(1)
    page.get_by_role("button", name="Unmute 1 player").click()
    expect(page.locator(".lines p")).to_have_count(2)


def test_chat_that_was_not_seen_is_marked(room: ROOM) -> None:
    table = room(phone=True)
    page = table.page
    table.deal()
    table.go()
    expect(page.locator(".own-cards .card")).to_have_count(5)
    table.v += 1
    line = {"at": 1.0, "user": "u1", "name": "Marit", "text": "hello"}
    table.send({"t": "chat", "v": table.v, "line": line})
    expect(page.locator(".side-opener.unread")).to_have_count(1)
    page.locator(".side-opener").tap()
    expect(page.locator(".lines")).to_contain_text("hello")
    expect(page.locator(".side-opener.unread")).to_have_count(0)
    marked = page.get_by_role("tab", name="Chat (new)")
    expect(marked).to_have_class("unread")  # the panel is open, but not the chat
    marked.tap()
    expect(page.get_by_role("tab", name="Chat", exact=True, selected=True)).to_have_count(1)
    expect(page.locator(".tabs .unread")).to_have_count(0)


def test_cards_sorted_on_wish(room: ROOM) -> None:
    table = room()
    page = table.page
    table.deal()
    table.go()
    expect(page.locator(".own-cards .card")).to_have_count(5)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("checkbox", name="Sort my cards").check()
    expect(page.get_by_role("button", name="Sort my cards")).to_have_attribute("aria-pressed", "true")
    assert table.hand is not None
    order = sorted(table.hand.cards(0))
    shown = page.locator(".own-cards .card").evaluate_all("all => all.map((n) => n.dataset.card[0])")
    assert shown == [TEXT[card][0] for card in order]


@pytest.mark.parametrize("phone", [False, True])
def test_things_move_and_come_to_rest(room: ROOM, phone: bool) -> None:
    table = room(phone=phone, still=False)
    table.deal()
    table.go()
    to_my_draw(table)
    calm(table.page)
    table.page.keyboard.press("1")
    decide_by_key(table, "Enter")
    table.until(lambda hand: False, easy)
    expect(table.page.locator(".flights > *")).to_have_count(0)
    hidden = "all => all.filter((n) => n.style.visibility === 'hidden').length"
    assert table.page.locator(".card, .back, .front").evaluate_all(hidden) == 0


def test_a_card_on_its_way_looks_like_itself(room: ROOM) -> None:
    table = room(still=False)
    page = table.page
    table.deal()
    table.go()
    to_my_draw(table)
    calm(page)
    page.evaluate(SLOWLY)
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    flying = page.locator(".flights .card .pip")
    expect(flying).not_to_have_count(0)
    size = "node => getComputedStyle(node).height"
    assert flying.first.evaluate(size) == page.locator(".own-cards .card .pip").first.evaluate(size)
