"""Memory for the observations of n tables and for what a step paid, and its reuse.

A `Buffer` is one block of memory, in which each field of `observation.FIELDS` is an array of shape (n, …): field after
field, or table after table where few of many tables are written, which would lie in many lines of the cache. New memory
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

_LINE: Final = 64
_KEPT: Final = 4


class Layout:
    """Where the observations of n tables of one game are in memory.

    Args:
        sizes: What the axes and bounds of a `Field` stand for: seats, places, draws, actions and chips.
        throws: The discards that the game allows, bit m for mask m.
        count: The number of tables, n; None for one table without an axis for it.

    Attributes:
        amount: The type of the history.
        plans: The `observation.PLAN`.
        bytes: The size of all observations.
    """

    def __init__(self, sizes: dict[str, int], throws: int, count: int | None) -> None:
        self._sizes = sizes
        self.count = 1 if count is None else count
        self.axis = () if count is None else (count,)
        amounts = [one for one in (np.int16, np.int32, np.int64) if sizes["chips"] <= np.iinfo(one).max]
        self.amount: np.dtype[Any] = np.dtype(amounts[0])
        self.plans: NDArray[np.void] = np.zeros(1, PLAN)
        plan, end = self.plans[0], 0
        plan["throws"] = throws
        for name in ("seats", "draws", "actions"):
            plan[name] = sizes[name]
        for field in sorted(FIELDS, key=lambda field: -self.dtype(field).itemsize):  # so all of them are aligned
            itemsize = self.dtype(field).itemsize
            plan[field.name] = end // itemsize
            end += itemsize * self.count * prod(self.shape(field))
        self.bytes = -(-end // _LINE) * _LINE
        plan["bytes"] = self.bytes

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
        count: If given, n, and `layout` is that of one table: the memory is table after table, and the arrays of fields
            are not contiguous.

    Attributes:
        fields: By name, the arrays of `observation.FIELDS`, shape (n, …).
        ended: Whether the step ended the hand, shape (n,).
        rewards: What the place that acted won, in big blinds; 0 before the end of the hand, shape (n,).
        nets: What every place won; 0 before the end of the hand, shape (n, seats).
        observed: The memory of the fields, flat, for the kernels: `small`, `chips` and `history`.
        parts: These, and `ended`, `rewards` and `nets` as flat arrays.
    """

    def __init__(self, layout: Layout, count: int | None = None) -> None:
        self.layout = layout
        axis = layout.axis if count is None else (count,)
        tables, seats, end = prod(axis), layout.size("seats"), layout.bytes * (count or 1)
        paid, settled = end + 8 * tables, end + 8 * tables * (1 + seats)
        self._block = np.zeros(settled + tables, np.uint8)
        small, chips, history = [self._block[:end].view(kind) for kind in (np.int8, np.int64, layout.amount)]
        rewards, nets = self._block[end:paid].view(np.float64), self._block[paid:settled].view(np.float64)
        ended = self._block[settled:].view(np.bool_)
        self.observed = (small, chips, history)
        self.parts = (*self.observed, ended, rewards, nets)
        self.fields: dict[str, NDArray[Any]] = {}
        for field in FIELDS:
            dtype, shape, start = layout.dtype(field), layout.shape(field), int(layout.plans[0][field.name])
            steps = [dtype.itemsize * prod(shape[k + 1 :]) for k in range(len(shape))]
            apart = [dtype.itemsize * prod(shape) if count is None else layout.bytes] * len(axis)
            self.fields[field.name] = np.ndarray(
                (*axis, *shape), dtype, self._block, dtype.itemsize * start, (*apart, *steps)
            )
        self.ended: NDArray[np.bool_] = ended[:]
        self.rewards: NDArray[np.float64] = rewards[:]
        self.nets: NDArray[np.float64] = nets.reshape(tables, seats)
        self._arrays = (self._block, self.ended, self.rewards, self.nets, *self.fields.values())
        self._own = [*map(getrefcount, self._arrays)]

    def is_free(self) -> bool:
        """Whether nobody but the buffer itself holds any of its arrays, or a view of one."""
        return [*map(getrefcount, self._arrays)] == self._own


class Buffers:
    """A supply of buffers.

    Args:
        layout: Where everything is.
        count: As for `Buffer`.
    """

    def __init__(self, layout: Layout, count: int | None = None) -> None:
        self._layout, self._count = layout, count
        self._kept: deque[Buffer] = deque(maxlen=_KEPT)  # the one that was taken longest ago comes first

    def take(self) -> Buffer:
        """A buffer whose arrays nobody else holds. It has what it had when it was used last."""
        for _ in range(len(self._kept)):
            buffer = self._kept[0]
            self._kept.rotate(-1)
            if buffer.is_free():
                return buffer
        # A full deque drops the first one, which belongs to its holders alone.
        self._kept.append(Buffer(self._layout, self._count))
        return self._kept[-1]
