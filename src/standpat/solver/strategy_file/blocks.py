"""The blocks of a street in a table's file: their shape (`Form`), as the kernels that write and read them want it.

A block is a context of a street with its decisions (`standpat.solver.strategy_file.encode`). `means_of` has what a
table plays where all have left a decision out.
"""

import numpy as np
from numpy.typing import NDArray

from standpat.bots.strategy_file import Damaged, StrategyFile
from standpat.solver.game.problem import Draws, Layout, Problem
from standpat.solver.game.public_tree import DECISION
from standpat.solver.strategy_file.decode import unpack
from standpat.solver.strategy_file.encode import Blocks, Means, Where


def means_of(table: StrategyFile) -> Means:
    """The mean decisions that stand in where a file left decisions out."""
    return Means(*[np.frombuffer(table.section(name), np.uint8).astype(np.float32) for name in Means._fields])


class Form:
    """`blocks`: what they are like, for the kernels; `late`: whether the betting after the draw is in the block
    too; `decisions` and `bytes` of a block at most; `means`: the numbers of each of `Means`; `first`: the number of the
    street's first block.
    """

    def __init__(self, problem: Problem, street: int) -> None:
        link = problem.links[street]
        assert isinstance(link, Draws)
        self.street = street
        firsts, seconds = [len(link.menus[seat].counts) for seat in link.order]
        self.late = street == len(problem.links) - 1
        before = problem.links[street - 1].outcomes if street else 1
        self.first = sum([sooner.size for sooner in problem.tree.streets[:street]])
        here, after = problem.tree.streets[street : street + 2]
        bets = [int((nodes.kind[: nodes.begin[1]] == DECISION).sum()) for nodes in (here.nodes, after.nodes)]
        exits = int(here.contexts.exit[1])
        per_exit = 1 + firsts + (link.outcomes * bets[1] if self.late else 0)
        self.decisions = bets[0] + exits * per_exit
        size, later = problem.sizes[street : street + 2]
        self.blocks = Blocks(
            here.nodes,
            here.contexts,
            after.nodes,
            after.contexts,
            link.order[0],
            firsts,
            seconds,
            size,
            later,
            before,
            self.decisions,
            self.late,
        )
        widest = int(here.nodes.rows.max()) * size + exits * (1 + seconds) * firsts * size
        if self.late:
            widest += exits * link.outcomes * int(after.nodes.rows.max()) * later
        self.bytes = (self.decisions + 7) // 8 + widest
        rounds, end_rounds = len(here.rounds), len(after.rounds)
        self.means = (
            rounds * before * int(here.nodes.rows.max()) * size,
            rounds * exits * (1 + seconds) * firsts * size,
            end_rounds * link.outcomes * int(after.nodes.rows.max()) * later,
        )

    def where(self, layout: Layout) -> Where:
        """Where the weights of these blocks lie."""
        return Where(layout.bets[self.street], layout.draws[self.street], layout.bets[self.street + 1])

    def unpack(
        self, table: StrategyFile, context: int, where: Where, means: Means, weights: NDArray[np.float32]
    ) -> None:
        """What a table plays in a context, its own and what stands in for the rest, into `weights`."""
        over = False
        for block in table.layers(self.first + context):
            data = np.frombuffer(block, np.uint8)
            had = unpack(self.blocks, where, means, context, table.head["levels"][self.late], data, over, weights)
            if had != len(data):
                raise Damaged(f"{table.source}: block {self.first + context} has {len(data)} bytes, not {had}")
            over = True
