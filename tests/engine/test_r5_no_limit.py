"""R5.4-R5.7: no limit and pot limit, short all-ins, uncalled bets and side pots. All bounds were computed by hand."""

import pytest

from scene import BLINDS, bounds, check_round, of_kind, pat_round, play, start, table
from standpat.engine.action import Bet, IllegalAction, Raise
from standpat.engine.event import Acted, PotAwarded, UncalledReturned
from standpat.engine.games import Stakes
from standpat.engine.hand import Hand


def single(stacks: list[int], **more: object) -> Hand:
    return table("27sd", stakes=BLINDS, stacks=stacks, **more)  # type: ignore[arg-type]


def test_r5_4_minimum_and_maximum_before_the_draw() -> None:
    h = single([500, 500, 500])
    assert bounds(h) == (20, 500)
    play(h, "0:r25")
    assert bounds(h) == (40, 500)  # a raise of 15 was made over 10
    play(h, "1:r70")
    assert bounds(h) == (115, 500)
    play(h, "2:r115")
    assert bounds(h) == (160, 500)


def test_r5_4_minimum_bet_is_the_big_blind() -> None:
    h = single([500, 500, 500])
    play(h, "0:c 1:c 2:k 1:p 2:p 0:p")
    assert h.legal.bet == (10, 490)
    with pytest.raises(IllegalAction):
        h.apply(Bet(9))
    with pytest.raises(IllegalAction):
        h.apply(Bet(491))
    play(h, "1:b10")
    assert h.legal.raise_ == (20, 490)


def test_r5_4_the_raise_size_starts_anew_each_round() -> None:
    h = single([5000, 5000, 5000])
    play(h, "0:r500 1:c 2:c 1:p 2:p 0:p")
    assert h.legal.bet == (10, 4500)


def test_r5_4_minimum_raise_is_the_previous_raise() -> None:
    h = single([1000] * 3)
    play(h, "0:c 1:c 2:k 1:p 2:p 0:p 1:b30")
    assert bounds(h) == (60, 990)
    play(h, "2:r80")
    assert bounds(h) == (130, 990)
    for to in (81, 129, 991):
        with pytest.raises(IllegalAction):
            h.apply(Raise(to))
    play(h, "0:r130")
    assert bounds(h) == (180, 990)


def test_r5_5_all_in_is_always_there() -> None:
    h = single([500, 500, 14])
    play(h, "0:c 1:c")
    assert bounds(h) == (14, 14)
    play(h, "2:r14")
    h = single([500, 500, 17])
    play(h, "0:c 1:c 2:k 1:p 2:p 0:p 1:k")
    assert h.legal.bet == (7, 7)  # below the minimum bet, but the whole stack
    h = single([500, 500, 40])
    play(h, "0:c 1:c 2:k 1:p 2:p 0:p 1:b25")
    assert bounds(h) == (30, 30)


def test_r5_5_a_short_all_in_never_lowers_the_minimum_raise() -> None:
    h = single([1000, 1000, 1000, 110], button=0, seats=4)
    # 3 is first before the draw; after it 1, 2, 3, 0.
    play(h, "3:c 0:c 1:c 2:k 1:p 2:p 3:p 0:p")
    play(h, "1:b30 2:r80 3:r100")
    assert bounds(h) == (150, 990)  # 100 and the raise of 50
    play(h, "0:c")
    # There was a full raise since the bet of 30, so that player may raise again.
    assert h.to_act == 1
    assert bounds(h) == (150, 990)
    play(h, "1:c")
    # The raiser to 80 faces 20, less than the raise of 50.
    assert h.to_act == 2
    assert h.legal.call == 20
    assert bounds(h) is None
    with pytest.raises(IllegalAction):
        h.apply(Raise(150))
    with pytest.raises(IllegalAction):
        h.apply(Raise(990))


