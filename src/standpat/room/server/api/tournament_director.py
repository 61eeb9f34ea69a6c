"""What directs a tournament, for its director and the operator. Each act has a reason, and stands in a record."""

from typing import Any

from msgspec import Struct
from starlette.requests import Request

from standpat.room.server.api.request import body_of
from standpat.room.server.api.tournament_access import ask, director_of
from standpat.tournament import commands
from standpat.tournament.undo import undo as undo_act


class Told(Struct, forbid_unknown_fields=True):
    """The body of a director's request with words."""

    text: str = ""


class Minutes(Struct, forbid_unknown_fields=True):
    """The body of a director's request with a time, and the reason; negative takes it off."""

    minutes: int
    text: str = ""


class Seated(Struct, forbid_unknown_fields=True):
    """The body of a request to move a player to a seat of another table, by its number."""

    player: str
    table: int
    seat: int
    why: str


class Undoing(Struct, forbid_unknown_fields=True):
    """The body of a request to undo an act, by its number."""

    act: int
    why: str


class Sent(Struct, forbid_unknown_fields=True):
    """The body of a request to disqualify a player."""

    player: str
    why: str


async def pause(request: Request) -> Any:
    """Pause."""
    user, body = await director_of(request), await body_of(request, Told)
    await ask(request, commands.pause, user.id, why=body.text)
    return {}


async def resume(request: Request) -> Any:
    """Go on."""
    user, body = await director_of(request), await body_of(request, Told)
    await ask(request, commands.resume, user.id, why=body.text)
    return {}


async def time(request: Request) -> Any:
    """Add time to the level, or take some off."""
    user, body = await director_of(request), await body_of(request, Minutes)
    await ask(request, commands.add_time, user.id, 60_000 * body.minutes, why=body.text)
    return {}


async def call_break(request: Request) -> Any:
    """Begin a break."""
    user, body = await director_of(request), await body_of(request, Minutes)
    await ask(request, commands.call_break, user.id, 60_000 * body.minutes, why=body.text)
    return {}


async def disqualify(request: Request) -> Any:
    """Take a player out."""
    user, body = await director_of(request), await body_of(request, Sent)
    await ask(request, commands.disqualify, user.id, body.player, body.why, person=user.person)
    return {}


async def move(request: Request) -> Any:
    """Move a player to another table."""
    user, body = await director_of(request), await body_of(request, Seated)
    await ask(request, commands.move, user.id, body.player, body.table, body.seat, body.why, person=user.person)
    return {}


async def undo(request: Request) -> Any:
    """Undo an act of the director."""
    user, body = await director_of(request), await body_of(request, Undoing)
    operator = user.role == "admin"
    await ask(request, undo_act, user.id, body.act, body.why, operator=operator, person=user.person)
    return {}


async def cancel(request: Request) -> Any:
    """Call it off: at once before the start, and when the present hands are over after it."""
    user, body = await director_of(request), await body_of(request, Told)
    await ask(request, commands.cancel, user.id, why=body.text, person=user.person)
    return {}


async def announce(request: Request) -> Any:
    """Tell everybody something."""
    user, body = await director_of(request), await body_of(request, Told)
    await ask(request, commands.announce, user.id, body.text)
    return {}
