"""A tournament of bots with crashes has the same events, decisions and result as without (T9.1)."""

import pytest

from tournament_simulated import loose, run


@pytest.mark.parametrize(("games", "seed"), [(("27sd",), 1), (("27td", "27sd"), 3)])
def test_a_crash_changes_nothing(games: tuple[str, ...], seed: int) -> None:
    calm, _ = run(games, 14, 0, seed, loose)
    rough, crashes = run(games, 14, 25, seed, loose)
    assert crashes > 20
    assert calm.events == rough.events
    assert calm.acts == rough.acts
