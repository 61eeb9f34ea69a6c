"""Ranges: every item of the notation compared with its definition, on random hands."""

import random
from collections.abc import Callable

import numpy as np
import pytest

from standpat.cards.card import DECK, RANKS
from standpat.cards.ranking import ACE_TO_FIVE, DEUCE_TO_SEVEN, Ranking
from standpat.lab import batch
from standpat.lab.odds import hand_range
from standpat.lab.odds.low import low

R = DEUCE_TO_SEVEN
Rule = Callable[[tuple[int, ...], list[int]], bool]


def ranks(text: str) -> list[int]:
    return [RANKS.index(c) for c in text]


RULES: dict[str, Rule] = {
    "pat:9-7": lambda hand, held: R(hand) <= 33,
    "pat:8..T": lambda hand, held: 4 < R(hand) <= 121,
    "d1:8": lambda hand, held: len(low_of(held)) == 4 or (len(low_of(held)) == 5 and R(hand) > 1277 + 1),
    "d2:8": lambda hand, held: len(low_of(held)) == 3,
    "237": lambda hand, held: low_of(held) == ranks("237"),
    "237+": lambda hand, held: 0 in held and 1 in held and len([r for r in held if r <= 5]) >= 3,
    "random": lambda hand, held: True,
}


def low_of(held: list[int]) -> list[int]:
    return [r for r in held if r <= 6]


@pytest.mark.slow
@pytest.mark.parametrize("ranking", [DEUCE_TO_SEVEN, ACE_TO_FIVE])
def test_all_hands_and_their_values(ranking: Ranking) -> None:
    """Each of the 2,598,960 hands once, with its value, and still so after some of them have gone."""
    whole = hand_range("random", ranking)
    assert len(np.unique(whole.hands)) == len(whole) == 2_598_960
    assert set(np.bitwise_count(whole.hands).tolist()) == {5}
    rank = batch.deuce_to_seven if ranking is DEUCE_TO_SEVEN else batch.ace_to_five
    for hands in (whole, whole.without(0b1001)):
        cards = np.nonzero(hands.hands[:, None] >> np.arange(52, dtype=np.uint64) & np.uint64(1))[1].reshape(-1, 5)
        assert np.array_equal(hands.values, rank(cards))


@pytest.mark.parametrize("text", RULES)
def test_items(text: str) -> None:
    fits = set(hand_range(text).hands.tolist())
    source = random.Random(4)
    cards = list(DECK[:36]) if text != "random" else list(DECK)
    hits = 0
    for _ in range(20_000):
        hand = tuple(source.sample(cards, 5))
        wanted = RULES[text](hand, sorted({card >> 2 for card in hand}))
        hits += wanted
        assert (sum(1 << card for card in hand) in fits) == wanted, (text, hand)
    assert hits > 20


def test_the_first_item_counts() -> None:
    both = hand_range("pat:8@0, d1:8@0.25, pat:T")
    assert {str(both.weights[k]) for k in both.which} == {"1/4", "1"}
    pats = set(hand_range("pat:8").hands.tolist())
    assert not pats & set(both.hands.tolist())
    assert len(hand_range("7c5d4h3s2c")) == 1
    assert len(hand_range("random")) == 2_598_960


def test_ace_to_five_ranges() -> None:
    assert len(hand_range("pat:5", ACE_TO_FIVE)) == 1024
    assert len(hand_range("A23+", ACE_TO_FIVE)) > len(hand_range("A23", ACE_TO_FIVE))
    assert low(ACE_TO_FIVE, "6") == low(ACE_TO_FIVE, "6-5-4-3-2") == 6


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "is not a range"),
        ("d5:8", "is not a range"),
        ("d1:98", "one rank"),
        ("pat:23456", "is not a low"),
        ("2c3d", "five different"),
        ("22", "is not a range"),
        ("237@x", "weight"),
        ("237@-1", "weight"),
        ("pat:8@0", "holds no hand"),
        ("pat:T..8", "the better low first, pat:8..T"),
        ("pat:", "is not a low"),
        ("d1:", "one rank"),
        ("pat:8,", "is not a range"),
        ("pat:8@0.5@2", "weight"),
        ("2c2d3h4s5c7d", "five different"),
        (",".join(["237"] * 251), "251 items"),
    ],
)
def test_refused(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        hand_range(text)
