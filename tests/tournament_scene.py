"""Structures for tests."""

from typing import Any

from standpat.engine.games import Stakes
from standpat.tournament.structure import Level, Structure

LIMIT = (Stakes(50, 75), Stakes(50, 100), Stakes(75, 150), Stakes(100, 200), Stakes(150, 300), Stakes(200, 400))
SINGLE = (
    Stakes(25, 50, 75, "big-blind"),
    Stakes(50, 75, 100, "big-blind"),
    Stakes(50, 100, 150, "big-blind"),
    Stakes(75, 150, 225, "big-blind"),
    Stakes(100, 200, 300, "big-blind"),
    Stakes(150, 300, 450, "big-blind"),
)


def levels(*games: str, minutes: int = 10, breaks: dict[int, int] | None = None) -> tuple[Level, ...]:
    """Six levels. `breaks` has the minutes of a break by the level before it."""
    stakes = [{id: (SINGLE if id == "27sd" else LIMIT)[at] for id in games} for at in range(6)]
    return tuple([Level(minutes, one, (breaks or {}).get(number, 0)) for number, one in enumerate(stakes, 1)])


def structure(*games: str, breaks: dict[int, int] | None = None, **changes: Any) -> Structure:
    """A structure of six levels of ten minutes."""
    ids = games or ("27td",)
    return Structure(**{"name": "Test", "games": ids, "levels": levels(*ids, breaks=breaks), "unit": 25, **changes})
