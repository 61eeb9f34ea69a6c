"""R5.1-R5.3 and the half-bet rule of R5.5: fixed limit, with RULES' own numbers (small bet 20, big bet 40)."""

import pytest

from scene import BLINDS, bounds, check_round, pat_round, play, table
from standpat.engine.action import Bet, Call, Check, Fold, IllegalAction, Raise
from standpat.engine.event import Acted, UncalledReturned
from standpat.engine.games import Stakes
from standpat.engine.hand import Hand


def after_draw(stacks: list[int], limit_raise: str = "full_bets") -> Hand:
    """Three seats, button 0, all in for 20, all stood pat in one draw: seat 1 opens the round with bets of 20."""
    h = table(stacks=stacks, limit_raise=limit_raise)
    play(h, "0:c 1:c 2:k 1:p 2:p 0:p")
    return h


def test_r5_1_fold_is_offered_only_when_there_is_something_to_call() -> None:
    h = after_draw([1000] * 3)
    legal = h.legal
    assert (legal.fold, legal.check, legal.call) == (False, True, None)
    for wrong in (Fold(), Call()):
        with pytest.raises(IllegalAction, match="check, bet to 20"):
            h.apply(wrong)
    play(h, "1:b20")
    legal = h.legal
    assert (legal.fold, legal.check, legal.call) == (True, False, 20)
    with pytest.raises(IllegalAction, match="fold, call 20, raise to 40"):
        h.apply(Check())


def test_r5_1_an_amount_is_the_total_of_the_round_and_call_is_chips_to_add() -> None:
    h = table()
    assert h.legal.call == 20
    got = play(h, "0:r40")
    assert got == (Acted(0, Raise(40), 40, False),)
    assert h.legal.call == 30  # the small blind has 10 in
    got = play(h, "1:c")
    assert got == (Acted(1, Call(), 40, False),)
    assert h.legal.call == 20


def test_r5_1_bet_and_raise_are_not_each_other() -> None:
    h = after_draw([1000] * 3)
    legal = h.legal
    assert (legal.bet, legal.raise_) == ((20, 20), None)
    with pytest.raises(IllegalAction):
        h.apply(Raise(20))
    play(h, "1:b20")
    legal = h.legal
    assert (legal.bet, legal.raise_) == (None, (40, 40))
    with pytest.raises(IllegalAction):
        h.apply(Bet(40))


@pytest.mark.parametrize("to", [0, -20, 19, 21, 20.0, "20", None, True, 10**12])
def test_r5_2_only_the_exact_bet(to: int) -> None:
    h = after_draw([1000] * 3)
    before = (h.events, h.stacks.copy(), h.pot, h.legal)
    with pytest.raises(IllegalAction, match="bet to 20"):
        h.apply(Bet(to))
    assert (h.events, h.stacks, h.pot, h.legal) == before


@pytest.mark.parametrize("id", ["27td", "a5td"])
def test_r5_2_sizes_round_by_round(id: str) -> None:
    h = table(id)
    assert bounds(h) == (40, 40)
    sizes = []
    for _ in range(3):
        check_round(h)
        pat_round(h)
        first = bounds(h)
        play(h, f"1:b{first[0] if first else 0}")
        sizes.append((first, bounds(h)))
    assert sizes == [((20, 20), (40, 40)), ((40, 40), (80, 80)), ((40, 40), (80, 80))]


def test_r5_2_the_blinds_half_rounded_down_leaves_the_bet_whole() -> None:
    h = table(stakes=Stakes.limit(15))
    assert bounds(h) == (30, 30)
    play(h, "0:r30 1:c")
    assert h.stacks[1] == 970


def test_r5_3_before_the_draw_the_big_blind_is_the_first_of_four() -> None:
    h = table()
    play(h, "0:r40 1:r60 2:r80")
    assert bounds(h) is None
    assert h.legal.call == 40
    assert h.legal.fold
    with pytest.raises(IllegalAction):
        h.apply(Raise(100))
    play(h, "0:c")
    assert bounds(h) is None
    play(h, "1:c 1:p")


def test_r5_3_after_the_draw_one_bet_and_three_raises() -> None:
    h = after_draw([1000] * 3)
    play(h, "1:b20 2:r40 0:r60 1:r80")
    assert bounds(h) is None
    play(h, "2:c 0:c 1:p")


def test_r5_3_each_round_has_its_own_cap() -> None:
    h = table()
    play(h, "0:r40 1:r60 2:r80 0:c 1:c 1:p 2:p 0:p 1:b20 2:r40 0:r60 1:r80 2:c 0:c 1:p 2:p 0:p 1:b40 2:r80")
    assert bounds(h) == (120, 120)


@pytest.mark.parametrize("cap", [1, 2, 3, 5, 7])
def test_r5_3_another_number(cap: int) -> None:
    h = table(cap=cap)
    wagers = 1
    while bounds(h):
        to = 20 * (wagers + 1)
        h.apply(Raise(to))
        wagers += 1
    assert wagers == cap


