"""T6.3, T6.4: whose stack counts as larger, and who shares a place."""

import pytest

from standpat.tournament.eliminations import Bust, compared, groups
from standpat.tournament.events import Dealt
from standpat.tournament.options import Options
from tournament_scene import structure

RULES = structure("27sd", unit=25)
"""Blinds of 25 and 50 and an ante of 75 from the big blind, in level 1."""


@pytest.mark.parametrize(
    ("options", "stack", "counts"),
    [
        (Options(), 400, 400),
        (Options(stack_compared="after_ante"), 400, 325),
        (Options(stack_compared="after_ante"), 100, 50),  # 50 for the blind, and what is left for the ante
        (Options(stack_compared="after_ante"), 30, 30),  # the blind takes all of it
        (Options(stack_compared="after_ante", ante_first=True), 100, 25),
        (Options(stack_compared="after_ante", ante_first=True), 60, 0),
    ],
)
def test_t6_3_the_stack_of_the_big_blind(options: Options, stack: int, counts: int) -> None:
    hand = Dealt(
        at=0, table=1, hand=1, level=1, game="27sd", seats=(0, 2, 4), players=("a", "b", "c"),
        stacks=(500, stack, 400), button=4, small=0, big=2, marker=0,
    )  # fmt: skip
    assert compared(hand, "b", RULES, options) == counts
    assert [compared(hand, id, RULES, options) for id in ("a", "c")] == [500, 400]


def test_t6_3_no_ante_of_the_big_blind_no_difference() -> None:
    hand = Dealt(
        at=0, table=1, hand=1, level=1, game="27td", seats=(0, 1), players=("a", "b"), stacks=(500, 300),
        button=0, small=0, big=1, marker=0,
    )  # fmt: skip
    assert compared(hand, "b", structure("27td"), Options(stack_compared="after_ante")) == 300


def test_t6_4_ranks_at_each_table_or_over_all() -> None:
    """Names in no order of the tables."""
    busts = [Bust("d", 1, 300), Bust("a", 2, 100), Bust("c", 1, 200), Bust("b", 2, 300), Bust("e", 1, 200)]
    assert groups(busts, "share") == [("c", "e", "a"), ("d", "b")]
    assert groups(busts, "stack") == [("a",), ("c", "e"), ("d", "b")]
    assert groups([], "share") == groups([], "stack") == []
