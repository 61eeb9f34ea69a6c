"""Structures: JSON, levels after the last, and what is refused."""

from itertools import pairwise
from random import Random
from typing import Any

import msgspec
import pytest

from standpat.engine.games import Stakes
from standpat.language.sentence import Sentence
from standpat.tournament.payouts import Payout
from standpat.tournament.rotation import Turns
from standpat.tournament.structure import (
    MOST_STAKE,
    AddOn,
    Level,
    Rebuys,
    Structure,
    decode,
    encode,
)
from tournament_scene import levels, structure

MIXED = structure(
    "27td",
    "27sd",
    breaks={2: 5},
    turns=Turns("hands", 6),
    registration_closes=2,
    re_entries=1,
    give_up=True,
    rebuys=Rebuys(closes=3, chips=5000, cost=20, most=2, at_most=5000),
    add_on=AddOn(opens=3, closes=3, chips=7500, cost=20),
    payout=Payout(12),
    buy_in=20,
    fee=2,
)


def test_a_structure_is_read_back() -> None:
    assert decode(encode(MIXED)) == MIXED
    assert decode(encode(structure())) == structure()
    assert MIXED.level(2) == Level(10, {"27td": Stakes(50, 100), "27sd": Stakes(50, 75, 100, "big-blind")}, 5)
    assert [record.id for record in MIXED.records()] == ["27td", "27sd"]


def test_levels_go_on_with_the_sequence() -> None:
    """The last level is 200/400; the sequence of section 8 goes on: 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10 times that."""
    found = [structure().level(number).games["27td"].big_blind for number in range(6, 19)]
    assert found == [400, 475, 600, 800, 1000, 1200, 1600, 2000, 2400, 3200, 4000, 4800, 6000]
    small = [structure().level(number).games["27td"].small_blind for number in range(6, 10)]
    assert small == [200, 225, 300, 400]
    single = structure("27sd").level(16).games["27sd"]
    assert single == Stakes(1500, 3000, 4500, "big-blind")
    assert structure(breaks={6: 5}).level(7) == Level(10, {"27td": Stakes(225, 475)})


