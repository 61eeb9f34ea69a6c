"""A line's last draw as a game of groups: what both may hold there made into a
`standpat.solver.subgame.last_draw_game.LastDraw`.

`drawing(beliefs, here, reach, bet)` takes the place before the first of both draws
(`standpat.solver.strategy_file.opponent_range.Range`) and the two ranges. A group is a state of the table, or several
unlikely ones with which it would most likely draw the same count, next to each other by how good the hand is after it.
A class draws as ever: of each count the keep of the table. After the draw hands are in stretches of strength, for each
count its own.

What is exact and what not: two hands before the draw are weighed by the cards they leave each other, class by class
(`standpat.solver.kernels.range_pairs`). Replacements come from the deck without the own five cards, exactly, and
without what a group of the other's holds on average. Cards thrown in earlier draws are left out. What a stretch is
worth at a showdown is reckoned with the ranges as the table draws.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from standpat.solver.kernels.range_pairs import pairs, spread
from standpat.solver.strategy_file.opponent_range import WAYS, OpponentRanges, Range, Vector
from standpat.solver.subgame.last_draw_game import Array, DrawPlay, LastDraw
from standpat.solver.subgame.matrix_round import Ends

GROUPS: Final = 100
STRETCHES: Final = 32
LEAST: Final = 1e-5
"""Of a range, the chance below which a class is left out."""
_ALIKE: Final = 0.1
"""So much of the hands behind the stretches of a count draws any count alike."""

Numbers = NDArray[np.int64]


class LastDrawSubgame(NamedTuple):
    """`group` are the groups of the classes by seat, `table` is what the table's player does, its bets left out."""

    game: LastDraw
    group: tuple[Numbers, Numbers]
    share: tuple[Vector, Vector]
    stretch: list[list[Numbers]]
    after: list[list[Vector]]
    table: DrawPlay


def drawing(
    beliefs: OpponentRanges,
    here: Range,
    reach: tuple[Vector, Vector],
    bet: int,
    groups: int = GROUPS,
    stretches: int = STRETCHES,
) -> LastDrawSubgame:
    """See the module; `bet` is the round's, in chips."""
    table, street = beliefs.table, here.street
    first, counts = table.streets[street].first, table.streets[street].counts[0]
    if counts[0] or max(counts) > 2 or table.streets[street].counts[1] != counts:
        raise ValueError(f"the last draw is of {counts} cards: expected 0 and some of 1 and 2, the same for both")
    shares = _share(reach[0]), _share(reach[1])
    plays = [beliefs.draws(here._replace(turn=turn)) for turn in range(1 + len(counts))]
    mean = np.tensordot((plays[0] @ shares[first]), np.stack(plays[1:]), 1)
    drawn = (plays[0], mean) if first == 0 else (mean, plays[0])
    worth = _worth(beliefs, street, shares)
    states = np.array(table.states[street], np.int64)
    both = [_groups(shares[seat], drawn[seat], worth, states, groups) for seat in (0, 1)]
    group = both[0], both[1]
    sizes = int(group[0].max()) + 1, int(group[1].max()) + 1
    alive, wins = np.zeros(sizes), np.zeros(sizes)
    left = WAYS[4 - np.arange(5)] / WAYS[4]
    pairs(*shares, *group, beliefs.ranks, beliefs.cells, left, alive, wins)
    after, stretch = [], []
    for seat in (0, 1):
        even = (1 - _ALIKE) * drawn[seat] + _ALIKE / len(counts)
        after.append([beliefs.moved(street, place, shares[seat] * even[place]) for place in range(len(counts))])
        stretch.append([_stretch(mass, stretches) for mass in after[-1]])
    spreads = [
        [
            _spread(beliefs, street, place, shares, group, seat, stretch[seat][place], stretches)
            for place in range(len(counts))
        ]
        for seat in (0, 1)
    ]
    shown = []
    for o in range(len(counts) ** 2):
        places = divmod(o, len(counts)) if first == 0 else divmod(o, len(counts))[::-1]
        of = [_of(after[seat][places[seat]], stretch[seat][places[seat]], stretches) for seat in (0, 1)]
        below = np.cumsum(of[1], axis=1)
        shown.append(of[0] @ (1 - below - (below - of[1])).T)
    game = LastDraw(
        first,
        (alive / alive.sum()).astype(np.float32),
        (spreads[0], spreads[1]),
        np.stack(shown).astype(np.float32),
        Ends(table.streets[-1].nodes, here.paid, bet),
    )
    flat = game.flat()
    grouped = DrawPlay(
        _by_group(plays[0], shares[first], group[first]),
        np.stack([_by_group(play, shares[1 - first], group[1 - first]) for play in plays[1:]]),
        flat.bets,
    )
    return LastDrawSubgame(game, group, shares, stretch, after, grouped)


