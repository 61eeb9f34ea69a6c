"""The tables of `standpat.cards.ranking` as numpy arrays, for compiled code.

`WEIGHT[card]` (uint32, 256 entries) is the weight of the rank. An entry that is not a card has 2**19, more than a hand.
`VALUE[order, suited, sum]` (uint16, 2 x 2 x 2**19) is the value of a hand whose weights have this sum, `order` 0
deuce-to-seven and 1 ace-to-five, `suited` 1 for five cards of one suit. Sums that no hand has are 0.

`TABLES` is one record with both, in the fields `weight` and `value`. Compiled functions pass this record to each other,
because numba counts references to an array at every call, which costs more than the work, but not to a record.
"""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from standpat.cards.ranking import ACE_TO_FIVE, DEUCE_TO_SEVEN
from standpat.cards.ranking import WEIGHT as RANK_WEIGHT

ORDERS: Final = (DEUCE_TO_SEVEN, ACE_TO_FIVE)
SUM_BITS: Final = 19


def _tables() -> Any:
    dtype = np.dtype([("weight", np.uint32, 256), ("value", np.uint16, (len(ORDERS), 2, 1 << SUM_BITS))])
    tables = np.zeros(1, dtype)[0]
    tables["weight"][:] = 1 << SUM_BITS
    tables["weight"][:52] = np.repeat(np.array(RANK_WEIGHT, np.uint32), 4)
    for order, ranking in enumerate(ORDERS):
        values = np.array(ranking.by_sum, np.uint16)
        tables["value"][order, :, : len(values)] = np.where(values <= ranking.count, values, 0)
        for key, value in ranking.suited.items():
            tables["value"][order, 1, key] = value
    return tables


TABLES: Final = _tables()
WEIGHT: Final[NDArray[np.uint32]] = TABLES["weight"]
VALUE: Final[NDArray[np.uint16]] = TABLES["value"]
