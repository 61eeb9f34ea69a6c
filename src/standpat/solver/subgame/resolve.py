"""The last draw and the last round of betting solved again at the table, for the hands that both may hold and the
cards they block.

`Resolving(table)` plays as `standpat.bots.blueprint.Blueprint` does up to the last draw, and from there as the solution
of what is left: both ranges as the table's player arrives with them by the public line, every hand of one weighed
against every hand of the other by the cards they share. It is a player, and `policy` says how likely it does what.

The last draw of both is one game with the round after it (`standpat.solver.subgame.from_line` says how coarse), from
which only the draws are kept; with `draws` off they are the table's. Then the last round is solved more finely, for
both ranges as these draws make them. A hand that the line hardly holds (`from_line.LEAST`) draws as the table says.

What is exact and what is not, in the last round:

- The ranges are exact in the class game: each class by the chances of all it did, through every keep and
  replacement. That the cards thrown and held thin the replacements is left out.
- Two final hands are weighed by the cards they leave each other, rank by rank, exactly
  (`standpat.solver.kernels.range_pairs`). So the own five count against the other's range, and for every hand of the
  own range as the other would count them.
- `discards` thins the other's range also by what this seat threw. The other does not know these cards; the game solved
  is one in which they do, for this hand only. Without it the solution of a line is one for all hands that come there.
- Hands are played alike in stretches of strength, some `GROUPS` equally likely ones of the two ranges together; the
  weight of two stretches is summed over their hands one by one. The table has some dozens.
- `FORCED` is how much the solution trusts the ranges (`standpat.solver.subgame.matrix_round`). The other may have come
  with other hands than the table's player would have; at 1 that is not guarded against. Less costs some of the gain
  (`bench/resolve.py --variants`), and each seat then has a solution of its own.

Where the line is not one of the table's (`Place.beside`), it plays the table. Solutions are kept by line: the round's
later decisions follow the first. What a decision takes depends on the line alone, never on the cards held. Amounts are
chips. The player's name is `resolve` (`standpat.solver.subgame.bot`):

    python -m standpat match resolve blueprint --game 27td
"""

from collections import OrderedDict
from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from standpat.bots.blueprint import Blueprint, Place, bets_of, blueprint, blueprint_policy, strategy_file_of
from standpat.bots.player import Situation
from standpat.bots.strategy_file import StrategyFile
from standpat.engine.action import Action
from standpat.engine.event import DiscardAnnounced, DrawResult, StreetStart
from standpat.solver.kernels.range_pairs import pairs
from standpat.solver.strategy_file.opponent_range import WAYS, OpponentRanges, Range, Vector
from standpat.solver.subgame.from_line import drawing
from standpat.solver.subgame.last_draw_game import DrawPlay
from standpat.solver.subgame.matrix_round import Ends, Guard, Play, Ranges, solve, worth

GROUPS: Final = 200
ITERATIONS: Final = 100
FORCED: Final = 1.0
LEAST: Final = 1e-7
"""Of a range, the chance below which a class is left out."""
UNSOLVED: Final = 0.1
"""How much of the ranges after the last draw is believed to have drawn as the table: the solution does not say much
about counts that it hardly ever draws."""
SOLVED: Final = 2_000
"""Solutions kept, some hundred kB each."""


class Solved(NamedTuple):
    """A line's last round: its tree, the group of each class, the ranges, the table's play and the solution."""

    ends: Ends
    group: NDArray[np.int64]
    ranges: Ranges
    before: Play
    play: Play

    def gain(self, seat: int) -> float:
        """What a seat wins by the solution more than by the table, against the table, if the ranges are right."""
        own = [(self.play if n.seat == seat else self.before)[k] for k, n in enumerate(self.ends.nodes)]
        played = worth(self.ends, self.ranges, seat, own) - worth(self.ends, self.ranges, seat, self.before)
        return float(played.sum())


class Drawn(NamedTuple):
    """A line's last draw: the group of each class, its share of the range, and what the groups draw."""

    group: tuple[NDArray[np.int64], NDArray[np.int64]]
    share: tuple[Vector, Vector]
    play: DrawPlay


