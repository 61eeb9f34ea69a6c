"""Build the last draw of a line as a game of groups, a `standpat.solver.subgame.last_draw_game.LastDraw`.

`drawing(beliefs, place, reach, bet)` takes the place before the first of both draws
(`standpat.solver.strategy_file.opponent_range.Range`) and the two ranges. A group is a state of the blueprint, or
several unlikely states that most likely draw the same count in the blueprint and are next to each other by the strength
of the hand after the draw. A class keeps the same cards as in the blueprint for each count. After the draw, hands are
grouped in stretches of strength, separately for each count.

What is exact and what is not: two hands before the draw are weighted by the cards that they leave each other, class by
class (`standpat.solver.kernels.range_pairs`). Replacements come from the deck without the own five cards, exactly, and
without the cards that the opponent's groups hold on average, a block of groups at a time. Cards discarded in earlier
draws are ignored. The showdown value of a stretch is computed with the ranges as the blueprint draws.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from standpat.bots.strategy_file import StrategyFile
from standpat.solver.kernels.range_pairs import pairs, spread
from standpat.solver.strategy_file.opponent_range import WAYS, OpponentRanges, Range, Vector
from standpat.solver.subgame.last_draw_game import Array, DrawPlay, LastDraw
from standpat.solver.subgame.matrix_round import Ends

GROUPS: Final = 100
"""The most groups of a seat."""
STRETCHES: Final = 32
"""Stretches of strength after the draw."""
BLOCKS: Final = 6
"""Blocks of a seat's groups, in each of which the held cards are averaged."""
LEAST: Final = 1e-5
"""Classes with a smaller probability in a range are left out."""
_ALIKE: Final = 0.1
"""The fraction of the hands behind the stretches of a count that draws each count with equal probability."""

Numbers = NDArray[np.int64]


class LastDrawSubgame(NamedTuple):
    """The last draw of a line.

    Attributes:
        game: The game of groups.
        group: By seat, the group of each class.
        share: By seat, the probability of each class.
        stretch: By seat and count, the stretch of each class after the draw.
        after: By seat and count, the weight of each class after the draw.
        blueprint_play: What the blueprint draws, by group; its bets are uniform.
    """

    game: LastDraw
    group: tuple[Numbers, Numbers]
    share: tuple[Vector, Vector]
    stretch: list[list[Numbers]]
    after: list[list[Vector]]
    blueprint_play: DrawPlay


def draws_few(file: StrategyFile) -> bool:
    """Whether the last draw of a strategy file is of few enough cards to be solved at the table: 0 to 2 for both."""
    first, second = file.streets[-2].counts
    return first == second and first[0] == 0 and max(first) <= 2


def drawing(
    beliefs: OpponentRanges,
    place: Range,
    reach: tuple[Vector, Vector],
    bet: int,
    groups: int = GROUPS,
    stretches: int = STRETCHES,
) -> LastDrawSubgame:
    """Build the last draw of a line.

    Args:
        beliefs: The opponent's ranges.
        place: The place before the first of both draws.
        reach: The reach probabilities of seats 0 and 1, by class.
        bet: The bet of the last round, in chips.
        groups: The most groups of a seat.
        stretches: Stretches of strength after the draw.

    Returns:
        The game, and how classes map to its groups.

    Raises:
        ValueError: The seats may not draw 0 and some of 1 and 2 cards, the same for both.
    """
    file, street = beliefs.file, place.street
    first, counts = file.streets[street].first, file.streets[street].counts[0]
    if not draws_few(file):
        raise ValueError(f"the last draw is of {counts} cards: expected 0 and some of 1 and 2, the same for both")
    shares = _share(reach[0]), _share(reach[1])
    plays = [beliefs.draws(place._replace(turn=turn)) for turn in range(1 + len(counts))]
    mean = np.tensordot((plays[0] @ shares[first]), np.stack(plays[1:]), 1)
    drawn = (plays[0], mean) if first == 0 else (mean, plays[0])
    worth = _worth(beliefs, street, shares)
    states = np.array(file.states[street], np.int64)
    both = [_groups(shares[seat], drawn[seat], worth, states, groups) for seat in (0, 1)]
    group = both[0], both[1]
    sizes = _size(group[0]), _size(group[1])
    alive, wins = np.zeros(sizes), np.zeros(sizes)
    left = WAYS[4 - np.arange(5)] / WAYS[4]
    pairs(*shares, *group, beliefs.ranks, beliefs.cells, left, alive, wins)
    after, stretch = [], []
    for seat in (0, 1):
        even = (1 - _ALIKE) * drawn[seat] + _ALIKE / len(counts)
        after.append([beliefs.moved(street, count, shares[seat] * even[count]) for count in range(len(counts))])
        stretch.append([_stretch(mass, stretches) for mass in after[-1]])
    spreads = [
        [
            _spread(beliefs, street, count, shares, group, seat, stretch[seat][count], stretches)
            for count in range(len(counts))
        ]
        for seat in (0, 1)
    ]
    shown = []
    for o in range(len(counts) ** 2):
        places = divmod(o, len(counts)) if first == 0 else divmod(o, len(counts))[::-1]
        own, theirs = [(after[seat][places[seat]], stretch[seat][places[seat]]) for seat in (0, 1)]
        shown.append(_shown(*own, *theirs, stretches))
    game = LastDraw(
        first,
        (alive / alive.sum()).astype(np.float32),
        (spreads[0], spreads[1]),
        np.stack(shown).astype(np.float32),
        Ends(file.streets[-1].nodes, place.paid, bet),
    )
    flat = game.flat()
    grouped = DrawPlay(
        _by_group(plays[0], shares[first], group[first]),
        np.stack([_by_group(play, shares[1 - first], group[1 - first]) for play in plays[1:]]),
        flat.bets,
    )
    return LastDrawSubgame(game, group, shares, stretch, after, grouped)


