"""The classes of hands of several players."""

import pytest

from standpat import game
from standpat.cards.ranking import RANKINGS
from standpat.solver.multiway.buckets import buckets_of

pytestmark = pytest.mark.extended

GAME = game("27td")


def test_every_hand_has_a_bucket_and_draws() -> None:
    hands = buckets_of(GAME)
    count = RANKINGS[GAME.ranking].count
    assert hands.bucket.max() == 47
    for left in (1, 2, 3):
        for value in range(1, count + 1):
            for thrown in range(1, 4):
                if hands.allowed[left - 1, hands.bucket[left, value]] >> thrown & 1:
                    kept = int(hands.keep[left - 1, value, thrown]).bit_count()
                    assert kept <= 5 - thrown
    best, worst = hands.bucket[:, 1], hands.bucket[:, count]
    assert best[0] <= 1
    assert worst[0] == 47
    assert hands.best[:, 1].tolist() == [0, 0, 0]
