"""R5 in one betting round by itself, for what a whole hand reaches only by long ways."""

from standpat.betting import BettingRound


def limit(bet: int = 20, cap: int | None = 4, additive: bool = False, seats: int = 3) -> BettingRound:
    return BettingRound("fixed-limit", seats, bet, cap, additive)


def bounds(r: BettingRound, seat: int, stack: int) -> tuple[int, int] | None:
    legal = r.legal(seat, stack, 0)
    return legal.bet or legal.raise_


def test_r5_2_a_round_opens_with_nothing_to_call() -> None:
    r = limit()
    legal = r.legal(0, 500, 0)
    assert (legal.fold, legal.check, legal.call, legal.bet, legal.raise_) == (False, True, None, (20, 20), None)


def test_r5_5_two_short_all_ins_in_a_row_are_completed_to_the_same_rung() -> None:
    """20, all-in 24, all-in 28: neither is half a bet over the price; whoever has not acted completes to 40."""
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
    """Bet 100; all-ins 150 and 199: 99 more than the bettor acted on. At 200 it is a full raise."""
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
