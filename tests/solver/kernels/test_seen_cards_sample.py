"""Hands sampled by a line: they come as hands dealt from a deck by plain Python do."""

from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from standpat import game
from standpat.cards.ranking import WEIGHT
from standpat.solver.game.hand_classes import HandClasses, hand_classes
from standpat.solver.kernels.seen_cards_sample import PLACE, Numbers, Vector, sampled
from standpat.solver.subgame.last_round import _deal

pytestmark = pytest.mark.extended


def drawn(
    classes: HandClasses, chances: Vector, keeps: NDArray[np.uint8], many: int, seed: int
) -> tuple[Numbers, Numbers, float]:
    of, flush, by_sum, suited = _deal(classes)
    hands, seen = np.zeros(many, np.int64), np.zeros(many, np.int64)
    tables = of, flush, by_sum, suited, np.array(WEIGHT, np.int64), PLACE, classes.ranks
    worth = sampled(classes.chance, chances, keeps, *tables, seed, hands, seen)
    return hands, seen, worth


def a_line(classes: HandClasses, draws: int, seed: int) -> tuple[Vector, NDArray[np.uint8]]:
    """A line in which classes play on and keep cards at random, and in the round too."""
    generator, many = np.random.default_rng(seed), len(classes)
    return generator.random((draws + 1, many)), generator.integers(0, 32, (draws, many)).astype(np.uint8)


@pytest.mark.parametrize("id", ["27td", "a5td"])
def test_hands_come_as_from_a_deck(id: str) -> None:
    classes = hand_classes(game(id).ranking)
    chances, keeps = a_line(classes, 2, 3)
    random = Random(5)
    dealt: list[tuple[int, list[int]]] = []
    while len(dealt) < 6_000:
        deck = random.sample(range(4 * classes.ranks), 4 * classes.ranks)
        hand, at = sorted(deck[:5]), 5
        for draw in range(3):
            held = classes.of(hand)
            if random.random() > chances[draw, held]:
                break
            if draw < 2:
                kept = [card for k, card in enumerate(hand) if keeps[draw, held] >> k & 1]
                hand, at = sorted(kept + deck[at : at + 5 - len(kept)]), at + 5 - len(kept)
        else:
            dealt.append((classes.of(hand), deck[:at]))
    hands, seen, worth = drawn(classes, chances, keeps, 40_000, 1)
    assert 10_000 < worth < 40_000
    strength = np.array([hand for hand, _ in dealt])
    for level in np.quantile(strength, (0.1, 0.25, 0.5, 0.75, 0.9)):
        assert (hands <= level).mean() == pytest.approx((strength <= level).mean(), abs=0.03)
    for card in range(4 * classes.ranks):
        assert (seen >> card & 1).mean() == pytest.approx(np.mean([card in cards for _, cards in dealt]), abs=0.03)
    counts = np.bitwise_count(seen)
    for many in range(5, 16):
        assert (counts == many).mean() == pytest.approx(np.mean([len(cards) == many for _, cards in dealt]), abs=0.03)
    better = hands <= np.median(strength)  # strength and discards go together as they do there
    thrown = np.mean([len(cards) for hand, cards in dealt if hand <= np.median(strength)])
    assert counts[better].mean() == pytest.approx(thrown, abs=0.12)


def test_the_first_hands_are_of_their_classes() -> None:
    """Nobody draws, so the cards are those of the class, and only flushes have one suit."""
    classes = hand_classes(game("27td").ranking)
    chances, keeps = np.ones((1, len(classes))), np.full((1, len(classes)), 31, np.uint8)
    hands, seen, worth = drawn(classes, chances, keeps, 20_000, 9)
    assert worth == 20_000
    cards = [[card for card in range(52) if some >> card & 1] for some in seen.tolist()]
    assert [classes.of(some) for some in cards] == hands.tolist()
    assert (np.diff(hands) >= 0).all()
    expected = classes.chance * 20_000
    assert np.abs(np.bincount(hands, minlength=len(classes)) - expected).max() < 1
    suits = np.array([[card & 3 for card in some] for some in cards])
    assert np.bincount(suits.ravel(), minlength=4) / suits.size == pytest.approx(np.full(4, 0.25), abs=0.01)
    chances[0] = np.where(classes.flush, 1, 0)
    hands, seen, _ = drawn(classes, chances, keeps, 500, 9)
    assert all([len({card & 3 for card in range(52) if some >> card & 1}) == 1 for some in seen.tolist()])
    assert classes.flush[hands].all()


def test_a_sample_is_that_of_its_seed() -> None:
    classes = hand_classes(game("27td").ranking)
    chances, keeps = a_line(classes, 3, 1)
    one, two, other = [drawn(classes, chances, keeps, 2_000, seed) for seed in (4, 4, 5)]
    assert np.array_equal(one[1], two[1])
    assert np.array_equal(one[0], two[0])
    assert (one[1] != other[1]).mean() > 0.9


def test_worth_is_that_of_the_thinnest_place() -> None:
    """A tenth plays on after the first draw, with equal chances; the others are replaced by these."""
    classes = hand_classes(game("27td").ranking)
    many = len(classes)
    keeps = np.full((2, many), 31, np.uint8)
    order = np.cumsum(classes.chance)
    chances = np.stack([np.ones(many), np.where(order < 0.1, 0.5, 0.0), np.ones(many)])
    hands, _, worth = drawn(classes, chances, keeps, 10_000, 2)
    assert worth == pytest.approx(1_000, abs=10)
    assert order[hands].max() < 0.1
    hands, _, worth = drawn(classes, chances * [[1], [0], [1]], keeps, 10_000, 2)
    assert worth == 0
    assert order[hands].mean() == pytest.approx(0.5, abs=0.01)
    hands, _, worth = drawn(classes, chances * [[0], [1], [1]], keeps, 10_000, 2)
    assert worth == 0
    assert order[hands].max() < 0.1
