"""Who a request comes from: the cookie of a page, or a bot's bearer token."""

from typing import Final

from starlette.requests import HTTPConnection
from starlette.responses import Response

from standpat.room.room import Room
from standpat.room.store.account import User
from standpat.room.wire import You

COOKIE: Final = "standpat"
YEAR: Final = 365 * 24 * 3600


def room_of(connection: HTTPConnection) -> Room:
    """The room a request is for."""
    room: Room = connection.app.state.room
    return room


def token_of(connection: HTTPConnection) -> str | None:
    """The token that is shown, None if there is none."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer" and token:
        return token.strip()
    return connection.cookies.get(COOKIE)


async def visitor(connection: HTTPConnection) -> User | None:
    """Who it is, None where nobody is signed in."""
    token = token_of(connection)
    return await room_of(connection).accounts.who(token) if token and len(token) < 200 else None


def you(user: User | None, chips: int) -> You:
    """What a page is told about its user; the user "" is nobody."""
    if user is None:
        return You("", "", "guest", 0)
    if user.role == "player":
        return You(user.id, user.name, "player" if user.kind == "registered" else user.kind, chips)
    return You(user.id, user.name, user.role, chips)


def client_of(connection: HTTPConnection) -> str:
    """Where it comes from, for limits."""
    return connection.client.host if connection.client else "?"


def remember(response: Response, connection: HTTPConnection, token: str) -> None:
    """Set the cookie: out of the reach of scripts and of other sites."""
    secure = connection.url.scheme in ("https", "wss")
    response.set_cookie(COOKIE, token, max_age=YEAR, httponly=True, samesite="lax", secure=secure, path="/")
