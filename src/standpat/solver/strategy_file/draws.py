"""The draws of a strategy file as the solver has them: the keeps that the strategy plays, and how it reads other
draws.
"""

import numpy as np
from numpy.typing import NDArray

from standpat.solver.game.draw_transitions import Draw, with_options
from standpat.solver.game.hand_classes import HAND, HandClasses

MOST_KEPT = 5**14
"""A number above every name of a keep (`draw_transitions.key`) of 13 ranks."""


def kept_draw(classes: HandClasses, every: Draw, masks: NDArray[np.uint8], counts: tuple[int, ...]) -> Draw:
    """Build the draw that a strategy file plays: one keep for each class and count.

    Args:
        classes: The hand classes.
        every: The draw with every keep.
        masks: The kept cards, shape (classes, counts): a bit for each card, in ascending order of ranks.
        counts: The numbers of cards that the strategy draws, ascending.

    Returns:
        The draw with these keeps only. The largest count also stands for draws of more cards.
    """
    many, redraws = len(classes), every.kept[len(classes) :]
    bits = masks[:, :, None] >> np.arange(HAND, dtype=np.uint8) & 1
    names = bits @ 5 ** np.array(classes.hands)[:, :, None]
    order = np.argsort(redraws)
    found = order[np.searchsorted(redraws, names[:, :, 0], sorter=order) % len(order)] + many
    rows = np.where(bits.all(axis=2), np.arange(many)[:, None], found).reshape(-1)
    state = np.repeat(np.arange(many), len(counts))
    return with_options(read_as(every, counts), state, rows.astype(np.int32), counts)


def read_as(every: Draw, counts: tuple[int, ...]) -> Draw:
    """Read every number of drawn cards as the nearest of `counts`.

    Args:
        every: A draw.
        counts: The numbers of cards that the reader knows, ascending.

    Returns:
        The same keeps, grouped by the counts that they are read as.
    """
    nearest = np.abs(every.counts[:, None] - np.array(counts)).argmin(axis=1)
    first = np.searchsorted(nearest, np.arange(len(counts) + 1))
    return every._replace(counts=np.array(counts, np.int32), of_count=every.of_count[first])


def options_in(every: Draw, own: Draw) -> NDArray[np.int64]:
    """Find the options of one draw in another.

    Args:
        every: The draw that is searched.
        own: A draw whose options all stand in `every`.

    Returns:
        For each option of `own` the number of the option of `every` with the same kept cards.
    """

    def names(menu: Draw) -> NDArray[np.int64]:
        state = np.repeat(np.arange(menu.states, dtype=np.int64), np.diff(menu.first))
        return state * MOST_KEPT + np.where(menu.option_count() == 0, MOST_KEPT - 1, menu.kept[menu.row])

    order = np.argsort(names(every), kind="stable")
    return order[np.searchsorted(names(every), names(own), sorter=order)]


def slots_only(size: int, counts: tuple[int, ...]) -> Draw:
    """Build a draw that has the right number of options but no transitions, for laying out weights.

    Args:
        size: The number of states before the draw.
        counts: The numbers of cards that may be drawn.

    Returns:
        A draw with one option for each state and count.
    """
    rows = size * len(counts)
    empty, number = np.zeros(0, np.int32), np.arange(rows + 1, dtype=np.int32)
    places = np.array(counts, np.int32)
    return Draw(
        number[:: len(counts)],
        number[:-1],
        np.zeros(rows + 1, np.int32),
        empty,
        np.zeros(0, np.float32),
        places,
        np.arange(0, rows + 1, size, dtype=np.int32),
        np.arange(rows, dtype=np.int64),
        number[:-1],
    )
