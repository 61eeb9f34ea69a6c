"""What is watched at a table is what the events of its hands say."""

from math import isnan
from random import Random

import pytest

from standpat.bots.player import situation
from standpat.bots.rule import rule
from standpat.cards.card import text
from standpat.engine.dealer import Dealer
from standpat.engine.event import DrawResult, ShowdownShow
from standpat.engine.games import Stakes, game
from standpat.engine.hand import Hand
from standpat.solver.charts.watched import STACK, Watched, made, watch


@pytest.mark.parametrize(
    ("name", "top", "yes"),
    [
        ("97432", "9", True),
        ("97432", "97", True),
        ("97432", "98", False),
        ("98765", "9", False),
        ("97432s", "9", False),
        ("99432", "9", False),
        ("97432", "", True),
    ],
)
def test_made_hands(name: str, top: str, yes: bool) -> None:
    assert made(name, top) is yes


def test_it_counts_what_the_events_say() -> None:
    """The same hands played again, and counted from the events of the hand."""
    seen = watch(rule, game("27td"), Stakes(1, 2), seats=3, hands=60, seed=4)
    random = Random(4)
    pat = drew = shown = 0
    for number in range(60):
        hand = Hand(
            game("27td"), Stakes(1, 2), [2 * STACK] * 3, button=number % 3, dealer=Dealer(seed=random.getrandbits(60))
        )
        while hand.to_act is not None:
            hand.apply(rule(situation(hand, random)))
        results = [event for event in hand.events if isinstance(event, DrawResult)]
        pat += sum([not event.discarded for event in results])
        drew += sum([len(event.discarded) == 1 for event in results])
        live = [seat for seat in range(3) if hand.live[seat]]
        shown += 2 * (len(live) == 2)
        for event in hand.events:
            if len(live) == 2 and isinstance(event, ShowdownShow):
                name = "".join(sorted(text(hand.cards(event.seat))[::2], key="AKQJT98765432".index))
                assert any(key.rstrip("s") == name for key in seen.shown)
    assert sum([n for (_, _, stood), n in seen.draws.items() if stood]) == pat > 0
    assert sum(seen.kept.values()) == drew > 0
    assert sum(seen.shown.values()) == shown > 0
    assert sum(seen.points.values()) == shown  # two points a showdown, for the two hands of it
    assert seen.hands == 60


def test_shares() -> None:
    seen = Watched(100, 6)
    seen.draws.update({(1, "97432", True): 30, (1, "98432", False): 30, (0, "97432", True): 500, (1, "99432", True): 9})
    assert seen.pat(1, "9") == 0.5
    assert seen.pat(0, "97") == 1
    assert isnan(seen.pat(1, "97"))  # 30 cases are too few
    seen.kept.update({"8": 60, "9": 30, "K": 10})
    assert seen.kept_from("9") == pytest.approx(0.4)
    seen.shown.update({"97432": 40, "98432": 20})
    seen.points.update({"97432": 50, "98432": 1})
    assert seen.won("9") == pytest.approx(51 / 2 / 60)
