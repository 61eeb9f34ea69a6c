"""The last round of a line solved for hands that know their discards.

`LastRound(beliefs, context)` solves the round; `policy(seat, hands, seen)` is what hands of a seat do in it. A hand
is known by its class and by the cards of each rank that its seat has held, so that own discards and held cards
count against the opponent's hands, each hand by its own.

- The ranges are those with which the bot of the strategy file comes by the line, exactly in the class game
  (`standpat.solver.strategy_file.opponent_range`).
- `TYPES` hands of each seat, with their discards, are sampled from real cards (`seen_cards_round.trails`). They are
  weighted so that each stretch of strength is as likely as in the range. The seed of the sample is the line's
  number, so the solution of a line is always the same.
- A hand weighs the opponent's hands class by class by the cards that it has held, and then by *stretch* of
  strength: within a stretch all hands are assumed to come alike. The opponent's discards are not counted.
- CFR+ (Tammelin 2014; iteration t has weight t to the power `POWER` in the mean) over the sampled hands of both
  seats.
- `policy` repeats the iterations for other hands: what they would have done against the same opponents. So every
  hand has its play, not only the sampled ones, and it is the same function of line, hand and discards each time.

What perfect play in the round wins from it is in docs/strength.md (`standpat.solver.subgame.last_round_loss`).
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from standpat.cards.ranking import WEIGHT
from standpat.solver.game.hand_classes import HandClasses
from standpat.solver.kernels.seen_cards_round import (
    Numbers,
    RoundTree,
    Single,
    Vector,
    learn,
    reach_ends,
    trails,
    weigh,
)
from standpat.solver.strategy_file.opponent_range import WAYS, OpponentRanges, Range
from standpat.solver.subgame.matrix_round import Ends

TYPES: Final = 4_000
"""Hands of each seat that are sampled."""
STRETCHES: Final = 60
"""Stretches of strength, about."""
ITERATIONS: Final = 50
"""Iterations of CFR+."""
POWER: Final = 2
"""The power of an iteration's number that is its weight in the mean."""
LEAST: Final = 1e-7
"""Classes with a smaller probability in a range are left out."""


class LastRound:
    """The solution of the last round of a line.

    Args:
        beliefs: The ranges of the strategy file.
        context: The number of the line.
        types: As `TYPES`.
        stretches: As `STRETCHES`.
        iterations: As `ITERATIONS`.

    Attributes:
        ends: The tree of the round and what its ends pay.
        place: The place before the round.
        reach: By seat and class, the probability of the class in the range.
    """

    def __init__(
        self,
        beliefs: OpponentRanges,
        context: int,
        *,
        types: int = TYPES,
        stretches: int = STRETCHES,
        iterations: int = ITERATIONS,
    ) -> None:
        file = beliefs.file
        self.beliefs, self.context = beliefs, context
        path = beliefs.path(context)
        self.place, other = beliefs.along(1, path), beliefs.along(0, path)
        self.ends = Ends(file.streets[-1].nodes, self.place.paid, file.big_blind * beliefs.record.bets[-1])
        self.tree = tree_of(self.ends)
        self.reach = share_of(self.place.reach), share_of(other.reach)
        self._stretch = _stretches(self.reach[0], stretches), _stretches(self.reach[1], stretches)
        self._many = int(self._stretch[0].max()) + 1, int(self._stretch[1].max()) + 1
        self._stakes = self.ends.stakes.astype(np.float32)
        self._trails = [_chances(beliefs, path, seat) for seat in (0, 1)]
        self._theirs: tuple[list[Single], list[Single]] = ([], [])
        self._solve(types, iterations)

    def sample(self, seat: int, many: int, seed: int) -> tuple[Numbers, Numbers]:
        """Sample hands with which a seat comes.

        Args:
            seat: The seat.
            many: How many.
            seed: The seed.

        Returns:
            Their classes, ascending, and the cards of each rank that they have held, shape (many, ranks).
        """
        hands, seen = np.zeros(many, np.int64), np.zeros((many, self.beliefs.file.ranks), np.int64)
        by_sum, suited = _sums(self.beliefs.classes)
        weight = np.array(WEIGHT, np.int64)
        trails(*self._trails[seat], by_sum, suited, weight, self.beliefs.file.ranks, seed, hands, seen)
        order = np.argsort(hands, kind="stable")
        return hands[order], seen[order]

    def policy(self, seat: int, hands: Numbers, seen: Numbers) -> Single:
        """What hands of a seat do.

        Args:
            seat: The seat.
            hands: The class of each.
            seen: Shape (hands, ranks): the cards of each rank that they have held.

        Returns:
            The probabilities of the actions, shape (nodes, 3, hands); 0 where there is no action.
        """
        order = np.argsort(hands, kind="stable")
        left = self._weighed(seat, hands[order], seen[order])
        now, regret, total = self._fresh(len(hands))
        values = np.zeros((len(self.ends.nodes), len(hands)), np.float32)
        for turn, theirs in enumerate(self._theirs[seat], 1):
            self._learn(seat, theirs, turn, left, values, now, regret, total)
        whole = total.sum(axis=1, keepdims=True)
        play = np.empty_like(total)
        play[:, :, order] = np.where(whole > 0, total / np.where(whole > 0, whole, 1), self._fresh(1)[0])
        return play

    def _solve(self, types: int, iterations: int) -> None:
        drawn = [self.sample(seat, types, 2 * self.context + seat) for seat in (0, 1)]
        left = [self._weighed(seat, *drawn[seat]) for seat in (0, 1)]
        play = [self._fresh(types) for _ in (0, 1)]
        nodes = len(self.ends.nodes)
        mass, cuts, filled = [], [], []
        for seat in (0, 1):
            stretch = self._stretch[seat][drawn[seat][0]]
            count = np.bincount(stretch, minlength=self._many[seat])
            whole = np.bincount(self._stretch[seat], self.reach[seat], self._many[seat])
            mass.append((whole / np.maximum(count, 1))[stretch].astype(np.float32))
            filled.append(count > 0)
            cuts.append(np.searchsorted(stretch, np.flatnonzero(filled[seat])))
        reach, values = (np.zeros((2, nodes, types), np.float32) for _ in range(2))
        for turn in range(1, iterations + 1):
            for seat in (0, 1):
                other = 1 - seat
                reach_ends(self.tree, other, play[other][0], mass[other], reach[other])
                theirs = np.zeros((nodes, self._many[other]), np.float32)
                theirs[:, filled[other]] = np.add.reduceat(reach[other], cuts[other], axis=1)
                self._theirs[seat].append(theirs)
                self._learn(seat, theirs, turn, left[seat], values[seat], *play[seat])

    def _learn(
        self,
        seat: int,
        theirs: Single,
        turn: int,
        left: tuple[Single, Single],
        values: Single,
        now: Single,
        regret: Single,
        total: Single,
    ) -> None:
        folds, shows = self.ends.folds, self.ends.shows
        sign = np.float32(1 - 2 * seat)
        values[folds] = (theirs[folds] * (sign * self._stakes[folds])[:, None]) @ left[0]
        values[shows] = (theirs[shows] * self._stakes[shows][:, None]) @ left[1]
        learn(self.tree, seat, turn**POWER, values, now, regret, total)

    def _weighed(self, seat: int, hands: Numbers, seen: Numbers) -> tuple[Single, Single]:
        alive, wins = (np.zeros((self._many[1 - seat], len(hands)), np.float32) for _ in range(2))
        other = self.reach[1 - seat], self._stretch[1 - seat]
        weigh(hands, seen, *other, self.beliefs.cells, WAYS, alive, wins)
        return alive, wins

    def _fresh(self, many: int) -> tuple[Single, Single, Single]:
        """Equally likely actions, and no regrets."""
        now = np.zeros((len(self.ends.nodes), 3, many), np.float32)
        for n, node in enumerate(self.ends.nodes):
            if node.letters:
                now[n, : len(node.letters)] = 1 / len(node.letters)
        return now, np.zeros_like(now), np.zeros_like(now)


