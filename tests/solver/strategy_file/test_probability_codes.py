"""Codes of probabilities: what a decision loses is what was asked for, and its actions are played as often in all."""

from typing import NamedTuple

import numpy as np
import pytest

from standpat.solver.strategy_file.probability_codes import Decision, Scratch, decode, encode

pytestmark = pytest.mark.extended

SIZE, LEVELS = 60, 63


class Read(NamedTuple):
    """An encoded decision, read again."""

    played: np.ndarray
    bytes: float
    error: float
    distinct: int


def played(wanted: np.ndarray, reach: np.ndarray, price: float, least: float = 0.0) -> Read:
    """Encode a decision of shape (actions, states) and decode it."""
    actions = len(wanted)
    weights, decision = wanted.astype(np.float32).ravel(), Decision(0, SIZE, 1, actions, SIZE)
    scratch = Scratch(np.zeros(16), np.zeros(16), np.zeros(16), np.zeros(16), np.zeros(0, np.int32))
    out = np.zeros(actions * SIZE, np.uint8)
    end, bytes_, error = encode(weights, decision, reach, least, price, LEVELS, scratch, out, 0)
    assert end == (SIZE if actions == 2 else actions * SIZE)
    into = np.zeros(actions * SIZE, np.float32)
    assert decode(into, decision, LEVELS, out, 0) == end
    rows = into.reshape(actions, SIZE)
    return Read(rows / rows.sum(axis=0), bytes_, error, len(np.unique(out[:SIZE])))


@pytest.fixture(params=[2, 3])
def wanted(request: pytest.FixtureRequest) -> np.ndarray:
    shares = np.random.default_rng(request.param).dirichlet([2.0] * request.param, SIZE).T
    return np.asarray(shares)


@pytest.fixture
def reach() -> np.ndarray:
    return np.exp(np.random.default_rng(7).uniform(-4, 0, SIZE)).astype(np.float32)


def test_the_error_is_that_of_what_is_played(wanted: np.ndarray, reach: np.ndarray) -> None:
    for price in (0.0, 0.1, 10.0):
        read = played(wanted, reach, price)
        squares = (reach * ((read.played - wanted) ** 2).sum(axis=0)).sum()
        assert read.error == pytest.approx(squares, rel=1e-3)


def test_a_higher_price_takes_fewer_bytes_and_loses_more(wanted: np.ndarray, reach: np.ndarray) -> None:
    fine, coarse, coarsest = [played(wanted, reach, price) for price in (0.0, 0.05, 10.0)]
    assert fine.error < coarse.error < coarsest.error
    assert fine.bytes > coarsest.bytes
    assert fine.distinct > coarse.distinct > coarsest.distinct


@pytest.mark.parametrize("actions", [2, 3])
def test_each_action_is_played_as_often_in_all_as_it_should_be(actions: int) -> None:
    """Errors are carried over between states that come often and seldom. In equal parts they add up to 0.03."""
    reach = np.where(np.arange(SIZE) % 2, np.float32(0.3), np.float32(1))
    for seed in range(8):
        wanted = np.random.default_rng(seed).dirichlet([2.0] * actions, SIZE).T
        read = played(wanted, reach, 0.0)
        assert np.abs((reach * (read.played - wanted)).sum(axis=1)).max() < 0.005


def test_pure_actions_stay_pure_and_unreached_states_repeat(reach: np.ndarray) -> None:
    wanted = np.zeros((2, SIZE))
    wanted[1, ::3] = 1
    wanted[0] = 1 - wanted[1]
    assert (played(wanted, reach, 0.0).played == wanted).all()
    seldom = np.where(np.arange(SIZE) % 2, reach, np.float32(1e-9))
    read = played(wanted, seldom, 0.0, 1e-8).played
    assert (read[:, 2::2] == read[:, 1:-1:2]).all()
