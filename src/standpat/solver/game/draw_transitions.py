"""What a draw does to a hand: the keeps of a class, and the exact probabilities of the classes after each.

A *row* is one way to draw: standing pat on a class, or keeping some ranks (a multiset: a pair may be kept) and drawing
the rest. A row has the probabilities of all classes after it. An *option* is a row that a class may choose. A class of
five different ranks has 32 options, one for each subset of its cards. Options that lead to the same hands (either deuce
of a pair kept) are one option.

`every_keep(classes)` has all options, draws of 0 to 5, from which a best response may choose. `chosen_keeps` reduces it
for training: only the given counts, and of the keeps with the same number of cards only the best few for the showdown.

The class game simplifies two things. Replacements come from the 52 cards without those kept, so discards can come back.
And the suits of the kept cards are not known, so a hand that drew is never a flush.
"""

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from standpat.compute.replacements import multisets, rank_counts, replaced
from standpat.solver.game.hand_classes import HAND, HandClasses


class Draw(NamedTuple):
    """One draw of one seat, from the private states before it to those after it, as compiled code reads it.

    Attributes:
        first: The options of state i are `first[i] … first[i + 1]`.
        row: By option, its row.
        entry: The entries of row r are `entry[r] … entry[r + 1]`.
        target: By entry, the state after the draw.
        chance: By entry, its probability.
        counts: The numbers of cards that may be drawn, ascending.
        of_count: Rows lie in the order of the cards drawn; those of `counts[c]` are `of_count[c] … of_count[c + 1]`.
        kept: By row, the multiset of ranks kept as a number in base 5 (`key`).
        slot: By option, the place of its weight among the slots of the draw. It is the option's own number, except for
            a strategy over coarser states.
    """

    first: NDArray[np.int32]
    row: NDArray[np.int32]
    entry: NDArray[np.int32]
    target: NDArray[np.int32]
    chance: NDArray[np.float32]
    counts: NDArray[np.int32]
    of_count: NDArray[np.int32]
    kept: NDArray[np.int64]
    slot: NDArray[np.int32]

    @property
    def states(self) -> int:
        """The number of states before the draw."""
        return len(self.first) - 1

    @property
    def options(self) -> int:
        """The number of options of all states."""
        return len(self.row)

    def option_count(self) -> NDArray[np.int32]:
        """By option, the place in `counts` of its number of cards."""
        where = np.searchsorted(self.of_count, self.row, side="right") - 1
        return where.astype(np.int32)

    def expected(self, worth: NDArray[np.floating]) -> NDArray[np.float64]:
        """By row, the mean of a value of the states after it."""
        return np.add.reduceat(self.chance * worth[self.target].astype(np.float64), self.entry[:-1])


def key(ranks: Sequence[int]) -> int:
    """The name of a multiset of ranks in `Draw.kept`: the sum of 5 ** rank."""
    return sum([5**r for r in ranks])


def every_keep(classes: HandClasses) -> Draw:
    """Every different keep of every class, with exact probabilities.

    Args:
        classes: The hand classes.

    Returns:
        The draw with all options.
    """
    many, hands = len(classes), np.array(classes.hands)
    by_sum, class_of = np.array(classes.ranking.by_sum), np.zeros(classes.ranking.count + 1, np.int32)
    class_of[classes.values] = np.arange(many)
    entries = [np.ones(many, np.int64)]
    targets, chances = [np.arange(many, dtype=np.int32)], [np.ones(many, np.float32)]
    kept = [_names(rank_counts(hands, classes.ranks))]
    for size in reversed(range(HAND)):
        keeps = multisets(classes.ranks, size)
        length, sums, chance = replaced(keeps, size)
        entries.append(length)
        targets.append(class_of[by_sum[sums]])
        chances.append(chance.astype(np.float32))
        kept.append(_names(keeps))
    of_count = np.cumsum([0, *map(len, kept)])
    redraws = np.concatenate(kept[1:])
    order = np.argsort(redraws)
    subsets = [list(places) for size in range(HAND) for places in combinations(range(HAND), size)]
    names = np.stack([_names(rank_counts(hands[:, places], classes.ranks)) for places in subsets], axis=1)
    row = np.sort(order[np.searchsorted(redraws, names, sorter=order)] + many, axis=1)
    new = np.c_[np.ones(many, bool), np.ones(many, bool), row[:, 1:] != row[:, :-1]]
    row = np.c_[np.arange(many), row]
    return Draw(
        np.cumsum([0, *new.sum(axis=1)]).astype(np.int32),
        row[new].astype(np.int32),
        np.cumsum([0, *np.concatenate(entries)]).astype(np.int32),
        np.concatenate(targets),
        np.concatenate(chances),
        np.arange(HAND + 1, dtype=np.int32),
        of_count.astype(np.int32),
        np.concatenate(kept),
        np.arange(new.sum(), dtype=np.int32),
    )


