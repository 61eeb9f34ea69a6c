"""R5 in a single betting round, for cases that are hard to reach in a whole hand."""

from standpat.engine.action import Bounds, Legal
from standpat.engine.betting import BettingRound


def limit(bet: int = 20, cap: int | None = 4, additive: bool = False, seats: int = 3) -> BettingRound:
    return BettingRound("fixed-limit", seats, bet, cap, additive)


def bounds(r: BettingRound, seat: int, stack: int) -> tuple[int, int] | None:
    legal = r.legal(seat, stack, 0)
    return legal.bet or legal.raise_


def test_r5_2_a_round_opens_with_nothing_to_call() -> None:
    r = limit()
    legal = r.legal(0, 500, 0)
    assert (legal.fold, legal.check, legal.call, legal.bet, legal.raise_) == (False, True, None, (20, 20), None)
    assert (r.price, r.wagers, r.aggressor) == (0, 0, None)


def test_r3_4_the_big_blind_may_check_or_raise() -> None:
    r = limit()
    r.open_with_blind(20)
    r.post(2, 20)
    assert r.legal(2, 480, 60) == Legal(fold=False, check=True, raise_=Bounds(40, 40))


def test_r5_5_two_short_all_ins_in_a_row_are_completed_to_the_same_rung() -> None:
    """20, all-in 24, all-in 28: neither is half a bet above the price. A player who has not acted completes to 40."""
    r = limit(seats=4)
    r.wager(0, 20)
    r.wager(1, 24)
    r.wager(2, 28)
    assert bounds(r, 3, 500) == (40, 40)
    r.wager(3, 40)
    assert bounds(r, 0, 500) == (60, 60)
    assert r.wagers == 2


def test_r5_5_additive_from_the_present_price() -> None:
    r = limit(additive=True, seats=4)
    r.wager(0, 20)
    r.wager(1, 24)
    r.wager(2, 28)
    assert bounds(r, 3, 500) == (48, 48)


def test_r5_5_an_all_in_of_a_full_bet_less_one_chip() -> None:
    for additive, want in ((False, 60), (True, 59)):
        r = limit(additive=additive)
        r.wager(0, 20)
        r.wager(1, 39)
        assert bounds(r, 2, 500) == (want, want)


def test_r5_5_no_limit_cumulative_measure_is_the_full_raise() -> None:
    """Bet 100, all-ins 150 and 199: 99 more than when the bettor acted. At 200 it is a full raise."""
    for last, reopened in ((199, False), (200, True)):
        r = BettingRound("no-limit", 4, 10, None, False)
        r.wager(0, 100)
        r.wager(1, 150)
        r.wager(2, last)
        assert (bounds(r, 0, 900) is not None) == reopened
        assert bounds(r, 3, 900) == (last + 100, 900)


def test_r5_5_no_limit_a_caller_measures_from_what_he_called() -> None:
    r = BettingRound("no-limit", 4, 10, None, False)
    r.wager(0, 100)
    r.wager(1, 150)
    r.call(2, 150)
    r.wager(3, 240)
    assert bounds(r, 0, 900) == (340, 1000)
    assert bounds(r, 2, 900) is None


def test_r5_7_pot_limit_from_the_pot_given() -> None:
    r = BettingRound("pot-limit", 3, 10, None, False)
    r.open_with_blind(10)
    r.commits = [0, 5, 10]
    legal = r.legal(0, 500, 15)
    assert legal.raise_ == (20, 35)


def test_copies_are_independent() -> None:
    r = limit()
    r.wager(0, 20)
    twin = r.copy()
    twin.wager(1, 40)
    assert (r.price, r.wagers, r.aggressor, r.commits) == (20, 1, 0, [20, 0, 0])
    assert (twin.price, twin.wagers, twin.aggressor, twin.commits) == (40, 2, 1, [20, 40, 0])
    assert bounds(r, 1, 500) == (40, 40)


