"""What was learned for spots that do not know the opener (`standpat.bots.earlier_multiway_spot`), for those that do."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from standpat.bots import earlier_multiway_spot
from standpat.bots.multiway_spot import BUCKETS


def spread(values: NDArray[Any]) -> NDArray[Any]:
    """Values by earlier spot, for each opener.

    Args:
        values: First by earlier spot; there may be several to a spot, one after the other.

    Returns:
        The same by spot of `standpat.bots.multiway_spot`.
    """
    bets, draws = earlier_multiway_spot.rows()
    rows = np.array([*bets, *[earlier_multiway_spot.BET_SPOTS // BUCKETS + row for row in draws]])
    by_row = values.reshape(earlier_multiway_spot.SPOTS // BUCKETS, -1, *values.shape[1:])
    spots: NDArray[Any] = by_row[rows].reshape(-1, *values.shape[1:])
    return spots
