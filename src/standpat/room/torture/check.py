"""A check: one attack on a room, and whether the room held.

An attack is a coroutine function of a `Site`. It returns a `Finding`, and gives up by itself within its `seconds`. What
it cannot try here (no such database, no such right) is a `Skipped`, with the reason.
"""

from collections.abc import Awaitable, Callable
from typing import Any, Literal

from msgspec import Struct

from standpat.room.torture.site import Site

Kind = Literal["money", "availability", "privacy"]


class Skipped(Exception):
    """The attack cannot be tried here; the message says why."""


class Finding(Struct, frozen=True):
    """What came of an attack: whether the room `held`, what was seen in one line, and the figures behind it."""

    held: bool
    said: str
    figures: dict[str, Any]


class Check(Struct, frozen=True):
    """An attack with its name for ``--only``, and what holds if it fails. `seconds` bound it; `options` are
    those of ``standpat serve``."""

    name: str
    kind: Kind
    holds: str
    attack: Callable[[Site], Awaitable[Finding]]
    seconds: float = 60.0
    options: tuple[str, ...] = ("--pace", "0")


class Outcome(Struct, frozen=True):
    """A check that was run: `held` is None where it was skipped."""

    name: str
    kind: Kind
    holds: str
    held: bool | None
    said: str
    figures: dict[str, Any]
    seconds: float
