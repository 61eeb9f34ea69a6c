"""The parts of a request of the JSON API: its body, user, table and language."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, TypeVar
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct
from starlette.requests import Request

from standpat.language import DEFAULT, languages
from standpat.language.sentence import Sentence
from standpat.protocol.whole import exact
from standpat.room.limits.password_tries import SETTLED_S
from standpat.room.server.api.fault import Fault
from standpat.room.server.visitor import client_of, room_of, visitor
from standpat.room.store.password import Party
from standpat.room.store.users import User
from standpat.room.tables.actor import TableActor
from standpat.room.tables.refusal import Refused

T = TypeVar("T")

MAX_BODY: Final = 16_384
"""The longest body, in bytes."""


async def body_of(request: Request, kind: type[T]) -> T:
    """The body, decoded as `kind`.

    Raises:
        Fault: The body is too long or cannot be read.
    """
    data = b""
    async for part in request.stream():
        data += part
        if len(data) > MAX_BODY:
            raise Fault("too-long", f"a request has at most {MAX_BODY} bytes")
    try:
        body = msgspec.json.decode(data or b"{}", type=kind)
        readable = exact(body)
    except (ValueError, RecursionError) as error:
        raise Fault("bad-frame", f"that cannot be read: {error}") from None
    if not readable:
        raise Fault("bad-frame", "whole numbers must be below 2**53")
    return body


class Password(Struct):
    """The body of a request to enter a table or a tournament with a password."""

    password: str


@contextmanager
def password_try(request: Request, user: User, place: str) -> Iterator[None]:
    """Count a try for the password of a table or a tournament, during which it is compared. A wrong one is `Refused`.

    Raises:
        TooMany: No try is left.
    """
    settled = user.kind == "registered" and time.time() - user.created >= SETTLED_S
    tried = request.app.state.tries.enter(place, client_of(request), user.id if settled else None)
    try:
        yield
    except Refused:
        raise
    except BaseException:
        tried.unused()
        raise
    tried.right()


async def signed_in(request: Request) -> User:
    """The user who sends the request.

    Raises:
        Fault: Nobody is signed in.
    """
    user = await visitor(request)
    if user is None:
        raise Fault("sign-in", Sentence("nobody"), "visit a page first")
    return user


async def table_of(request: Request) -> TableActor:
    """The table in the address, for a user who may look at it.

    Raises:
        Fault: There is no such table, or the user may not look at it.
    """
    room = room_of(request)
    actor = room.tables.get(request.path_params["table"])
    if request.path_params["table"] in room.repairs.aside:
        raise Fault("closed", Sentence("table-repair"))
    if actor is None:
        raise Fault("not-found", Sentence("no-table"))
    user = await visitor(request)
    if user and room.access.barred(user.id, actor):
        raise Fault("not-allowed", Sentence("barred"))
    if not room.access.may_enter(user.id if user else "", actor):
        raise Fault("not-allowed", Sentence("wants-password"))
    await room.access.came(user.id if user else "", actor)
    return actor


def language_of(request: Request) -> str:
    """The language that the request asks for, or the default if there is no such language."""
    code = request.query_params.get("lang", DEFAULT)
    return code if code in languages() else DEFAULT


def origin_of(request: Request) -> str:
    """The origin of links: the room's own one if the request came to its host, else that of the request."""
    host = request.headers["host"]
    origins: tuple[str, ...] = request.app.state.origins
    known = [origin for origin in origins if urlsplit(origin).netloc == host]
    return known[0] if known else f"{request.url.scheme}://{host}"


def party_of(request: Request, user: User) -> Party:
    """The queue in which a password of this user waits to be checked."""
    return Party(f"person {user.id}", True) if user.kind == "registered" else Party(client_of(request))
