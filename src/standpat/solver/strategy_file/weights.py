"""The weights of a strategy file, unpacked where they are needed: all of them take gigabytes, one block some kilobytes.

`StrategyFileWeights(file, narrow)` unpacks blocks into a `Part`, which has the weights of a run of contexts and says
where each of them lies. `narrow` is the problem over the states of the file; its draws only need to have the right
number of options (`draws.slots_only`). The last parts are kept. A block of the wrong length raises
`standpat.bots.sealed_file.Damaged`.
"""

from collections import OrderedDict
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from standpat.bots.strategy_file import StrategyFile
from standpat.solver.game.problem import Draws, Layout, Problem
from standpat.solver.strategy_file.blocks import BlockShape, means_of

HELD = 8
"""Parts that are kept unpacked."""


class Part(NamedTuple):
    """The weights of a run of contexts, alone or with all contexts below them, and where each lies."""

    weights: NDArray[np.float32]
    layout: Layout


class StrategyFileWeights:
    """The weights of a strategy file, a part at a time.

    Attributes:
        file: The strategy file.
        layout: Where all weights would lie, with the state of each class by street.
    """

    def __init__(self, file: StrategyFile, narrow: Problem) -> None:
        self.file, self._narrow, self._tree = file, narrow, narrow.tree
        self.layout = replace(narrow.layout, of=tuple([np.array(states, np.int32) for states in file.states]))
        self._last_draw = len(narrow.links) - 1
        self._shapes = [BlockShape(narrow, street) for street in range(len(narrow.links))]
        self._means = means_of(file)
        self._parts: OrderedDict[tuple[int, int, int, int], Part] = OrderedDict()

    def alone(self, street: int, context: int) -> Part:
        """The weights of one context, with the block that it lies in."""
        last_draw = len(self._narrow.links) - 1
        if street > last_draw:
            before = self.file.streets[last_draw]
            street, context = last_draw, context // (before.exits * before.outcomes)
        return self.run(street, context, context + 1, street if street < last_draw else last_draw + 1)

    def run(self, street: int, low: int, high: int, last: int) -> Part:
        """The weights of a run of contexts and of all contexts below them.

        Args:
            street: The street of the run.
            low: Its first context.
            high: The context after its last one.
            last: The last street to unpack.

        Returns:
            The weights and their layout.
        """
        wanted = (street, low, high, last)
        if wanted in self._parts:
            self._parts.move_to_end(wanted)
            return self._parts[wanted]
        layout, size = self.layout, 0
        bets, draws = list(layout.bets), list(layout.draws)
        runs = []
        begin, end = low, high
        for number in range(street, last + 1):
            runs.append((number, begin, end))
            contexts = self._tree.streets[number].contexts
            width = int(self._tree.streets[number].nodes.rows[0]) * layout.states[number]
            bets[number] = bets[number] - (bets[number][begin] - size)
            size += (end - begin) * width
            if number < len(draws):
                begin, end = int(contexts.exit[begin]), int(contexts.exit[end])
                draws[number] = draws[number] - (draws[number][begin] - size)
                link = self._narrow.links[number]
                assert isinstance(link, Draws)
                size += (end - begin) * link.block
                begin, end = begin * link.outcomes, end * link.outcomes
        part = Part(np.zeros(size, np.float32), replace(layout, bets=tuple(bets), draws=tuple(draws), size=size))
        for number, begin, end in runs:
            if number <= self._last_draw:
                self._unpack(part, number, begin, end)
        self._parts[wanted] = part
        if len(self._parts) > HELD:
            self._parts.popitem(last=False)
        return part

    def forget(self) -> None:
        """Drop the parts that are kept."""
        self._parts.clear()

    def _unpack(self, part: Part, street: int, begin: int, end: int) -> None:
        shape = self._shapes[street]
        slots = shape.slots(part.layout)
        for context in range(begin, end):
            shape.decode_context(self.file, context, slots, self._means, part.weights)
