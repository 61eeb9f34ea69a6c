"""What the buckets of hands become in the last draw, and which cards they hold.

`prospects_of(cards)` counts them over random hands (`prospect_kernel`); `fill` sets the tables of
`standpat.solver.nolimit.deal_kernel.CARDS`:

- `become[n, f, b]`: the probability that a hand of bucket b that draws n cards ends in bucket f;
- `came[n, f, b]`: the probability that a hand that drew n cards and ended in bucket f had bucket b, if all buckets that
  may draw n cards always do;
- `clash[r, b]`: the logarithm of how much rarer bucket b is once a card of rank r is known to be elsewhere;
- `better[v]`: the part of the final hands in the bucket of value v that are better, plus half of the equal ones.
"""

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from standpat.solver.nolimit.buckets import BEFORE, COUNTS
from standpat.solver.nolimit.deal_kernel import VALUES
from standpat.solver.nolimit.prospect_kernel import count_draws

HANDS: Final = 300_000
SEED: Final = 2707
FINER: Final = 120
"""Buckets of final hands where the end of a hand is solved again."""


class Prospects(NamedTuple):
    """What hands become.

    Attributes:
        become: Shape (COUNTS, values, BEFORE): the probability of a value after a draw, for a hand of a bucket.
        held: Shape (13, BEFORE): how many cards of a rank a hand of a bucket has.
        dealt: Shape (BEFORE,): the probability of a bucket.
        final: Shape (values,): the probability of a value after the draw that is best without more betting.
    """

    become: NDArray[np.float32]
    held: NDArray[np.float64]
    dealt: NDArray[np.float64]
    final: NDArray[np.float64]


def prospects_of(cards: Any, hands: int = HANDS) -> Prospects:
    """Count what random hands become.

    Args:
        cards: A row of `deal_kernel.CARDS` without the tables of this module.
        hands: The number of hands.
    """
    become = np.zeros((COUNTS, VALUES, BEFORE), np.float32)
    held, dealt = np.zeros((13, BEFORE)), np.zeros(BEFORE)
    count_draws(cards, hands, SEED, become, held, dealt)
    become /= np.maximum(1, dealt).astype(np.float32)
    last = int(cards["draws"]) - 1
    best = np.zeros((COUNTS, BEFORE))  # of a bucket, the numbers of cards that its hands should draw
    value = np.arange(1, VALUES)
    np.add.at(best, (cards["best"][last, value], cards["bucket"][last, value]), 1)
    best /= np.maximum(1, best.sum(axis=0))
    final = np.einsum("nvb,nb,b->v", become, best, dealt / dealt.sum(), optimize=True)
    return Prospects(become, held / np.maximum(1, dealt), dealt / dealt.sum(), final)


def grouped(become: NDArray[np.float32], bucket: NDArray[np.uint8], many: int) -> NDArray[np.float32]:
    """`Prospects.become` by buckets of final hands instead of values.

    Args:
        become: By number of cards, value and bucket.
        bucket: The bucket of final hands of a value.
        many: The number of them.
    """
    groups = np.zeros((COUNTS, many, BEFORE), np.float32)
    for n in range(COUNTS):
        np.add.at(groups[n], bucket, become[n])
    return groups


def finer_of(prospects: Prospects) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """Narrower buckets of final hands, `FINER` of them: the bucket by value, and what hands become by bucket."""
    upto = np.cumsum(prospects.final)
    edges = (np.arange(1, FINER) / FINER) ** 1.5
    bucket = np.searchsorted(edges, upto - prospects.final / 2).astype(np.uint8)
    return bucket, grouped(prospects.become, bucket, FINER)


def fill(cards: Any, prospects: Prospects) -> None:
    """Set the tables of a row of `deal_kernel.CARDS`."""
    bucket = cards["bucket"][cards["draws"]]
    many = int(bucket.max()) + 1
    become = grouped(prospects.become, bucket, many)
    came = become * prospects.dealt.astype(np.float32)
    total = came.sum(axis=2, keepdims=True)
    cards["become"][:, :many] = become
    cards["came"][:, :many] = np.where(total > 0, came / np.where(total > 0, total, 1), 0)
    cards["clash"] = np.log((1 - prospects.held / 4) / (1 - 5 / 52))
    mass = prospects.final + 1e-9
    mass[0] = 0
    upto = np.cumsum(mass)
    first = np.searchsorted(bucket[1:], np.arange(many + 1)) + 1
    before = upto[first - 1]
    whole = before[1:] - before[:-1]
    cards["better"][1:] = (upto[1:] - mass[1:] / 2 - before[bucket[1:]]) / whole[bucket[1:]]
