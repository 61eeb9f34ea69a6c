"""A policy as a strategy file has it."""

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from standpat.bots.multiway_file import EVERY, LEVELS, MultiwayFile, Strategy
from standpat.bots.multiway_spot import BET_SPOTS, BUCKETS, CHOICES, SPOTS
from standpat.engine.games import game
from standpat.solver.multiway import cfr_kernel
from standpat.solver.multiway.export import export, policy_of_file, strategy_of, units_of


def made_up(rows: int) -> NDArray[np.void]:
    """A policy with so many rows of bets and of draws, which the public spots take in turn, the last one first."""
    numbers, policy = np.random.default_rng(5), np.zeros(1, cfr_kernel.POLICY)
    chance = policy["chance"][0].reshape(-1, BUCKETS, CHOICES)
    for part, choices in ((slice(0, BET_SPOTS // BUCKETS), 3), (slice(BET_SPOTS // BUCKETS, None), 4)):
        distinct = numbers.dirichlet(np.ones(choices), (rows, BUCKETS))
        many = len(chance[part])
        chance[part, :, :choices] = distinct[(many - np.arange(many)) % rows]
    return policy


@pytest.mark.extended
def test_a_policy_is_kept_and_rows_that_are_equal_are_kept_once() -> None:
    policy = made_up(500)
    strategy = strategy_of(units_of(policy))
    assert len(strategy.bets) == 500 * BUCKETS * 2
    assert len(strategy.draws) == 500 * BUCKETS * 3
    assert strategy.bet_rows[:3].tolist() == strategy.draw_rows[:3].tolist() == [0, 1, 2]
    again = policy_of_file(strategy)
    assert np.abs(again["chance"] - policy["chance"]).max() < 1.51 / LEVELS  # what is left over has three roundings
    for spot in (0, 48 * 700 + 5, BET_SPOTS - 1):
        assert np.allclose(again["chance"][0, spot, :3], strategy.bet(spot), atol=1e-6)
    for spot in (BET_SPOTS, SPOTS - 3):
        assert np.allclose(again["chance"][0, spot], strategy.draw(spot), atol=1e-6)


def test_a_block_is_read_back() -> None:
    strategy = strategy_of(units_of(made_up(40)))
    again = Strategy.of_block(strategy.block())
    assert vars(again) == vars(strategy)


def test_a_file_keeps_the_strategies_of_another(tmp_path: Path) -> None:
    """Also those of more seats than one."""
    export(game("27td"), {3: made_up(7), EVERY: made_up(9)}, tmp_path / "first", {"deals": 1})
    export(game("27td"), {4: made_up(11)}, tmp_path / "second", {"deals": 2}, MultiwayFile.load(tmp_path / "first"))
    first, second = MultiwayFile.load(tmp_path / "first"), MultiwayFile.load(tmp_path / "second")
    assert second.seats == (0, 3, 4)
    for seats in (EVERY, 3):
        assert vars(second.strategy(seats)) == vars(first.strategy(seats))
