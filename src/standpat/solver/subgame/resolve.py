"""Solve the last draw and the last betting round again, for both ranges with card removal: a study.

No bot plays so: the bot `resolve` solves the last round with its own discards
(`standpat.solver.subgame.last_round_player`), and no gain from solving the draw has been shown (docs/strength.md).

`Resolving(file)` plays as `standpat.bots.blueprint.Blueprint` up to the last draw, and from there by the solution of a
subgame. Its ranges are those with which the blueprint arrives by the public line; every hand of one range is weighted
against every hand of the other by the cards that they share. It is a player, and `policy` gives the probabilities of
its actions.

The last draw of both seats is one game with the round after it (`standpat.solver.subgame.from_line` describes its
abstraction), of which only the draws are kept. With `draws` off, or if it may be of more than two cards, the blueprint
draws. Then the last round is solved with a finer abstraction, for both ranges as these draws make them. A hand that
hardly occurs in the range (`from_line.LEAST`) draws as in the blueprint.

What is exact and what is not, in the last round:

- The ranges are exact in the class game: each class by the probabilities of all its actions, through every keep and
  replacement. Discards and held cards do not thin the replacements.
- Two final hands are weighted by the cards that they leave each other, rank by rank, exactly
  (`standpat.solver.kernels.range_pairs`). So the own five cards count against the opponent's range, and each hand of
  the own range counts as the opponent would count it.
- `discards` also thins the opponent's range by this seat's discards. The opponent does not know these cards; the game
  that is solved is one in which they do, for this hand only. Without it one solution of a line serves all hands that
  reach it.
- Hands are played alike in stretches of strength, some `GROUPS` equally likely ones of the two ranges together; the
  weights of two stretches are summed over their hands. The blueprint has some dozens of stretches.
- `FORCED` is how much the solution trusts the ranges (`standpat.solver.subgame.matrix_round`). The opponent may have
  come with other hands than the blueprint would; with 1 there is no guard against that. A smaller value costs some of
  the gain (`bench/resolve.py --variants`), and each seat then has a solution of its own.

If the line is not in the tree of the strategy file (`Place.beside`), it plays the blueprint. Solutions are kept by
line, so that later decisions of the round follow the first one. The time of a decision depends on the line only, never
on the cards held. Amounts are chips.
"""

from collections import OrderedDict
from collections.abc import Mapping
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from standpat.bots.blueprint import Blueprint, Place, bets_of
from standpat.bots.player import Situation, sampled
from standpat.bots.strategy_file import StrategyFile
from standpat.engine.action import Action
from standpat.engine.event import DiscardAnnounced, DrawResult, StreetStart
from standpat.solver.kernels.range_pairs import pairs
from standpat.solver.strategy_file.opponent_range import WAYS, OpponentRanges, Range, Vector
from standpat.solver.subgame.from_line import drawing, draws_few
from standpat.solver.subgame.last_draw_game import DrawPlay
from standpat.solver.subgame.last_round import share_of
from standpat.solver.subgame.matrix_round import Ends, Guard, Play, Ranges, solve, worth

GROUPS: Final = 200
"""Stretches of strength in the last round, about."""
ITERATIONS: Final = 100
"""Iterations of CFR+ for the last round."""
DRAW_ITERATIONS: Final = 45
"""Iterations of CFR+ for the last draw. Most of the time of a decision is theirs (docs/strength.md)."""
FORCED: Final = 1.0
"""The fraction of deals in which the opponent may not refuse to play (`matrix_round.Guard`)."""
UNSOLVED: Final = 0.1
"""The fraction of the ranges after the last draw that is assumed to have drawn as the blueprint. The solution is not
reliable for counts that it hardly ever draws.
"""
SOLVED: Final = 2_000
"""Solutions that are kept, some hundred kB each."""


class Solved(NamedTuple):
    """The last round of a line.

    Attributes:
        ends: The tree of the round.
        group: The group of each class.
        ranges: The ranges of both seats, by group.
        blueprint_play: The play of the blueprint.
        play: The solution.
    """

    ends: Ends
    group: NDArray[np.int64]
    ranges: Ranges
    blueprint_play: Play
    play: Play

    def gain(self, seat: int) -> float:
        """What a seat wins more by the solution than by the blueprint, against the blueprint, if the ranges are right.
        In chips.
        """
        own = [(self.play if n.seat == seat else self.blueprint_play)[k] for k, n in enumerate(self.ends.nodes)]
        played = worth(self.ends, self.ranges, seat, own) - worth(self.ends, self.ranges, seat, self.blueprint_play)
        return float(played.sum())


class Drawn(NamedTuple):
    """The last draw of a line.

    Attributes:
        group: By seat, the group of each class.
        share: By seat, the probability of each class.
        play: What the groups draw, and their bets, which are not used.
    """

    group: tuple[NDArray[np.int64], NDArray[np.int64]]
    share: tuple[Vector, Vector]
    play: DrawPlay


