"""Checkpoints of earlier versions are continued."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from standpat import game
from standpat.bots import earlier_multiway_spot
from standpat.bots.earlier_multiway_spot import OPENED, PLAIN, RAISED, Scheme
from standpat.bots.multiway_spot import BET_SPOTS, BUCKETS, SPOTS
from standpat.solver.multiway import earlier_checkpoint
from standpat.solver.multiway.response_spots import EXTRAS, UNKNOWN
from standpat.solver.multiway.training import BEFORE, NAME, NO_STRAYS, Kind, MultiwayTraining, kind_of

pytestmark = pytest.mark.extended

GAME = game("27td")
DEALS = 400


@pytest.mark.parametrize(
    ("kind", "scheme", "format"),
    [
        (earlier_checkpoint.KINDS[0], OPENED, 2),
        (earlier_checkpoint.KINDS[1], PLAIN, 1),
        (earlier_checkpoint.KINDS[2], PLAIN, 1),
    ],
    ids=["openers", "doubles", "singles"],
)
@pytest.mark.usefixtures("alone")
def test_checkpoints_of_earlier_versions_are_continued_as_they_began(
    tmp_path: Path, kind: np.dtype[Any], scheme: Scheme, format: int
) -> None:
    """In one piece, for two to six seats and without strays. Each spot begins with what the earlier one learned, which
    had been multiplied by k / (k + 1) or its square after epoch k."""
    first = MultiwayTraining(GAME, tmp_path, Kind(strays=NO_STRAYS), deals=DEALS)
    first.iterate()
    first.save()
    numbers, earlier = np.random.default_rng(3), np.zeros(1, kind)
    for name in ("random", "deals", "nodes"):
        earlier[name] = first.learner[name]
    del first  # 2 GB
    for name in ("regret", "average"):
        earlier[name] = numbers.random(earlier[name].shape)
    path = tmp_path / NAME
    with np.load(path) as held:
        head = json.loads(held["head"].tobytes())
    if format == 1:
        for what in ("pieces", "seats", "strays"):
            del head[what]
    head = np.frombuffer(json.dumps({**head, "format": format}).encode(), np.uint8)
    last = sum(scheme.spots) - 1
    choices = np.array([[7, last * EXTRAS], [2, 1]], np.uint32)
    np.savez(path, head=head, mind=earlier.view(np.uint8), response=choices.view(np.uint8))
    assert kind_of(tmp_path) == Kind(0, NO_STRAYS, 1)
    again = MultiwayTraining(GAME, tmp_path, deals=DEALS)
    assert again.epoch == 1
    assert again.learner["random"] == earlier["random"]
    rows = earlier_multiway_spot.rows(scheme, GAME.draw_rounds)
    for name, times in (("regret", 2), ("average", 4)):
        now, before = again.learner[name][0], earlier[name][0]
        for spot in (*range(0, BET_SPOTS, 49_999), BET_SPOTS - 1):
            public, bucket = divmod(spot, BUCKETS)
            np.testing.assert_array_equal(now[spot], times * before[rows[0][public] * BUCKETS + bucket])
        for spot in (*range(BET_SPOTS, SPOTS, 4_999), SPOTS - 1):
            public, bucket = divmod(spot - BET_SPOTS, BUCKETS)
            at = (scheme.bets + rows[1][public]) * BUCKETS + bucket
            np.testing.assert_array_equal(now[spot], times * before[at])
    assert again.response is not None
    same = rows[1].count(scheme.draws - 1)
    assert (again.response != UNKNOWN).sum() == 1 + same
    assert (again.response[7], again.response[-EXTRAS]) == (2, 1)
    again.iterate()
    with pytest.raises(ValueError, match="its seats is 0, not 3; give another folder"):
        MultiwayTraining(GAME, tmp_path, Kind(3, NO_STRAYS), deals=DEALS)
    with pytest.raises(ValueError, match=r"its strays is .*; give another folder"):
        MultiwayTraining(GAME, tmp_path, Kind(), deals=DEALS)


@pytest.mark.usefixtures("alone")
def test_a_checkpoint_of_format_3_is_continued(tmp_path: Path) -> None:
    """With what it has begun with, and the response that its strays meet. Each spot begins with what the earlier one in
    its place has learned."""
    kind, path = Kind(3), tmp_path / NAME
    first = MultiwayTraining(GAME, tmp_path, kind, deals=DEALS)
    first.iterate()
    first.save()
    del first  # 2 GB
    rows, numbers = earlier_multiway_spot.rows(RAISED, GAME.draw_rounds), np.random.default_rng(4)
    at = np.concatenate((np.array(rows[0]), RAISED.bets + np.array(rows[1])))
    spots = np.array([*range(0, sum(RAISED.spots), 997), sum(RAISED.spots) - 1], np.uint32)
    held: dict[str, np.ndarray[Any, Any]] = {
        "regret": numbers.random((len(spots), 4), np.float32),
        "average": numbers.random((len(spots), 4)),
    }
    bet_rows, draw_rows = np.arange(RAISED.bets) % 7, np.arange(RAISED.draws) % 5
    codes = [numbers.integers(0, 30, (many * BUCKETS,), np.uint8).tobytes() for many in (2 * 7, 3 * 5)]
    begun = b"".join([bet_rows.astype("<u2").tobytes(), draw_rows.astype("<u2").tobytes(), *codes])
    choices = np.array([[7, int(spots[-1]) * EXTRAS], [2, 1]], np.uint32)
    with np.load(path) as archive:
        head = json.loads(archive["head"].tobytes())
        kept = {name: archive[name] for name in ("random", "deals", "nodes")}

    def write(**facts: object) -> None:
        told = np.frombuffer(json.dumps({**head, "format": 3, "begun": 99, **facts}).encode(), np.uint8)
        extra = {"begun": np.frombuffer(begun, np.uint8), "response": choices.view(np.uint8)}
        np.savez(path, allow_pickle=False, head=told, spots=spots, **kept, **held, **extra)

    write(spots=sum(RAISED.spots))
    again = MultiwayTraining(GAME, tmp_path, kind, deals=DEALS)
    assert (again.epoch, again.learned_from) == (1, 99 + DEALS)
    for name, learned in held.items():
        whole = np.zeros((sum(RAISED.spots), 4), learned.dtype)
        whole[spots] = learned
        earlier, now = whole.reshape(-1, BUCKETS, 4), again.learner[name][0].reshape(-1, BUCKETS, 4)
        assert len(now) == len(at)
        for part in range(0, len(at), 10_000):
            assert np.array_equal(now[part : part + 10_000], earlier[at[part : part + 10_000]])
    del whole, earlier
    assert again._begun is not None
    assert list(again._begun.strategy.bet_rows) == [row % 7 for row in rows[0]]
    assert list(again._begun.strategy.draw_rows) == [row % 5 for row in rows[1]]
    assert [again._begun.strategy.bets, again._begun.strategy.draws] == codes
    assert again.response is not None
    same = rows[1].count(RAISED.draws - 1)
    assert (again.response != UNKNOWN).sum() == 1 + same
    assert (again.response[7], again.response[-EXTRAS]) == (2, 1)
    again.iterate()
    assert (again.epoch, again.learned_from) == (2, 99 + 2 * DEALS)
    again.save()
    assert np.array_equal(MultiwayTraining(GAME, tmp_path, kind, deals=DEALS).learner, again.learner)
    write(spots=17)
    with pytest.raises(ValueError, match="has other spots than this version; give another folder"):
        MultiwayTraining(GAME, tmp_path, kind, deals=DEALS)


@pytest.mark.usefixtures("alone")
def test_checkpoints_under_the_old_name_are_continued(tmp_path: Path) -> None:
    first = MultiwayTraining(GAME, tmp_path, deals=DEALS)
    first.iterate()
    first.save()
    (tmp_path / NAME).rename(tmp_path / BEFORE)
    assert kind_of(tmp_path) == Kind()
    again = MultiwayTraining(GAME, tmp_path, deals=DEALS)
    assert again.epoch == 1
    again.iterate()
    again.save()
    assert [path.name for path in tmp_path.iterdir()] == [BEFORE]
