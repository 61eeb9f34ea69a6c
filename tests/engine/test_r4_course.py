"""R4: the order of a hand, whose turn it is, all-in players, and hands that end early."""

from scene import BLINDS, LIMIT, bounds, check_round, of_kind, pat_round, play, start, table
from standpat.cards.ranking import deuce_to_seven
from standpat.engine.action import Call, Check, Discard, Fold
from standpat.engine.event import Acted, DrawResult, HandEnd, PotAwarded, ShowdownShow, StreetStart, UncalledReturned
from standpat.engine.games import Stakes


def test_r4_2_order_before_and_after_the_draw() -> None:
    h = table(seats=6, button=3)
    play(h, "0:c 1:c 2:f 3:c 4:c 5:k")  # 4 and 5 are the blinds
    play(h, "4:p 5:p 0:p 1:p 3:p")
    play(h, "4:k 5:k 0:k 1:k 3:b20 4:f 5:c 0:c 1:f")
    play(h, "5:p 0:p 3:p")
    play(h, "5:k 0:k 3:k 5:p 0:p 3:p 5:k 0:k 3:k")
    assert h.over


def test_r4_2_first_still_in_left_of_the_button_when_the_button_folded() -> None:
    h = table(seats=4, button=1)
    play(h, "0:c 1:f 2:f 3:k 3:p 0:p 3:k 0:k 3:p 0:p 3:b40")


def test_r4_streets_of_triple_and_single_draw() -> None:
    for id, want in (
        ("27td", [(1, "draw1"), (2, "draw2"), (3, "draw3")]),
        ("a5td", [(1, "draw1"), (2, "draw2"), (3, "draw3")]),
        ("27sd", [(1, "draw")]),
    ):
        h = table(id)
        while not h.over:
            check_round(h)
            if h.drawing:
                pat_round(h)
        got = [(e.street, e.label) for e in h.events if isinstance(e, StreetStart) and e.street]
        assert got == want


def test_r4_3_everybody_folds_but_one() -> None:
    h = table()
    got = play(h, "0:r40 1:f 2:f")
    assert got == (
        Acted(0, got[0].action, 40, False),  # type: ignore[union-attr]
        Acted(1, Fold(), 10, False),
        Acted(2, Fold(), 20, False),
        UncalledReturned(0, 20),
        PotAwarded(0, "whole", ((0, 50),)),
        HandEnd((30, -10, -20)),
    )
    assert h.over
    assert h.to_act is None
    assert h.nets == (30, -10, -20)
    assert h.stacks == [1030, 990, 980]
    assert not of_kind(h.events, ShowdownShow)
    assert not of_kind(h.events, DrawResult)


def test_r4_3_all_fold_to_an_all_in_player() -> None:
    h = table("27sd", stakes=BLINDS, stacks=[200, 200, 100])
    play(h, "0:c 1:c 2:r100 0:f 1:f")
    assert h.nets == (-10, -10, 20)


def test_r4_3_no_more_cards_are_drawn() -> None:
    h = table()
    play(h, "0:c 1:c 2:k 1:p 2:p 0:p 1:b20 2:f 0:f")
    assert h.over
    assert len(of_kind(h.events, DrawResult)) == 3


def test_r4_4_all_in_players_draw_and_are_not_asked_to_bet() -> None:
    h = table(stacks=[1000, 30, 1000])
    play(h, "0:r40 1:c 2:c")
    play(h, "1:p 2:p 0:p 2:b20 0:r40 2:c")
    play(h, "1:p 2:p 0:p 2:k 0:k 1:p 2:p 0:p 2:k 0:k")
    assert h.over


def test_r4_4_every_draw_is_played_when_betting_is_over() -> None:
    h = table("27td-nl", seats=2, stakes=BLINDS, stacks=[100, 100])
    play(h, "0:r100 1:c")
    for _ in range(3):
        play(h, "1:p 0:p")
    assert h.over


def test_r4_4_one_with_chips_against_all_ins_draws_on_without_betting() -> None:
    h = table("27td-nl", seats=3, stakes=BLINDS, stacks=[500, 50, 80])
    play(h, "0:r200 1:c 2:c")
    assert of_kind(h.events, UncalledReturned) == [UncalledReturned(0, 120)]
    for _ in range(3):
        play(h, "1:p 2:p 0:p")
    assert h.over


def test_r4_4_he_still_decides_whether_to_call_an_all_in() -> None:
    h = table("27sd", seats=2, stakes=BLINDS, stacks=[500, 60])
    play(h, "0:c 1:r60")
    assert h.to_act == 0
    assert h.legal.fold
    assert h.legal.call == 50
    assert bounds(h) is None  # no raise is possible against a player who is all-in
    play(h, "0:c 1:p 0:p")
    assert h.over