class Resolving:
    """`removal` off leaves out what hands block in the last round, which makes the class game's of it. One thread at a
    time may use it."""

    def __init__(
        self,
        table: StrategyFile,
        *,
        groups: int = GROUPS,
        iterations: int = ITERATIONS,
        forced: float = FORCED,
        removal: bool = True,
        discards: bool = False,
        draws: bool = True,
    ) -> None:
        if groups < 1 or iterations < 1 or not 0 <= forced <= 1:
            raise ValueError(
                f"{groups=}, {iterations=}, {forced=}: expected 1 or more of the first two, 0 to 1 of the last"
            )
        self.table, self.groups, self.iterations, self.forced = table, groups, iterations, forced
        self.discards, self.draws = discards, draws
        self.beliefs = OpponentRanges(table)
        self.player = Blueprint(table)
        self._left = WAYS[4 - np.arange(5)] / WAYS[4] if removal else np.ones((5, 5))
        self._states = np.array(table.states[-1], np.int64)
        self._bet = self.table.big_blind * self.beliefs.record.bets[-1]
        self._solved: OrderedDict[tuple[object, ...], Solved] = OrderedDict()
        self._drawn: OrderedDict[tuple[int, int], Drawn] = OrderedDict()

    def __call__(self, situation: Situation) -> Action:
        if self._here(situation) is None:
            return self.player(situation)
        chances = self.policy(situation)
        roll = situation.random.random()
        for action, chance in chances.items():
            roll -= chance
            if roll < 0:
                return action
        return action

    def policy(self, situation: Situation) -> Mapping[Action, float]:
        """How likely it does what."""
        place = self._here(situation)
        if place is None:
            return self.player.policy(situation)
        if situation.legal.draw is not None:
            play = self.drawing(situation, place.turn)[:, self.beliefs.classes.of(situation.cards)]
            found = self.player.discards(situation, place.street, play.tolist())
            return {action: chance for action, chance in found.items() if chance > 0}
        solved = self.solved(situation)
        chances = solved.play[place.node][:, solved.group[self.beliefs.classes.of(situation.cards)]]
        found = bets_of(situation, solved.ends.nodes[place.node].letters, chances.tolist())
        return {action: chance for action, chance in found.items() if chance > 0}

    def _here(self, situation: Situation) -> Place | None:
        """The place of a decision that is solved again."""
        drawing = situation.legal.draw is not None
        if drawing and not self.draws:
            return None
        place = self.player.place(situation)
        if place is None or place.beside or place.street < len(self.table.streets) - 1 - drawing:
            return None
        return place

    def drawing(self, situation: Situation, turn: int) -> Vector:
        """How likely each class draws each count at the last draw of the situation's line, (counts, classes); `turn`
        is 0 for the first to draw, else 1 + the place of their count."""
        drawn, here = self.drawn(situation), self.beliefs.arrived(self._before_draw(situation))
        first = self.table.streets[here.street].first
        seat = 1 - first if turn else first
        play = drawn.play.second[turn - 1] if turn else drawn.play.first
        held = drawn.share[seat] > 0
        return np.where(held, play[:, drawn.group[seat]], self.beliefs.draws(here._replace(turn=turn)))

    def drawn(self, situation: Situation) -> Drawn:
        """The last draw of the situation's line."""
        here, reach = self._ranges(self._before_draw(situation))
        known = here.context, here.node
        if known not in self._drawn:
            game = drawing(self.beliefs, here, reach, self._bet)
            self._drawn[known] = Drawn(game.group, game.share, game.game.solve(self.iterations))
        self._drawn.move_to_end(known)
        if len(self._drawn) > SOLVED:
            self._drawn.popitem(last=False)
        return self._drawn[known]

    def _before_draw(self, situation: Situation) -> Situation:
        cut = max(i for i, e in enumerate(situation.seen) if isinstance(e, StreetStart))
        return situation._replace(seen=situation.seen[: cut + 1])

    def _ranges(self, situation: Situation) -> tuple[Range, tuple[Vector, Vector]]:
        """The place and the ranges of seats 0 and 1 as the table's player comes there."""
        other = self.beliefs.arrived(situation)
        one = next(s for s in _dealt(situation) if s != situation.seat)
        own = self.beliefs.arrived(situation._replace(seat=one))
        seat = self._seat(situation)
        return other, (own.reach, other.reach) if seat == 0 else (other.reach, own.reach)

    def _arrived(self, situation: Situation) -> tuple[Range, tuple[Vector, Vector]]:
        """The same before the last round, after the draws as they are solved."""
        here, found = self._ranges(situation)
        if not self.draws:
            return here, found
        street = len(self.table.streets) - 2
        first, counts = self.table.streets[street].first, len(self.table.streets[street].counts[0])
        places = divmod(here.context % self.table.streets[street].outcomes, counts)
        earlier, reach = self._ranges(self._before_draw(situation))
        after = []
        for turn, place in zip((0, 1 + places[0]), places, strict=True):
            table = self.beliefs.draws(earlier._replace(turn=turn))[place]
            mixed = (1 - UNSOLVED) * self.drawing(situation, turn)[place] + UNSOLVED * table
            after.append(self.beliefs.moved(street, place, reach[1 - first if turn else first] * mixed))
        return here, (after[0], after[1]) if first == 0 else (after[1], after[0])

    def solved(self, situation: Situation) -> Solved:
        """The last round of the situation's line, as this seat solves it."""
        cut = max(i for i, e in enumerate(situation.seen) if isinstance(e, DiscardAnnounced | DrawResult))
        before = situation._replace(seen=situation.seen[: cut + 1])  # the ranges are those before the round
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
        first, second = _share(reach[0]), _share(reach[1])
        ends = Ends(self.table.streets[-1].nodes, other.paid, self._bet)
        group = stretches(first + second, self.groups, self._states)
        size = int(group.max()) + 1
        alive, wins = np.zeros((size, size)), np.zeros((size, size))
        pairs(first, second, group, group, self.beliefs.ranks, self.beliefs.cells, self._left, alive, wins)
        total = float(alive.sum())
        ranges = Ranges(alive / total, wins / total) if total > 0 else Ranges(alive, wins)
        one_of = np.unique(group, return_index=True)[1]  # the table plays a stretch alike
        table = [
            self.beliefs.bets(other, node)[:, one_of] if node.letters else np.zeros((0, size)) for node in ends.nodes
        ]
        guard = None
        if self.forced < 1:
            guard = Guard(1 - seat, worth(ends, ranges, 1 - seat, table, best=True), self.forced)
        found = Solved(ends, group, ranges, table, solve(ends, ranges, self.iterations, guard))
        self._solved[known] = found
        if len(self._solved) > SOLVED:
            self._solved.popitem(last=False)
        return found

    def _seat(self, situation: Situation) -> int:
        """The tree's number of the situation's seat: 0 the button."""
        return int(situation.seat != situation.seen[0].button)  # type: ignore[union-attr]

    def _thrown(self, situation: Situation) -> tuple[int, ...]:
        """By rank, how many cards the seat has thrown."""
        counts = self.beliefs.gone(situation)
        for card in situation.cards:
            counts[card >> 2] -= 1
        return tuple(counts)