def five(a_calls: bool) -> Hand:
    """The tournament directors' example: 100, all-in 125, call 125, all-in 200, call 200."""
    h = table("27sd", seats=5, stakes=Stakes(50, 100), stacks=[5000, 225, 5000, 300, 5000], button=4)
    play(h, "2:c 3:c 4:c 0:c 1:k 0:p 1:p 2:p 3:p 4:p")
    play(h, "0:b100 1:r125 2:c 3:r200 4:c")
    assert h.to_act == 0
    assert h.legal.call == 100
    assert bounds(h) == (300, 4900)
    play(h, "0:c" if a_calls else "0:r300")
    return h


def test_r5_5_cumulative_all_ins_reopen_for_the_first_bettor_only() -> None:
    h = five(a_calls=True)
    assert h.to_act == 2
    assert h.legal.call == 75
    assert h.legal.fold
    assert bounds(h) is None
    play(h, "2:c")
    assert h.drawing or h.over


def test_r5_5_a_full_raise_after_it_reopens_for_all() -> None:
    h = five(a_calls=False)
    assert h.to_act == 2
    assert h.legal.call == 175
    assert bounds(h) == (400, 4900)
    play(h, "2:c 4:c")
    assert h.over


def test_r5_5_who_has_not_acted_may_raise_a_short_all_in() -> None:
    h = single([1000, 1000, 1000, 15], seats=4)
    play(h, "3:r15")
    assert bounds(h) == (25, 1000)
    play(h, "0:c 1:c")
    assert h.to_act == 2
    assert bounds(h) == (25, 1000)


def test_r5_5_a_limper_is_not_reopened_by_a_short_all_in() -> None:
    h = single([15, 1000, 1000, 1000], seats=4)
    play(h, "3:c 0:r15 1:f 2:c")
    assert h.to_act == 3
    assert h.legal.call == 5
    assert bounds(h) is None
    play(h, "3:c 2:p")


def test_r5_5_a_check_is_an_act_an_all_in_below_the_minimum_bet_does_not_reopen() -> None:
    h = single([1000, 1000, 16])
    play(h, "0:c 1:c 2:k 1:p 2:p 0:p 1:k 2:b6 0:c")
    assert h.to_act == 1
    assert h.legal.call == 6
    assert bounds(h) is None


def test_r5_4_a_maximum_is_the_stack_even_over_shorter_opponents() -> None:
    h = single([500, 60, 70])
    assert bounds(h) == (20, 500)
    got = play(h, "0:r500 1:c 2:c")
    assert UncalledReturned(0, 430) in got


def test_r5_6_side_pots_of_three_unequal_stacks() -> None:
    """Stacks 40, 100, 300 all-in: pots of 120 and 120, and 200 uncalled.

    The shortest stack has the best hand, then the next.
    """
    hands = ["9c8d4h3s2c", "7c5d4c3d2h", "8h6d5s4d2d"]
    h = start("27sd", hands, stakes=BLINDS, stacks=[300, 40, 100])
    got = play(h, "0:r300 1:c 2:c 1:p 2:p 0:p")
    assert of_kind(got, UncalledReturned) == [UncalledReturned(0, 200)]
    assert of_kind(got, PotAwarded) == [PotAwarded(0, "whole", ((1, 120),)), PotAwarded(1, "whole", ((2, 120),))]
    assert h.nets == (-100, 80, 20)


def test_r5_6_four_pots_with_a_folded_contributor() -> None:
    """Seat 3 puts in 60 and folds; 0 has 20, 1 has 50, 2 has 150, 4 covers.

    Paid in the end: 20, 50, 150, 60, 150. Main 5 x 20 = 100 (0 1 2 4), side 4 x 30 = 120 (1 2 4),
    side (60-50) + 2 x 100 = 210 (2 4).
    """
    hands = ["7c5d4c3d2h", "8h6d5s4d2d", "9c8d4h3s2c", "Tc9d5h3h2s", "Jc9s6h5c3c"]
    h = start("27sd", hands, stakes=BLINDS, stacks=[20, 50, 150, 1000, 1000], button=0)
    got = play(h, "3:r60 4:c 0:c 1:c 2:r150 3:f 4:c")
    assert [(p.amount, sorted(p.claimants)) for p in h.pots] == [(100, [0, 1, 2, 4]), (120, [1, 2, 4]), (210, [2, 4])]
    got = play(h, "1:p 2:p 4:p 0:p")
    assert of_kind(got, PotAwarded) == [
        PotAwarded(0, "whole", ((0, 100),)),
        PotAwarded(1, "whole", ((1, 120),)),
        PotAwarded(2, "whole", ((2, 210),)),
    ]
    assert h.nets == (80, 70, 60, -60, -150)