def test_r4_4_an_option_is_not_asked_where_all_opponents_are_all_in_and_matched() -> None:
    h = table("27sd", seats=2, stakes=BLINDS, stacks=[10, 500])
    got = h.apply(Call())  # the button is all-in for the price
    assert type(got[0]) is Acted
    assert got[0].all_in
    assert h.drawing
    assert h.to_act == 1


def test_r4_4_blinds_that_put_them_all_in() -> None:
    # Heads-up: the big blind has 8 of 20 and the small blind's 10 match it: nothing is asked.
    h = table(seats=2, stacks=[500, 8])
    assert h.drawing
    assert of_kind(h.events, UncalledReturned) == [UncalledReturned(0, 2)]
    # The big blind has 15: the small blind decides about the rest.
    h = table(seats=2, stacks=[500, 15])
    assert h.to_act == 0
    assert not h.drawing
    assert h.legal.fold
    assert h.legal.call is not None
    assert bounds(h) is None
    play(h, "0:f")
    assert h.nets == (-10, 10)
    # The small blind is all-in with 6, below the big blind: matched.
    h = table(seats=2, stacks=[6, 500])
    assert h.drawing
    assert h.to_act == 1
    # Both all-in.
    h = table(seats=2, stacks=[10, 20])
    assert h.drawing


def test_r4_4_a_short_blind_called_puts_in_no_more_than_can_be_matched_in_the_end() -> None:
    h = table(seats=2, stacks=[500, 15])
    h.apply(Call())
    assert h.pot == 30
    assert h.stacks == [485, 0]


def test_r4_4_caller_without_opponent_to_bet_against() -> None:
    """Three players, two blinds all-in: the button decides about 20 chips and cannot raise."""
    h = table(stacks=[500, 10, 15])
    assert h.to_act == 0
    assert h.legal.call == 20
    assert bounds(h) is None
    play(h, "0:f 1:p 2:p")


def test_r4_4_everybody_all_in_by_antes() -> None:
    h = table("27sd", stakes=Stakes(5, 10, ante=10), stacks=[10, 4, 7])
    assert h.drawing
    play(h, "1:p 2:p 0:p")
    assert h.over
    assert sum(h.nets or ()) == 0


def test_r4_4_a_covered_blind_facing_only_smaller_all_ins_is_not_asked() -> None:
    # The big blind (seat 2) has chips; the others are all-in for less than the blind.
    h = table(stacks=[15, 9, 500])
    assert h.to_act == 0
    assert h.legal.call == 15
    h.apply(Call())
    assert h.drawing
    assert of_kind(h.events, UncalledReturned) == [UncalledReturned(2, 5)]


def test_r4_4_last_with_chips_in_a_later_round_is_not_asked() -> None:
    h = table("27td-nl", seats=3, stakes=BLINDS, stacks=[500, 50, 500])
    play(h, "0:r50 1:c 2:c 1:p 2:p 0:p 2:b450 0:c")
    assert h.drawing
    pat_round(h)
    pat_round(h)
    assert h.over


def test_r4_everything_of_a_checked_down_hand_in_order() -> None:
    """All events of a single draw that is checked down.

    The player left of the button shows first, a king-low; it is beaten by the queen-low, so both show.
    """
    h = start("27sd", ["Tc5d4h3s2c", "8c6d4s3h2d"], "KhQs", stakes=BLINDS)
    before = len(h.events)
    got = play(h, "0:c 1:k 1:d8c 0:d5d 1:k 0:k")
    assert got == h.events[before:]
    assert [e for e in got if not isinstance(e, StreetStart)] == [
        Acted(0, Call(), 10, False),
        Acted(1, Check(), 10, False),
        DrawResult(1, Discard("8c").cards, Discard("Kh").cards, 1),
        DrawResult(0, Discard("5d").cards, Discard("Qs").cards, 1),
        Acted(1, Check(), 0, False),
        Acted(0, Check(), 0, False),
        ShowdownShow(1, h.cards(1), deuce_to_seven("Kh6d4s3h2d")),
        ShowdownShow(0, h.cards(0), deuce_to_seven("QsTc4h3s2c")),
        PotAwarded(0, "whole", ((0, 20),)),
        HandEnd((10, -10)),
    ]


def test_r4_blinds_named_in_the_scene_are_those_of_the_rules() -> None:
    assert (LIMIT.small_blind, LIMIT.big_blind) == (10, 20)