def test_r5_5_half_a_bet_in_several_steps_reopens_and_a_chip_less_does_not() -> None:
    """Bet 20, all-ins 25 and 30: in total half a bet more than when the bettor acted. 29 is one chip less."""
    for additive in (False, True):
        for last, reopened in ((30, True), (29, False), (31, True)):
            r = limit(additive=additive, seats=4)
            r.wager(0, 20)
            r.wager(1, 25)
            r.wager(2, last)
            assert r.wagers == 1
            assert (bounds(r, 0, 500) is not None) == reopened, last


def test_r3_8_a_post_above_the_price_raises_it_and_its_player_has_not_acted() -> None:
    r = BettingRound("no-limit", 4, 10, None, False)
    r.open_with_blind(10)
    assert not r.post(1, 5)
    assert not r.post(2, 10)
    assert r.post(3, 25)
    assert (r.price, r.wagers, r.aggressor, r.commits) == (25, 2, None, [0, 5, 10, 25])
    stacks, live = [100, 95, 90, 75], [True] * 4
    assert r.next(0, stacks, live) == 0
    assert bounds(r, 0, 100) == (40, 100)
    for seat, chips in ((0, 25), (1, 20), (2, 15)):
        r.call(seat, chips)
    assert r.next(3, [75, 75, 75, 75], live) == 3
    assert bounds(r, 3, 75) == (40, 100)
    r.check(3)
    assert r.next(0, [75, 75, 75, 75], live) is None


def test_r3_8_posts_in_fixed_limit_climb_the_ladder() -> None:
    for to, wagers, next_to in ((20, 1, 40), (25, 1, 40), (30, 2, 60), (40, 2, 60), (41, 2, 60), (60, 3, 80)):
        r = limit(cap=9)
        r.open_with_blind(20)
        assert r.post(2, to) == (to > 20)
        assert (r.price, r.wagers, r.commits[2]) == (to, wagers, to)
        assert bounds(r, 0, 500) == (next_to, next_to), to


def test_a_copy_is_the_same_in_all_it_holds_and_shares_no_list() -> None:
    for r in (limit(cap=3, additive=True), limit(cap=None), BettingRound("pot-limit", 3, 10, None, False)):
        r.open_with_blind(10)
        r.post(1, 10)
        r.recount([5, 0, 0], [True, True, True])
        r.wager(2, 30)
        r.call(1, 20)
        twin = r.copy()
        before = [getattr(r, name) for name in BettingRound.__slots__]
        assert [getattr(twin, name) for name in BettingRound.__slots__] == before
        before = [value.copy() if isinstance(value, list) else value for value in before]
        twin.wager(0, 50)
        twin.recount([5, 5, 5], [True, True, True])
        assert [getattr(r, name) for name in BettingRound.__slots__] == before


def test_r5_7_pot_limit_reads_the_pot_and_no_limit_does_not() -> None:
    for betting, most in (("pot-limit", 70), ("no-limit", 500)):
        r = BettingRound(betting, 3, 10, None, False)  # type: ignore[arg-type]
        r.wager(0, 20)
        assert r.legal(1, 500, 30).raise_ == (40, most)


def test_r5_5_completing_the_bet_is_a_full_wager_however_little_was_missing() -> None:
    """20, all-ins 24, 28, 32 and 36: completed to 40, by 4. The next raise is to 60."""
    r = limit(seats=6)
    for seat, to in enumerate((20, 24, 28, 32, 36, 40)):
        r.wager(seat, to)
    assert (r.wagers, r.aggressor) == (2, 5)
    assert bounds(r, 0, 500) == (60, 60)


def test_r5_4_the_least_raise_is_a_full_one() -> None:
    r = BettingRound("no-limit", 3, 10, None, False)
    r.wager(0, 30)
    r.wager(1, 60)
    r.wager(2, 89)
    assert r.wagers == 2
    assert bounds(r, 0, 500) == (119, 530)
