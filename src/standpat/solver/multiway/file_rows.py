"""The rows of a strategy file: many public spots share one (`standpat.bots.multiway_file`).

What is changed at one of these spots changes at all of them. So what is measured by spot is added up by row first.
"""

import numpy as np
from numpy.typing import NDArray

from standpat.bots.multiway_file import Strategy
from standpat.bots.multiway_spot import BUCKETS, CHOICES
from standpat.solver.multiway.cfr_kernel import POLICY


class FileRows:
    """The rows of a strategy.

    Args:
        strategy: The strategy.

    Attributes:
        spots: The public spots, those of a row one after the other.
        first: Where each row begins in `spots`.
        row: The row of each public spot.
    """

    def __init__(self, strategy: Strategy) -> None:
        bets, draws = (np.array(rows, np.int64) for rows in (strategy.bet_rows, strategy.draw_rows))
        held = np.concatenate([bets, draws + bets.max() + 1])
        self.spots = np.argsort(held, kind="stable")
        new = np.diff(held[self.spots], prepend=-1) > 0
        self.row = np.empty(len(held), np.intp)
        self.row[self.spots] = np.cumsum(new) - 1
        self.first = np.flatnonzero(new)

    def sums(self, values: NDArray[np.float32] | NDArray[np.uint32]) -> NDArray[np.float64]:
        """Sums over the public spots of each row.

        Args:
            values: By public spot, then of any shape.
        """
        columns = values.reshape(len(values), -1).T  # one by one: a third of the time of np.add.reduceat
        sums = np.array([np.bincount(self.row, column, len(self.first)) for column in columns])
        return np.ascontiguousarray(sums.T).reshape(-1, *values.shape[1:])

    def policy(self, rows: NDArray[np.float32]) -> NDArray[np.void]:
        """The strategy with other probabilities in its rows.

        Args:
            rows: By row, class of hands and choice.

        Returns:
            A row of `cfr_kernel.POLICY`.
        """
        policy = np.zeros(1, POLICY)
        np.take(rows, self.row, axis=0, out=policy["chance"][0].reshape(-1, BUCKETS, CHOICES), mode="clip")
        return policy

    def often(self, visits: NDArray[np.uint32], deals: int) -> NDArray[np.float32]:
        """How many times a deal comes to a class of hands in the row of a public spot, by public spot and class.

        Args:
            visits: The decisions by spot, in the order of `cfr_kernel.POLICY`.
            deals: The deals of these decisions.
        """
        by_row = self.sums(visits.reshape(-1, BUCKETS)) / deals
        often: NDArray[np.float32] = by_row.astype(np.float32)[self.row]
        return often
