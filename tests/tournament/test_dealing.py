"""Who posts what in a hand of a tournament (T4.1, T4.5)."""

import pytest

from standpat.engine.blind import ForcedBet
from standpat.tournament.dealing import posts
from standpat.tournament.events import Dealt
from standpat.tournament.next_hand import next_hand
from standpat.tournament.options import Options
from tournament_scene import structure


def hand(*seats: int, button: int, small: int | None, big: int) -> Dealt:
    players = tuple([f"p{seat}" for seat in seats])
    stacks = (5000,) * len(seats)
    return Dealt(
        at=0, table=1, hand=1, level=2, game="27sd", seats=seats, players=players, stacks=stacks,
        button=button, small=small, big=big, marker=0,
    )  # fmt: skip


@pytest.mark.parametrize(("reduce_at", "ante"), [(0, 100), (3, 100), (4, 50)])
def test_t4_5_a_short_table_posts_half_of_the_ante_once(reduce_at: int, ante: int) -> None:
    options = Options(ante_reduce_at=reduce_at)
    stakes = next_hand(structure("27sd"), 2, "27sd", 9, 4, options).stakes
    button, bets = posts(hand(0, 2, 3, 5, button=0, small=2, big=3), stakes, options)
    assert button == 0
    assert bets == (ForcedBet(1, "small-blind", 50), ForcedBet(2, "big-blind", 75), ForcedBet(2, "ante", ante))


def test_t4_1_a_dead_button_and_a_dead_small_blind() -> None:
    stakes = next_hand(structure("27sd"), 2, "27sd", 9, 3, Options()).stakes
    button, bets = posts(hand(2, 3, 5, button=4, small=None, big=2), stakes, Options())
    assert button == 1, "the last player before the button"
    assert [bet.kind for bet in bets] == ["big-blind", "ante"]
    button, _ = posts(hand(2, 3, 5, button=1, small=2, big=3), stakes, Options())
    assert button == 2, "before seat 1 comes seat 5"
