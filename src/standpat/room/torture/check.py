"""A check: one attack on a room, and whether the room withstood it.

An attack is a coroutine function that takes a `Site` and returns a `Finding`. It must end within its `seconds`. If it
cannot be tried here (no such database, no such right), it raises `Skipped` with the reason.
"""

from collections.abc import Awaitable, Callable
from typing import Any, Literal

from msgspec import Struct

from standpat.room.torture.site import Site

Kind = Literal["money", "availability", "privacy"]


class Skipped(Exception):
    """The attack cannot be tried here. The message says why."""


class Finding(Struct, frozen=True):
    """The result of an attack.

    Attributes:
        held: Whether the room withstood it.
        said: What was observed, in one line.
        figures: The numbers behind it.
    """

    held: bool
    said: str
    figures: dict[str, Any]


class Check(Struct, frozen=True):
    """An attack.

    Attributes:
        name: The name for ``--only``.
        kind: What is attacked.
        holds: The property that the room must have.
        attack: The attack.
        seconds: The time limit.
        options: Options of ``standpat serve``.
    """

    name: str
    kind: Kind
    holds: str
    attack: Callable[[Site], Awaitable[Finding]]
    seconds: float = 60.0
    options: tuple[str, ...] = ("--pace", "0")


class Outcome(Struct, frozen=True):
    """The outcome of a check. `held` is None if it was skipped."""

    name: str
    kind: Kind
    holds: str
    held: bool | None
    said: str
    figures: dict[str, Any]
    seconds: float
