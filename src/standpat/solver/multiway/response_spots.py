"""The spots of a responder, who sees more than the player they answer (compiled).

A spot of `standpat.bots.multiway_spot` is divided into `EXTRAS` spots by who raised last and by how many low cards the
responder has thrown away. Row ``spot * EXTRAS + extra`` of a responder's tables is such a spot.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from standpat.bots.multiway_spot import SPOTS
from standpat.compute.compiled import fast_kernel
from standpat.solver.kernels.random_stream import Row

RAISERS: Final = 4
SHED: Final = 3
EXTRAS: Final = RAISERS * SHED
ROWS: Final = SPOTS * EXTRAS
UNKNOWN: Final = 255
"""Stands for the choice in a row that a responder has not learned."""


def extra(raiser: int, place: int, seats: int, shed: int) -> int:
    """What a responder sees besides the spot: a number below `EXTRAS`.

    Args:
        raiser: The place of the last bet or raise in this round or, if there is none, in the round before; -1 for none.
        place: The responder's place.
        seats: The number of seats dealt in.
        shed: The number of low cards that the responder has thrown away.
    """
    seat = 0 if raiser < 0 or raiser == place else 1 + raiser * (RAISERS - 1) // seats
    return min(shed, SHED - 1) * RAISERS + seat


_extra = fast_kernel(extra)


@fast_kernel
def extra_of(hand: Row) -> int:
    """`extra` at the decision of a hand."""
    raiser = hand.aggressor if hand.aggressor >= 0 else hand.bettor
    return _extra(raiser, hand.to_act, hand.seats, hand.shed[hand.to_act])


def packed(choices: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The rows that have a choice, with the choices, as bytes: most have none."""
    rows = np.flatnonzero(choices != UNKNOWN).astype(np.uint32)
    return np.array([rows, choices[rows]], np.uint32).view(np.uint8)


def unpacked(data: NDArray[np.uint8], rows: int) -> NDArray[np.uint8]:
    """The choices of so many rows, from those that have one (`packed`)."""
    choices = np.full(rows, UNKNOWN, np.uint8)
    known, chosen = data.view(np.uint32)
    choices[known] = chosen
    return choices