def test_r5_6_uncalled_all_in_raise_when_everybody_folds() -> None:
    h = single([500, 500, 500])
    got = play(h, "0:r30 1:r500 2:f 0:f")
    assert of_kind(got, UncalledReturned) == [UncalledReturned(1, 470)]
    assert h.nets == (-30, 40, -10)


def test_r5_6_return_comes_when_the_betting_ends_not_at_the_showdown() -> None:
    h = single([500, 60])
    got = play(h, "0:r500 1:c")
    assert got[:3] == (
        Acted(0, Raise(500), 500, True),
        Acted(1, got[1].action, 60, True),  # type: ignore[union-attr]
        UncalledReturned(0, 440),
    )
    assert h.drawing
    assert h.stacks == [440, 0]
    assert h.pot == 120


def pot(stacks: list[int], **more: object) -> Hand:
    return table("27td-pl", stacks=stacks, stakes=more.pop("stakes", BLINDS), **more)  # type: ignore[arg-type]


def test_r5_7_a_maximum_raise_is_the_pot_after_the_call() -> None:
    h = pot([1000] * 3)
    # Pot 15, to call 10: after the call 25, so to 10 + 25.
    assert bounds(h) == (20, 35)
    play(h, "0:r35")
    # Pot 50, the small blind calls 30: 80, so to 35 + 80. Minimum 35 + 25.
    assert bounds(h) == (60, 115)
    play(h, "1:r115")
    # Pot 15 - 5 + 35 + 115 = 160, the big blind calls 105: 265, so to 115 + 265. Minimum 115 + 80.
    assert bounds(h) == (195, 380)


def test_r5_7_after_the_draw_a_bet_of_the_pot() -> None:
    h = pot([1000] * 3)
    play(h, "0:c 1:c 2:k 1:p 2:p 0:p")
    assert h.legal.bet == (10, 30)
    play(h, "1:b30")
    assert bounds(h) == (60, 120)  # 30 + 60 + 30
    play(h, "2:c")
    assert bounds(h) == (60, 150)  # 30 + 90 + 30
    with pytest.raises(IllegalAction):
        h.apply(Raise(151))
    play(h, "0:r150")


def test_r5_7_antes_are_in_the_pot() -> None:
    h = pot([1000] * 3, stakes=Stakes(5, 10, ante=1))
    assert bounds(h) == (20, 38)


def test_r5_7_the_stack_is_a_limit_too_and_all_in_is_there() -> None:
    h = pot([30, 1000, 1000])
    assert bounds(h) == (20, 30)
    h = pot([17, 1000, 1000])
    assert bounds(h) == (17, 17)
    h = pot([1000, 1000, 14])
    play(h, "0:c 1:c")
    assert bounds(h) == (14, 14)


def test_r5_7_no_cap_and_short_all_ins_as_in_no_limit() -> None:
    h = pot([1000, 1000, 25])
    play(h, "0:r20")
    assert bounds(h) == (30, 70)  # pot 35, 15 to call: 50
    play(h, "1:c 2:r25")
    # 5 more is not a full raise of 10: the betting is reopened for neither player.
    assert bounds(h) is None
    play(h, "0:c")
    assert bounds(h) is None


def test_r5_4_a_round_of_no_limit_triple_draw_keeps_one_minimum() -> None:
    h = table("27td-nl", stakes=BLINDS)
    for _ in range(3):
        check_round(h)
        pat_round(h)
        assert h.legal.bet is not None
        assert h.legal.bet.min_to == 10