def tree_of(ends: Ends) -> RoundTree:
    """The tree of a round as arrays."""
    child = np.zeros((len(ends.nodes), 3), np.int64)
    for n, node in enumerate(ends.nodes):
        child[n, : len(node.children)] = node.children
    return RoundTree(
        np.array([node.seat for node in ends.nodes]),
        np.array([len(node.letters) for node in ends.nodes]),
        child,
        np.array([node.exit >= 0 for node in ends.nodes]),
        ends.stakes,
    )


def _chances(beliefs: OpponentRanges, path: list[str], seat: int) -> tuple[Vector, NDArray[np.uint8]]:
    """By draw, the probability that each class of a seat plays as the line has it up to and with the draw, and the
    cards that it keeps.
    """
    file, many = beliefs.file, len(beliefs.classes)
    chances, keeps, chance = [], [], np.ones(many)
    place = Range(0, 0, 0, 0, -1, beliefs.classes.chance)
    for at, token in enumerate(path):
        street = file.streets[place.street]
        if not token.isdecimal():
            node = street.nodes[place.node]
            if node.seat == seat:
                chance = chance * beliefs.bets(place, node)[node.letters.index(token)]
        elif seat == (1 - street.first if place.turn else street.first):
            number = street.counts[seat].index(int(token))
            chances.append(chance * beliefs.draws(place)[number])
            keeps.append(np.frombuffer(file.keeps[place.street], np.uint8).reshape(many, -1)[:, number])
            chance = np.ones(many)
        place = beliefs.along(1 - seat, path[: at + 1])
    return np.array(chances), np.array(keeps)


def _sums(classes: HandClasses) -> tuple[Numbers, Numbers]:
    """The class of each sum of rank weights, off suit and suited."""
    by_sum = np.array([classes.of_value.get(value, 0) for value in classes.ranking.by_sum], np.int64)
    suited = by_sum.copy()
    for total, value in classes.ranking.suited.items():
        suited[total] = classes.of_value.get(value, 0)
    return by_sum, suited


def _stretches(share: Vector, most: int) -> Numbers:
    """Group classes in stretches of strength that are about equally likely, numbered from 0 on without gaps."""
    place = np.minimum(((np.cumsum(share) - share / 2) * most).astype(np.int64), most - 1)
    return np.unique(place, return_inverse=True)[1].astype(np.int64)


def share_of(reach: Vector) -> Vector:
    """A range that sums to 1, without the classes of small probability."""
    share = reach / reach.sum() if reach.sum() > 0 else np.full(len(reach), 1 / len(reach))
    share = np.where(share >= LEAST, share, 0.0)
    return np.asarray(share / share.sum())
