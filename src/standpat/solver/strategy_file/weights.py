"""The weights of a table where they are wanted: a whole blueprint is gigabytes of them, a block some kilobytes.

`StrategyFileWeights(table, narrow)` unpacks blocks into a `Part`, which has the weights of a run of contexts and says
where in them each lies. `narrow` is the problem over the table's states; its draws need places only
(`draws.places_of`).
Some parts are kept. A block that is not as long as it should be is `standpat.bots.strategy_file.Damaged`.
"""

from collections import OrderedDict
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from standpat.bots.strategy_file import StrategyFile
from standpat.solver.game.problem import Draws, Layout, Problem
from standpat.solver.strategy_file.blocks import Form, means_of

HELD = 8
"""Parts kept unpacked."""


class Part(NamedTuple):
    """A run of contexts, alone or with all below them: their weights, and where in these each lies."""

    weights: NDArray[np.float32]
    layout: Layout


class StrategyFileWeights:
    """The weights of a strategy file, a part at a time."""

    def __init__(self, table: StrategyFile, narrow: Problem) -> None:
        self.table, self._narrow, self._tree = table, narrow, narrow.tree
        self.layout = replace(narrow.layout, of=tuple([np.array(states, np.int32) for states in table.states]))
        self._late = len(narrow.links) - 1
        self._forms = [Form(narrow, street) for street in range(len(narrow.links))]
        self._means = means_of(table)
        self._parts: OrderedDict[tuple[int, int, int, int], Part] = OrderedDict()

    def alone(self, street: int, context: int) -> Part:
        """The weights of a context with the block it lies in."""
        late = len(self._narrow.links) - 1
        if street > late:
            before = self.table.streets[late]
            street, context = late, context // (before.exits * before.outcomes)
        return self.run(street, context, context + 1, street if street < late else late + 1)

    def run(self, street: int, low: int, high: int, last: int) -> Part:
        """The weights of a run of contexts and of what is below, through street `last`."""
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
            if number <= self._late:
                self._unpack(part, number, begin, end)
        self._parts[wanted] = part
        if len(self._parts) > HELD:
            self._parts.popitem(last=False)
        return part

    def forget(self) -> None:
        """Keep none of the parts."""
        self._parts.clear()

    def _unpack(self, part: Part, street: int, begin: int, end: int) -> None:
        form = self._forms[street]
        where = form.where(part.layout)
        for context in range(begin, end):
            form.unpack(self.table, context, where, self._means, part.weights)
