"""R7: who shows first, who may muck, odd chips, and pots that are won without showing."""

from collections.abc import Iterable

import pytest
from msgspec import structs

from scene import BLINDS, LIMIT, of_kind, play, start
from standpat.engine.action import Fold, IllegalAction
from standpat.engine.event import Event, Mucked, PotAwarded, ShowdownShow, Wished
from standpat.engine.games import Stakes
from standpat.engine.hand import Hand
from standpat.engine.rebuild import rebuild

WHEEL = ("7c5d4h3s2c", "7d5h4s3c2d", "7h5s4c3d2h", "7s5c4d3h2s")
JACK, QUEEN, KING, ACE = "JcTd9h8s6c", "QcJd9s8c6d", "KcQd9c8d6h", "AcKd9d8h6s"


def turned_up(events: Iterable[Event]) -> list[tuple[int, bool]]:
    """(seat, shown) in the order of the showdown."""
    return [(e.seat, type(e) is ShowdownShow) for e in events if isinstance(e, ShowdownShow | Mucked)]


def shown(events: Iterable[Event]) -> list[int]:
    return [seat for seat, up in turned_up(events) if up]


def awarded(h: Hand) -> list[tuple[tuple[int, int], ...]]:
    return [e.winners for e in h.events if isinstance(e, PotAwarded)]


def river(hands: list[str], **options: object) -> Hand:
    """Three seats of a single draw, button 0, in for 10 each, all pat: seat 1 acts first in the last round."""
    h = start("27sd", hands, stakes=BLINDS, **options)  # type: ignore[arg-type]
    play(h, "0:c 1:c 2:k 1:p 2:p 0:p")
    return h


def test_r7_1_checked_through_the_first_left_of_the_button_shows_first() -> None:
    h = river([QUEEN, ACE, JACK], showdown="show_all")
    play(h, "1:k 2:k 0:k")
    assert turned_up(h.events) == [(1, True), (2, True), (0, True)]


def test_r7_1_the_last_to_bet_shows_first() -> None:
    h = river([ACE, QUEEN, JACK], showdown="show_all")
    play(h, "1:k 2:k 0:b20 1:c 2:c")
    assert turned_up(h.events) == [(0, True), (1, True), (2, True)]


def test_r7_1_the_last_to_raise_shows_first_then_clockwise() -> None:
    h = river([ACE, QUEEN, JACK], showdown="show_all")
    play(h, "1:b10 2:r30 0:c 1:c")
    assert turned_up(h.events) == [(2, True), (0, True), (1, True)]


def test_r7_1_only_the_final_round_counts() -> None:
    h = start("27sd", [QUEEN, ACE, JACK], stakes=BLINDS, showdown="show_all")
    play(h, "0:r30 1:c 2:c 1:p 2:p 0:p 1:k 2:k 0:k")
    assert turned_up(h.events) == [(1, True), (2, True), (0, True)]
    h = start("27td", [QUEEN, ACE, JACK], showdown="show_all")
    play(h, "0:c 1:c 2:k 1:p 2:p 0:p 1:k 2:k 0:k 1:p 2:p 0:p 1:k 2:k 0:b40 1:c 2:c 1:p 2:p 0:p 1:k 2:k 0:k")
    assert turned_up(h.events) == [(1, True), (2, True), (0, True)]


def test_r7_1_all_in_before_the_end_left_of_the_button_first() -> None:
    h = start("27sd", [QUEEN, JACK], stakes=BLINDS, stacks=[100, 100], showdown="show_all")
    play(h, "0:r100 1:c 1:p 0:p")
    assert turned_up(h.events) == [(1, True), (0, True)]


def test_r7_1_an_all_in_raise_below_a_full_one_is_a_raise_in_no_limit() -> None:
    h = start("27sd", [ACE, QUEEN, JACK], stakes=BLINDS, stacks=[500, 500, 35], showdown="show_all")
    play(h, "0:c 1:c 2:k 1:p 2:p 0:p 1:b20 2:r25 0:c 1:c")
    assert turned_up(h.events) == [(2, True), (0, True), (1, True)]


