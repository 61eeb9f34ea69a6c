"""The spots of earlier strategy files, by the numbers of the present ones taken apart."""

import numpy as np

from standpat.bots import earlier_multiway_spot as earlier
from standpat.bots import multiway_spot as now
from standpat.bots.multiway_spot import BUCKETS, OPENERS


def test_the_numbers_are_those_of_the_earlier_formats() -> None:
    """As the heads of such files have them."""
    assert (earlier.BET_SPOTS, earlier.DRAW_SPOTS) == (574_560, 58_752)
    bets, draws = earlier.rows()
    assert (len(bets), len(draws)) == (now.BET_SPOTS // BUCKETS, now.DRAW_SPOTS // BUCKETS)
    assert set(bets) == set(range(earlier.BET_SPOTS // BUCKETS))
    assert set(draws) == set(range(earlier.DRAW_SPOTS // BUCKETS))


def test_after_the_first_draw_a_spot_stands_for_all_openers() -> None:
    bets, draws = (np.array(rows) for rows in earlier.rows())
    begin, first = now.PREDRAW, (1 + 3 * 3) * 3 * 6 * 4 * 2
    for part in (now.TWO, now.MORE) * 3:
        same = bets[begin : begin + part].reshape(OPENERS, -1)
        assert (same == np.arange(first, first + part // OPENERS)).all()
        begin, first = begin + part, first + part // OPENERS
    begin = first = 0
    for part in (now.DRAW_TWO, now.DRAW_MORE) * 3:
        same = draws[begin : begin + part].reshape(OPENERS, -1)
        assert (same == np.arange(first, first + part // OPENERS)).all()
        begin, first = begin + part, first + part // OPENERS


def test_before_the_first_draw_it_knows_three_kinds_of_openers() -> None:
    """With one to five players still to act: up to two are one kind, three are one, more are one."""
    bets, _ = earlier.rows()
    lines = np.array(bets[: now.PREDRAW]).reshape(1 + 3 * (OPENERS - 1), -1)
    size = lines.shape[1]
    assert (lines[0] == np.arange(size)).all()
    for wagers in (2, 3, 4):
        for behind, kind in ((1, 0), (2, 0), (3, 1), (4, 2), (5, 2)):
            line = lines[1 + (OPENERS - 1) * (wagers - 2) + behind - 1]
            assert (line == (1 + 3 * (wagers - 2) + kind) * size + np.arange(size)).all()
