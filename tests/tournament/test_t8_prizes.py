"""T6.4, T8.1-T8.3, T9.2, T9.3: money and points, with the examples of the published rules."""

from itertools import permutations

import pytest

from standpat.tournament import cancellation, deals
from standpat.tournament.payouts import (
    FIELDS,
    MOST_ENTRANTS,
    MOST_SHARE,
    PERCENT,
    SIT_AND_GO,
    Payout,
    divided,
    prizes,
    shares,
    tied,
)
from standpat.tournament.season import POKERSTARS, Formula, points

STACKS, PRIZES = [100, 70, 50, 20], [20000, 12000, 8000, 5000]


def test_t8_1_tables_by_field() -> None:
    assert prizes(1800, shares(6, sit_and_go=True)) == (1170, 630)
    assert shares(9, sit_and_go=True) == shares(27) == (50, 30, 20)
    assert shares(2) == shares(3) == shares(3, sit_and_go=True) == (1,)
    assert len(shares(28)) == len(shares(45)) == 6
    assert [share / 2 for share in shares(65)] == [30, 20, 12, 10, 8, 6.5, 5.5, 4.5, 3.5]
    assert all(sum(table) in (1, 100, 200) for _, table in (*SIT_AND_GO, *FIELDS))
    for entrants, single in ((1, False), (10_001, False), (1, True), (10, True)):
        with pytest.raises(ValueError, match="there are shares for 2 to"):
            shares(entrants, sit_and_go=single)


def test_t8_1_large_fields_are_paid_like_published_ones() -> None:
    """First prizes in percent of the pool: World Series events of 120, 348, 186, 437 and 548 entrants."""
    for entrants, percent, paid, first in (
        (120, 10, 12, 31.5),
        (348, 10, 35, 26.5),
        (186, 15, 28, 23.8),
        (437, 15, 66, 21.9),
        (548, 15, 83, 20.7),
    ):
        table = shares(entrants, percent=percent)
        assert len(table) == paid
        assert abs(100 * table[0] / sum(table) - first) < 2
    assert len(shares(9735)) == 1461  # the World Series' main event of 2025
    assert 12 < 100 * shares(10_000)[0] / sum(shares(10_000)) < 20  # PokerStars' large events


def test_t8_1_what_any_table_must_be() -> None:
    for entrants in (*range(28, 130), 999, 3333, 10_000):
        for percent in (10, 12, 15):
            table = shares(entrants, percent=percent)
            assert list(table) == sorted(table, reverse=True)
            assert table[-1] * entrants >= 1.5 * sum(table)
            pool = entrants * 1000
            paid = prizes(pool, table)
            assert sum(paid) == pool
            assert paid[-1] >= 1500
            assert paid[0] > paid[1] > paid[2]
            if entrants > 65:
                assert 0.1 * entrants <= len(table) < 0.15 * entrants + 1


def test_t8_1_bands() -> None:
    table = shares(348)
    ends = [place for place in range(1, len(table)) if table[place] != table[place - 1]]
    assert ends == [1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 15, 18, 27, 36, 45]
    assert len(table) == 53


def test_t8_1_a_large_field_in_thousandths_of_an_entry() -> None:
    """To the unit, so that no prize changes unnoticed."""
    few = (20936, 10411, 7147, 5586, 4678, 4089, 3677, 3373, 3140, 2957)
    more = (32180, 15567, 10414, 7949, 6517, 5587, 4936, 4457, 4090, *(3580,) * 3, *(3082,) * 3, *(2770,) * 3)
    assert (shares(66), shares(120)) == (few, more)


def test_t8_1_shares_that_somebody_chooses() -> None:
    most = SIT_AND_GO[-1][0]
    assert Payout().shares(6) == shares(6) != shares(6, sit_and_go=True)
    assert Payout().shares(most, sit_and_go=True) == shares(most, sit_and_go=True)
    assert Payout().shares(most + 1, sit_and_go=True) == shares(most + 1)
    assert [Payout(table=(3, 2, 1)).shares(entrants) for entrants in (1, 2, 9)] == [(3,), (3, 2), (3, 2, 1)]
    assert Payout(table=(MOST_SHARE,)).table == (MOST_SHARE,)
    assert len(Payout(table=(1,) * MOST_ENTRANTS).table) == MOST_ENTRANTS
    with pytest.raises(ValueError, match="payout") as caught:
        Payout(percent=9)
    assert caught.value.args[0].values == {"what": "payout.percent", "least": PERCENT[0], "most": PERCENT[1]}


def test_t8_2_prizes_sum_exactly_and_never_rise() -> None:
    for entrants in (*range(2, 66), 66, 67, 500, 10_000):
        for pool in (0, 1, 7, 101, 99_999):
            table = prizes(pool, shares(entrants))
            assert sum(table) == pool
            assert list(table) == sorted(table, reverse=True)
    assert divided(10_000, (1, 1, 1)) == (3334, 3333, 3333)
    assert divided(5, (0, 1, 1)) == (0, 3, 2)
    with pytest.raises(ValueError, match="larger share"):
        prizes(100, (1, 2))
    for amount, weights in ((-1, (1,)), (1, (0,)), (1, (2, -1))):
        with pytest.raises(ValueError, match="weights"):
            divided(amount, weights)