@pytest.mark.parametrize(("to", "first"), [(30, 2), (25, 1)])
def test_r7_1_in_fixed_limit_an_all_in_below_half_is_a_call(to: int, first: int) -> None:
    h = start("27td", [ACE, QUEEN, JACK], stacks=[500, 500, 40 + 2 * to], showdown="show_all")
    play(h, "0:c 1:c 2:k 1:p 2:p 0:p 1:b20 2:c 0:c 1:p 2:p 0:p 1:k 2:k 0:k 1:p 2:p 0:p")
    play(h, f"1:b40 2:r{2 * to} 0:c 1:c")
    assert turned_up(h.events)[0] == (first, True)


# R7.2 muck_losers


def test_r7_2_losers_muck_unless_they_chose_to_show() -> None:
    h = river([QUEEN, ACE, JACK])
    play(h, "1:k 2:k 0:k")
    assert turned_up(h.events) == [(1, True), (2, True), (0, False)]
    h = river([QUEEN, ACE, JACK])
    h.wish(0, "show")
    play(h, "1:k 2:k 0:k")
    assert turned_up(h.events) == [(1, True), (2, True), (0, True)]
    assert h.nets == (-10, -10, 20)


def test_r7_2_the_best_hand_first_lets_all_others_muck() -> None:
    h = river([QUEEN, JACK, ACE])
    play(h, "1:k 2:k 0:k")
    assert turned_up(h.events) == [(1, True), (2, False), (0, False)]


def test_r7_2_an_equal_hand_is_not_a_better_one() -> None:
    h = river([WHEEL[0], WHEEL[1], ACE])
    play(h, "1:k 2:k 0:k")
    assert turned_up(h.events) == [(1, True), (2, False), (0, True)]
    assert awarded(h) == [((1, 15), (0, 15))]


def test_r7_2_a_wish_to_muck_counts_only_where_the_rules_leave_a_choice() -> None:
    for policy in ("muck_losers", "show_all"):
        h = river([QUEEN, JACK, ACE], showdown=policy)
        h.wish(1, "muck")
        play(h, "1:k 2:k 0:k")
        assert h.nets == (-10, 20, -10), policy
        assert 1 in shown(h.events)


def test_r7_2_beaten_for_one_pot_but_not_for_the_other_must_show() -> None:
    """Seat 1 is all-in with the best hand. Seats 2 and 0 both play for a side pot."""
    h = start("27sd", [JACK, WHEEL[0], ACE], stakes=BLINDS, stacks=[500, 50, 500])
    play(h, "0:r100 1:c 2:c 1:p 2:p 0:p 2:k 0:k")
    assert turned_up(h.events) == [(1, True), (2, True), (0, True)]
    assert awarded(h) == [((1, 150),), ((0, 100),)]
    # The other way round seat 0 is beaten for both and mucks.
    h = start("27sd", [ACE, WHEEL[0], JACK], stakes=BLINDS, stacks=[500, 50, 500])
    play(h, "0:r100 1:c 2:c 1:p 2:p 0:p 2:k 0:k")
    assert turned_up(h.events) == [(1, True), (2, True), (0, False)]
    assert awarded(h) == [((1, 150),), ((2, 100),)]


def test_r7_2_a_better_hand_that_cannot_win_the_pot_does_not_beat_for_it() -> None:
    """The bettor of the side pot shows first. The short all-in is beaten in the main pot and mucks."""
    h = start("27sd", [WHEEL[0], ACE, JACK], stakes=BLINDS, stacks=[500, 50, 500])
    play(h, "0:r100 1:c 2:c 1:p 2:p 0:p 2:k 0:b50 2:c")
    assert turned_up(h.events) == [(0, True), (1, False), (2, False)]
    assert awarded(h) == [((0, 150),), ((0, 200),)]


# R7.2 show_all


def test_r7_2_show_all_turns_up_every_hand() -> None:
    h = river([QUEEN, JACK, ACE], showdown="show_all")
    h.wish(2, "muck")
    play(h, "1:k 2:k 0:k")
    assert turned_up(h.events) == [(1, True), (2, True), (0, True)]


# R7.2 optional


