"""Strategies of several players that choose the same way at every bet, and stand pat."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from standpat.bots.multiway_spot import BET_SPOTS
from standpat.solver.multiway.cfr_kernel import POLICY


def mixing(chances: Mapping[int, float]) -> NDArray[np.void]:
    """The strategy that makes each choice of a bet with its probability, a row of `POLICY`."""
    policy = np.zeros(1, POLICY)
    for choice, chance in chances.items():
        policy["chance"][0, :BET_SPOTS, choice] = chance
    policy["chance"][0, BET_SPOTS:, 0] = 1
    return policy
