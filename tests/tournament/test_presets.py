"""Presets are structures."""

from itertools import pairwise, product

import pytest

from standpat.engine.games import Stakes, game, ids
from standpat.tournament.presets import KINDS, SEQUENCE, SPEEDS, Kind, of_games, preset
from standpat.tournament.rotation import Turns
from standpat.tournament.structure import decode, encode


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
