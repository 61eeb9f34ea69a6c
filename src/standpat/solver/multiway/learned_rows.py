"""What a responder has learned, by row of `response_spots`, in as little memory as the rows they have come to.

They come to one row in ten, and these lie scattered. So the sums stand one after the other, in the order in which the
responder first came to their rows (`Learned`); of a table of all rows nearly every page would be touched. Threads that
learn together give out places of their own (`shared`). On a graphics card, which has thousands of threads, there is a
table of all rows (`nothing_yet`).
"""

import mmap
import sys
from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from standpat.bots.multiway_spot import CHOICES
from standpat.compute.compiled import fast_kernel
from standpat.solver.multiway.changed_rows import changed_rows
from standpat.solver.multiway.response_spots import ROWS

LEARNED, AVERAGE = range(2)
"""What a responder has learned, by choice: the regrets without the head start, and the average strategy. They stand
side by side, because a visit reads both and memory is slow.
"""
LAST, STEP = range(2)
"""Of `Learned.given`."""
EVERY: Final = 1
"""The length of `Learned.places` where each row has its own place."""


class Learned(NamedTuple):
    """The sums of a responder.

    Attributes:
        sums: By place, `LEARNED` or `AVERAGE`, and choice.
        places: By row, the place of its sums, 0 where there are none yet. Place 0 is not used. If it has `EVERY`
            elements, the place of a row is the row.
        given: The place that was given out last (`LAST`), and how much further the next one lies (`STEP`).
    """

    sums: NDArray[np.float32]
    places: NDArray[np.int32]
    given: NDArray[np.int32]


@fast_kernel
def place_of(learned: Learned, row: int) -> int:
    """The place of a row's sums, a new one where there are none yet."""
    if len(learned.places) == EVERY:
        return row
    place = np.int64(learned.places[row])
    if place == 0:
        place = np.int64(learned.given[LAST]) + learned.given[STEP]
        learned.places[row] = place
        learned.given[LAST] = place
    return int(place)


def nothing_yet(every: bool = False) -> Learned:
    """Nothing learned yet; with `every`, with a place for every row.

    The sums begin where a line of the processor's caches does. Their memory is only taken as they come. With a place
    for every row it comes in pages as small as there are, because most of a large one would never be used.
    """
    size = (ROWS + 1) * 2 * CHOICES * np.dtype(np.float32).itemsize
    if sys.platform == "win32":  # pragma: no cover
        room = mmap.mmap(-1, size)
    else:
        room = mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
        if sys.platform == "linux":
            room.madvise(mmap.MADV_NOHUGEPAGE if every else mmap.MADV_HUGEPAGE)
    sums = np.frombuffer(room, np.float32).reshape(-1, 2, CHOICES)
    return Learned(sums, np.zeros(EVERY if every else ROWS, np.int32), np.array([0, 1], np.int32))


def shared(learned: Learned, threads: int) -> list[Learned]:
    """The same sums for each of the threads, which give out every `threads`-th place. `join` them afterwards.

    If two threads come to a new row at once, each gives it a place. One place stays, and what was learned in the other
    is lost.
    """
    firsts = learned.given[LAST] + 1 + np.arange(threads)
    return [learned._replace(given=np.array([first - threads, threads], np.int32)) for first in firsts]


def join(learned: Learned, parts: Sequence[Learned]) -> None:
    """Give out places behind those that the threads gave out."""
    learned.given[LAST] = max([learned.given[LAST], *[part.given[LAST] for part in parts]])


def rows_of(learned: Learned) -> NDArray[np.intp]:
    """The rows about which something was learned, in order."""
    if len(learned.places) == EVERY:
        return changed_rows(learned.sums)
    return np.flatnonzero(learned.places)


def sums_of(learned: Learned, rows: NDArray[np.integer]) -> NDArray[np.float32]:
    """The sums of rows that have some."""
    held: NDArray[np.float32] = learned.sums[_places(learned, rows)]
    return held


def put(learned: Learned, rows: NDArray[np.integer], sums: NDArray[np.float32]) -> None:
    """Set the sums of rows in which nothing was learned yet."""
    if len(learned.places) != EVERY:
        learned.places[rows] = learned.given[LAST] + np.arange(1, len(rows) + 1)
        learned.given[LAST] += len(rows)
    learned.sums[_places(learned, rows)] = sums


def _places(learned: Learned, rows: NDArray[np.integer]) -> NDArray[np.integer]:
    return rows if len(learned.places) == EVERY else learned.places[rows]
