"""The tables of `standpat.ranking` as numpy arrays, for compiled code.

`WEIGHT[card]` (uint32, 256 entries) is the rank's weight; what is no card weighs 2**19, more than any hand.
`TABLE[order, suited, sum]` (uint16, 2 x 2 x 2**19) is the value of a hand whose weights have this sum, `order` 0
deuce-to-seven and 1 ace-to-five, `suited` 1 for five cards of one suit. Sums that no hand has hold 0.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from standpat.ranking import ACE_TO_FIVE, DEUCE_TO_SEVEN
from standpat.ranking import WEIGHT as RANK_WEIGHT

ORDERS: Final = (DEUCE_TO_SEVEN, ACE_TO_FIVE)
SUM_BITS: Final = 19


def _weights() -> NDArray[np.uint32]:
    weights = np.full(256, 1 << SUM_BITS, np.uint32)
    weights[:52] = np.repeat(np.array(RANK_WEIGHT, np.uint32), 4)
    return weights


def _tables() -> NDArray[np.uint16]:
    tables = np.zeros((len(ORDERS), 2, 1 << SUM_BITS), np.uint16)
    for order, ranking in enumerate(ORDERS):
        values = np.array(ranking.by_sum, np.uint16)
        tables[order, :, : len(values)] = np.where(values <= ranking.count, values, 0)
        for key, value in ranking.suited.items():
            tables[order, 1, key] = value
    return tables


WEIGHT: Final = _weights()
TABLE: Final = _tables()
