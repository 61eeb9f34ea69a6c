"""The last round of a line solved for hands that know their discards.

`LastRound(line)` is the round of a `RoundLine`, which says how two players come to it: heads-up by the lines of a
strategy file (`standpat.solver.subgame.last_round_heads_up`), or as the last two of several
(`standpat.solver.subgame.last_round_several`). `policy(seat, hands, seen)` says what hands of a seat do in its
solution. A hand is known by its class and by the cards of each rank that its seat has held, its discards included.

- `TYPES` hands of each seat, with their discards, are sampled from real cards as the line says
  (`standpat.solver.kernels.seen_cards_sample`). All are equally likely. The seed is that of the line, so the solution
  of a line is always the same.
- Two hands meet with the probability that they have no common card, discards of both included. It is a scalar
  product of features (`standpat.solver.subgame.seen_cards`), so an iteration takes time in the number of hands and not
  of pairs. The suits are taken to be independent.
- Hands play in groups (`standpat.solver.subgame.hand_groups`), first one for each bin of strength, then ever smaller
  ones (`SIZES`). Each solution says to which hands of a bin the actions are worth as much; these are the groups of the
  next, which goes on with their regrets. Hands that learn by themselves answer the noise of the sample.
- Discounted CFR (`standpat.solver.kernels.seen_cards_round`) over the groups.
- The round is solved for the seat that is asked for. The other seat comes with its hands by the line and with *ghosts*,
  any hands that draw as many cards (`standpat.solver.kernels.gadget`). A ghost comes if it wins more from the solution
  than it could from the strategy file in this round (`RoundLine.own`).

What perfect play in the round wins from it is in docs/strength.md (`standpat.solver.subgame.last_round_loss`).
"""

from collections.abc import Callable
from functools import cache
from typing import Final, NamedTuple, TypedDict

import numpy as np
from numpy.typing import NDArray

from standpat.cards.ranking import WEIGHT
from standpat.solver.game.hand_classes import HandClasses
from standpat.solver.kernels.gadget import DOUBT, MARGIN
from standpat.solver.kernels.seen_cards_round import (
    Gadget,
    Numbers,
    Single,
    Vector,
    reach_ends,
    solve,
    sum_bins,
    take_best,
    win_ends,
)
from standpat.solver.kernels.seen_cards_sample import PLACE, sampled
from standpat.solver.subgame.hand_groups import SeatGroups, bins_of, tree_of
from standpat.solver.subgame.matrix_round import Ends
from standpat.solver.subgame.seen_cards import Features