def test_r5_3_no_cap() -> None:
    h = table(cap=None, stacks=[1000] * 3)
    for k in range(2, 51):
        assert bounds(h) == (20 * k, 20 * k)
        h.apply(Raise(20 * k))
    assert bounds(h) is None  # 1,000 is the whole stack
    assert h.legal.call is not None


def test_r5_3_heads_up_the_cap_holds_unless_the_house_says_otherwise() -> None:
    h = table(seats=2)
    play(h, "0:r40 1:r60 0:r80")
    assert bounds(h) is None


def test_r5_3_wsop_five_wagers_three_handed() -> None:
    h = table(house="wsop")
    play(h, "0:r40 1:r60 2:r80 0:r100")
    assert bounds(h) is None


def test_r5_3_wsop_none_in_a_round_that_begins_heads_up() -> None:
    h = table(seats=2, house="wsop")
    for k in range(2, 12):
        assert bounds(h) == (20 * k, 20 * k)
        h.apply(Raise(20 * k))


def test_r5_3_wsop_a_round_that_becomes_heads_up_keeps_its_cap_and_the_next_has_none() -> None:
    h = table(house="wsop")
    play(h, "0:f 1:r40 2:r60 1:r80 2:r100")
    assert bounds(h) is None
    play(h, "1:c 1:p 2:p 1:b20 2:r40 1:r60 2:r80 1:r100")
    assert bounds(h) == (120, 120)
    play(h, "2:r120 1:r140 2:c")
    play(h, "1:p 2:p 1:b40 2:r80 1:r120 2:r160 1:r200")
    assert bounds(h) == (240, 240)


def test_r5_3_cap_heads_up_alone_is_an_option() -> None:
    h = table(seats=2, cap_heads_up=False)
    play(h, "0:r40 1:r60 0:r80 1:r100 0:r120")
    h = table(seats=3, cap_heads_up=False)
    play(h, "0:r40 1:r60 2:r80")
    assert bounds(h) is None


def test_r5_3_no_limit_has_no_cap() -> None:
    h = table("27sd", stakes=BLINDS, stacks=[10_000] * 3)
    for k in range(2, 20):
        h.apply(Raise(10 * k))
    assert bounds(h) == (200, 10_000)


# R5.5, fixed limit. Seat 1 bets 20, seat 2 is all-in over it (it has that much after the 20 before the draw).


def all_in_over_20(to: int, limit_raise: str = "full_bets") -> Hand:
    h = after_draw([1000, 1000, 20 + to], limit_raise)
    play(h, "1:b20")
    assert bounds(h) == (min(to, 40), min(to, 40))
    play(h, f"2:r{to}")
    return h


def test_r5_5_full_bets_all_in_35_then_60() -> None:
    h = all_in_over_20(35)
    assert h.legal.call == 35
    assert bounds(h) == (60, 60)
    play(h, "0:c")
    assert h.legal.call == 15
    assert bounds(h) == (60, 60)  # it counted as a raise, so the bettor may raise again


def test_r5_5_full_bets_all_in_25_then_complete_to_40() -> None:
    h = all_in_over_20(25)
    assert h.legal.call == 25
    assert bounds(h) == (40, 40)
    play(h, "0:r40")
    assert h.legal.call == 20
    assert bounds(h) == (60, 60)  # the completion was a full raise


def test_r5_5_additive_35_then_55() -> None:
    h = all_in_over_20(35, limit_raise="additive")
    assert bounds(h) == (55, 55)
    play(h, "0:r55")
    assert bounds(h) == (75, 75)


def test_r5_5_additive_25_then_45() -> None:
    h = all_in_over_20(25, limit_raise="additive")
    assert bounds(h) == (45, 45)


@pytest.mark.parametrize("limit_raise", ["full_bets", "additive"])
def test_r5_5_below_half_is_a_call_with_extra(limit_raise: str) -> None:
    for to in (21, 25, 29):
        h = all_in_over_20(to, limit_raise=limit_raise)
        play(h, "0:c")
        assert h.to_act == 1
        assert h.legal.call == to - 20
        assert h.legal.fold
        assert bounds(h) is None, to


@pytest.mark.parametrize("limit_raise", ["full_bets", "additive"])
def test_r5_5_exactly_half_counts(limit_raise: str) -> None:
    h = all_in_over_20(30, limit_raise=limit_raise)
    want = 60 if limit_raise == "full_bets" else 50
    assert bounds(h) == (want, want)
    play(h, "0:c")
    assert bounds(h) == (want, want)


def test_r5_5_half_of_an_odd_bet() -> None:
    """Bet 15: an all-in of 8 above the price is at least half, one of 7 is not."""
    for extra, reopened in ((8, True), (7, False)):
        h = table(stakes=Stakes.limit(15), stacks=[1000, 1000, 30 + extra])
        play(h, "0:c 1:c 2:k 1:p 2:p 0:p")
        play(h, f"1:b15 2:r{15 + extra} 0:c")
        assert (bounds(h) is not None) == reopened


