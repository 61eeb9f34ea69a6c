"""The strategy file of a no-limit game: what hardly matters takes fewer bytes."""

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from standpat import game
from standpat.bots.nolimit_draws_spot import BUCKETS, STREET
from standpat.bots.nolimit_hand import CHOICES
from standpat.bots.nolimit_spot import AFTER_DRAW, COARSE_KEYS, DRAWING, OPENER, draw_of_key
from standpat.solver.nolimit.buckets import AFTER, BEFORE, COUNTS, buckets_of
from standpat.solver.nolimit.strategy import Blocks, export, load
from standpat.solver.strategy_file.cheap_codes import MOST

KIND = COARSE_KEYS // 4
OF_DRAWS = 1 << 48


def rows(numbers: np.random.Generator, allowed: NDArray[np.bool_]) -> NDArray[np.float32]:
    """Probabilities in hundredths of the choices that each bucket may make."""
    weights = np.where(allowed, numbers.dirichlet(np.full(allowed.shape[1], 0.7), len(allowed)), 0)
    chances: NDArray[np.float32] = (np.floor(100 * weights / weights.sum(axis=1, keepdims=True)) / 100).astype(
        np.float32
    )
    chances[:, 0] += 1 - chances.sum(axis=1)
    return chances


def made_up(id: str) -> tuple[Blocks, dict[int, NDArray[np.float64]], NDArray[np.bool_]]:
    """A strategy with spots of draws and bets, how often they are visited, and what may be drawn, by draw."""
    numbers, record = np.random.default_rng(4), game(id)
    allowed = (buckets_of(record).allowed[..., None] >> np.arange(COUNTS) & 1).astype(bool)
    single = record.draw_rounds == 1
    blocks: Blocks = {}
    for spot in range(40):
        for draw in range(record.draw_rounds):
            place = spot + (0 if single else OF_DRAWS + draw * STREET)
            blocks[DRAWING * KIND + place] = rows(numbers, allowed[draw])
        after = AFTER_DRAW * KIND + spot + (0 if single else OF_DRAWS + STREET)
        blocks[after] = rows(numbers, np.ones((AFTER if single else BUCKETS, CHOICES), bool))
        blocks[OPENER * COARSE_KEYS + after] = rows(numbers, np.ones((AFTER if single else BUCKETS, CHOICES), bool))
        blocks[COARSE_KEYS + after] = blocks[after]
    often = {key: 1.0 if key % STREET < 8 else 1e-8 for key in blocks if key < COARSE_KEYS}
    visits = {key: much * numbers.lognormal(0, 3, len(blocks[key])) for key, much in often.items()}
    total = sum([made.sum() for made in visits.values()])
    return blocks, {key: made / total for key, made in visits.items()}, allowed


@pytest.mark.parametrize("id", ["27sd", "27td-nl"])
def test_what_is_seldom_visited_takes_fewer_bytes(id: str, tmp_path: Path) -> None:
    """No class changes more than it may, spots without visits stay, and no hand gets a draw that it may not make."""
    blocks, visits, allowed = made_up(id)
    sizes = [export(game(id), blocks, tmp_path / name, {}, made) for name, made in (("all", None), ("less", visits))]
    assert sizes[1] < 0.95 * sizes[0]
    whole, less = load(tmp_path / "all"), load(tmp_path / "less")
    assert whole.keys() == less.keys() == blocks.keys()
    changed = 0
    for key, chances in whole.items():
        assert less[key].sum(axis=1) == pytest.approx(1, abs=1e-6)
        change = np.abs(less[key] - chances).sum(axis=1)
        if key not in visits:
            assert not change.any()
            continue
        assert (change * visits[key]).max() <= 1.01 * MOST
        changed += int(change.any())
        if (draw := draw_of_key(key)) >= 0:
            assert not (less[key] > chances + 0.006)[~allowed[draw]].any()
    assert changed > 0.9 * len(visits)


def test_the_most_visited_hands_keep_their_choices(tmp_path: Path) -> None:
    blocks, visits, _ = made_up("27sd")
    export(game("27sd"), blocks, tmp_path / "less", {}, visits)
    less = load(tmp_path / "less")
    often = [(key, bucket) for key, made in visits.items() for bucket in np.flatnonzero(made > 1e-3)]
    assert len(often) > 20
    for key, bucket in often:
        assert less[key][bucket] == pytest.approx(blocks[key][bucket], abs=1e-3)
    assert len(blocks[DRAWING * KIND]) == BEFORE