def _share(reach: Vector) -> Vector:
    """A range that sums to 1, without the classes that hardly come there."""
    found = reach / reach.sum() if reach.sum() > 0 else np.full(len(reach), 1 / len(reach))
    found = np.where(found >= min(LEAST, found.max()), found, 0.0)
    return np.asarray(found / found.sum())


def _worth(beliefs: OpponentRanges, street: int, shares: tuple[Vector, Vector]) -> Vector:
    """By count and class, how good a hand is after its draw: the strength it has on average."""
    menu, many = beliefs.menu, len(beliefs.classes)
    strength = np.cumsum(beliefs.classes.chance) ** 0.5
    after = menu.expected(strength)
    return after[beliefs.rows[street]].T.reshape(-1, many)


def _groups(share: Vector, drawn: Vector, worth: Vector, states: Numbers, most: int) -> Numbers:
    """The group of each class: the table's states, the less likely ones put together with those next to them."""
    size = int(states.max()) + 1
    mass = np.bincount(states, share, size)
    some = np.where(mass[states] > 0, share, 1e-12)  # a state without weight has a place all the same
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


def _stretch(mass: Vector, most: int) -> Numbers:
    middle = np.cumsum(mass) - mass / 2
    return np.minimum((middle * (most / float(mass.sum()))).astype(np.int64), most - 1)


def _of(mass: Vector, stretch: Numbers, most: int) -> Vector:
    """The hands of each stretch, (stretches, classes), rows that sum to 1."""
    found = np.zeros((most, len(mass)))
    found[stretch, np.arange(len(mass))] = mass
    total = found.sum(axis=1, keepdims=True)
    return found / np.where(total > 0, total, 1)


def _by_group(play: Vector, share: Vector, group: Numbers) -> Array:
    size = int(group.max()) + 1
    weight = np.bincount(group, share, size)
    even = np.bincount(group, minlength=size)
    found = [
        np.where(
            weight > 0,
            np.bincount(group, share * row, size) / np.where(weight > 0, weight, 1),
            np.bincount(group, row, size) / np.maximum(even, 1),
        )
        for row in play
    ]
    return np.stack(found).astype(np.float32)


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
    """See `LastDraw.spread`."""
    share, own, other = shares[seat], group[seat], group[1 - seat]
    size, others = int(own.max()) + 1, int(other.max()) + 1
    if place == 0:
        pat = np.zeros((size, most))
        np.add.at(pat, (own, stretch), share)
        total = pat.sum(axis=1, keepdims=True)
        return np.asarray(pat / np.where(total > 0, total, 1), np.float32)
    rows, menu = beliefs.rows[street][:, place], beliefs.menu
    mass = np.bincount(other, shares[1 - seat], others)
    held = np.stack([np.bincount(other, shares[1 - seat] * ranks, others) for ranks in beliefs.ranks.T])
    theirs: Vector = np.ascontiguousarray((held / np.where(mass > 0, mass, 1)).T)
    found = np.zeros((size, others, most), np.float32)
    spread(share, own, beliefs.ranks, rows, menu.entry, menu.target, beliefs.kept[rows], theirs, stretch, found)
    return found if seat == 0 else np.ascontiguousarray(found.swapaxes(0, 1))
