"""The draws of a table as the solver has them: which keeps it plays, and how it reads what the other draws."""

import numpy as np
from numpy.typing import NDArray

from standpat.solver.game.draw_transitions import Draw, key, with_options
from standpat.solver.game.hand_classes import HAND, HandClasses

MOST_KEPT = 5**14


def kept_draw(classes: HandClasses, every: Draw, masks: NDArray[np.uint8], counts: tuple[int, ...]) -> Draw:
    """The draw with the one keep for each class and count that the table names; the last count may be more cards."""
    low = every.of_count.tolist()
    rows_of = {(c, int(every.kept[row])): row for c in range(1, len(low) - 1) for row in range(low[c], low[c + 1])}
    rows = []
    for index, hand in enumerate(classes.hands):
        for mask in masks[index].tolist():
            keep = [rank for place, rank in enumerate(hand) if mask >> place & 1]
            rows.append(index if len(keep) == HAND else rows_of[HAND - len(keep), key(keep)])
    state = np.repeat(np.arange(len(classes)), len(counts))
    return with_options(read_as(every, counts), state, np.array(rows, np.int32), counts)


def read_as(every: Draw, counts: tuple[int, ...]) -> Draw:
    """The same keeps, each number of cards taken for the nearest of `counts`."""
    nearest = np.abs(every.counts[:, None] - np.array(counts)).argmin(axis=1)
    first = np.searchsorted(nearest, np.arange(len(counts) + 1))
    return every._replace(counts=np.array(counts, np.int32), of_count=every.of_count[first])


def options_in(every: Draw, own: Draw) -> NDArray[np.int64]:
    """For each option of `own` the option of `every` that keeps the same. Pat rows are told apart by their class."""

    def names(menu: Draw) -> NDArray[np.int64]:
        state = np.repeat(np.arange(menu.states, dtype=np.int64), np.diff(menu.first))
        return state * MOST_KEPT + np.where(menu.option_count() == 0, MOST_KEPT - 1, menu.kept[menu.row])

    order = np.argsort(names(every), kind="stable")
    return order[np.searchsorted(names(every), names(own), sorter=order)]


def places_of(size: int, counts: tuple[int, ...]) -> Draw:
    """The options of coarse states without what follows them: enough for the places of their weights."""
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
