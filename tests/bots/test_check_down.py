import subprocess
import sys
from collections.abc import Sequence
from itertools import accumulate
from random import Random

import pytest

from standpat import deuce_to_seven, game
from standpat.bots.check_down import Plan, plan_of, share, wins
from standpat.bots.check_down_values import LOOSE, PAT, SPANS, TIGHT, mix, utility
from standpat.bots.draw import KEEPS
from standpat.cards.card import DECK
from standpat.cards.ranking import DEUCE_TO_SEVEN

LAST_OF_A_LOW = [deuce_to_seven(h) for h in ("7c6d5h4s2c", "8c7d6h5s3c", "9c8d7h6s4c", "Tc9d8h7s5c", "JcTd9h8s6c")]
"""The roughest seven-low, eight-low … jack-low."""


@pytest.fixture(scope="module")
def plan() -> Plan:
    return plan_of(game("27td"))


def keep(*ranks: str) -> int:
    return sum(1 << "23456789TJQKA".index(r) for r in ranks)


def lows(final: Sequence[float]) -> list[float]:
    total = list(accumulate(final))
    return [total[value] for value in LAST_OF_A_LOW]


def test_nothing_is_computed_before_it_is_used() -> None:
    code = "import standpat.bots, standpat.bots.check_down as plan; print(plan._plan.cache_info().misses)"
    assert subprocess.check_output([sys.executable, "-c", code], text=True) == "0\n"


def test_games_of_one_ranking_and_number_of_draws_share_a_plan(plan: Plan) -> None:
    assert plan_of(game("27td-nl")) is plan
    assert plan_of(game("27sd")) is plan_of(game("27sd-fl")) is not plan


def test_against_itself_it_wins_half(plan: Plan) -> None:
    assert sum(p * u for p, u in zip(plan.final, utility(plan.final), strict=True)) == pytest.approx(0.5, abs=1e-9)


@pytest.mark.parametrize(("gone", "least", "most"), [(False, -0.011, 0.011), (True, -0.005, 0.05)])
def test_what_really_comes_of_the_plan(plan: Plan, gone: bool, least: float, most: float) -> None:
    """With the discards back in the pack, the result is that of the plan, suits included.

    In a real hand the discards are gone. Most of them are high cards, so up to one hand in twenty-five more is good.
    """
    random, hands = Random(1), 20_000
    ends = [0] * (DEUCE_TO_SEVEN.count + 1)
    for _ in range(hands):
        deck = random.sample(DECK, 52)
        cards, deck = deck[:5], deck[5:]
        for left in (3, 2, 1):
            choice = plan.choice[left][deuce_to_seven(cards)]
            if choice != PAT:
                kept = list({c >> 2: c for c in cards if choice >> (c >> 2) & 1}.values())
                if not gone:
                    deck = random.sample([c for c in DECK if c not in kept], 5)
                cards = kept + deck[: 5 - len(kept)]
                deck = deck[5 - len(kept) :]
        ends[deuce_to_seven(cards)] += 1
    for found, said in zip(lows(ends), lows(plan.final), strict=True):
        assert least < found / hands - said < most


@pytest.mark.parametrize(
    ("cards", "left", "choice"),
    [
        ("7c5d4h3s2c", 3, PAT),
        ("7c6d4h3s2c", 3, PAT),
        ("8c6d5h4s3c", 3, PAT),
        ("Kc7d4h3s2c", 3, keep(*"2347")),
        ("9c8d5h4s2c", 3, keep(*"2458")),  # broken with three draws to come
        ("9c8d5h4s2c", 1, PAT),
        ("KcKdKhKs2c", 3, keep("2")),
        ("AcAdAhKsKc", 3, 0),
    ],
)
def test_what_players_know(plan: Plan, cards: str, left: int, choice: int) -> None:
    assert plan.choice[left][deuce_to_seven(cards)] == choice


@pytest.mark.parametrize("cards", ["7c6d5h4s3c", "7c5c4c3c2c"])
def test_straights_and_flushes_are_broken(plan: Plan, cards: str) -> None:
    for left in (1, 2, 3):
        assert plan.choice[left][deuce_to_seven(cards)] != PAT


def test_prospects_are_distributions(plan: Plan) -> None:
    for left in range(4):
        for value in range(1, DEUCE_TO_SEVEN.count + 1, 37):
            assert sum(plan.prospect[left][value]) == pytest.approx(1)
    for played in (LOOSE, TIGHT):
        for count in range(6):
            for left in range(3):
                assert sum(plan.drew(left, count, played)) == pytest.approx(1)
        assert sum(plan.drew(3, None, played)) == pytest.approx(1)


def test_who_drew_fewer_ends_better(plan: Plan) -> None:
    for left in (0, 1, 2):
        shares = [share(plan.drew(left, count), [plan.drew(3, None)]) for count in range(4)]
        assert shares == sorted(shares, reverse=True)
    assert share(plan.drew(3, None, TIGHT), [plan.drew(3, None, LOOSE)]) > 0.5


def test_places_are_shares_of_all_deals(plan: Plan) -> None:
    assert plan.place[deuce_to_seven("7c5d4h3s2c")] < 0.001
    assert plan.place[deuce_to_seven("AcAdAhKsKc")] > 0.99
    mean = sum(p * place for p, place in zip(plan._classes.deal, plan.place, strict=True))
    assert mean == pytest.approx(0.5)


def test_keeps_are_the_proper_subsets(plan: Plan) -> None:
    assert sorted(plan.keeps(1)) == sorted(k for k in KEEPS if k & keep(*"23457") == k)
    assert sorted(plan.keeps(deuce_to_seven("AcAdAhKsKc"))) == sorted([0, keep("A"), keep("K"), keep("A", "K")])


def test_shares_multiply() -> None:
    first, last = (1.0, *[0.0] * (SPANS - 1)), (*[0.0] * (SPANS - 1), 1.0)
    even = mix([(1, first), (3, last), (2, first)])
    assert even == pytest.approx([0.5, *[0.0] * (SPANS - 2), 0.5])
    assert wins(even)[0] == pytest.approx(0.75)
    assert share(first, [even]) == pytest.approx(0.75)
    assert share(first, [even, even]) == pytest.approx(0.75**2)
    assert share(even, [even]) == pytest.approx(0.5)
    assert share(last, [first]) == 0
