"""R5.6, R7.3: pots and splits, checked by hand and against a chip-by-chip count."""

from random import Random

import pytest

from standpat.engine.pot import Pot, build_pots, split


@pytest.mark.parametrize(
    ("paid", "live", "dead", "want"),
    [
        ([10, 10, 10], [1, 1, 1], 0, [(30, [0, 1, 2])]),
        ([10, 10, 10], [1, 0, 1], 0, [(30, [0, 2])]),
        ([40, 100, 100], [1, 1, 1], 0, [(120, [0, 1, 2]), (120, [1, 2])]),
        ([40, 100, 60], [1, 1, 0], 0, [(120, [0, 1]), (80, [1])]),
        ([20, 50, 150, 60, 150], [1, 1, 1, 0, 1], 0, [(100, [0, 1, 2, 4]), (120, [1, 2, 4]), (210, [2, 4])]),
        ([10, 10, 4], [1, 1, 0], 0, [(24, [0, 1])]),
        ([10, 10, 25], [1, 1, 0], 0, [(45, [0, 1])]),  # a folded player with more chips in than everybody left
        ([5, 10, 25], [1, 1, 0], 0, [(15, [0, 1]), (25, [1])]),
        ([10, 10], [1, 1], 7, [(27, [0, 1])]),
        ([5, 10, 10], [1, 1, 1], 7, [(22, [0, 1, 2]), (10, [1, 2])]),
        ([5, 10], [0, 1], 0, [(15, [1])]),
    ],
)
def test_r5_6_pots(paid: list[int], live: list[int], dead: int, want: list[tuple[int, list[int]]]) -> None:
    got = build_pots(paid, [bool(x) for x in live], dead)
    assert [(p.amount, sorted(p.claimants)) for p in got] == want
    assert all(isinstance(p, Pot) for p in got)


def test_r5_6_against_a_count_chip_by_chip() -> None:
    rng = Random(2)
    for _ in range(500):
        seats = rng.randint(2, 6)
        paid = [rng.randint(1, 12) for _ in range(seats)]
        live = [rng.random() < 0.7 for _ in range(seats)]
        if not any(live):
            continue
        dead = rng.choice((0, 0, 3))
        pots: list[list[object]] = []
        for chip in range(1, max(paid) + 1):
            claim = tuple(s for s in range(seats) if live[s] and paid[s] >= chip)
            amount = sum(p >= chip for p in paid)
            if claim and (not pots or pots[-1][1] != claim):
                pots.append([amount, claim])
            else:
                pots[-1][0] += amount  # type: ignore[operator]
        pots[0][0] += dead  # type: ignore[operator]
        assert [[p.amount, p.claimants] for p in build_pots(paid, live, dead)] == pots


def test_r5_6_every_chip_is_in_exactly_one_pot() -> None:
    rng = Random(3)
    for _ in range(500):
        seats = rng.randint(2, 6)
        paid = [rng.randint(0, 50) for _ in range(seats)]
        live = [rng.random() < 0.7 for _ in range(seats)]
        live[rng.randrange(seats)] = True
        assert sum(p.amount for p in build_pots(paid, live, 4)) == sum(paid) + 4


def test_r7_3_odd_chips_one_each_to_the_first() -> None:
    assert split(35, (2, 3, 0)) == ((2, 12), (3, 12), (0, 11))
    assert split(34, (2, 3, 0)) == ((2, 12), (3, 11), (0, 11))
    assert split(2, (5, 1, 3)) == ((5, 1), (1, 1), (3, 0))
    assert split(30, (4,)) == ((4, 30),)
    assert split(30, (4, 1)) == ((4, 15), (1, 15))


def test_r5_6_without_dead_chips_the_pots_are_what_was_paid() -> None:
    assert build_pots([10, 10, 4], [True, True, False]) == [Pot(24, (0, 1))]
    assert build_pots([5, 10], [True, True]) == [Pot(10, (0, 1)), Pot(5, (1,))]
    assert build_pots([0, 0], [True, True]) == []


def test_r3_5_dead_chips_are_the_main_pots_alone_whoever_has_paid_nothing() -> None:
    assert build_pots([0, 10, 10], [True, True, True], 3) == [Pot(3, (0, 1, 2)), Pot(20, (1, 2))]
    assert build_pots([0, 0], [True, True], 3) == [Pot(3, (0, 1))]
    assert build_pots([0, 10, 10], [True, False, False], 3) == [Pot(23, (0,))]
