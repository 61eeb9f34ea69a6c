"""The public tree: every betting history and every number of cards drawn, without the cards.

It has a layer for each street. A *context* is one way to arrive at a street's betting round: the earlier betting and
the numbers of cards drawn. All contexts with the same chips in the pot share one `Round`. The *exits* of a round, its
ends with both players in, are numbered through the street. Each exit is followed by the same `outcomes`, the pairs of
draw counts (or the public cards of a game that deals them), and outcome `o` of exit `e` is context `e * outcomes + o`
of the next street. So contexts need no pointers, and any run of contexts has its descendants in one run of each later
street. This lets the solver process a tree far larger than its memory.

Paths name places in the tree: ``rc/12/xb`` is raise and call, then the first to draw takes one card and the second two,
then check and bet. A path ends at a decision: ``rc/`` is the first player's draw, ``rc/1`` the second's.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from standpat.solver.game.betting_tree import KINDS, Round, Wagering, betting_round

DECISION, FOLD, OVER = range(3)
assert KINDS == ("decision", "fold", "over")


class Nodes(NamedTuple):
    """All rounds of a street one after the other, as compiled code reads them. Nodes count from the root of their
    round.

    Attributes:
        begin: Round t has its nodes at `begin[t] … begin[t + 1]`.
        rows: By round, the number of actions.
        kind: By node, DECISION, FOLD or OVER.
        seat: By node, the seat to act or who folded.
        actions: By node, the number of actions.
        child: By node, the first child.
        amount: By node, the amount at stake at an end, in small bets.
        row: By node, the row of its first action; for an exit, its number.
        source0, source1: By node, the node where the reach of seat 0 or 1 last changed.
    """

    begin: NDArray[np.int32]
    rows: NDArray[np.int32]
    kind: NDArray[np.int8]
    seat: NDArray[np.int8]
    actions: NDArray[np.int8]
    child: NDArray[np.int32]
    amount: NDArray[np.float32]
    row: NDArray[np.int32]
    source0: NDArray[np.int32]
    source1: NDArray[np.int32]


class Contexts(NamedTuple):
    """The contexts of a street.

    Attributes:
        round: By context, the number of its round.
        exit: By context, the number of its first exit; one entry more than contexts.
    """

    round: NDArray[np.int32]
    exit: NDArray[np.int64]


@dataclass
class Street:
    """A street of the tree: its betting rounds, their nodes, and the contexts in which they are reached."""

    rounds: list[Round]
    nodes: Nodes
    contexts: Contexts

    @property
    def size(self) -> int:
        """The number of contexts."""
        return len(self.contexts.round)

    @property
    def exits(self) -> int:
        """The number of exits of all contexts."""
        return int(self.contexts.exit[-1])

    @cached_property
    def rows(self) -> NDArray[np.int64]:
        """By context, the number of actions of all contexts before it; one entry more than contexts."""
        return np.concatenate([[0], np.cumsum(self.nodes.rows[self.contexts.round], dtype=np.int64)])


class Tree:
    """The public tree.

    Args:
        wagering: The bets.
        outcomes: By draw, the number of outcomes of the draw or deal.
        unit: The chips that payoffs are counted in: the small bet.

    Attributes:
        streets: The streets.

    Raises:
        ValueError: Outcomes are not given for each draw.
    """

    def __init__(self, wagering: Wagering, outcomes: tuple[int, ...], unit: int) -> None:
        if len(outcomes) != wagering.streets - 1:
            raise ValueError(f"{wagering.streets} streets have {wagering.streets - 1} draws, not {len(outcomes)}")
        self.wagering, self.outcomes, self.unit = wagering, outcomes, unit
        self.streets: list[Street] = []
        amounts, which = (
            np.zeros(1, np.int64),
            np.zeros(1, np.int64),
        )  # paid before a street; by context, which of these
        for street in range(wagering.streets):
            rounds = [betting_round(wagering, street, int(amount)) for amount in amounts]
            exits = np.array([len(r.exits) for r in rounds])
            contexts = Contexts(which.astype(np.int32), np.concatenate([[0], np.cumsum(exits[which])]))
            self.streets.append(Street(rounds, _nodes(rounds, unit), contexts))
            if street + 1 < wagering.streets:
                leaving = [np.array([r.nodes[i].paid for i in r.exits], np.int64) for r in rounds]
                amounts, after = np.unique(np.concatenate(leaving), return_inverse=True)
                # By exit of all contexts, its place among the exits of all rounds.
                begin = (np.cumsum(exits) - exits)[which] - contexts.exit[:-1]
                place = np.repeat(begin, exits[which]) + np.arange(contexts.exit[-1])
                which = np.repeat(after[place], outcomes[street])

    @property
    def betting_nodes(self) -> int:
        """The number of betting decisions in the whole tree."""
        return sum(
            int(np.array([sum(n.kind == "decision" for n in r.nodes) for r in s.rounds])[s.contexts.round].sum())
            for s in self.streets
        )


def _nodes(rounds: list[Round], unit: int) -> Nodes:
    columns: list[tuple[int, int, int, int, float, int, int, int]] = []
    begin, rows = [0], []
    for tree in rounds:
        sources = [(0, 0)] * len(tree.nodes)
        row = exits = 0
        for index, node in enumerate(tree.nodes):
            for child in node.children:
                mine = sources[index]
                sources[child] = (child, mine[1]) if node.seat == 0 else (mine[0], child)
            place = exits if node.kind == "over" else row
            child = node.children[0] if node.children else 0
            kind = KINDS.index(node.kind)
            columns.append((kind, node.seat, len(node.actions), child, node.paid / unit, place, *sources[index]))
            row += len(node.actions)
            exits += node.kind == "over"
        begin.append(len(columns))
        rows.append(row)
    kind_, seat, actions, child_, amount, row_, source0, source1 = zip(*columns, strict=True)
    return Nodes(
        np.array(begin, np.int32),
        np.array(rows, np.int32),
        np.array(kind_, np.int8),
        np.array(seat, np.int8),
        np.array(actions, np.int8),
        np.array(child_, np.int32),
        np.array(amount, np.float32),
        np.array(row_, np.int32),
        np.array(source0, np.int32),
        np.array(source1, np.int32),
    )


def chunks(street: Street, low: int, high: int, limit: int, outcomes: int) -> Iterator[tuple[int, int]]:
    """Divide contexts into runs.

    Args:
        street: The street.
        low: The first context.
        high: The context after the last.
        limit: The most contexts of the next street after a run; each run has at least one context.
        outcomes: Outcomes after an exit.

    Yields:
        The first context of a run and the one after its last.
    """
    exits = street.contexts.exit
    while low < high:
        far = int(np.searchsorted(exits, exits[low] + max(1, limit // outcomes), side="right")) - 1
        end = min(high, max(low + 1, far))
        yield low, end
        low = end
