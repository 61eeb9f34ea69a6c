"""The interpretations in DECISIONS.md: what the engine does where the rules can be read in two ways.

Each one has a test. Those without a test beside their rule are here.
"""

import re
from pathlib import Path

import pytest

from engine.test_r7_showdown import ACE, JACK, QUEEN, turned_up
from scene import BLINDS, bounds, of_kind, play, start, table
from standpat import Stakes
from standpat.engine.event import UncalledReturned

TESTS = Path(__file__).parent.parent

NAMED = (
    ("test_limit_single_draw_bets_small_before_the_draw_and_big_after_it",),
    (
        "test_r3_6_a_short_big_blind_is_all_in_and_the_price_stays",
        "test_a_short_big_blind_is_called_whole_heads_up_too",
    ),
    ("test_a_round_in_which_one_is_all_in_does_not_begin_heads_up",),
    ("test_half_a_bet_is_measured_from_the_price_showing",),
    (
        "test_an_opening_all_in_below_half_a_bet_is_the_last_bet",
        "test_r7_1_in_fixed_limit_an_all_in_below_half_is_a_call",
        "test_where_the_last_to_bet_has_folded_the_first_left_of_the_button_shows",
    ),
    ("test_after_all_ins_below_half_and_no_full_bet_additive_completes_to_one",),
    ("test_an_all_in_below_the_least_bet_leaves_the_least_raise",),
    ("test_r7_2_last_in_the_side_pot_and_the_main_pot_open_must_show",),
    (
        "test_r6_6_burns_are_muck",
        "test_r3_6_short_ante_leaves_nothing_for_the_blind",
        "test_what_nobody_can_match_of_an_ante_goes_back",
    ),
    ("test_r3_5_of_uneven_antes_only_what_all_owe_is_a_bet",),
    (
        "test_r3_8_a_straddle_sets_the_price_and_has_the_option",
        "test_r3_8_a_short_straddle_is_what_was_posted",
        "test_r3_8_two_posts_of_one_seat_count_together",
        "test_r3_8_in_fixed_limit_a_straddle_takes_places_of_the_cap",
    ),
    ("test_r3_7_where_one_is_left_of_a_game_the_big_blind_goes_on_and_nothing_is_dead",),
)
"""The tests of each reading, in the order of DECISIONS.md."""


def test_each_reading_has_a_test() -> None:
    text = (TESTS.parent / "DECISIONS.md").read_text("utf-8")
    section = text.split("\n## Readings\n")[1].split("\n## ")[0]
    readings = re.findall(r"^- ", section, re.MULTILINE)
    assert len(readings) == len(NAMED), "a reading has come or gone: name its test here"
    sources = "".join([path.read_text("utf-8") for path in sorted(TESTS.rglob("test_*.py"))])
    for names in NAMED:
        assert names
        for name in names:
            assert f"def {name}(" in sources


def test_limit_single_draw_bets_small_before_the_draw_and_big_after_it() -> None:
    h = table("27sd-fl")
    assert bounds(h) == (40, 40)
    play(h, "0:c 1:c 2:k 1:p 2:p 0:p")
    assert bounds(h) == (40, 40)
    play(h, "1:b40")
    assert bounds(h) == (80, 80)


def test_a_short_big_blind_is_called_whole_heads_up_too() -> None:
    h = table(seats=2, stacks=[500, 15])
    assert (h.to_act, h.legal.call) == (0, 10)
    play(h, "0:c")
    assert of_kind(h.events, UncalledReturned) == [UncalledReturned(0, 5)]


def test_a_round_in_which_one_is_all_in_does_not_begin_heads_up() -> None:
    h = table(house="wsop", stacks=[40, 1000, 1000])
    play(h, "0:r40 1:c 2:c 1:p 2:p 0:p 1:b20 2:r40 1:r60 2:r80 1:r100")
    assert bounds(h) is None  # the cap of three, although only two players bet
    h = table(house="wsop")
    play(h, "0:f 1:c 2:k 1:p 2:p 1:b20 2:r40 1:r60 2:r80 1:r100")
    assert bounds(h) == (120, 120)


@pytest.mark.parametrize(("to", "answer"), [(44, (60, 60)), (45, (80, 80))])
def test_half_a_bet_is_measured_from_the_price_showing(to: int, answer: tuple[int, int]) -> None:
    """After a bet of 20 and an all-in of 35, which counts as the raise to 40."""
    h = table(seats=4, stacks=[1000, 1000, 55, 20 + to])
    play(h, "3:c 0:c 1:c 2:k 1:p 2:p 3:p 0:p 1:b20 2:r35")
    play(h, f"3:r{to}")
    assert bounds(h) == answer


def test_an_opening_all_in_below_half_a_bet_is_the_last_bet() -> None:
    hands = [ACE, QUEEN, JACK]
    h = start("27sd-fl", hands, stacks=[500, 500, 30], showdown="show_all")
    play(h, "0:c 1:c 2:k 1:p 2:p 0:p 1:k 2:b10 0:c 1:c")
    assert turned_up(h.events)[0] == (2, True)


def test_where_the_last_to_bet_has_folded_the_first_left_of_the_button_shows() -> None:
    """Seat 2 bets, seat 3 is all-in for less than half a bet more, and seat 2 folds."""
    hands = [ACE, QUEEN, JACK, "KhQh7h4d3s"]
    h = start("27sd-fl", hands, stacks=[500, 500, 500, 70], showdown="show_all")
    play(h, "3:c 0:c 1:c 2:k 1:p 2:p 3:p 0:p 1:k 2:b40 3:r50 0:f 1:c 2:f")
    assert turned_up(h.events) == [(1, True), (3, True)]


def test_after_all_ins_below_half_and_no_full_bet_additive_completes_to_one() -> None:
    h = table(seats=4, stacks=[1000, 25, 29, 1000], limit_raise="additive")
    play(h, "3:c 0:c 1:c 2:k 1:p 2:p 3:p 0:p 1:b5 2:r9")
    assert bounds(h) == (20, 20)


def test_an_all_in_below_the_least_bet_leaves_the_least_raise() -> None:
    h = table("27sd", stakes=BLINDS, stacks=[1000, 1000, 16])
    play(h, "0:c 1:c 2:k 1:p 2:p 0:p 1:k 2:b6")
    assert bounds(h) == (16, 990)


def test_what_nobody_can_match_of_an_ante_goes_back() -> None:
    h = table("27sd", stakes=Stakes(5, 10, 5), stacks=[100, 3, 4])
    assert of_kind(h.events, UncalledReturned) == [UncalledReturned(0, 1)]
