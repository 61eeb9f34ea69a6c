"""The probability that two hands, with their discards, have no common card, as a product of features.

A hand is known by how many cards of each rank its seat has held. If all suits are equally likely, hands with u and v
cards of a rank share none of them with probability C(4 - u, v) / C(4, v), and the ranks are independent. So the
probability of two hands is a product over the ranks of entries of one 5 x 5 table (`APART`).

`features_of` writes it as a scalar product of a vector for each hand, so that sums over all pairs of hands take time in
the number of hands. For each rank the table is close to m(u) n(v) + e(u) g(v), the two largest terms of its singular
value decomposition, weighted by how often the hands of a sample hold so many cards. The product over the ranks is
expanded to the first order in e(u) g(v). What is left out is about a fifth of the variance of the probability in 27td;
sums over many hands lose less of it.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from standpat.solver.strategy_file.opponent_range import WAYS

Numbers = NDArray[np.int64]
Single = NDArray[np.float32]

APART: Final = WAYS[::-1] / WAYS[4]
"""`APART[u, v]`: the probability that u and v cards of a rank are different ones. It is symmetric."""


class Features:
    """Features by how many cards of each rank a hand has held.

    Args:
        first: Shape (hands, ranks): a sample of the hands of seat 0.
        second: The same of seat 1.
    """

    def __init__(self, first: Numbers, second: Numbers) -> None:
        ranks = first.shape[1]
        main, rest = np.zeros((2, ranks, 5)), np.zeros((2, ranks, 5))
        for rank in range(ranks):
            often, others = [np.bincount(seen[:, rank], minlength=5) / len(seen) for seen in (first, second)]
            left, size, right = np.linalg.svd(np.sqrt(often)[:, None] * APART * np.sqrt(others))
            for term, into in enumerate((main, rest)):
                if size[term] > 1e-9:  # the table itself says what hands do that are not in the sample
                    into[0, rank] = APART @ (np.sqrt(others) * right[term]) / np.sqrt(size[term])
                    into[1, rank] = APART @ (np.sqrt(often) * left[:, term]) / np.sqrt(size[term])
        self._main = np.maximum(np.abs(main), 1e-6)
        self._ratio = rest / self._main

    def factors(self, seat: int) -> tuple[Single, Single]:
        """What the features of a seat's hands are products of.

        Args:
            seat: The seat.

        Returns:
            By rank and by the cards held of it, a bit for each suit: a factor of all features, and the factor of the
            rank's own feature. Shape (ranks, 16) each.
        """
        held = np.bitwise_count(np.arange(16))
        return self._main[seat][:, held].astype(np.float32), self._ratio[seat][:, held].astype(np.float32)

    def of(self, seat: int, seen: Numbers) -> Single:
        """The features of hands.

        Args:
            seat: Their seat.
            seen: Shape (hands, ranks): the cards of each rank that they have held.

        Returns:
            Shape (hands, 1 + ranks).
        """
        ranks = np.arange(seen.shape[1])
        whole = self._main[seat, ranks, seen].prod(axis=1, keepdims=True)
        ratio = self._ratio[seat, ranks, seen]
        return np.ascontiguousarray(np.insert(ratio, 0, 1, axis=1) * whole, dtype=np.float32)