TYPES: Final = 60_000
"""Hands of each seat that are sampled."""
BINS: Final = 200
"""Bins of strength, nearly."""
SIZES: Final = (48, 16)
"""Hands of a group, after the groups that are bins."""
ITERATIONS: Final = 60
"""Iterations with each kind of groups."""
GHOSTS: Final = 6_000
"""Ghosts that are sampled."""
POWERS: Final = (1.5, 4.0)
"""The powers of an iteration's number in the discount of regrets, and in its weight in the mean."""
FITTED: Final = 4_000
"""Hands of each seat to which features are fitted."""
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
        own: What the strategy file itself does in the round, by seat: shape (nodes, 3, classes).
    """

    number: int
    classes: HandClasses
    ends: Ends
    chances: tuple[Vector, Vector]
    keeps: tuple[Masks, Masks]
    own: Callable[[int], Single]


class Sample(NamedTuple):
    """Hands with which a seat comes.

    Attributes:
        hands: Their classes, ascending.
        cards: The cards that each seat has held, a bit for each (bit rank * 4 + suit).
        ranks: The number of ranks in the deck.
        worth: What the sample is worth where it is thinnest, in hands (`seen_cards_sample.sampled`).
    """

    hands: Numbers
    cards: Numbers
    ranks: int
    worth: float

    @property
    def seen(self) -> Numbers:
        """Shape (hands, ranks): the cards of each rank that each has held."""
        held = self.cards[:, None] >> 4 * np.arange(self.ranks) & 15
        return np.asarray(np.bitwise_count(held), np.int64)

    def part(self, many: int) -> "Sample":
        """Some of the hands, spread evenly: as many as asked for, or up to twice as many."""
        step = max(1, len(self.hands) // many)
        return self._replace(hands=self.hands[::step], cards=self.cards[::step])


class Options(TypedDict, total=False):
    """Options of `LastRound`."""

    types: int
    iterations: int
    doubt: float
    margin: float


class LastRound:
    """The last round of a line.

    Args:
        line: The line.
        types: As `TYPES`.
        iterations: As `ITERATIONS`.
        doubt: As `gadget.DOUBT`.
        margin: As `gadget.MARGIN`.

    Attributes:
        line: The line.
        ends: The tree of the round and what its ends pay.
        tree: The tree as arrays.
        types: By seat, the hands for which the round is solved.
        features: Of the hands' cards.
    """

    def __init__(
        self,
        line: RoundLine,
        *,
        types: int = TYPES,
        iterations: int = ITERATIONS,
        doubt: float = DOUBT,
        margin: float = MARGIN,
    ) -> None:
        self.line, self.ends = line, line.ends
        self.tree = tree_of(self.ends)
        self.types = self.sample(0, types, 2 * line.number), self.sample(1, types, 2 * line.number + 1)
        first, second = [sample.part(FITTED).seen for sample in self.types]
        self.features = Features(first, second)
        self._iterations, self._doubt, self._margin = iterations, doubt, margin
        self._solved: dict[int, SeatGroups] = {}

    def sample(self, seat: int, many: int, seed: int, times: int = 1) -> Sample:
        """Sample hands with which a seat comes.

        Args:
            seat: The seat.
            many: How many.
            seed: The seed.
            times: One of so many that come is taken, evenly by class. Where few of those who are dealt in play as the
                line has it, hardly any two are the same hand then.

        Returns:
            The hands, ascending by class.
        """
        return self._sampled(self.line.chances[seat], seat, times * many, seed).part(many)

    def _sampled(self, chances: Vector, seat: int, many: int, seed: int) -> Sample:
        line, classes = self.line, self.line.classes
        hands, cards = np.zeros(many, np.int64), np.zeros(many, np.int64)
        keeps = line.keeps[seat]
        of, flush, by_sum, suited = _deal(classes)
        worth = sampled(
            *(classes.chance, chances, keeps, of, flush, by_sum, suited, _WEIGHT, PLACE, classes.ranks, seed),
            *(hands, cards),
        )
        order = np.argsort(hands.astype(np.int16), kind="stable")
        return Sample(hands[order], cards[order], classes.ranks, worth)

    def policy(self, seat: int, hands: Numbers, seen: Numbers) -> Single:
        """What hands of a seat do.

        Args:
            seat: The seat.
            hands: The class of each.
            seen: Shape (hands, ranks): the cards of each rank that they have held.

        Returns:
            The probabilities of the actions, shape (nodes, 3, hands); 0 where there is no action.
        """
        return self._solution(seat).play(hands, self.features.of(seat, seen))

    def policies(self, button: tuple[Numbers, Numbers], blind: tuple[Numbers, Numbers]) -> tuple[Single, Single]:
        """`policy` of both seats."""
        return self.policy(0, *button), self.policy(1, *blind)

    def _solution(self, seat: int) -> SeatGroups:
        """The groups of a seat with their play, in the round solved for it."""
        if seat not in self._solved:
            self._solved[seat] = self._solve(seat)
        return self._solved[seat]

    def _solve(self, seat: int) -> SeatGroups:
        answer = 1 - seat
        anything = np.ones_like(self.line.chances[answer])
        ghosts = self._sampled(anything, answer, min(GHOSTS, len(self.types[answer].hands)), self.line.number)
        samples = self.types[seat], self.types[answer], ghosts
        bins = bins_of([sample.hands for sample in samples], len(self.line.classes), BINS)
        own, other, strangers = [
            SeatGroups(self.tree, whose, bins, sample.hands, sample.cards, self.features.factors(whose))
            for whose, sample in zip((seat, answer, answer), samples, strict=True)
        ]
        gadget, features = self._gadget(seat, own, strangers), 1 + self.line.classes.ranks
        turn = 1
        for size in (None, *SIZES):
            if size is not None:
                both = own.gains(other), other.gains(own)
                own.regroup(*both[0], size)
                other.regroup(*both[1], size)
            turns = turn, turn + self._iterations
            solve(self.tree, seat, own.side, other.side, strangers.side, gadget, features, turns, POWERS)
            turn += self._iterations
        return own

    def _gadget(self, seat: int, own: SeatGroups, ghosts: SeatGroups) -> Gadget:
        """What ghosts take instead of coming: what they win at best from the file in the other seat's place, and the
        margin."""
        file, features, side = own.by_class(self.line.own(seat)), 1 + self.line.classes.ranks, ghosts.side
        reach_ends(self.tree, seat, file.now, file.mass, file.reach)
        sum_bins(file, features)
        win_ends(side, file, features)
        take_best(self.tree, 1 - seat, side)
        meets = side.features @ (file.mass @ file.features)
        half_pot = self.ends.stakes[self.ends.shows].min()
        most = np.float32(self._doubt) * side.mass
        side.mass[:] = most / 2
        take = side.worth + self._margin * half_pot * meets
        return Gadget(take.astype(np.float32), most, np.zeros((2, len(most)), np.float32))


@cache
def _deal(classes: HandClasses) -> tuple[Numbers, NDArray[np.bool_], NDArray[np.int16], NDArray[np.int16]]:
    """The ranks of each class, whether it is a flush, and the class of each sum of rank weights, of more suits and of
    one.
    """
    by_sum = np.array([classes.of_value.get(value, 0) for value in classes.ranking.by_sum], np.int16)
    suited = by_sum.copy()
    for total, value in classes.ranking.suited.items():
        suited[total] = classes.of_value.get(value, 0)
    return np.array(classes.hands, np.int64), classes.flush, by_sum, suited


def share_of(reach: Vector) -> Vector:
    """A range that sums to 1, without the classes of small probability."""
    share = reach / reach.sum() if reach.sum() > 0 else np.full(len(reach), 1 / len(reach))
    share = np.where(share >= LEAST, share, 0.0)
    return np.asarray(share / share.sum())
