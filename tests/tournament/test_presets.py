"""Presets are structures, and the estimate of their length."""

from itertools import pairwise, product

import pytest

from standpat.engine.games import Stakes, game, ids
from standpat.tournament.length import estimate
from standpat.tournament.presets import KINDS, SEQUENCE, SPEEDS, Kind, of_games, preset
from standpat.tournament.rotation import Turns
from standpat.tournament.structure import decode, encode
from tournament_scene import structure


@pytest.mark.parametrize("kind", KINDS)
def test_every_preset_is_a_structure(kind: Kind) -> None:
    for speed, players in product(SPEEDS, (None, 2, 3, 6)):
        made = preset(kind, speed, players)
        assert decode(encode(made)) == made
        assert made.games == KINDS[kind]
        assert made.sit_and_go == (players is not None)
        assert len(made.levels) == 19
        assert any([level.break_after for level in made.levels]) == (players is None and speed != "turbo")


def test_stakes_and_stacks_of_presets() -> None:
    limit = preset("27td")
    assert limit.level(2).games["27td"] == Stakes(75, 150)
    assert limit.starting_stack == 50 * 200
    assert preset("27td", "fast").starting_stack == 25 * 200
    single = preset("27sd", players=7)
    assert (single.seats, single.starting_stack, single.minimum, single.most) == (7, 150 * 100, 7, 7)
    assert single.level(1).games["27sd"] == Stakes(50, 100, 150, "big-blind")
    pot = preset("27td-pl", "turbo")
    assert (pot.starting_stack, pot.level(1).games["27td-pl"]) == (75 * 100, Stakes(50, 100, 100, "big-blind"))
    mixed = preset("mixed").level(3).games
    assert mixed == {"27td": Stakes(100, 200), "a5td": Stakes(100, 200), "27sd": Stakes(50, 100, 150, "big-blind")}
    assert (preset("mixed").seats, preset("mixed").turns.every) == (6, 6)
    with pytest.raises(ValueError, match="seats"):
        preset("27td", players=7)
    with pytest.raises(ValueError, match="there are presets"):
        preset("27td", "slow")


def test_a_preset_of_any_games() -> None:
    for id in ids():
        made = of_games((id,), "fast", 4)
        assert (made.games, made.seats, made.sit_and_go, made.name) == ((id,), 4, True, game(id).name)
        assert decode(encode(made)) == made
    evening = of_games(ids(), "turbo", 5, house="wsop", turns=Turns("orbits", 2, "button"))
    assert (evening.games, evening.house, evening.turns.picked_by) == (ids(), "wsop", "button")
    assert evening.level(1).games["27sd"] == Stakes(25, 50, 75, "big-blind")
    assert of_games(KINDS["mixed"], "fast", 3) == preset("mixed", "fast", 3)
    for wrong in ((), ("27td", "27td"), ("holdem",), ("27td",) * 1000):
        with pytest.raises(ValueError, match="game"):
            of_games(wrong)
    with pytest.raises(ValueError, match="house"):
        of_games(("27td",), house="mine")


def test_the_levels_of_presets_grow_as_real_ones() -> None:
    growth = (SEQUENCE[-1] / SEQUENCE[0]) ** (1 / (len(SEQUENCE) - 1))
    assert 1.26 < growth < 1.30
    after = [preset("27td").level(number).games["27td"].big_blind for number in range(18, 30)]
    assert all(1.19 < new / old < 1.51 for old, new in pairwise(after))


def test_the_estimated_length() -> None:
    """World Series events of section 8 ended near this: limit in level 32 with 6.4 big bets in play, say; the presets
    are of an ordinary evening: a sit-and-go of six lasts one to two hours, a turbo half of an hour."""
    six = estimate(preset("27td", players=6), 6)
    turbo = estimate(preset("27td", "turbo", 6), 6)
    assert six is not None
    assert turbo is not None
    assert 90 <= six.minutes <= 150
    assert 20 <= turbo.minutes <= 45
    assert six.earliest < six.minutes < six.latest


def test_more_entrants_play_longer() -> None:
    for kind in ("27td", "27sd", "mixed"):
        found = [estimate(preset(kind), entries) for entries in (10, 20, 40, 80, 160, 320, 640)]
        levels = [length.level for length in found if length is not None]
        assert len(levels) == 7
        assert all(2 <= new - old <= 4 for old, new in pairwise(levels)), "twice as many play about three levels longer"


def test_estimates_that_there_are_not() -> None:
    assert estimate(structure(after_last="stay"), 5000) is None
    rules = preset("27td")
    more = estimate(rules, 10, extra_chips=100_000)
    assert more == estimate(rules, 20)
    for entries, chips in ((1, 0), (2, -1)):
        with pytest.raises(ValueError, match="two or more"):
            estimate(rules, entries, extra_chips=chips)


def test_breaks_before_the_end_count() -> None:
    rules = structure(breaks={1: 5, 2: 5}, starting_stack=2500)
    length = estimate(rules, 2)
    assert length is not None
    assert length.minutes == 10 * length.level + 5 * min(2, length.level - 1)
