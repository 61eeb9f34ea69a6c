"""The file in the package against raises of sizes that it does not know."""

import pytest

from standpat import game
from standpat.bots.directories import find_no_limit
from standpat.solver.nolimit.match import Arena, Table
from standpat.solver.nolimit.strategy import load, policy_of


@pytest.mark.slow
@pytest.mark.parametrize("depth", [100, 200])
def test_small_raises_win_nothing_heads_up(depth: int) -> None:
    """They won 9 and 23 big blinds per 100 hands while a raise that nobody learned to meet was met by a coarse spot."""
    path = find_no_limit("27sd")
    assert path is not None
    won = Arena(game("27sd"), policy_of(load(path))).habit("small odd sizes", Table(2, depth), 50_000)
    assert won.bb + won.within < 0
