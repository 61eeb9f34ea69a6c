"""Matches in the compiled game, and the exploiters that they find."""

import numpy as np
import pytest

from standpat import game
from standpat.solver.multiway import cfr_kernel
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
