"""Groups of hands to which the actions of a last round are worth as much, made of bins of strength (compiled).

Hands of a bin differ in the cards that they block. What an action gains a hand is linear in its features
(`standpat.solver.subgame.hand_groups.SeatGroups.gains`). `axes` finds, for each bin, the two directions in which the
gains of its hands differ most, the principal components for a hand that meets an opponent. `split` cuts a bin into
slabs along the first and the slabs into cells along the second; the hands of a cell are a group. `group_of` says in
which cell a hand is, whether it was among those that were split or not.

Coordinates are in standard deviations of the bin and rounded to `LEVELS`.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from standpat.compute.compiled import fast_allocating_kernel, fast_kernel
from standpat.compute.vectors import LANES, load, multiply_add, spread, store, total

Single = NDArray[np.float32]
Numbers = NDArray[np.int64]
Levels = NDArray[np.int16]
Places = NDArray[np.int32]

LEVELS: Final = 256
"""Coordinates that are told apart."""
_WIDTH: Final = 4.0
"""Standard deviations on either side of the mean that are told apart."""
_STEPS: Final = 6
"""Steps of the power method."""
_LOOKED_AT: Final = 200
"""Hands of a bin, or up to twice as many, from which its directions are computed."""


class Axes(NamedTuple):
    """The two directions of each bin.

    Attributes:
        met: Shape (LANES,): a hand's product with it is the probability that it meets an opponent.
        along: Shape (bins, 2, LANES): by feature. A hand's coordinate is the product with its features, divided by
            the probability that it meets an opponent, less the mean.
        mean: Shape (bins, 2).
        spread: Shape (bins, 2): the standard deviation of the gains along the direction, in chips.
    """

    met: Single
    along: Single
    mean: Single
    spread: Single


class Cells(NamedTuple):
    """How bins are cut. Cells are numbered in the order of the bins.

    Attributes:
        slab: Shape (bins, LEVELS): by the first coordinate, the slab of a hand.
        cell: Shape (slabs, LEVELS): by the second coordinate, its cell.
        start: By bin, its first cell; and the number of cells.
    """

    slab: Places
    cell: Places
    start: Numbers


@fast_kernel
def features_of(seen: Numbers, main: Single, ratio: Single, out: Single) -> None:
    """The features of hands.

    Args:
        seen: The cards that each has held, a bit for each.
        main: Shape (ranks, 16): by the cards held of a rank, a factor of all features.
        ratio: The same shape: the factor of the rank's own feature.
        out: Shape (hands, LANES), set in the first 1 + ranks columns.
    """
    for i in range(len(seen)):
        whole, cards = np.float32(1), seen[i]
        for rank in range(len(main)):
            held = cards >> (4 * rank) & 15
            whole *= main[rank, held]
            out[i, rank + 1] = ratio[rank, held]
        out[i, 0] = 1
        store(out, LANES * i, load(out, LANES * i) * spread(whole))


@fast_allocating_kernel
def axes(start: Numbers, features: Single, many: int, gains: Single, out: Axes) -> None:
    """Find the directions of each bin.

    Args:
        start: By bin, its first hand; and the number of hands.
        features: Shape (hands, LANES).
        many: The number of features.
        gains: Shape (bins, actions, LANES): a hand's products with it are what the actions gain it, in chips.
        out: `met` is given, the others are set.
    """
    met, chance = load(out.met, 0), np.zeros(1, np.float32)
    sums, squares = np.zeros(LANES, np.float32), np.zeros((LANES, LANES), np.float32)
    one, metric = np.zeros(LANES, np.float32), np.zeros((many, many), np.float32)
    vector, image = np.zeros(many, np.float32), np.zeros(many, np.float32)
    for b in range(len(start) - 1):
        step = max(1, (start[b + 1] - start[b]) // _LOOKED_AT)
        hands = (start[b + 1] - start[b] + step - 1) // step
        sums[:] = 0
        squares[:] = 0
        for i in range(start[b], start[b + 1], step):
            row = load(features, LANES * i)
            chance[0] = max(total(row * met), np.float32(1e-9))
            row = row * spread(np.float32(1 / chance[0]))
            store(one, 0, row)
            store(sums, 0, load(sums, 0) + row)
            for k in range(many):
                store(squares, LANES * k, multiply_add(spread(one[k]), row, load(squares, LANES * k)))
        for k in range(many):
            for j in range(many):
                squares[k, j] = (squares[k, j] - sums[k] * sums[j] / max(hands, 1)) / max(hands, 1)
        metric[:] = 0
        for e in range(gains.shape[1]):
            for k in range(many):
                for j in range(many):
                    metric[k, j] += gains[b, e, k] * gains[b, e, j]
        for axis in range(2):
            _principal(metric, squares, many, axis, out.along[b], out.spread[b], vector, image)
            middle = np.float32(0)
            for k in range(many):
                middle += out.along[b, axis, k] * sums[k]
            out.mean[b, axis] = middle / max(hands, 1)


@fast_kernel
def _principal(
    metric: Single,
    covariance: Single,
    many: int,
    axis: int,
    along: Single,
    length: Single,
    vector: Single,
    image: Single,
) -> None:
    """Set a row of `along` to a principal axis, at right angles to the one before, such that the variance is 1."""
    for k in range(many):
        vector[k] = metric[k, 0] + metric[k, k]
    length[axis] = 0
    along[axis, :] = 0
    for _ in range(_STEPS + 1):
        if axis == 1:
            common = np.float32(0)
            for k in range(many):
                for j in range(many):
                    common += vector[k] * covariance[k, j] * along[0, j]
            for k in range(many):
                vector[k] -= common * along[0, k]
        square = np.float32(0)
        for k in range(many):
            image[k] = 0
            for j in range(many):
                image[k] += covariance[k, j] * vector[j]
            square += vector[k] * image[k]
        if square <= 1e-20:
            return
        scale = 1 / np.sqrt(square)
        for k in range(many):
            along[axis, k] = vector[k] * scale
            image[k] *= scale
        value = np.float32(0)
        for k in range(many):
            vector[k] = 0
            for j in range(many):
                vector[k] += metric[k, j] * image[j]
            value += vector[k] * image[k]
        length[axis] = np.sqrt(max(value, np.float32(0)))


@fast_allocating_kernel
def levels(start: Numbers, features: Single, axes: Axes, out: Levels) -> None:
    """The coordinates of hands.

    Args:
        start: By bin, its first hand; and the number of hands.
        features: Shape (hands, LANES).
        axes: The directions.
        out: Shape (hands, 2), set to levels.
    """
    met = load(axes.met, 0)
    for b in range(len(start) - 1):
        first, second = load(axes.along, 2 * LANES * b), load(axes.along, 2 * LANES * b + LANES)
        for i in range(start[b], start[b + 1]):
            row = load(features, LANES * i)
            chance = max(total(row * met), np.float32(1e-9))
            for axis in range(2):
                product = total(row * (first if axis == 0 else second))
                place = (product / chance - axes.mean[b, axis] + _WIDTH) * (LEVELS / (2 * _WIDTH))
                out[i, axis] = min(max(int(place), 0), LEVELS - 1)


@fast_allocating_kernel
def split(start: Numbers, levels: Levels, across: Numbers, size: float, out: Cells) -> None:
    """Cut bins into slabs and cells.

    Args:
        start: By bin, its first hand; and the number of hands.
        levels: Shape (hands, 2).
        across: By bin, the number of slabs at most.
        size: The hands of a cell.
        out: Set, with room for these slabs. The hands of a bin without cells are told those of one beside it.
    """
    slab = cell = 0
    often = np.zeros(LEVELS, np.int64)
    for b in range(len(start) - 1):
        out.start[b] = cell
        out.slab[b, :] = max(slab - 1, 0)
        if start[b] == start[b + 1]:
            continue
        often[:] = 0
        for i in range(start[b], start[b + 1]):
            often[levels[i, 0]] += 1
        many = _cut(often, start[b + 1] - start[b], across[b], slab, out.slab[b])
        inside = np.zeros((many, LEVELS), np.int64)
        for i in range(start[b], start[b + 1]):
            inside[out.slab[b, levels[i, 0]] - slab, levels[i, 1]] += 1
        for s in range(many):
            held = inside[s].sum()
            cell += _cut(inside[s], held, max(1, int(held / size + 0.5)), cell, out.cell[slab + s])
        slab += many
    out.start[len(start) - 1] = cell


@fast_kernel
def _cut(often: Numbers, many: int, parts: int, first: int, out: Places) -> int:
    """Cut levels into parts with about as many hands each, none of them without hands.

    Args:
        often: By level, the hands.
        many: Their sum.
        parts: The number of parts at most.
        first: The number of the first part.
        out: By level, set to the number of its part.

    Returns:
        The number of parts.
    """
    reached, at, part, held = 0, 0, 1, 0
    for level in range(len(often)):
        out[level] = first + at
        reached += often[level]
        held += often[level]
        if held and reached * parts >= part * many and reached < many:
            at += 1
            held = 0
            while part * many <= reached * parts:
                part += 1
    return at + 1


@fast_kernel
def group_of(start: Numbers, levels: Levels, cells: Cells, out: Numbers) -> None:
    """The cell of each hand.

    Args:
        start: By bin, its first hand; and the number of hands.
        levels: Shape (hands, 2).
        cells: How the bins are cut.
        out: Set.
    """
    for b in range(len(start) - 1):
        for i in range(start[b], start[b + 1]):
            out[i] = cells.cell[cells.slab[b, levels[i, 0]], levels[i, 1]]


@fast_allocating_kernel
def gather(groups: Numbers, features: Single, mass: Single, mean: Single) -> None:
    """The mean features of groups, and the part of all hands that each has.

    Args:
        groups: By hand, its group.
        features: Shape (hands, LANES).
        mass: By group, set.
        mean: Shape (groups, LANES), set.
    """
    mass[:] = 0
    mean[:] = 0
    for i in range(len(groups)):
        g = groups[i]
        mass[g] += 1
        store(mean, LANES * g, load(mean, LANES * g) + load(features, LANES * i))
    for g in range(len(mass)):
        if mass[g] > 0:
            store(mean, LANES * g, load(mean, LANES * g) * spread(np.float32(1 / mass[g])))
            mass[g] /= np.float32(len(groups))
