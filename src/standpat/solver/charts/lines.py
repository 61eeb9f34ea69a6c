"""Walk the tree of a strategy file along the lines that are played, and add up who reaches what with which hands.

`walk(strategy, least)` adds up a `Tally` over all lines with a probability of at least `least` (of both players
together). `Tally.covered` is the probability of the hands that were followed to their end. Arrays are by hand class,
weighted by how often the class is there.
"""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from standpat.solver.game.action_values import spread
from standpat.solver.game.betting_tree import Round, letter
from standpat.solver.strategy_file.file_strategy import FIRST, FileStrategy

Vector = NDArray[np.float64]
WITHIN = 30
"""Within a round, lines are followed down to this much smaller probabilities."""
SEEN = ("", "x", "b", "xb", "xr", "bb")


@dataclass
class Tally:
    """What happened on the lines.

    Attributes:
        bets: By street, seat, own last draw, opponent's last draw (-1 before the first draw) and the betting of the
            round so far: shape (actions, classes).
        draws: By number of the draw, seat and what the opponent is known to have drawn (this time for the second to
            draw, last time for the first; -1 before the first draw): shape (counts, classes).
        showdown: The probability of a showdown.
        won: By seat, the share of the showdowns that it wins.
        shown: Shape (2, classes): by class, the probability that one of the two shows it, and that it wins then (a
            split pot is half a win).
        covered: The probability of the hands that were followed to their end.
        actions: By letter, how often an action is taken in a hand, blinds not counted.
        spots: The number of decisions visited.
    """

    bets: dict[tuple[int, int, int, int, str], Vector] = field(default_factory=dict)
    draws: dict[tuple[int, int, int], Vector] = field(default_factory=dict)
    showdown: float = 0.0
    won: list[float] = field(default_factory=lambda: [0.0, 0.0])
    shown: Vector = field(default_factory=lambda: np.zeros((2, 0)))
    covered: float = 0.0
    actions: dict[str, float] = field(default_factory=dict)
    spots: int = 0


def walk(strategy: FileStrategy, least: float = 2e-4) -> Tally:
    """Add up the tally of a strategy.

    Args:
        strategy: The strategy of a file.
        least: The least probability of a line that is followed.

    Returns:
        The tally.
    """
    going = _Walk(strategy, least)
    prior = strategy.problem.prior
    going.street(0, 0, (-1, -1), [prior[0].copy(), prior[1].copy()])
    return going.tally


class _Walk:
    def __init__(self, strategy: FileStrategy, least: float) -> None:
        self.strategy, self.least = strategy, least
        self.tally = Tally(shown=np.zeros((2, len(strategy.classes))))
        self.streets = strategy.problem.tree.streets

    def street(self, street: int, context: int, drawn: tuple[int, int], reach: list[Vector]) -> None:
        part = self.streets[street]
        tree = part.rounds[int(part.contexts.round[context])]
        self._node(street, context, tree, 0, drawn, reach)

    def _node(
        self, street: int, context: int, tree: Round, index: int, drawn: tuple[int, int], reach: list[Vector]
    ) -> None:
        node, mass = tree.nodes[index], float(reach[0].sum() * reach[1].sum())
        if mass < self.least / WITHIN:
            return
        if node.kind == "fold":
            self.tally.covered += mass
            return
        if node.kind == "over":
            if street == len(self.streets) - 1:
                self._shown(reach, mass)
            else:
                exit_ = int(self.streets[street].contexts.exit[context]) + tree.exits.index(index)
                self._drawing(street, exit_, drawn, reach)
            return
        seat = node.seat
        row = sum([len(n.actions) for n in tree.nodes[:index]])
        play = self.strategy.bet(street, context, row, len(node.actions))
        self._add_bet(street, seat, drawn, node.path, play * reach[seat] * reach[1 - seat].sum())
        for action, share, child in zip(node.actions, play, node.children, strict=True):
            name = letter(action, True)
            after = list(reach)
            after[seat] = reach[seat] * share
            self.tally.actions[name] = self.tally.actions.get(name, 0.0) + float(after[0].sum() * after[1].sum())
            self._node(street, context, tree, child, drawn, after)

    def _add_bet(self, street: int, seat: int, drawn: tuple[int, int], so_far: str, done: Vector) -> None:
        self.tally.spots += 1
        if street and so_far not in SEEN:
            return
        place = (street, seat, drawn[seat], drawn[1 - seat], so_far)
        if place in self.tally.bets:
            self.tally.bets[place] += done
        else:
            self.tally.bets[place] = done

    def _shown(self, reach: list[Vector], mass: float) -> None:
        tally = self.tally
        beaten = [_beaten(theirs) for theirs in reach[::-1]]
        for own, other, worse in zip(reach, reach[::-1], beaten, strict=True):
            tally.shown += own * np.stack([np.full_like(own, other.sum()), worse])
        first = float(reach[0] @ beaten[0])
        tally.covered += mass
        tally.showdown += mass
        tally.won[0] += first
        tally.won[1] += mass - first

    def _drawing(self, street: int, exit_: int, drawn: tuple[int, int], reach: list[Vector]) -> None:
        strategy, menu, counts = self.strategy, self.strategy.menus[street], self.strategy.counts[street]
        second = 1 - FIRST
        plays = strategy.draw(street, exit_, 0)
        self._add_draw(street, FIRST, drawn[second], plays, reach[FIRST] * 1.0, float(reach[second].sum()))
        for place, count in enumerate(counts):
            after = spread(menu, plays, reach[FIRST], place)
            if after.sum() * reach[second].sum() < self.least:
                continue
            replies = strategy.draw(street, exit_, 1 + place)
            self._add_draw(street, second, count, replies, reach[second], float(after.sum()))
            for reply, own in enumerate(counts):
                both = [after, after]
                both[second] = spread(menu, replies, reach[second], reply)
                last = (own, count) if second == 0 else (count, own)
                context = (exit_ * len(counts) + place) * len(counts) + reply
                if both[0].sum() * both[1].sum() >= self.least:
                    self.street(street + 1, context, last, both)

    def _add_draw(self, street: int, seat: int, known: int, play: Vector, reach: Vector, other: float) -> None:
        many = len(self.strategy.counts[street])
        done = (play.reshape(-1, many) * reach[:, None]).T * other
        place = (street, seat, known)
        if place in self.tally.draws:
            self.tally.draws[place] += done
        else:
            self.tally.draws[place] = done


def _beaten(reach: Vector) -> Vector:
    """By class, the mass of the hands that it beats, and half of those that it ties with."""
    through = np.cumsum(reach)
    worse: Vector = through[-1] - through + reach / 2
    return worse
