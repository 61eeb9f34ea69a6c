"""The seeded draw (T1.1)."""

from collections import Counter
from hashlib import shake_256
from itertools import permutations

import pytest

from standpat.tournament.chance import Draw


def test_the_same_seed_and_purpose_draw_the_same() -> None:
    draws = [Draw(b"seed", "seats") for _ in range(2)]
    assert [draws[0].below(1000) for _ in range(500)] == [draws[1].below(1000) for _ in range(500)]
    assert draws[0].shuffled(range(50)) == draws[1].shuffled(range(50))
    others = {tuple(Draw(*of).shuffled(range(20))) for of in ((b"seed", "seats"), (b"seed", "x"), (b"seed 2", "seats"))}
    assert len(others) == 3
    assert Draw(b"ab", "c").shuffled(range(20)) != Draw(b"a", "bc").shuffled(range(20))


def test_the_stream_is_shake_256_for_ever() -> None:
    """Journals of finished events are checked with it, so it may never change."""
    stream = shake_256(b"standpat draw 4 seedseats").digest(3)
    draw = Draw(b"seed", "seats")
    assert [draw.below(256) for _ in range(3)] == list(stream)
    assert Draw(b"seed", "seats").shuffled("abcdefg") == list("bedagfc")


def test_a_long_stream_goes_on_where_it_was() -> None:
    draw = Draw(b"seed", "seats")
    assert bytes([draw.below(256) for _ in range(2000)]) == shake_256(b"standpat draw 4 seedseats").digest(2000)


def test_draws_are_uniform() -> None:
    draw = Draw(b"seed", "uniform")
    for n in (1, 2, 3, 5, 6, 255, 257):
        assert {draw.below(n) for _ in range(12 * n)} <= set(range(n))
    # The seed is fixed, so this cannot fail by chance. 130 of 256 would favour the low numbers if nothing was rejected.
    counts = Counter([draw.below(130) // 65 for _ in range(4000)])
    assert abs(counts[0] - 2000) < 130
    orders = Counter([tuple(draw.shuffled("abc")) for _ in range(6000)])
    assert orders.keys() == set(permutations("abc"))
    assert all([abs(count - 1000) < 130 for count in orders.values()])


def test_nonsense_is_refused() -> None:
    with pytest.raises(ValueError, match="below 0"):
        Draw(b"seed", "").below(0)
    with pytest.raises(ValueError, match="needs a seed"):
        Draw(b"", "seats")
    items = ["a", "b"]
    assert Draw(b"seed", "").shuffled([]) == []
    Draw(b"seed", "").shuffled(items)
    assert items == ["a", "b"]
