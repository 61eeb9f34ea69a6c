"""An estimate of what hands are worth to two players with draws to come, which takes chance out of random deals.

The estimate is that of the class game of `standpat.lab.odds.policy`: replacements come from all 52 cards without the
kept ones, independently for both players, and final values count in `GROUPS` groups. It is not exact, and need not be
(`standpat.lab.odds.average`).
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from standpat.cards.ranking import Ranking
from standpat.lab.odds.policy import Policy, deal_chances, final_chances, prospects

GROUPS: Final = 32
"""Groups of final values, about equally likely. More of them take more time and improve little."""


class Control(NamedTuple):
    """The estimate.

    Attributes:
        worth: By player, state of the other and own state, the player's share of the pot.
        state: By player, draws left and value, the state.
    """

    worth: NDArray[np.float32]
    state: NDArray[np.int16]


def control(ranking: Ranking, ways: Sequence[Policy], draws: int) -> Control:
    """The estimate for players with these policies.

    Args:
        ranking: The order of hands.
        ways: The policies.
        draws: Draws to come.

    Returns:
        The estimate; without states unless there are two players and two draws or more.
    """
    if len(ways) != 2 or draws < 2:
        return Control(np.zeros((2, 0, 0), np.float32), np.zeros((2, 1, 1), np.int16))
    final = sum([final_chances(ranking, way, deal_chances(ranking), draws) for way in ways])
    group = np.minimum(np.cumsum(final) * (GROUPS / 2), GROUPS - 1).astype(np.int64)
    states, chances = zip(*[prospects(ranking, way, draws, group) for way in ways], strict=True)
    worth = np.zeros((2, *[max(map(len, chances))] * 2), np.float32)
    beaten = 1 - np.cumsum(chances[1], axis=1) + chances[1] / 2
    share = np.clip(chances[0] @ beaten.T, 0, 1).astype(np.float32)
    worth[0, : share.shape[1], : share.shape[0]] = share.T
    worth[1, : share.shape[0], : share.shape[1]] = 1 - share
    return Control(worth, np.array(states, np.int16))