def _names(counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """The names of multisets (`key`) from how often they have each rank."""
    return np.asarray(counts @ 5 ** np.arange(counts.shape[1]))


def chosen_keeps(draw: Draw, worth: NDArray[np.floating], counts: Sequence[int], per_count: int = 1) -> Draw:
    """Reduce a draw to the best keeps.

    Args:
        draw: A draw with more options.
        worth: By state after the draw, its value.
        counts: The numbers of cards that may be drawn, ascending.
        per_count: The most keeps of a class for each count.

    Returns:
        The draw with the best keeps by `worth`.

    Raises:
        ValueError: The counts are not ascending counts of `draw`, or `per_count` is below 1.
    """
    if not counts or any(c not in draw.counts for c in counts) or list(counts) != sorted(set(counts)):
        raise ValueError(f"counts={counts!r}: expected some of {draw.counts.tolist()}, ascending")
    if per_count < 1:
        raise ValueError(f"per_count={per_count}: expected at least one keep")
    value = draw.expected(worth)[draw.row]
    state = np.repeat(np.arange(draw.states), np.diff(draw.first))
    count = draw.counts[draw.option_count()]
    order = np.lexsort((-value, count, state))
    group = state[order] * 8 + count[order]
    start = np.flatnonzero(np.r_[True, group[1:] != group[:-1]])
    place = np.arange(len(group)) - np.repeat(start, np.diff(np.r_[start, len(group)]))
    use = np.sort(order[(place < per_count) & np.isin(count[order], counts)])
    return with_options(draw, state[use], draw.row[use], counts)


def with_options(draw: Draw, state: NDArray[np.int64], row: NDArray[np.int32], counts: Sequence[int]) -> Draw:
    """Reduce a draw to some options; rows that none of them leads to are left out.

    Args:
        draw: A draw with more options.
        state: By option, its state, ascending.
        row: By option, its row of `draw`.
        counts: The numbers of cards that may be drawn, ascending.

    Returns:
        The draw with these options.
    """
    used = np.zeros(len(draw.kept), bool)
    used[row] = True
    rows = np.flatnonzero(used)
    at = np.zeros(len(draw.kept), np.int32)
    at[rows] = np.arange(len(rows))
    lengths = np.diff(draw.entry)
    entries = np.repeat(used, lengths)
    bounds = [np.searchsorted(rows, draw.of_count[c]) for c in counts]
    return Draw(
        np.searchsorted(state, np.arange(draw.states + 1)).astype(np.int32),
        at[row],
        np.r_[0, np.cumsum(lengths[rows])].astype(np.int32),
        draw.target[entries],
        draw.chance[entries],
        np.array(counts, np.int32),
        np.array([*bounds, len(rows)], np.int32),
        draw.kept[rows],
        np.arange(len(row), dtype=np.int32),
    )


def showdown_worth(draw: Draw, chance: NDArray[np.float64], draws: int = 1) -> list[NDArray[np.float64]]:
    """The value of a hand if nobody bets: its share of the pot.

    The opponent draws for the showdown too. Three rounds of best responses are enough to settle.

    Args:
        draw: The draw, with states in order of strength, best first.
        chance: By state, the probability of the deal.
        draws: The number of draws.

    Returns:
        By draws left, from 0 on, the value of each state.
    """
    final = chance
    state = np.repeat(np.arange(draw.states), np.diff(draw.first))
    for _ in range(3):
        ahead = np.cumsum(final)
        worth = [1 - ahead + final / 2]
        final = chance
        policies = []
        for _ in range(draws):
            value = draw.expected(worth[-1])[draw.row]
            worth.append(np.maximum.reduceat(value, draw.first[:-1]))
            order = np.lexsort((-value, state))
            policies.append(draw.row[order[draw.first[:-1]]])
        for policy in reversed(policies):
            mass = np.bincount(policy, final, minlength=len(draw.kept))
            entry_mass = np.repeat(mass, np.diff(draw.entry)) * draw.chance
            final = np.bincount(draw.target, entry_mass, minlength=draw.states).astype(np.float64)
    return worth
