"""Matches in the compiled game, and the exploiters that they find."""

from math import sqrt

import numpy as np
import pytest

from same_choices import mixing
from standpat import game
from standpat.bots.registry import player
from standpat.lab.match.interval import half_width
from standpat.solver.multiway import cfr_kernel
from standpat.solver.multiway.engine_match import duplicate
from standpat.solver.multiway.hand_kernel import PASS
from standpat.solver.multiway.match import KINDS, Arena, exploit

pytestmark = pytest.mark.extended

GAME = game("27td")


@pytest.mark.parametrize("kind", KINDS)
def test_exploiters_are_found_in_their_ranges(kind: str) -> None:
    random = np.zeros(1, cfr_kernel.POLICY)
    random["chance"] = 0.25
    habit, won = exploit(Arena(GAME, [random]), kind, 3, tries=24, decks=20)
    assert won.msb > 3 * won.within  # from random players
    assert habit.keys() == KINDS[kind].keys()
    for name, (low, high) in KINDS[kind].items():
        assert low <= habit[name] <= high


def test_rule_wins_from_callers_what_it_wins_in_the_engine() -> None:
    """A caller never folds, raises or draws."""
    arena = Arena(GAME, [mixing({PASS: 1})])
    won = arena.play([arena.rule, 0, 0, 0], 20_000, 3)
    assert 3 * won[1].msb == pytest.approx(-won[0].msb)
    found = duplicate([player("rule"), *[player("caller")] * 3], [1, 0, 0, 0], 4_000, 5, GAME.id)
    within = half_width(found.count, found.total, found.squares)
    assert within is not None
    assert won[0].msb > 1000
    assert abs(won[0].msb - found.total / found.count) < 1.5 * sqrt(won[0].within ** 2 + within**2)
