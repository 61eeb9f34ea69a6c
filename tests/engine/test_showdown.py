"""R7.2 in tables: order of showing, values (1 is best), pots, wishes, and the expected shows and winners, worked out by
hand."""

import pytest

from standpat.engine.house import Showdown
from standpat.engine.pot import Pot
from standpat.engine.showdown import rule, winners

MAIN = [Pot(30, (0, 1, 2))]
SIDE = [Pot(30, (0, 1, 2)), Pot(20, (0, 2))]

Case = tuple[Showdown, list[Pot], dict[int, int | None], dict[int, str], set[int], list[tuple[int, ...]]]

CASES: dict[str, Case] = {
    "best first": ("muck_losers", MAIN, {1: 5, 2: 9, 0: 7}, {}, {1}, [(1,)]),
    "worst first": ("muck_losers", MAIN, {1: 9, 2: 7, 0: 5}, {}, {0, 1, 2}, [(0,)]),
    "middle": ("muck_losers", MAIN, {1: 7, 2: 9, 0: 5}, {}, {0, 1}, [(0,)]),
    "tie": ("muck_losers", MAIN, {1: 5, 2: 5, 0: 7}, {}, {1, 2}, [(1, 2)]),
    "wish to show": ("muck_losers", MAIN, {1: 5, 2: 9, 0: 7}, {2: "show"}, {1, 2}, [(1,)]),
    "no wish to muck a winner": ("muck_losers", MAIN, {1: 5, 2: 9, 0: 7}, {1: "muck"}, {1}, [(1,)]),
    "no choice when not beaten yet": ("muck_losers", MAIN, {1: 9, 2: 5, 0: 7}, {1: "muck"}, {1, 2}, [(2,)]),
    "side pot": ("muck_losers", SIDE, {1: 1, 2: 9, 0: 7}, {}, {0, 1, 2}, [(1,), (0,)]),
    "side pot, beaten there": ("muck_losers", SIDE, {1: 1, 2: 7, 0: 9}, {}, {1, 2}, [(1,), (2,)]),
    "main beaten by a side player": ("muck_losers", SIDE, {2: 3, 0: 5, 1: 7}, {}, {2}, [(2,), (2,)]),
    "show all": ("show_all", MAIN, {1: 5, 2: 9, 0: 7}, {2: "muck"}, {0, 1, 2}, [(1,)]),
    "optional, all show": ("optional", MAIN, {1: 9, 2: 7, 0: 5}, {1: "show", 2: "show", 0: "show"}, {0, 1, 2}, [(0,)]),
    "optional, best mucks": ("optional", MAIN, {1: 5, 2: 9, 0: 7}, {1: "muck", 2: "show"}, {2, 0}, [(0,)]),
    "optional, last need not show": ("optional", MAIN, {1: 5, 2: 9, 0: 7}, {1: "muck", 2: "muck"}, set(), [(0,)]),
    "optional, last may show": (
        "optional",
        MAIN,
        {1: 5, 2: 9, 0: 7},
        {1: "muck", 2: "muck", 0: "show"},
        {0},
        [(0,)],
    ),
    "optional, all would muck": (
        "optional",
        MAIN,
        {1: 5, 2: 9, 0: 7},
        {1: "muck", 2: "muck", 0: "muck"},
        set(),
        [(0,)],
    ),
    "optional, gives up both pots": (
        "optional",
        SIDE,
        {1: 5, 2: 1, 0: 7},
        {2: "muck", 1: "show", 0: "show"},
        {1, 0},
        [(1,), (0,)],
    ),
    "optional, the last of one of two pots cannot muck": (
        "optional",
        SIDE,
        {2: 9, 0: 7, 1: 5},
        {2: "muck", 0: "muck", 1: "show"},
        {0, 1},
        [(1,), (0,)],
    ),
    "optional, the last of one of two pots must show": (
        "optional",
        SIDE,
        {2: 9, 0: 7, 1: 5},
        {2: "muck", 1: "show"},
        {0, 1},
        [(1,), (0,)],
    ),
    "optional, with rivals in both pots one may muck": (
        "optional",
        SIDE,
        {0: 7, 2: 9, 1: 8},
        {0: "muck", 2: "show", 1: "show"},
        {1, 2},
        [(1,), (2,)],
    ),
    "one claimant is paid unshown": (
        "muck_losers",
        [Pot(30, (0, 1)), Pot(20, (0,))],
        {1: 1, 0: 5},
        {},
        {1},
        [(1,), (0,)],
    ),
    "the only one left": ("show_all", [Pot(30, (1,)), Pot(20, (1,))], {1: 5}, {1: "show"}, set(), [(1,), (1,)]),
    "unknown cards are mucked": ("muck_losers", MAIN, {1: None, 2: 9, 0: 7}, {}, {2, 0}, [(0,)]),
}


@pytest.mark.parametrize("name", CASES)
def test_r7_2_who_shows_and_who_wins(name: str) -> None:
    policy, pots, values, wishes, shown, won = CASES[name]
    up: dict[int, bool] = {}
    for seat in values:
        up[seat] = rule(policy, pots, values, up, seat).shown(wishes.get(seat))
    assert list(up.items()) == [(seat, seat in shown) for seat in values]
    assert [tuple(sorted(seats)) for seats in winners(pots, values, up)] == won


def test_r7_2_nobody_is_asked_about_no_pot() -> None:
    for policy in ("muck_losers", "optional"):
        ruling = rule(policy, [], {0: 5, 1: 9}, {}, 0)
        assert (ruling.shows, ruling.asked) == (False, False)
    assert rule("optional", [Pot(10, (0, 1))], {0: 5, 1: 9}, {}, 0) == (True, True, True)