def test_r7_2_optional_mucking_gives_up_the_pot() -> None:
    h = river([QUEEN, JACK, ACE], showdown="optional")
    h.wish(1, "muck")
    h.wish(2, "show")
    h.wish(0, "show")
    play(h, "1:k 2:k 0:k")
    assert turned_up(h.events) == [(1, False), (2, True), (0, True)]
    assert h.nets == (20, -10, -10)


def test_r7_2_optional_the_bettor_too() -> None:
    h = river([JACK, QUEEN, ACE], showdown="optional")
    h.wish(0, "muck")
    h.wish(1, "show")
    play(h, "1:k 2:k 0:b20 1:c 2:c")
    assert turned_up(h.events)[0] == (0, False)
    assert h.nets == (-30, 60, -30)


def test_r7_2_optional_the_last_one_left_need_not_show() -> None:
    h = river([ACE, JACK, QUEEN], showdown="optional")
    h.wish(1, "muck")
    h.wish(2, "muck")
    play(h, "1:k 2:k 0:k")
    assert shown(h.events) == []
    assert h.nets == (20, -10, -10)
    h = river([ACE, JACK, QUEEN], showdown="optional")
    for seat, what in ((1, "muck"), (2, "muck"), (0, "show")):
        h.wish(seat, what)  # type: ignore[arg-type]
    play(h, "1:k 2:k 0:k")
    assert shown(h.events) == [0]


def test_r7_2_optional_the_last_one_left_cannot_muck_the_pot_away() -> None:
    h = river([ACE, JACK, QUEEN], showdown="optional")
    for seat in (0, 1, 2):
        h.wish(seat, "muck")
    play(h, "1:k 2:k 0:k")
    assert shown(h.events) == []
    assert h.nets == (20, -10, -10)


def test_r7_2_optional_without_wishes_the_winner_is_paid() -> None:
    h = river([QUEEN, ACE, JACK], showdown="optional")
    play(h, "1:k 2:k 0:k")
    assert h.nets == (-10, -10, 20)
    assert 2 in shown(h.events)


def test_r7_2_optional_giving_up_the_main_and_the_side_pot() -> None:
    """Seat 2 has the best hand and mucks: the main pot goes to seat 1, the side pot to seat 0."""
    h = start("27sd", [ACE, QUEEN, WHEEL[0]], stakes=BLINDS, stacks=[500, 50, 500], house="cardroom", draws="immediate")
    h.wish(2, "muck")
    h.wish(1, "show")
    h.wish(0, "show")
    play(h, "0:r100 1:c 2:c 1:p 2:p 0:p 2:k 0:k")
    assert awarded(h) == [((1, 150),), ((0, 100),)]


def test_r7_2_the_last_wish_counts_and_is_private() -> None:
    h = river([QUEEN, JACK, ACE], showdown="optional")
    assert h.wish(1, "muck") == (Wished(1, "muck"),)
    h.wish(1, "show")
    play(h, "1:k 2:k 0:k")
    assert h.nets == (-10, 20, -10)
    assert not of_kind(h.seen_by(0), Wished)
    assert not of_kind(h.seen_by(None), Wished)
    assert len(of_kind(h.seen_by(1), Wished)) == 2


def test_r7_2_a_wish_that_means_nothing_is_refused() -> None:
    h = river([QUEEN, JACK, ACE])
    play(h, "1:b10 2:f")
    before = h.events
    for seat, what in ((2, "show"), (1, "fold"), (1, None)):
        with pytest.raises(IllegalAction):
            h.wish(seat, what)  # type: ignore[arg-type]
    for bad in (3, -1, None, "1"):
        with pytest.raises(ValueError, match="seat"):
            h.wish(bad, "show")  # type: ignore[arg-type]
    assert h.events == before
    play(h, "0:f")
    with pytest.raises(IllegalAction):
        h.wish(1, "show")


# R7.3


def test_r7_3_lowest_hand_wins_and_equal_hands_split() -> None:
    h = river([WHEEL[0], WHEEL[1], ACE])
    play(h, "1:b10 2:c 0:c")
    assert h.nets == (10, 10, -20)