def test_levels_after_the_last_end_somewhere() -> None:
    stays = structure(after_last="stay", breaks={6: 5})
    assert stays.level(7) == stays.level(10**9) == Level(10, levels("27td")[5].games)
    top = structure().level(10**9).games["27td"]
    assert structure().level(10**6).games["27td"] == top
    assert MOST_STAKE // 2 < top.big_blind <= MOST_STAKE
    huge = structure(levels=(Level(10, {"27td": Stakes(MOST_STAKE // 2, MOST_STAKE)}),), unit=1)
    assert huge.level(2).games == huge.level(1).games
    with pytest.raises(ValueError, match="from 1, not 0"):
        structure().level(0)


def test_levels_never_fall() -> None:
    rng = Random(16)
    for _ in range(40):
        unit = rng.choice([1, 5, 25, 100])
        small = rng.randint(0, 30) * unit
        stakes = Stakes(small, small + rng.randint(1, 40) * unit, rng.randint(0, 60) * unit)
        one = structure(levels=(Level(10, {"27td": stakes}),), unit=unit)
        found = [one.level(number).games["27td"] for number in range(1, 60)]
        for before, after in pairwise(found):
            amounts = [(after.small_blind, before.small_blind), (after.big_blind, before.big_blind)]
            assert all(new >= old and new % unit == 0 for new, old in [*amounts, (after.ante, before.ante)])


def with_level(number: int, stakes: Stakes, **changes: Any) -> dict[str, Any]:
    made = list(levels("27td"))
    made[number - 1] = msgspec.structs.replace(made[number - 1], games={"27td": stakes}, **changes)
    return {"levels": tuple(made)}


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"name": " "}, "name"),
        ({"name": "x" * 61}, "name"),
        ({"name": "a\nb"}, "name"),
        ({"games": ()}, "games"),
        ({"games": ("27td", "27td")}, "games"),
        ({"games": ("27td", "a5td")}, "level 1: it needs the stakes"),
        ({"games": ("nlhe",)}, "unknown game"),
        ({"house": "mine"}, "unknown house rules"),
        ({"seats": 1}, "seats"),
        ({"seats": 7}, "seats"),
        ({"starting_stack": 0}, "starting_stack"),
        ({"starting_stack": 10_000_025}, "starting_stack"),
        ({"starting_stack": True}, "starting_stack"),
        ({"starting_stack": 5010}, "multiples of 25"),
        ({"unit": 0}, "unit"),
        ({"unit": 5025}, "unit"),
        ({"unit": 50}, "level 1: every blind"),
        ({"most": 10_001}, "most"),
        ({"minimum": 1}, "minimum"),
        ({"minimum": 5, "most": 4}, "minimum"),
        ({"levels": ()}, "levels"),
        ({"levels": levels("27td") * 17}, "levels"),
        ({"levels": levels("27td", minutes=0)}, "minutes"),
        ({"levels": levels("27td", minutes=241)}, "minutes"),
        ({"levels": levels("27td", breaks={2: -1})}, "break_after"),
        (with_level(3, Stakes(50, 100)), "level 3, 27td"),
        (with_level(3, Stakes(25, 150)), "level 3, 27td"),
        (with_level(3, Stakes(75, 150, 75)), "level 4, 27td"),
        (with_level(6, Stakes(200, 400, 0, "big-blind")), "level 6, 27td"),
        (with_level(6, Stakes(200, MOST_STAKE + 25)), "level 6: the blinds"),
        ({"buy_in": -1}, "buy_in"),
        ({"fee": 10**9 + 1}, "fee"),
        ({"registration_closes": 7}, "registration_closes"),
        ({"re_entries": 1}, "re-entries"),
        ({"re_entries": 101, "registration_closes": 1}, "re_entries"),
        ({"rebuys": Rebuys(0, 5000, 20, 1, 5000)}, "rebuys.closes"),
        ({"rebuys": Rebuys(7, 5000, 20, 1, 5000)}, "rebuys.closes"),
        ({"rebuys": Rebuys(1, 0, 20, 1, 5000)}, "rebuys.chips"),
        ({"rebuys": Rebuys(1, 5010, 20, 1, 5000)}, "multiples of 25"),
        ({"rebuys": Rebuys(1, 5000, -1, 1, 5000)}, "rebuys.cost"),
        ({"rebuys": Rebuys(1, 5000, 20, 0, 5000)}, "rebuys.most"),
        ({"rebuys": Rebuys(1, 5000, 20, 1, -1)}, "rebuys.at_most"),
        ({"add_on": AddOn(3, 2, 5000, 20)}, "add_on.opens"),
        ({"add_on": AddOn(0, 2, 5000, 20)}, "add_on.opens"),
        ({"add_on": AddOn(1, 7, 5000, 20)}, "add_on.closes"),
        ({"add_on": AddOn(1, 2, 10**8, 20)}, "add_on.chips"),
        ({"add_on": AddOn(1, 2, 5000, -1)}, "add_on.cost"),
        ({"sit_and_go": True, "minimum": 5, "most": 6}, "sit-and-go"),
        ({"sit_and_go": True, "minimum": 6, "most": 6, "registration_closes": 1}, "sit-and-go"),
    ],
)
def test_what_there_cannot_be(changes: dict[str, Any], told: str) -> None:
    with pytest.raises(ValueError, match=told) as caught:
        structure(**changes)
    assert isinstance(caught.value.args[0], Sentence) or told.startswith("unknown")


def test_what_json_cannot_be() -> None:
    good = msgspec.to_builtins(structure())
    for change in ({"unit": "25"}, {"levels": 3}, {"surprise": 1}, {"minimum": 1}, {"turns": {"every": 0}}):
        with pytest.raises(ValueError, match=r"\w"):
            decode(msgspec.json.encode({**good, **change}))
    with pytest.raises(ValueError, match="longer than 256 kB"):
        decode(b" " * (256 * 1024 + 1))
    for text in ("", "[]", "{}", "null"):
        with pytest.raises(ValueError, match=r"\w"):
            decode(text)


def test_payouts_of_a_structure() -> None:
    assert Payout().shares(6, sit_and_go=True) == (65, 35)
    assert Payout().shares(12, sit_and_go=True) == (50, 30, 20)
    assert len(Payout(10).shares(120)) == 12
    assert Payout(table=(3, 2, 1)).shares(2) == (3, 2)
    for percent, table in ((9, ()), (16, ()), (15, (1, 2)), (15, (1, 0)), (15, (10**6 + 1,)), (15, (1,) * 10_001)):
        with pytest.raises(ValueError, match=r"payout\.percent|prizes:"):
            Payout(percent, table)


def test_structures_are_values() -> None:
    assert isinstance(MIXED, Structure)
    with pytest.raises(AttributeError):
        MIXED.unit = 1  # type: ignore[misc]
