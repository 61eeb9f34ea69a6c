"""Memory for the observations of n tables and for what a step paid, and its reuse.

A `Buffer` is one block of memory, in which each field of `observation.FIELDS` is an array of shape (n, …). New memory
for every step would cost more than the step. `Buffers` hands out a buffer of which nobody holds an array any more, nor
a view of one. So what was handed out stays as it is for as long as somebody has it, as if it had been copied.
"""

from collections import deque
from math import prod
from sys import getrefcount
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from standpat.lab.env.observation import FIELDS, PLAN, Field

_ALIGN: Final = 64
_KEPT: Final = 4


class Layout:
    """Where the observations of n tables of one game are in memory.

    Args:
        sizes: What the axes and bounds of a `Field` stand for: seats, places, draws, actions and chips.
        throws: The discards that the game allows, bit m for mask m.
        count: The number of tables, n; None for one table without an axis for it.
    """

    def __init__(self, sizes: dict[str, int], throws: int, count: int | None) -> None:
        self._sizes = sizes
        self.count = 1 if count is None else count
        self.axis = () if count is None else (count,)
        amounts = [one for one in (np.int16, np.int32, np.int64) if sizes["chips"] <= np.iinfo(one).max]
        self.amount: np.dtype[Any] = np.dtype(amounts[0])
        """The type of the history."""
        self.plans: NDArray[np.void] = np.zeros(1, PLAN)
        """The `observation.PLAN`."""
        self.lengths = {"int8": 0, "int64": 0, "int16+": 0}
        """By `Field.dtype`, the numbers in all fields of this type."""
        plan = self.plans[0]
        plan["throws"] = throws
        for name in ("seats", "draws", "actions"):
            plan[name] = sizes[name]
        stretches = []
        for field in FIELDS:
            start, size = self.lengths[field.dtype], prod(self.shape(field))
            plan[field.name] = start
            stretches.append((tuple(self.lengths).index(field.dtype), start, size))
            self.lengths[field.dtype] += self.count * size
        self.stretches = np.array(stretches, np.int64)
        """By field, its array among the parts of a buffer, where it begins there, and its size at one table."""

    def size(self, measure: int | str) -> int:
        """The number that an axis or a bound of a field stands for."""
        return measure if isinstance(measure, int) else self._sizes[measure]

    def shape(self, field: Field) -> tuple[int, ...]:
        """The shape of a field at one table."""
        return tuple([self.size(axis) for axis in field.shape])

    def dtype(self, field: Field) -> "np.dtype[Any]":
        """The type of a field."""
        return self.amount if field.dtype == "int16+" else np.dtype(field.dtype)


class Buffer:
    """The observations of n tables, and what a step paid. All is 0 at first.

    Args:
        layout: Where everything is.

    Attributes:
        fields: By name, the arrays of `observation.FIELDS`, shape (n, …).
        ended: Whether the step ended the hand, shape (n,).
        rewards: What the place that acted won, in big blinds; 0 before the end of the hand, shape (n,).
        nets: What every place won; 0 before the end of the hand, shape (n, seats).
        observed: The memory of the fields as flat arrays, for the kernels: `small`, `chips` and `history`.
        parts: These, and `ended`, `rewards` and `nets` as flat arrays.
    """

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        count, seats, lengths = layout.count, layout.size("seats"), layout.lengths
        small, chips, history, ended, rewards, nets = self.parts = _parts(
            (np.dtype(np.int8), lengths["int8"]),
            (np.dtype(np.int64), lengths["int64"]),
            (layout.amount, lengths["int16+"]),
            (np.dtype(np.bool_), count),
            (np.dtype(np.float64), count),
            (np.dtype(np.float64), count * seats),
        )
        self.observed = (small, chips, history)
        kinds = {"int8": small, "int64": chips, "int16+": history}
        self.fields: dict[str, NDArray[Any]] = {}
        for field in FIELDS:
            start, shape = int(layout.plans[0][field.name]), (*layout.axis, *layout.shape(field))
            self.fields[field.name] = kinds[field.dtype][start : start + prod(shape)].reshape(shape)
        self.ended: NDArray[np.bool_] = ended[:]
        self.rewards: NDArray[np.float64] = rewards[:]
        self.nets: NDArray[np.float64] = nets.reshape(count, seats)
        self._arrays = (small.base, self.ended, self.rewards, self.nets, *self.fields.values())
        self._own = [*map(getrefcount, self._arrays)]

    def is_free(self) -> bool:
        """Whether nobody but the buffer itself holds any of its arrays, or a view of one."""
        return [*map(getrefcount, self._arrays)] == self._own


class Buffers:
    """A supply of buffers.

    Args:
        layout: Where everything is.
    """

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._kept: deque[Buffer] = deque(maxlen=_KEPT)  # the one that was taken longest ago comes first

    def take(self) -> Buffer:
        """A buffer whose arrays nobody else holds. It has what it had when it was used last."""
        for _ in range(len(self._kept)):
            buffer = self._kept[0]
            self._kept.rotate(-1)
            if buffer.is_free():
                return buffer
        self._kept.append(Buffer(self._layout))  # a full deque drops the first one, which belongs to its holders alone
        return self._kept[-1]


def _parts(*wanted: "tuple[np.dtype[Any], int]") -> tuple[NDArray[Any], ...]:
    """Arrays of these types and lengths in one block of memory."""
    ends, end = [], 0
    for dtype, length in wanted:
        end = -(-end // _ALIGN) * _ALIGN + dtype.itemsize * length
        ends.append(end)
    block = np.zeros(end, np.uint8)
    return tuple(
        [
            block[end - dtype.itemsize * length : end].view(dtype)
            for end, (dtype, length) in zip(ends, wanted, strict=True)
        ]
    )
