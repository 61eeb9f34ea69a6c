"""The last round of a line solved for hands that know their discards.

`LastRound(line)` is the round of a `RoundLine`, which says how two players come to it: heads-up by the lines of a
strategy file (`standpat.solver.subgame.last_round_heads_up`), or as the last two of several
(`standpat.solver.subgame.last_round_several`). `policy(seat, hands, seen)` solves it and says what hands of a seat do.
A hand is known by its class and by the cards of each rank that its seat has held, its discards included.

- `TYPES` hands of each seat, with their discards, are sampled from real cards as the line says
  (`seen_cards_round.trails`). All are equally likely. The seed is that of the line, so the solution of a line is always
  the same.
- Two hands meet with the probability that they have no common card, discards of both included. It is a scalar
  product of features (`standpat.solver.subgame.seen_cards`), so an iteration takes time in the number of hands and not
  of pairs.
  The suits are taken to be independent.
- CFR+ (Tammelin 2014; iteration t has weight t to the power `POWER` in the mean) over the hands of both seats.
- The hands that are asked for take part without weight: they learn against the same opponents, and nobody learns from
  them. So every hand has its play, not only the sampled ones, and it is the same function of line, hand and discards
  each time.

What perfect play in the round wins from it is in docs/strength.md (`standpat.solver.subgame.last_round_loss`).
"""

from functools import cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from standpat.cards.ranking import WEIGHT
from standpat.solver.game.hand_classes import HandClasses
from standpat.solver.kernels.seen_cards_round import (
    LANES,
    Numbers,
    RoundTree,
    Single,
    Vector,
    learn,
    reach_ends,
    showdowns,
    trails,
)
from standpat.solver.subgame.matrix_round import Ends
from standpat.solver.subgame.seen_cards import Features

TYPES: Final = 2_300
"""Hands of each seat that are sampled."""
ITERATIONS: Final = 50
"""Iterations of CFR+."""
POWER: Final = 2
"""The power of an iteration's number that is its weight in the mean."""
LEAST: Final = 1e-7
"""Classes with a smaller probability in a range are left out."""
Masks = NDArray[np.uint8]
_WEIGHT: Final = np.array(WEIGHT, np.int64)


class RoundLine(NamedTuple):
    """How two players come to their last round, and the tree of the round.

    Attributes:
        number: The number of the line; the seeds come from it.
        classes: The classes of hands.
        ends: The tree of the round and what its ends pay. Seats 0 and 1 are those of the tree.
        chances: By seat, shape (draws or one more, classes): the probability that a class plays as the line has it
            since the draw before, up to and with each draw, and in the last round up to the root of the tree.
        keeps: By seat, shape (draws, classes): the cards that a class keeps, a bit for each in ascending order of rank.
    """

    number: int
    classes: HandClasses
    ends: Ends
    chances: tuple[Vector, Vector]
    keeps: tuple[Masks, Masks]


class Sample(NamedTuple):
    """Hands with which a seat comes.

    Attributes:
        hands: Their classes, ascending.
        seen: Shape (hands, ranks): the cards of each rank that each has held.
        cards: These cards themselves, a bit for each (bit rank * 4 + suit).
        worth: What the sample is worth where it is thinnest, in hands (`seen_cards_round.trails`).
    """

    hands: Numbers
    seen: Numbers
    cards: Numbers
    worth: float


class LastRound:
    """The last round of a line.

    Args:
        line: The line.
        types: As `TYPES`.
        iterations: As `ITERATIONS`.

    Attributes:
        line: The line.
        ends: The tree of the round and what its ends pay.
        types: By seat, the hands for which the round is solved.
        features: Of the hands' cards.
    """

    def __init__(self, line: RoundLine, *, types: int = TYPES, iterations: int = ITERATIONS) -> None:
        self.line, self.ends = line, line.ends
        self.tree = tree_of(self.ends)
        self.types = self.sample(0, types, 2 * line.number), self.sample(1, types, 2 * line.number + 1)
        self.features = Features(self.types[0].seen, self.types[1].seen)
        self._iterations = iterations

    def sample(self, seat: int, many: int, seed: int) -> Sample:
        """Sample hands with which a seat comes.

        Args:
            seat: The seat.
            many: How many.
            seed: The seed.

        Returns:
            The hands, ascending by class.
        """
        line, classes = self.line, self.line.classes
        ranks = classes.ranks
        hands, seen, cards = np.zeros(many, np.int64), np.zeros((many, ranks), np.int64), np.zeros(many, np.int64)
        chances, keeps = line.chances[seat], line.keeps[seat]
        worth = trails(classes.chance, chances, keeps, *_deal(classes), _WEIGHT, ranks, seed, hands, seen, cards)
        order = np.argsort(hands, kind="stable")
        return Sample(hands[order], seen[order], cards[order], worth)

    def policy(self, seat: int, hands: Numbers, seen: Numbers) -> Single:
        """What hands of a seat do.

        Args:
            seat: The seat.
            hands: The class of each.
            seen: Shape (hands, ranks): the cards of each rank that they have held.

        Returns:
            The probabilities of the actions, shape (nodes, 3, hands); 0 where there is no action.
        """
        nobody = np.zeros(0, np.int64), np.zeros((0, seen.shape[1]), np.int64)
        asked = ((hands, seen), nobody) if seat == 0 else (nobody, (hands, seen))
        return self.policies(*asked)[seat]

    def policies(self, button: tuple[Numbers, Numbers], blind: tuple[Numbers, Numbers]) -> tuple[Single, Single]:
        """`policy` of both seats at once, in the time of one."""
        sides = [_Side(self, seat, *asked) for seat, asked in enumerate((button, blind))]
        for turn in range(1, self._iterations + 1):
            for one, other in (sides, sides[::-1]):
                one.learn(other, turn)
        return sides[0].asked(), sides[1].asked()