def test_t6_4_three_share_the_last_paid_place() -> None:
    assert tied([0] * 49 + [300], 50, 3) == (100, 100, 100)
    assert tied([50, 30, 20], 2, 2) == (25, 25)
    assert tied([50, 30, 20], 3, 1) == (20,)
    assert tied([50, 30, 20, 10], 1, 2) == (40, 40)
    assert tied([50, 30, 20, 10], 2, 1) == (30,)
    for place, players in ((0, 1), (1, 0)):
        with pytest.raises(ValueError, match="at least 1"):
            tied([1], place, players)


def test_t8_3_deals() -> None:
    assert deals.by_icm(STACKS, PRIZES) == (14084, 12380, 10896, 7640)
    assert deals.by_chips(STACKS, PRIZES) == (15417, 12292, 10208, 7083)
    assert deals.evenly([1, 3, 2], [5, 3, 3]) == (3, 4, 4)
    assert deals.by_icm([500, 500], [70, 30]) == (50, 50)
    assert deals.above_first(deals.by_chips([98, 1, 1], [50, 30, 20]), [50, 30, 20]) == (0,)
    assert deals.above_first([60, 30, 10], [50, 30, 20]) == (0,)
    assert deals.above_first([50, 51, 49], [50, 30, 20]) == (1,)
    assert deals.evenly([1, 1], [9, 0]) == (5, 4)
    assert deals.by_icm([1] * 10, [10] + [0] * 9) == (1,) * 10
    number, amounts = "a deal needs two or more players, and a prize for each", "a deal needs stacks of 1 or more and"
    for stacks, table, told in (
        ([1], [1], number),
        ([1, 1], [1], number),
        ([0, 1], [1, 1], f"{amounts} prizes of 0 or more"),
        ([1, 1], [1, -1], f"{amounts} prizes of 0 or more"),
        ([1, 1], [1, 2], "the prizes of a deal are given from the best down"),
        ([1] * 11, [1] * 11, "a deal by ICM is possible for at most 10 players, not 11"),
    ):
        with pytest.raises(ValueError, match=f"^{told}$"):
            deals.by_icm(stacks, table)


def test_t8_3_icm_is_what_all_orders_of_finish_give() -> None:
    stacks, table = [25, 87, 88, 3], [500, 300, 200, 100]
    worth = [0.0] * 4
    for order in permutations(range(4)):
        chance, left = 1.0, sum(stacks)
        for k in order:
            chance, left = chance * stacks[k] / left, left - stacks[k]
        for k, prize in zip(order, table, strict=True):
            worth[k] += chance * prize
    told = deals.by_icm(stacks, table)
    assert sum(told) == 1100
    assert all(abs(a - b) < 1 for a, b in zip(told, worth, strict=True))


def test_t8_3_icm_of_published_figures() -> None:
    """Examples in the documentation of PokerKit's `calculate_icm`, cut off after two decimals there."""
    for stacks, figures in (
        ([25, 87, 88], (2569, 3708, 3721)),
        ([21, 89, 90], (2485, 3751, 3763)),
        ([198, 1, 1], (4979, 2510, 2510)),
    ):
        told = deals.by_icm(stacks, [5000, 3000, 2000])
        assert sum(told) == 10_000
        assert all(0 <= amount - figure <= 1 for amount, figure in zip(told, figures, strict=True))


def test_t9_2_cancelled() -> None:
    stacks = [37_500] + [2_651] * 98 + [2_702]
    assert sum(stacks) == 300_000
    told = cancellation.before_the_money(900_000, stacks)
    assert told[0] == 60_750
    assert sum(told) == 900_000
    assert sum(cancellation.before_the_money(7, [1, 2])) == 7
    assert cancellation.in_the_money(PRIZES, STACKS) == deals.by_chips(STACKS, PRIZES)
    with pytest.raises(ValueError, match="one or more players"):
        cancellation.before_the_money(7, [])


def test_t9_3_points() -> None:
    assert round(points(POKERSTARS, 150, 3, buy_in=20), 2) == 163.09
    assert points(POKERSTARS, 3, 1, buy_in=20) == 0
    plain = Formula(10, 0, 1)
    assert [points(plain, 4, place) for place in (1, 2, 4)] == [10, 5, 2.5]
    assert points(plain, 4, 1, tied=2) == 7.5
    for entrants, place, tie in ((4, 5, 1), (4, 0, 1), (4, 4, 2), (4, 1, 0)):
        with pytest.raises(ValueError, match="a place is one of those"):
            points(plain, entrants, place, tied=tie)