def _share(reach: Vector) -> Vector:
    """A range that sums to 1, without the classes of small probability."""
    share = reach / reach.sum() if reach.sum() > 0 else np.full(len(reach), 1 / len(reach))
    share = np.where(share >= min(LEAST, share.max()), share, 0.0)
    return np.asarray(share / share.sum())


def _worth(beliefs: OpponentRanges, street: int, shares: tuple[Vector, Vector]) -> Vector:
    """By count and class, the mean strength of a hand after its draw."""
    menu, many = beliefs.menu, len(beliefs.classes)
    strength = np.cumsum(beliefs.classes.chance) ** 0.5
    after = menu.expected(strength)
    return after[beliefs.rows[street]].T.reshape(-1, many)


def _groups(share: Vector, drawn: Vector, worth: Vector, states: Numbers, most: int) -> Numbers:
    """The group of each class: the states of the blueprint, with less likely ones merged with their neighbours."""
    size = int(states.max()) + 1
    mass = np.bincount(states, share, size)
    some = np.where(mass[states] > 0, share, 1e-12)  # a state of probability 0 gets a group too
    whole = np.bincount(states, some, size)
    likely = np.stack([np.bincount(states, some * row, size) for row in drawn]).argmax(axis=0)
    good = np.bincount(states, some * worth[likely[states], np.arange(len(share))], size) / np.maximum(whole, 1e-300)
    order = np.lexsort((good, likely))
    least = 0.5 / most
    while True:
        group, filled = np.zeros(size, np.int64), 0.0
        number, before = 0, int(likely[order[0]])
        for state in order.tolist():
            alone = mass[state] >= least
            if filled > 0 and (alone or filled >= least or likely[state] != before):
                number, filled = number + 1, 0.0
            group[state], before = number, int(likely[state])
            filled += float(mass[state])
        if number < most:
            return group[states]
        least *= 1.2


def _size(group: Numbers) -> int:
    """The number of a seat's groups. It fills the blocks: there may be some groups without hands at the end."""
    return -(-(int(group.max()) + 1) // BLOCKS) * BLOCKS


def _stretch(mass: Vector, most: int) -> Numbers:
    middle = np.cumsum(mass) - mass / 2
    return np.minimum((middle * (most / float(mass.sum()))).astype(np.int64), most - 1)


def _shown(mass: Vector, stretch: Numbers, other_mass: Vector, other: Numbers, most: int) -> Vector:
    """The showdowns of stretches: the probability to win minus the probability to lose, shape (most, most).

    Args:
        mass: The weight of each class.
        stretch: The stretch of each class, ascending.
        other_mass: The opponent's weights.
        other: The opponent's stretches.
        most: The number of stretches.
    """
    own, total = np.bincount(stretch, mass, most), np.bincount(other, other_mass, most)
    chance = mass / np.where(own > 0, own, 1)[stretch]
    before = np.cumsum(total) - total
    # Against the stretch of the opponent that a class itself would be in, the better part of it wins.
    within = 1 - (2 * (np.cumsum(other_mass) - before[other]) - other_mass) / np.where(total > 0, total, 1)[other]
    both = stretch * most + other
    same = np.bincount(both, chance * within, most * most).reshape(most, most)
    met = np.bincount(both, chance, most * most).reshape(most, most)
    up_to = np.cumsum(met, axis=1)
    return (up_to - met) - (up_to[:, -1:] - up_to) + same


def _by_group(play: Vector, share: Vector, group: Numbers) -> Array:
    size = _size(group)
    weight = np.bincount(group, share, size)
    even = np.bincount(group, minlength=size)
    rows = [
        np.where(
            weight > 0,
            np.bincount(group, share * row, size) / np.where(weight > 0, weight, 1),
            np.where(even > 0, np.bincount(group, row, size) / np.maximum(even, 1), 1 / len(play)),
        )
        for row in play
    ]
    return np.stack(rows).astype(np.float32)


def _spread(
    beliefs: OpponentRanges,
    street: int,
    place: int,
    shares: tuple[Vector, Vector],
    group: tuple[Numbers, Numbers],
    seat: int,
    stretch: Numbers,
    most: int,
) -> Array:
    """The transitions of `LastDraw.spread` for one seat and count."""
    share, own = shares[seat], group[seat]
    size = _size(own)
    if place == 0:
        pat = np.zeros((size, most))
        np.add.at(pat, (own, stretch), share)
        total = pat.sum(axis=1, keepdims=True)
        return np.asarray(pat / np.where(total > 0, total, 1), np.float32)
    rows, menu = beliefs.rows[street][:, place], beliefs.menu
    block = group[1 - seat] // (_size(group[1 - seat]) // BLOCKS)
    mass = np.bincount(block, shares[1 - seat], BLOCKS)
    held_ranks = np.stack([np.bincount(block, shares[1 - seat] * ranks, BLOCKS) for ranks in beliefs.ranks.T])
    theirs: Vector = np.ascontiguousarray((held_ranks / np.where(mass > 0, mass, 1)).T)
    chances = np.zeros((size, BLOCKS, most), np.float32)
    spread(share, own, beliefs.ranks, rows, menu.entry, menu.target, beliefs.kept[rows], theirs, stretch, chances)
    return np.ascontiguousarray(chances.swapaxes(0, 1))