def test_r5_5_slots_of_the_cap() -> None:
    """35 takes the second slot, so 60 and 80 remain. 25 takes none, so 40, 60 and 80 remain."""
    h = all_in_over_20(35)
    play(h, "0:r60 1:r80")
    assert bounds(h) is None
    h = all_in_over_20(25)
    play(h, "0:r40 1:r60 0:r80")
    assert bounds(h) is None
    h = all_in_over_20(35, limit_raise="additive")
    play(h, "0:r55 1:r75")
    assert bounds(h) is None
    h = all_in_over_20(25, limit_raise="additive")
    play(h, "0:r45 1:r65 0:r85")
    assert bounds(h) is None


@pytest.mark.parametrize("limit_raise", ["full_bets", "additive"])
def test_r5_5_an_opening_all_in_below_half_is_completed_to_one_bet(limit_raise: str) -> None:
    h = after_draw([1000, 28, 1000], limit_raise=limit_raise)
    assert bounds(h) == (8, 8)
    play(h, "1:b8")
    assert h.legal.call == 8
    assert bounds(h) == (20, 20)
    play(h, "2:r20 0:r40 2:r60 0:r80")  # the completion was the first wager
    assert bounds(h) is None


@pytest.mark.parametrize(("limit_raise", "want"), [("full_bets", 40), ("additive", 32)])
def test_r5_5_an_opening_all_in_of_half_or_more_is_the_bet(limit_raise: str, want: int) -> None:
    h = after_draw([1000, 32, 1000], limit_raise=limit_raise)
    play(h, "1:b12")
    assert bounds(h) == (want, want)
    play(h, f"2:r{want} 0:r{want + 20} 2:r{want + 40}")
    assert bounds(h) is None


@pytest.mark.parametrize("limit_raise", ["full_bets", "additive"])
def test_r5_5_before_the_draw_a_limper_is_not_reopened_and_the_big_blind_is_not_shut(limit_raise: str) -> None:
    # 3 limps, 0 is all-in for 25, the small blind folds.
    h = table(seats=4, stacks=[25, 1000, 1000, 1000], limit_raise=limit_raise)
    play(h, "3:c 0:r25 1:f")
    want = 40 if limit_raise == "full_bets" else 45
    assert bounds(h) == (want, want)  # the big blind has not acted
    play(h, "2:c")
    assert h.to_act == 3
    assert bounds(h) is None


def test_r5_5_cumulative_short_all_ins_reopen_at_half_a_bet() -> None:
    """20, all-in 26, all-in 32: 12 more than when the bettor acted, 6 more than when seat 4 acted."""
    h = table(seats=5, stacks=[1000, 1000, 46, 1000, 52])
    play(h, "3:c 4:c 0:c 1:c 2:k 1:p 2:p 3:p 4:p 0:p")
    play(h, "1:b20 2:r26 3:c 4:r32 0:c")
    assert h.to_act == 1
    assert bounds(h) is not None
    play(h, "1:c")
    assert h.to_act == 3
    assert bounds(h) is None
    play(h, "3:c")
    assert h.drawing


def test_r5_5_at_the_cap_no_all_in_above_the_price() -> None:
    h = table(stacks=[1000, 1000, 1000, 95], seats=4, button=0)
    play(h, "3:c 0:r40 1:r60 2:r80")
    assert h.to_act == 3
    assert h.legal.call == 60
    assert bounds(h) is None


def test_r5_5_a_short_all_in_before_the_last_slot_leaves_it() -> None:
    h = table(seats=4, stacks=[1000, 1000, 1000, 65])
    play(h, "3:c 0:r40 1:r60 2:c 3:r65")
    # Seat 0 acted at 40. The price has risen by 25 since, so seat 0 may complete to 80, the fourth wager.
    assert h.to_act == 0
    assert bounds(h) == (80, 80)
    play(h, "0:r80")
    assert bounds(h) is None
    play(h, "1:c 2:c")


def test_r5_5_one_can_always_go_all_in_for_less_than_the_price() -> None:
    h = after_draw([1000, 1000, 33])
    play(h, "1:b20")
    assert h.legal.call == 13
    assert bounds(h) is None
    got = play(h, "2:c")
    assert got == (Acted(2, Call(), 13, True),)
    assert h.legal.call == 20  # the price for others stays


def test_r5_5_a_short_big_blind_is_still_the_first_wager_of_full_size() -> None:
    h = table(stacks=[1000, 1000, 5])
    play(h, "0:r40 1:r60 0:r80")
    assert bounds(h) is None


def test_r5_6_uncalled_bet_goes_back() -> None:
    h = after_draw([1000, 1000, 1000])
    got = play(h, "1:b20 2:f 0:f")
    assert UncalledReturned(1, 20) in got
    assert h.nets == (-20, 40, -20)


def test_r5_6_uncalled_part_of_a_raise() -> None:
    h = after_draw([1000, 1000, 33])
    got = play(h, "1:b20 2:c 0:f")
    assert UncalledReturned(1, 7) in got
    assert h.pot == 60 + 26
