"""The best hands beside the viewer's hand: numbered as in the package, and there until a newcomer closes them."""

from collections.abc import Callable
from itertools import combinations
from typing import Any

import pytest
from playwright.sync_api import expect

from standpat.cards.card import RANKS
from standpat.cards.ranking import RANKINGS
from standpat.language import language
from standpat.table_view.naming import ranks
from web.fake_room import FakeRoom

ROOM = Callable[..., FakeRoom]


@pytest.mark.parametrize("id", list(RANKINGS))
def test_the_page_numbers_hands_as_the_package_does(script: Callable[[str, Any], Any], id: str) -> None:
    order = RANKINGS[id]
    hands = ["".join(rank + suit for rank, suit in zip(five, "cdhsc", strict=True)) for five in combinations(RANKS, 5)]
    lows = sorted([hand for hand in hands if order.category(order(hand)) == "no-pair"], key=order)
    named = script("return (await load('table_view/ranking')).lowHands(given)", id)
    assert named == [ranks(hand, id).replace("-", "") for hand in lows]


def test_a_newcomer_sees_the_best_hands_until_they_close_them(room: ROOM) -> None:
    say, number = language("en"), RANKINGS["deuce-to-seven"]("9c7d5h4s2c")
    cards = ("9c7d5h4s2c", "KcKd8h3s2d", "As6d6h6s3d", "Ah4d4h8s8c", "Qc9d9h9s2h", "Jc7h7s5c3h")
    table = room(phone=True, script="".join(cards), button=5)
    table.deal(tell=False)
    table.go()
    page = table.page
    card = page.get_by_role("region", name=say("best.title"))
    mine = card.locator("[aria-current]")
    opener = card.get_by_role("button", name=say("best.number", number=number))
    opener.click()
    expect(opener).to_have_attribute("aria-expanded", "true")
    expect(mine).to_have_text(f"{number}nine-lowyours")
    page.keyboard.press("Escape")
    expect(mine).to_be_hidden()
    expect(opener).to_be_focused()
    page.set_viewport_size({"width": 1440, "height": 900})
    expect(mine).to_be_visible()
    assert card.get_by_role("link").get_attribute("href") == "/learn/27td?table=t1"
    card.get_by_role("button", name=say("best.close")).click()
    expect(card).to_be_hidden()
    page.reload()
    expect(page.locator(".own-cards .card")).to_have_count(5)
    expect(card).to_be_hidden()
    page.locator(".menu-opener").click()
    page.get_by_role("button", name=say("page.menu.ranking")).click()
    expect(mine).to_be_visible()


@pytest.mark.parametrize("width", [pytest.param(390, marks=pytest.mark.slow), 360])
@pytest.mark.parametrize("locale", ["en-GB", "nb-NO"])
def test_on_a_phone_its_button_leaves_room_for_a_long_name(room: ROOM, width: int, locale: str) -> None:
    cards = ("Tc7d5h4s2c", "KcKd8h3s2d", "As6d6h6s3d", "Ah4d4h8s8c", "Qc9d9h9s2h", "Jc7h7s5c3h")
    table = room(phone=True, locale=locale, script="".join(cards), button=5)
    table.page.set_viewport_size({"width": width, "height": 844})
    table.deal(tell=False)
    table.go()
    expect(table.page.locator(".own .what")).to_contain_text("7-5-4-2")
    assert (
        table.page.evaluate("""() => {
        const range = document.createRange();
        range.selectNodeContents(document.querySelector(".own .what"));
        const text = range.getBoundingClientRect();
        return [".best .pill", ".own .sort"].filter((one) => {
            const box = document.querySelector(one)?.getBoundingClientRect();
            const beside = !box || box.right <= text.left || text.right <= box.left;
            return !beside && box.top < text.bottom && text.top < box.bottom;
        });
    }""")
        == []
    )