class Resolving:
    """A player that solves the end of the hand again. Only one thread may use it at a time.

    Args:
        file: The strategy file of the blueprint.
        groups: Stretches of strength in the last round, about.
        iterations: Iterations of CFR+ for the last round.
        draw_iterations: Iterations of CFR+ for the last draw.
        forced: As `matrix_round.Guard.forced`, 0 to 1.
        removal: Whether hands of the last round block each other's cards. Without it the round is that of the class
            game.
        discards: Whether this seat's discards thin the opponent's range.
        draws: Whether the last draw is solved too. It is not if it is of more than two cards.

    Raises:
        ValueError: A number is out of its range.
    """

    def __init__(
        self,
        file: StrategyFile,
        *,
        groups: int = GROUPS,
        iterations: int = ITERATIONS,
        draw_iterations: int = DRAW_ITERATIONS,
        forced: float = FORCED,
        removal: bool = True,
        discards: bool = False,
        draws: bool = True,
    ) -> None:
        if min(groups, iterations, draw_iterations) < 1 or not 0 <= forced <= 1:
            raise ValueError(
                f"{groups=}, {iterations=}, {draw_iterations=}, {forced=}: expected 1 or more of the first three, "
                "0 to 1 of the last"
            )
        self.file, self.groups, self.forced = file, groups, forced
        self.iterations, self.draw_iterations = iterations, draw_iterations
        self.discards, self.draws = discards, draws and draws_few(file)
        self.beliefs = OpponentRanges(file)
        self.player = Blueprint(file)
        self._left = WAYS[4 - np.arange(5)] / WAYS[4] if removal else np.ones((5, 5))
        self._states = np.array(file.states[-1], np.int64)
        self._bet = self.file.big_blind * self.beliefs.record.bets[-1]
        self._solved: OrderedDict[tuple[object, ...], Solved] = OrderedDict()
        self._drawn: OrderedDict[tuple[int, int], Drawn] = OrderedDict()

    def __call__(self, situation: Situation) -> Action:
        """The action for this situation, sampled: from the solved subgame in the last rounds, else the blueprint's."""
        if self._place(situation) is None:
            return self.player(situation)
        chances = self.policy(situation)
        return sampled(chances, situation.random)

    def policy(self, situation: Situation) -> Mapping[Action, float]:
        """The probabilities of its actions at a decision.

        Args:
            situation: The decision.

        Returns:
            The actions of positive probability.
        """
        place = self._place(situation)
        if place is None:
            return self.player.policy(situation)
        if situation.legal.draw is not None:
            play = self.drawing(situation, place.turn)[:, self.beliefs.classes.of(situation.cards)]
            policy = self.player.discards(situation, place.street, play.tolist())
            return {action: chance for action, chance in policy.items() if chance > 0}
        solved = self.solved(situation)
        chances = solved.play[place.node][:, solved.group[self.beliefs.classes.of(situation.cards)]]
        policy = bets_of(situation, solved.ends.nodes[place.node].letters, chances.tolist())
        return {action: chance for action, chance in policy.items() if chance > 0}

    def _place(self, situation: Situation) -> Place | None:
        """The place of a decision that is solved again; None if the blueprint plays it."""
        drawing = situation.legal.draw is not None
        if drawing and not self.draws:
            return None
        place = self.player.place(situation)
        if place is None or place.beside or place.street < len(self.file.streets) - 1 - drawing:
            return None
        return place

    def drawing(self, situation: Situation, turn: int) -> Vector:
        """The probabilities of the counts at the last draw of a line.

        Args:
            situation: A decision at or after the draw.
            turn: 0 for the first to draw, 1 + the place of the first's count for the second.

        Returns:
            Shape (counts, classes).
        """
        drawn, place = self.drawn(situation), self.beliefs.arrived(self._before_draw(situation))
        first = self.file.streets[place.street].first
        seat = 1 - first if turn else first
        play = drawn.play.second[turn - 1] if turn else drawn.play.first
        in_range = drawn.share[seat] > 0
        return np.where(in_range, play[:, drawn.group[seat]], self.beliefs.draws(place._replace(turn=turn)))

    def drawn(self, situation: Situation) -> Drawn:
        """The solved last draw of the situation's line."""
        place, reach = self._ranges(self._before_draw(situation))
        known = place.context, place.node
        if known not in self._drawn:
            game = drawing(self.beliefs, place, reach, self._bet)
            self._drawn[known] = Drawn(game.group, game.share, game.game.solve(self.draw_iterations))
        self._drawn.move_to_end(known)
        if len(self._drawn) > SOLVED:
            self._drawn.popitem(last=False)
        return self._drawn[known]

    def _before_draw(self, situation: Situation) -> Situation:
        start = max(i for i, e in enumerate(situation.seen) if isinstance(e, StreetStart))
        return situation._replace(seen=situation.seen[: start + 1])

    def _ranges(self, situation: Situation) -> tuple[Range, tuple[Vector, Vector]]:
        """The place, and the ranges of seats 0 and 1 as the blueprint arrives there."""
        other = self.beliefs.arrived(situation)
        one = next(s for s in _dealt(situation) if s != situation.seat)
        own = self.beliefs.arrived(situation._replace(seat=one))
        seat = self._seat(situation)
        return other, (own.reach, other.reach) if seat == 0 else (other.reach, own.reach)

    def _arrived(self, situation: Situation) -> tuple[Range, tuple[Vector, Vector]]:
        """The same before the last round, after the draws as they were solved."""
        place, reaches = self._ranges(situation)
        if not self.draws:
            return place, reaches
        street = len(self.file.streets) - 2
        first, counts = self.file.streets[street].first, len(self.file.streets[street].counts[0])
        places = divmod(place.context % self.file.streets[street].outcomes, counts)
        earlier, reach = self._ranges(self._before_draw(situation))
        after = []
        for turn, count in zip((0, 1 + places[0]), places, strict=True):
            blueprint_draws = self.beliefs.draws(earlier._replace(turn=turn))[count]
            mixed = (1 - UNSOLVED) * self.drawing(situation, turn)[count] + UNSOLVED * blueprint_draws
            after.append(self.beliefs.moved(street, count, reach[1 - first if turn else first] * mixed))
        return place, (after[0], after[1]) if first == 0 else (after[1], after[0])

    def solved(self, situation: Situation) -> Solved:
        """The last round of the situation's line, as this seat solves it."""
        last_draw = max(i for i, e in enumerate(situation.seen) if isinstance(e, DiscardAnnounced | DrawResult))
        before = situation._replace(seen=situation.seen[: last_draw + 1])  # the ranges are those before the round
        seat = self._seat(situation)
        other = self.beliefs.arrived(before)
        gone = self._thrown(before) if self.discards else None
        known = (other.context, seat if self.forced < 1 or self.discards else -1, gone)
        if known in self._solved:
            self._solved.move_to_end(known)
            return self._solved[known]
        reach = list(self._arrived(before)[1])
        for rank, many in enumerate(gone or ()):
            if many:
                reach[1 - seat] = reach[1 - seat] * (WAYS[4 - many] / WAYS[4])[self.beliefs.ranks[:, rank]]
        first, second = share_of(reach[0]), share_of(reach[1])
        ends = Ends(self.file.streets[-1].nodes, other.paid, self._bet)
        group = stretches(first + second, self.groups, self._states)
        size = int(group.max()) + 1
        alive, wins = np.zeros((size, size)), np.zeros((size, size))
        pairs(first, second, group, group, self.beliefs.ranks, self.beliefs.cells, self._left, alive, wins)
        total = float(alive.sum())
        ranges = Ranges(alive / total, wins / total) if total > 0 else Ranges(alive, wins)
        one_of = np.unique(group, return_index=True)[1]  # the blueprint plays all classes of a stretch alike
        blueprint_play = [
            self.beliefs.bets(other, node)[:, one_of] if node.letters else np.zeros((0, size))
            for node in self.file.streets[-1].nodes
        ]
        guard = None
        if self.forced < 1:
            guard = Guard(1 - seat, worth(ends, ranges, 1 - seat, blueprint_play, best=True), self.forced)
        solution = Solved(ends, group, ranges, blueprint_play, solve(ends, ranges, self.iterations, guard))
        self._solved[known] = solution
        if len(self._solved) > SOLVED:
            self._solved.popitem(last=False)
        return solution

    def _seat(self, situation: Situation) -> int:
        """The number of the situation's seat in the tree: 0 for the button."""
        return int(situation.seat != situation.seen[0].button)  # type: ignore[union-attr]

    def _thrown(self, situation: Situation) -> tuple[int, ...]:
        """By rank, how many cards the seat has discarded."""
        counts = self.beliefs.gone(situation)
        for card in situation.cards:
            counts[card >> 2] -= 1
        return tuple(counts)


def stretches(mass: Vector, most: int, states: NDArray[np.int64]) -> NDArray[np.int64]:
    """Group hands in stretches of strength that are about equally likely.

    Args:
        mass: The weight of each class, best first.
        most: Stretches, about.
        states: The blueprint's state of each class. A stretch never has two states, so the blueprint plays it alike.

    Returns:
        The stretch of each class.
    """
    middle = np.cumsum(mass) - mass / 2
    place = np.minimum((middle * (most / float(mass.sum()))).astype(np.int64), most - 1)
    _, numbers = np.unique(place * (int(states.max()) + 1) + states, return_inverse=True)
    return numbers.astype(np.int64)


def _dealt(situation: Situation) -> list[int]:
    return [seat for seat, stack in enumerate(situation.seen[0].stacks) if stack > 0]  # type: ignore[union-attr]