def four(hands: list[str], button: int = 0) -> Hand:
    """Four seats in for 10 each, except the small blind, who folds 5 chips: a pot of 35, checked down."""
    h = start("27sd", hands, stakes=BLINDS, button=button)
    b = button
    seats = [(b + k) % 4 for k in range(4)]
    play(h, f"{seats[3]}:c {seats[0]}:c {seats[1]}:f {seats[2]}:k")
    play(h, f"{seats[2]}:p {seats[3]}:p {seats[0]}:p {seats[2]}:k {seats[3]}:k {seats[0]}:k")
    return h


def test_r7_3_the_odd_chip_goes_left_of_the_button() -> None:
    h = four([WHEEL[0], ACE, KING, WHEEL[1]])
    assert awarded(h) == [((3, 18), (0, 17))]
    h = four([ACE, WHEEL[1], WHEEL[0], KING], button=2)  # left of 2 is 3, who folded, then 0, 1, 2
    assert awarded(h) == [((1, 18), (2, 17))]


def test_r7_3_odd_chips_one_each() -> None:
    h = four([WHEEL[0], ACE, WHEEL[2], WHEEL[1]])
    assert awarded(h) == [((2, 12), (3, 12), (0, 11))]
    h = four([WHEEL[0], WHEEL[3], ACE, WHEEL[1]], button=1)  # seat 2 folds; from the left: 3, 0, 1
    assert awarded(h) == [((3, 12), (0, 12), (1, 11))]


def test_r7_3_the_bettor_has_no_claim_to_the_odd_chip() -> None:
    h = start("27sd", [WHEEL[0], ACE, KING, WHEEL[1]], stakes=BLINDS)
    play(h, "3:c 0:c 1:f 2:k 2:p 3:p 0:p 2:k 3:k 0:b10 2:f 3:c")
    assert shown(h.events) == [0, 3]
    assert awarded(h) == [((3, 28), (0, 27))]


def test_r7_3_odd_chips_pot_by_pot() -> None:
    h = start("27sd", [WHEEL[0], ACE, WHEEL[1], WHEEL[2]], stakes=BLINDS, stacks=[500, 500, 24, 500])
    # 3 raises to 51, 0 calls, the small blind's 5 are folded, 2 is all-in for 24.
    play(h, "3:r51 0:c 1:f 2:c 2:p 3:p 0:p 3:k 0:k")
    # Main 24 x 3 + 5 = 77 = 26 26 25; side 27 x 2 = 54 = 27 27.
    assert awarded(h) == [((2, 26), (3, 26), (0, 25)), ((3, 27), (0, 27))]


def test_r7_3_deuce_to_seven_and_ace_to_five_read_the_same_cards_differently() -> None:
    for id, winner in (("27sd-fl", 0), ("a5sd", 1)):
        h = start(id, ["9c7d6h4s3c", "Ac2d3h4c5h"])
        play(h, "0:c 1:k 1:p 0:p 1:k 0:k")
        assert h.nets is not None
        assert h.nets[winner] == 20, id


# R7.4


def test_r7_4_the_last_one_is_paid_without_showing() -> None:
    h = river([QUEEN, ACE, JACK], showdown="show_all")
    play(h, "1:b10 2:f 0:f")
    assert turned_up(h.events) == []
    assert h.nets == (-10, 20, -10)


def test_r7_4_a_side_pot_of_one_claimant() -> None:
    """Only seat 0 can win the side pot after seat 2 folded. Seat 0 is beaten in the main pot, mucks, and is paid."""
    h = start("27td-nl", [ACE, WHEEL[0], QUEEN], stakes=BLINDS, stacks=[500, 50, 500])
    play(h, "0:r100 1:c 2:c 1:p 2:p 0:p 2:k 0:b50 2:f")
    play(h, "1:p 0:p 1:p 0:p")
    assert turned_up(h.events) == [(1, True), (0, False)]
    assert awarded(h) == [((1, 150),), ((0, 100),)]
    assert h.nets == (0, 100, -100)


def test_r4_3_a_fold_leaves_no_show_in_any_pot() -> None:
    h = start("27td", [ACE, WHEEL[0], QUEEN], stakes=LIMIT)
    h.apply(Fold())
    h.apply(Fold())
    assert turned_up(h.events) == []


# R7.5, T7.3, T7.4


