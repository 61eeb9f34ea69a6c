"""The estimate of a tournament's length, against tournaments that were simulated (`bench/tournament_length.py`)."""

from itertools import pairwise
from statistics import median
from typing import Final

import pytest

from standpat.engine.games import Stakes
from standpat.tournament.clock import MINUTE
from standpat.tournament.events import Finished, Started, decode
from standpat.tournament.length import estimate
from standpat.tournament.presets import of_games, preset
from standpat.tournament.structure import Level
from tournament_scene import structure
from tournament_simulated import opened

MEASURED: Final = (
    ("27td", "normal", 2, 2, 4, 36),
    ("27td", "turbo", 2, 2, 5, 13),
    ("27td,a5td,27sd", "normal", 2, 2, 4.5, 40),
    ("27td", "normal", 6, 6, 10, 99),
    ("27td", "fast", 6, 6, 9, 49),
    ("27td", "turbo", 6, 6, 11, 31),
    ("27sd", "normal", 6, 6, 8, 74),
    ("27sd", "turbo", 6, 6, 10, 30),
    ("27td,a5td,27sd", "normal", 6, 6, 10, 94),
    ("27td,a5td,27sd", "turbo", 6, 6, 10.5, 31),
    ("a5td", "normal", 6, 6, 10, 94),
    ("a5sd", "normal", 6, 6, 10.5, 100),
    ("27sd-fl", "normal", 6, 6, 11, 101),
    ("27td-pl", "normal", 6, 6, 6, 57),
    ("27td-nl", "normal", 6, 6, 6.5, 61),
    ("27td", "normal", None, 37, 18, 185),
    ("27td", "turbo", None, 34, 19, 56),
    ("27sd", "normal", None, 40, 16, 168),
    ("27sd", "turbo", None, 36, 18.5, 55),
    ("27td,a5td,27sd", "normal", None, 38, 18, 186),
    ("a5td", "normal", None, 36, 18, 188),
    ("27sd-fl", "normal", None, 35, 19, 197),
    ("27td-nl", "normal", None, 43, 16, 154),
    ("27td-pl", "normal", None, 43, 16.5, 147),
    ("27td", "normal", None, 125, 24, 250),
    ("27td", "turbo", None, 112, 25, 74),
    ("27sd", "normal", None, 135, 23, 231),
    ("27sd", "turbo", None, 119, 24, 69),
    ("27td,a5td,27sd", "normal", None, 123, 24, 246),
    ("27td", "normal", None, 372, 27, 283),
    ("27td", "turbo", None, 336, 29, 87),
    ("27sd", "normal", None, 403, 28.5, 292),
    ("27td,a5td,27sd", "normal", None, 370, 27.5, 289),
)
"""Games, speed, players of a sit-and-go, entries, last level, minutes: medians."""


@pytest.mark.parametrize(("games", "speed", "players", "entries", "level", "minutes"), MEASURED)
def test_the_estimate_is_what_was_measured(
    games: str, speed: str, players: int | None, entries: int, level: float, minutes: float
) -> None:
    length = estimate(of_games(games.split(","), speed, players), entries)
    assert length is not None
    assert abs(length.level - level) <= 2
    assert abs(length.minutes - minutes) <= max(0.1 * minutes, 3)
    assert length.earliest < minutes < length.latest


def test_simulated_tournaments_end_when_they_are_estimated_to() -> None:
    rules = preset("27td", "turbo", 6)
    length = estimate(rules, 6)
    assert length is not None
    lasted = []
    for seed in range(10):
        room = opened(rules, 6, seed, think=(800, 7_200))
        for _ in room.play():
            pass
        events = [decode(body) for body in room.journal.events]
        (began,) = [event.at for event in events if isinstance(event, Started)]
        (ended,) = [event.at for event in events if isinstance(event, Finished)]
        lasted.append((ended - began) / MINUTE)
    assert sum([length.earliest <= minutes <= length.latest for minutes in lasted]) >= 7
    assert abs(median(lasted) - length.minutes) < 4


def test_more_entrants_play_longer() -> None:
    for kind in ("27td", "27sd", "mixed"):
        found = [estimate(preset(kind), entries) for entries in (10, 20, 40, 80, 160, 320, 640)]
        levels = [length.level for length in found if length is not None]
        assert len(levels) == 7
        assert all(2 <= new - old <= 4 for old, new in pairwise(levels)), "twice as many play about three levels longer"


def test_estimates_that_there_are_not() -> None:
    assert estimate(structure(after_last="stay"), 5000) is None
    rules = preset("27td")
    few, many = estimate(rules, 40, extra_chips=400_000), estimate(rules, 80)
    assert few is not None
    assert many is not None
    assert few.level == many.level
    assert abs(few.minutes - many.minutes) <= 2
    for entries, chips in ((1, 0), (2, -1)):
        with pytest.raises(ValueError, match="two or more"):
            estimate(rules, entries, extra_chips=chips)


def test_breaks_before_the_end_count() -> None:
    without, rules = structure(starting_stack=2500), structure(breaks={1: 5, 2: 5}, starting_stack=2500)
    length, plain = estimate(rules, 6), estimate(without, 6)
    assert length is not None
    assert plain is not None
    assert length.level == plain.level > 3
    assert length.minutes == plain.minutes + 10
    assert length.earliest == plain.earliest + 10


def test_short_levels_end_later_in_levels_and_earlier_in_minutes() -> None:
    """Fewer hands a level: the blinds are higher when it ends."""
    long, short = estimate(preset("27td"), 100), estimate(preset("27td", "turbo"), 200)  # the same chips
    assert long is not None
    assert short is not None
    assert short.level > long.level
    assert short.minutes < long.minutes / 2


def test_larger_pots_end_it_sooner() -> None:
    """An ante, no limit, and more draws."""

    def lasts(game: str, stakes: Stakes) -> float:
        rules = structure(game, levels=(Level(240, {game: stakes}),), after_last="stay", seats=6)
        length = estimate(rules, 6)
        assert length is not None
        return length.minutes

    limit = lasts("27td", Stakes(50, 100))
    assert limit == lasts("27sd-fl", Stakes(50, 100))
    assert lasts("27sd", Stakes(50, 100)) < limit
    assert lasts("27td-nl", Stakes(50, 100)) == lasts("27td-pl", Stakes(50, 100)) < lasts("27sd", Stakes(50, 100))
    everyone = lasts("27sd", Stakes(50, 100, 50, "everyone"))
    assert everyone == lasts("27sd", Stakes(50, 100, 100, "big-blind")) < lasts("27sd", Stakes(50, 100))
