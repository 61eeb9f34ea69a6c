"""Groups of hands by what actions gain them: features, directions, and how bins are cut."""

import numpy as np
import pytest

from standpat.compute.vectors import LANES
from standpat.solver.kernels.seen_cards_groups import (
    LEVELS,
    Axes,
    Cells,
    axes,
    features_of,
    gather,
    group_of,
    levels,
    split,
)
from standpat.solver.kernels.seen_cards_round import Numbers, Single
from standpat.solver.subgame.seen_cards import Features

pytestmark = pytest.mark.extended
MANY = 6
"""Features in these tests."""
START = np.array([0, 150, 150, 155, 900])
"""Four bins, one of them without hands."""


def some_features(hands: int, seed: int) -> Single:
    generator, rows = np.random.default_rng(seed), np.zeros((hands, LANES), np.float32)
    rows[:, :MANY] = generator.random((hands, MANY)) + 0.5
    return rows


def directions(features: Single, gains: Single, met: Single) -> Axes:
    bins = len(START) - 1
    out = Axes(met, *[np.zeros(shape, np.float32) for shape in ((bins, 2, LANES), (bins, 2), (bins, 2))])
    axes(START, features, MANY, gains, out)
    return out


def test_features_of_cards_are_those_of_their_counts() -> None:
    generator = np.random.default_rng(3)
    cards = np.array([sum([1 << int(card) for card in generator.permutation(52)[:9]]) for _ in range(40)])
    seen = np.bitwise_count(cards[:, None] >> 4 * np.arange(13) & 15).astype(np.int64)
    features = Features(seen[:20], seen[20:])
    for seat in (0, 1):
        out = np.zeros((40, LANES), np.float32)
        features_of(cards, *features.factors(seat), out)
        assert out[:, :14] == pytest.approx(features.of(seat, seen), rel=1e-4, abs=1e-6)
        assert (out[:, 14:] == 0).all()


def test_directions_are_the_principal_components() -> None:
    generator = np.random.default_rng(1)
    features, met = some_features(900, 2), np.zeros(LANES, np.float32)
    met[:MANY] = generator.random(MANY) + 0.1
    gains = np.zeros((4, 3, LANES), np.float32)
    gains[:, :, :MANY] = generator.normal(size=(4, 3, MANY)) * [[[5]], [[1]], [[2]], [[3]]]
    gains[:, 0] *= 4
    out = directions(features, gains, met)
    for b in (0, 3):
        step = max(1, (START[b + 1] - START[b]) // 200)
        rows = features[START[b] : START[b + 1] : step]
        rows = rows / (rows @ met)[:, None]
        won = rows @ gains[b].T
        values, vectors = np.linalg.eigh(np.cov(won.T, bias=True))
        assert out.spread[b] == pytest.approx(np.sqrt(values[::-1][:2]), rel=0.02)
        for axis in (0, 1):
            coordinate = rows @ out.along[b, axis]
            assert coordinate.std() == pytest.approx(1, abs=0.01)
            assert out.mean[b, axis] == pytest.approx(coordinate.mean(), abs=1e-3)
            assert abs(np.corrcoef(coordinate, won @ vectors[:, 2 - axis])[0, 1]) > 0.99
    assert (out.along[1] == 0).all()


def test_hands_that_gain_alike_have_no_directions() -> None:
    features, met = np.zeros((900, LANES), np.float32), np.zeros(LANES, np.float32)
    features[:, :MANY] = np.arange(1, MANY + 1)
    met[:MANY] = 1
    gains = np.zeros((4, 3, LANES), np.float32)
    gains[:, :, :MANY] = 1
    out = directions(features, gains, met)
    assert np.isfinite(out.along).all()
    places = np.zeros((900, 2), np.int16)
    levels(START, features, out, places)
    assert all([len(np.unique(places[low:high], axis=0)) == 1 for low, high in ((0, 150), (150, 155), (155, 900))])


def cut(features: Single, across: Numbers, size: float) -> tuple[Axes, Cells, Numbers]:
    met, gains = np.zeros(LANES, np.float32), np.zeros((4, 3, LANES), np.float32)
    met[:MANY] = 1
    gains[:, :, :MANY] = np.random.default_rng(7).normal(size=(4, 3, MANY))
    out = directions(features, gains, met)
    places, groups = np.zeros((len(features), 2), np.int16), np.zeros(len(features), np.int64)
    levels(START, features, out, places)
    slabs = np.zeros((4, LEVELS), np.int32), np.zeros((int(across.sum()), LEVELS), np.int32)
    cells = Cells(*slabs, np.zeros(5, np.int64))
    split(START, places, across, size, cells)
    group_of(START, places, cells, groups)
    return out, cells, groups


def test_cells_have_about_as_many_hands_and_never_none() -> None:
    features = some_features(900, 4)
    _, cells, groups = cut(features, np.array([5, 1, 1, 8]), 10)
    held = np.bincount(groups)
    assert len(held) == cells.start[-1]
    assert held.min() >= 1
    assert np.diff(cells.start)[[1, 2]].tolist() == [0, 1]
    assert np.diff(cells.start)[[0, 3]] == pytest.approx([15, 75], rel=0.15)
    assert np.percentile(held, [10, 90]) == pytest.approx([10, 10], abs=5)
    for b in range(4):
        inside = groups[START[b] : START[b + 1]]
        assert ((inside >= cells.start[b]) & (inside < cells.start[b + 1])).all()


def test_other_hands_get_the_cell_of_those_that_gain_alike() -> None:
    features = some_features(900, 4)
    found, cells, groups = cut(features, np.array([5, 1, 1, 8]), 10)
    picks = np.array([3, 140, 152, 160, 500, 899])
    start = np.searchsorted(picks, START)
    places, again = np.zeros((len(picks), 2), np.int16), np.zeros(len(picks), np.int64)
    levels(start, features[picks], found, places)
    group_of(start, places, cells, again)
    assert again.tolist() == groups[picks].tolist()
    alone = np.array([0, 0, 1, 1, 1])  # a hand of the bin that has no cells
    places, again = np.zeros((1, 2), np.int16), np.full(1, -1)
    levels(alone, features[:1], found, places)
    group_of(alone, places, cells, again)
    assert 0 <= again[0] < cells.start[-1]


def test_a_group_meets_others_as_often_as_its_hands() -> None:
    features = some_features(900, 5)
    _, cells, groups = cut(features, np.array([5, 1, 1, 8]), 10)
    mass, mean = np.zeros(112, np.float32), np.ones((112, LANES), np.float32)
    gather(groups, features, mass, mean)
    assert mass.sum() == pytest.approx(1)
    assert (mass[cells.start[-1] :] == 0).all()
    other = some_features(1, 6)[0]
    for group in (0, 7, int(cells.start[-1]) - 1):
        of_it = groups == group
        assert mass[group] == pytest.approx(of_it.mean())
        assert mass[group] * (mean[group] @ other) == pytest.approx((features[of_it] @ other).sum() / 900, rel=1e-4)
