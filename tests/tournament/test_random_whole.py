"""Random whole tournaments against the independent checker, and faults that it must find."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec import structs

from standpat.tournament import events as e
from standpat.tournament.events import Event
from tournament_checker import violations
from tournament_sweep import random_tournament

NAMES = [f"test.{number}" for number in range(40)]


@pytest.fixture(scope="module")
def right() -> list[list[Event]]:
    """Right tournaments of many kinds."""
    return [random_tournament(name) for name in NAMES]


def test_random_tournaments_break_no_rule(right: list[list[Event]]) -> None:
    assert [found for events in right if (found := violations(events))] == []


def _first(kind: type, change: Callable[[Any], dict[str, Any]], fits: Callable[[Any], bool] = bool) -> Any:
    """Change the first fitting event of a kind."""

    def changed(events: list[Event]) -> list[Event] | None:
        for number, event in enumerate(events):
            if isinstance(event, kind) and (fits is bool or fits(event)):
                return [*events[:number], structs.replace(event, **change(event)), *events[number + 1 :]]
        return None

    return changed


def _without(kind: type) -> Any:
    """Leave out the first event of a kind."""

    def changed(events: list[Event]) -> list[Event] | None:
        found = next((number for number, event in enumerate(events) if isinstance(event, kind)), None)
        return None if found is None else [*events[:found], *events[found + 1 :]]

    return changed


def _moved(tables: tuple[e.Row, ...]) -> tuple[e.Row, ...]:
    """Uneven tables: the last player of one sits down at an empty seat of the one before."""
    first, second = [*tables[0]], [*tables[1]]
    first, second = (first, second) if first.count(None) >= second.count(None) else (second, first)
    taken = next(at for at, id in enumerate(first) if id is not None)
    second[second.index(None)], first[taken] = first[taken], None
    return (tuple(first), tuple(second), *tables[2:])


def _night_without_draw(events: list[Event]) -> list[Event] | None:
    """The draw after the first pause overnight is left out."""
    at = next((at for at, one in enumerate(events) if isinstance(one, e.Resumed) and one.redraw), len(events))
    drawn = next((at for at, one in enumerate(events[at:], at) if isinstance(one, e.Redrawn)), None)
    return None if drawn is None else [*events[:drawn], *events[drawn + 1 :]]


FAULTS: dict[str, tuple[str, Any]] = {
    "chips made": ("T1.4", _first(e.Played, lambda it: {"stacks": (it.stacks[0] + 1, *it.stacks[1:])})),
    "uneven": (
        "T1.1",
        _first(
            e.Started,
            lambda it: {"tables": _moved(it.tables)},
            lambda it: len(it.tables) > 1 and any(row.count(None) for row in it.tables[:2]),
        ),
    ),
    "late": ("T1.3", _first(e.Seated, lambda it: {"seat": 9})),
    "level": ("T2.1", _first(e.Dealt, lambda it: {"level": it.level + 1})),
    "absent": (
        "T3.1",
        _first(
            e.Dealt,
            lambda it: {"seats": it.seats[1:], "players": it.players[1:], "stacks": it.stacks[1:]},
            lambda it: len(it.seats) > 3,
        ),
    ),
    "first button": ("T4.3", _first(e.Dealt, lambda it: {"button": it.big, "big": it.button}, lambda it: it.hand == 1)),
    "big blind": (
        "T4.1",
        _first(e.Dealt, lambda it: {"button": it.big, "big": it.button}, lambda it: it.hand > 1 and len(it.seats) > 2),
    ),
    "mover": ("T5.2", _first(e.Departed, lambda it: {"to_seat": 8})),
    "arrival": ("T5.1", _first(e.Arrived, lambda it: {"seat": 8})),
    "breaking": ("T5.5", _first(e.RegistrationClosed, lambda it: {"breaking": it.breaking[1:]})),
    "no redraw": ("T2.1", _without(e.Redrawn)),
    "no hand-for-hand": ("T6.1", _without(e.RoundCalled)),
    "no round": ("T6.1", _without(e.RoundBegan)),
    "places": (
        "T6.3",
        _first(e.Out, lambda it: {"players": it.players[1:]}, lambda it: len(it.players) > 1),
    ),
    "prizes": (
        "T8.1",
        _first(
            e.RegistrationClosed,
            lambda it: {"prizes": (it.prizes[0] + 1, it.prizes[1] - 1, *it.prizes[2:])},
            lambda it: len(it.prizes) > 1,
        ),
    ),
    "paid": (
        "T8.2",
        _first(
            e.Finished,
            lambda it: {"prizes": {id: part + 1 for id, part in it.prizes.items()}},
            lambda it: len(it.prizes) > 0,
        ),
    ),
    "deal": ("T8.3", _without(e.Answered)),
    "pause": ("T2.3", _without(e.Resumed)),
    "night": ("T2.5", _first(e.Resumed, lambda it: {"redraw": not it.redraw})),
    "no draw after a night": ("T2.5", _night_without_draw),
    "offer": ("T1.5", _without(e.Declined)),
    "winner": ("T6.7", _without(e.Out)),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_faults_are_found(right: list[list[Event]], fault: str) -> None:
    rule, change = FAULTS[fault]
    tried = 0
    for events in right:
        changed = change(events)
        if changed is None:
            continue
        tried += 1
        if rule in {one.rule for one in violations(changed)}:
            return
    pytest.fail(f"not found in {tried} tournaments")