class _Side:
    """The hands of one seat while the round is being solved: the sample, and hands without weight that are asked for.

    Args:
        line: The line.
        seat: The seat.
        hands: The class of each hand that is asked for.
        seen: Shape (hands, ranks): the cards of each rank that they have held.
    """

    def __init__(self, line: LastRound, seat: int, hands: Numbers, seen: Numbers) -> None:
        sample = line.types[seat]
        self._line, self._seat, self._ends = line, seat, line.ends
        together = np.concatenate([sample.hands, hands])
        order = np.argsort(together, kind="stable")
        self._hands = together[order]
        self._features = line.features.of(seat, np.concatenate([sample.seen, seen])[order])
        self._mass = np.where(order < len(sample.hands), 1 / len(sample.hands), 0).astype(np.float32)
        self._places = np.argsort(order)[len(sample.hands) :]
        nodes, many = len(self._ends.nodes), len(together)
        self._reach, self._values = np.zeros((nodes, many), np.float32), np.zeros((nodes, many), np.float32)
        self._rows, self._won = np.zeros((many, LANES), np.float32), np.zeros((many, LANES), np.float32)
        self._even = np.zeros((nodes, 3, 1), np.float32)
        for n, node in enumerate(self._ends.nodes):
            self._even[n, : len(node.letters)] = 1 / max(1, len(node.letters))
        self._now = np.repeat(self._even, many, axis=2)
        self._regret, self._total = np.zeros_like(self._now), np.zeros_like(self._now)

    def learn(self, other: "_Side", turn: int) -> None:
        """One iteration against the present play of the other seat."""
        ends, stakes = self._ends, self._ends.stakes.astype(np.float32)
        reach_ends(self._line.tree, other._seat, other._now, other._mass, other._reach)
        met = (
            other._reach[ends.folds] * (np.float32(1 - 2 * self._seat) * stakes[ends.folds])[:, None]
        ) @ other._features
        self._values[ends.folds] = met @ self._features.T
        for begin in range(0, len(ends.shows), LANES):
            shows = ends.shows[begin : begin + LANES]
            other._rows[:, : len(shows)] = (other._reach[shows] * stakes[shows, None]).T
            both = other._features.T @ other._rows
            showdowns(self._hands, self._features, other._hands, other._features, other._rows, both, self._won)
            self._values[shows] = self._won[:, : len(shows)].T
        learn(self._line.tree, self._seat, turn**POWER, self._values, self._now, self._regret, self._total)

    def asked(self) -> Single:
        """The mean play of the hands that are asked for."""
        total = self._total[:, :, self._places]
        whole = total.sum(axis=1, keepdims=True)
        return np.where(whole > 0, total / np.where(whole > 0, whole, 1), self._even)


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


@cache
def _deal(classes: HandClasses) -> tuple[Numbers, NDArray[np.bool_], Numbers, Numbers]:
    """The ranks of each class, whether it is a flush, and the class of each sum of rank weights, of more suits and of
    one.
    """
    by_sum = np.array([classes.of_value.get(value, 0) for value in classes.ranking.by_sum], np.int64)
    suited = by_sum.copy()
    for total, value in classes.ranking.suited.items():
        suited[total] = classes.of_value.get(value, 0)
    return np.array(classes.hands, np.int64), classes.flush, by_sum, suited


def share_of(reach: Vector) -> Vector:
    """A range that sums to 1, without the classes of small probability."""
    share = reach / reach.sum() if reach.sum() > 0 else np.full(len(reach), 1 / len(reach))
    share = np.where(share >= LEAST, share, 0.0)
    return np.asarray(share / share.sum())
