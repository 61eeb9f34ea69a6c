"""What was learned for earlier spots (`standpat.bots.earlier_multiway_spot`), for the present ones."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from standpat.bots import earlier_multiway_spot
from standpat.bots.earlier_multiway_spot import OPENED, PLAIN, RAISED
from standpat.bots.multiway_spot import BUCKETS
from standpat.solver.multiway.response_spots import EXTRAS


def spread(values: NDArray[Any], draws: int) -> NDArray[Any]:
    """Values by earlier spot, for each present spot that was a part of it.

    Args:
        values: First by earlier spot.
        draws: The draws of the game.

    Returns:
        The same by spot of `standpat.bots.multiway_spot`.
    """
    scheme = next(scheme for scheme in (RAISED, OPENED, PLAIN) if len(values) == sum(scheme.spots))
    bets, rest = earlier_multiway_spot.rows(scheme, draws)
    rows = np.concatenate((np.array(bets, np.int64), scheme.bets + np.array(rest, np.int64)))
    by_row = values.reshape(len(values) // BUCKETS, BUCKETS, *values.shape[1:])
    spots: NDArray[Any] = by_row[rows].reshape(-1, *values.shape[1:])
    return spots


def spread_choices(choices: NDArray[np.uint8], draws: int) -> NDArray[np.uint8]:
    """The choices of a response by earlier row, for the present rows (`standpat.solver.multiway.response_spots`).

    Args:
        choices: By earlier row.
        draws: The draws of the game.
    """
    return spread(choices.reshape(-1, EXTRAS), draws).reshape(-1)