def stretches(mass: Vector, most: int, states: NDArray[np.int64]) -> NDArray[np.int64]:
    """The stretch of each class: some `most` in order of strength, about as likely as each other, cut once more where
    the table's state changes, so that it plays a stretch alike."""
    middle = np.cumsum(mass) - mass / 2
    place = np.minimum((middle * (most / float(mass.sum()))).astype(np.int64), most - 1)
    _, found = np.unique(place * (int(states.max()) + 1) + states, return_inverse=True)
    return found.astype(np.int64)


def _share(reach: Vector) -> Vector:
    """A range that sums to 1, without the classes that hardly come there."""
    found = reach / reach.sum() if reach.sum() > 0 else np.full(len(reach), 1 / len(reach))
    found = np.where(found >= LEAST, found, 0.0)
    return np.asarray(found / found.sum())


def _dealt(situation: Situation) -> list[int]:
    return [seat for seat, stack in enumerate(situation.seen[0].stacks) if stack > 0]  # type: ignore[union-attr]


# By name -------------------------------------------------------------------------------------------------------


def resolving(situation: Situation) -> Action:
    """`Resolving` with the table that the player `blueprint` has for this game; without one it plays as `blueprint`."""
    table = strategy_file_of(situation.game.id)
    return blueprint(situation) if table is None else _resolving(table)(situation)


def resolving_policy(situation: Situation) -> Mapping[Action, float]:
    """The policy of `resolving`."""
    table = strategy_file_of(situation.game.id)
    return blueprint_policy(situation) if table is None else _resolving(table).policy(situation)


resolving.policy = resolving_policy  # type: ignore[attr-defined]


@cache
def _resolving(table: StrategyFile) -> Resolving:
    return Resolving(table)