def side_pot(**options: object) -> Hand:
    """Seat 1 (A) is all-in for 60 before the second draw; seats 2 and 0 bet on. Seat 0 beats 2, and 1 beats both."""
    h = start("27td", [QUEEN, WHEEL[0], KING], stacks=[500, 60, 500], **options)  # type: ignore[arg-type]
    play(h, "0:c 1:c 2:k 1:p 2:p 0:p 1:b20 2:c 0:c")
    play(h, "1:p 2:p 0:p 1:b20 2:c 0:r80 2:c 1:p 2:p 0:p")
    return h


def test_t7_3_after_an_all_in_all_hands_are_shown_the_side_pot_first() -> None:
    """Test case 19: nothing is shown before the last betting ends."""
    h = side_pot(all_ins_shown=True)
    assert h.stacks[1] == 0
    play(h, "2:k 0:b40")
    assert not turned_up(h.events)
    play(h, "2:c")
    assert turned_up(h.events) == [(0, True), (2, True), (1, True)]
    assert [(e.pot, e.winners) for e in h.events if isinstance(e, PotAwarded)] == [(1, ((0, 200),)), (0, ((1, 180),))]
    h = side_pot(all_ins_shown=True)
    play(h, "2:k 0:k")  # seat 1 would be the first to show
    assert turned_up(h.events) == [(2, True), (0, True), (1, True)]


def test_t7_3_without_the_rule_or_without_an_all_in_losers_muck() -> None:
    h = side_pot()
    play(h, "2:k 0:b40 2:c")
    assert turned_up(h.events) == [(0, True), (1, True), (2, False)]
    h = river([QUEEN, ACE, JACK], all_ins_shown=True)
    play(h, "1:b10 2:c 0:c")
    assert turned_up(h.events) == [(1, True), (2, True), (0, False)]
    h = start("27td", [QUEEN, WHEEL[0], KING], stacks=[500, 60, 500], all_ins_shown=True)
    play(h, "0:c 1:c 2:k 1:p 2:p 0:p 1:b20 2:c 0:c 1:p 2:p 0:p 1:b20 2:f 0:f")
    assert turned_up(h.events) == []  # everybody folded to the all-in


@pytest.mark.parametrize("showdown", ["muck_losers", "optional", "show_all"])
def test_t7_3_nobody_may_muck_whatever_the_policy(showdown: str) -> None:
    h = start(
        "27sd",
        [ACE, KING, QUEEN],
        stakes=BLINDS,
        stacks=[30] * 3,
        asks=[0, 1, 2],
        showdown=showdown,
        all_ins_shown=True,
    )
    h.wish(0, "muck")
    play(h, "0:r30 1:c 2:c 1:p 2:p 0:p")
    assert h.over
    assert turned_up(h.events) == [(1, True), (2, True), (0, True)]


def test_t7_3_a_hand_with_an_all_in_is_rebuilt() -> None:
    h = side_pot(all_ins_shown=True)
    play(h, "2:k 0:b40 2:c")
    assert rebuild(h.game, h.stakes, h.events).events == h.events
    muck = structs.replace(h.game, house=structs.replace(h.game.house, all_ins_shown=False))
    with pytest.raises(ValueError, match="but the rules say"):
        rebuild(muck, h.stakes, h.events)


def test_t7_4_odd_chips_of_each_pot_by_itself() -> None:
    """Test case 20: a pot of 101, tied by the small blind and the button; then two odd pots."""
    h = start("27sd", [WHEEL[0], WHEEL[1], ACE], stakes=Stakes(1, 1))
    play(h, "0:r50 1:c 2:f 1:p 0:p 1:k 0:k")
    assert awarded(h) == [((1, 51), (0, 50))]
    h = start("27sd", [WHEEL[0], ACE, WHEEL[1], WHEEL[2]], stakes=BLINDS, stacks=[500, 7, 24, 500], all_ins_shown=True)
    play(h, "3:r51 0:c 1:c 2:c 1:p 2:p 3:p 0:p 3:k 0:k")
    # Main 28 = 10 9 9, side 51 = 17 17 17, last side 54 = 27 27; the last side pot comes first.
    assert awarded(h) == [((3, 27), (0, 27)), ((2, 17), (3, 17), (0, 17)), ((2, 10), (3, 9), (0, 9))]
