"""The options of a tournament: editions, bad values, JSON (T3.5, T4, T5.4, T5.6, T6, T7.1)."""

import re
from dataclasses import fields
from typing import Any

import pytest

from standpat.tournament.options import EDITIONS, Options


def test_where_the_editions_disagree() -> None:
    of = {edition: Options.of(edition) for edition in EDITIONS}
    table: dict[str, list[Any]] = {
        "button": ["dead", "dead", "dead", "forward"],  # T4.1
        "dead_button_advances": [False, True, False, False],  # T4.2
        "first_button": ["drawn", "drawn", "dealers_right", "seat_1"],  # T4.3
        "ante_first": [False] * 4,  # T4.5
        "ante_reduce_at": [0] * 4,
        "no_shows": ["blind_off"] * 4,  # T3.5
        "no_show_by": ["level_3", "after_first_break", "after_first_break", "after_first_break"],
        "within": [1] * 4,  # T5.4
        "halt_at": [2] * 4,
        "final_table": ["one_more_at_six", "one_more_at_six", "one_more", "same"],  # T5.6
        "redraw_at": [((0, (1,)),), ((0, (1,)),), ((100, (3, 2, 1)), (51, (2, 1)), (0, (1,))), ((0, (1,)),)],
        "redraw": [True] * 4,  # T2.5
        "h4h_at": [1] * 4,  # T6.1
        "h4h_minutes": [2] * 4,  # T6.2
        "h4h_ties": ["share", "share", "share", "stack"],  # T6.4
        "stack_compared": ["before_ante", "after_ante", "before_ante", "before_ante"],  # T6.3
        "cap": [4, 4, 5, 4],  # T7.1
        "uncapped": ["two_left", "two_left", "two_left", "never"],
        "edition": list(EDITIONS),
    }
    assert table.keys() == {field.name for field in fields(Options)}
    for name, values in table.items():
        assert [getattr(of[edition], name) for edition in EDITIONS] == values, name


def test_every_option_names_its_rule() -> None:
    for field in fields(Options):
        if field.name != "edition":
            assert re.search(rf"^ +{field.name}: T\d\.\d\. \w", str(Options.__doc__), re.M), field.name


@pytest.mark.parametrize("edition", EDITIONS)
def test_json_there_and_back(edition: str) -> None:
    options = Options.of(edition, cap=3, redraw_at=((9, (2, 1)), (0, ())))
    assert Options.from_json(options.to_json()) == options
    assert hash(Options.from_json(options.to_json().encode())) == hash(options)
    assert Options.from_json(f'{{"edition":"{edition}"}}') == Options.of(edition)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"button": "live"}, "button is one of dead, forward, not 'live'"),
        ({"dead_button_advances": 1}, "dead_button_advances is one of False, True, not 1"),
        ({"redraw": None}, "redraw is one of False, True, not None"),
        ({"cap": 0}, "cap is a whole number from 1 to 100, not 0"),
        ({"cap": True}, "cap is a whole number from 1 to 100, not True"),
        ({"h4h_minutes": 2.0}, "h4h_minutes is a whole number"),
        ({"h4h_at": -1}, "h4h_at"),
        ({"within": 0}, "within"),
        ({"halt_at": 1}, "halt_at"),
        ({"ante_reduce_at": 11}, "ante_reduce_at"),
        ({"speed": "turbo"}, "a tournament has no option 'speed'"),
        ({"redraw_at": [(0, (1,))]}, "redraw_at has pairs"),
        ({"redraw_at": ((0, (1,)), (51, (2, 1)))}, "redraw_at has pairs"),
        ({"redraw_at": ((51, (1,)), (51, (2, 1)))}, "redraw_at has pairs"),
        ({"redraw_at": ((0, (0,)),)}, "redraw_at has pairs"),
        ({"redraw_at": ((-1, (1,)),)}, "redraw_at has pairs"),
        ({"redraw_at": 3}, "redraw_at has pairs"),
        ({"redraw_at": ((0, 1),)}, "redraw_at has pairs"),
    ],
)
def test_bad_values_are_refused(change: dict[str, Any], told: str) -> None:
    with pytest.raises(ValueError, match=re.escape(told)):
        Options.of("wsop", **change)


@pytest.mark.parametrize(
    ("name", "least", "most"),
    [
        ("ante_reduce_at", 0, 10),
        ("within", 1, 3),
        ("halt_at", 2, 5),
        ("h4h_at", 0, 1000),
        ("h4h_minutes", 1, 10),
        ("cap", 1, 100),
    ],
)
def test_bounds(name: str, least: int, most: int) -> None:
    assert [getattr(Options.of("wsop", **{name: value}), name) for value in (least, most)] == [least, most]
    for value in (least - 1, most + 1):
        with pytest.raises(ValueError, match=f"{name} is a whole number from {least} to {most}, not {value}"):
            Options.of("wsop", **{name: value})


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[]", "options are a JSON object"),
        ("{", "options are a JSON object"),
        ("{}", "the editions are tda2024, tda2026, wsop, pokerstars, not None"),
        ('{"edition":"wsop","edition_":1}', "no option 'edition_'"),
        ('{"edition":["wsop"]}', "the editions are"),
        ('{"edition":"wsop","button":["dead"]}', "button is one of"),
        ('{"edition":"wsop","redraw_at":[[0,[1]],[1]]}', "redraw_at has pairs"),
    ],
)
def test_bad_json_is_refused(text: str, told: str) -> None:
    with pytest.raises(ValueError, match=re.escape(told)):
        Options.from_json(text)
