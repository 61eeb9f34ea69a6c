"""Which deals a training of `nolimit` learns from (compiled): seats, stacks and antes, drawn at random."""

from typing import Final

import numpy as np

from standpat.bots.nolimit_hand import MOST
from standpat.compute.compiled import fast_kernel
from standpat.solver.kernels.random_stream import Row, below, sampled, uniform
from standpat.solver.nolimit.deal_kernel import BIG

PLAN: Final = np.dtype(
    [
        ("deals", np.int64),
        ("seats", np.float64, MOST - 1),  # the probability of two seats and more
        ("usual", np.float64),  # the probability of a usual depth, and these depths in big blinds
        ("depths", np.float64, 4),
        ("least", np.float64),  # else the depth is between these, uniform in its logarithm
        ("most", np.float64),
        ("uneven", np.float64),  # the probability that each stack is drawn by itself
        ("antes", np.float64, 4),  # the probability of no ante, 1/8 and 1/4 big blinds each, one by the big blind
        ("strays", np.float64),  # the probability of a deal with a stray
        ("astray", np.float64),  # at each of the stray's decisions, that it is another choice
        ("scale", np.float64),  # what is learned in such a deal counts
        ("careless", np.float64),  # the probability that another choice does not look at what it costs
        ("again", np.float64),  # the probability that the stray may go astray again
    ],
    align=True,
)
"""Which deals are learned from."""


@fast_kernel
def depth_of(book: Row, plan: Row) -> int:
    """A random depth, in chips."""
    if uniform(book) < plan.usual:
        return int(plan.depths[below(book, 4)] * BIG)
    return int(BIG * plan.least * (plan.most / plan.least) ** uniform(book))


@fast_kernel
def new_setting(setting: Row, book: Row, plan: Row) -> None:
    """Draw the seats, the stacks and the antes of a deal."""
    setting.seats = 2 + sampled(plan.seats, uniform(book))
    even = depth_of(book, plan)
    uneven = uniform(book) < plan.uneven
    for place in range(setting.seats):
        setting.stack[place] = depth_of(book, plan) if uneven else even
    kind = sampled(plan.antes, uniform(book))
    setting.ante = BIG // 8 if kind == 1 else BIG // 4 if kind == 2 else 0
    setting.big_ante = BIG if kind == 3 else 0
    setting.roll = below(book, 1 << 16)
