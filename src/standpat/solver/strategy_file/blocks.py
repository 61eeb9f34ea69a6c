"""The shape of the blocks of a strategy file, for the kernels that write and read them.

A block holds the decisions of one context of a street (`standpat.solver.strategy_file.encode`). `BlockShape` describes
the blocks of one street. `means_of` reads the mean decisions, which replace decisions that the file left out.
"""

import numpy as np
from numpy.typing import NDArray

from standpat.bots.sealed_file import Damaged
from standpat.bots.strategy_file import StrategyFile
from standpat.solver.game.problem import Draws, Layout, Problem
from standpat.solver.game.public_tree import DECISION
from standpat.solver.strategy_file.decode import decode_block
from standpat.solver.strategy_file.encode import Blocks, BlockSlots, Means


def means_of(file: StrategyFile) -> Means:
    """Read the mean decisions of a file, which replace decisions that it left out.

    Args:
        file: The strategy file.

    Returns:
        The weights of the mean decisions, 0 to 255, one flat float32 array for each kind of decision.
    """
    return Means(*[np.frombuffer(file.section(name), np.uint8).astype(np.float32) for name in Means._fields])


class BlockShape:
    """The shape of the blocks of one street.

    Attributes:
        street: The number of the street.
        blocks: The shape as the kernels want it.
        has_last_street: Whether the blocks also hold the betting after the draw. They do on the last street but one.
        decisions: The decisions of one block.
        bytes: The most bytes that one block takes before compression.
        means: The length of each array of `Means`.
        first: The number of the street's first block in the file.
    """

    def __init__(self, problem: Problem, street: int) -> None:
        link = problem.links[street]
        assert isinstance(link, Draws)
        self.street = street
        firsts, seconds = [len(link.menus[seat].counts) for seat in link.order]
        self.has_last_street = street == len(problem.links) - 1
        before = problem.links[street - 1].outcomes if street else 1
        self.first = sum([earlier.size for earlier in problem.tree.streets[:street]])
        street_tree, next_tree = problem.tree.streets[street : street + 2]
        bets = [int((nodes.kind[: nodes.begin[1]] == DECISION).sum()) for nodes in (street_tree.nodes, next_tree.nodes)]
        exits = int(street_tree.contexts.exit[1])
        per_exit = 1 + firsts + (link.outcomes * bets[1] if self.has_last_street else 0)
        self.decisions = bets[0] + exits * per_exit
        size, next_size = problem.sizes[street : street + 2]
        self.blocks = Blocks(
            street_tree.nodes,
            street_tree.contexts,
            next_tree.nodes,
            next_tree.contexts,
            link.order[0],
            firsts,
            seconds,
            size,
            next_size,
            before,
            self.decisions,
            self.has_last_street,
        )
        widest = int(street_tree.nodes.rows.max()) * size + exits * (1 + seconds) * firsts * size
        if self.has_last_street:
            widest += exits * link.outcomes * int(next_tree.nodes.rows.max()) * next_size
        self.bytes = (self.decisions + 7) // 8 + widest
        rounds, end_rounds = len(street_tree.rounds), len(next_tree.rounds)
        self.means = (
            rounds * before * int(street_tree.nodes.rows.max()) * size,
            rounds * exits * (1 + seconds) * firsts * size,
            end_rounds * link.outcomes * int(next_tree.nodes.rows.max()) * next_size,
        )

    def slots(self, layout: Layout) -> BlockSlots:
        """Find the slots of these blocks in the weights of a strategy.

        Args:
            layout: Where the weights of each context and each exit begin.

        Returns:
            The first slots, by context and exit of the street.
        """
        return BlockSlots(layout.bets[self.street], layout.draws[self.street], layout.bets[self.street + 1])

    def decode_context(
        self, file: StrategyFile, context: int, slots: BlockSlots, means: Means, weights: NDArray[np.float32]
    ) -> None:
        """Decode a context into weights: its own decisions, and what replaces those that the file left out.

        Args:
            file: The strategy file.
            context: The number of the context on this street.
            slots: Where the weights of the street lie, from `slots`.
            means: The mean decisions of the file.
            weights: The weights to fill, float32.

        Raises:
            Damaged: A block does not have the length that its decisions take.
        """
        overlay = False
        for block in file.layers(self.first + context):
            data = np.frombuffer(block, np.uint8)
            length = decode_block(
                self.blocks, slots, means, context, file.head["levels"][self.has_last_street], data, overlay, weights
            )
            if length != len(data):
                raise Damaged(f"{file.source}: block {self.first + context} has {len(data)} bytes, not {length}")
            overlay = True
