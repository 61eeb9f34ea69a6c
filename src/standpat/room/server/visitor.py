"""Who sends a request: the cookie of a page, or the bearer token of a bot.

A second cookie is sent only with requests to `/api`. It shows that somebody has signed in from this device before
(`standpat.room.store.device`). It gives no access.

A third one tells browsers apart, for the operator's bars and signals. It gives no access either, and whoever deletes it
is a new browser.
"""

from typing import Final

from starlette.requests import HTTPConnection
from starlette.responses import Response

from standpat.protocol.room import You
from standpat.room.limits import address
from standpat.room.limits.quota import Asker, Quotas
from standpat.room.store.session import new_token, session_of
from standpat.room.store.users import User
from standpat.room.tables import home
from standpat.room.tables.office import Came, barred
from standpat.room.tables.refusal import Refused
from standpat.room.tables.room import Room

COOKIE: Final = "standpat"
"""The cookie of a session."""
DEVICE: Final = "standpat-device"
"""The cookie of a device."""
BROWSER: Final = "standpat-browser"
"""The cookie of a browser."""
MOST_TOKEN: Final = 200
"""A longer token is ignored, in characters."""
YEAR: Final = 365 * 24 * 3600
"""A year, in seconds."""


def room_of(connection: HTTPConnection) -> Room:
    """The room of a request."""
    room: Room = connection.app.state.room
    return room


def token_of(connection: HTTPConnection) -> str | None:
    """The token of a request, from its header or cookie; None if there is none."""
    return bearer_of(connection) or _cookie(connection, COOKIE)


def bearer_of(connection: HTTPConnection) -> str | None:
    """The token in the ``Authorization`` header of a program."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    token = token.strip()
    return token if scheme.lower() == "bearer" and 0 < len(token) < MOST_TOKEN else None


def device_of(connection: HTTPConnection) -> str | None:
    """The token of a device from which somebody has signed in; None if there is none."""
    return _cookie(connection, DEVICE)


def _cookie(connection: HTTPConnection, name: str) -> str | None:
    token = connection.cookies.get(name)
    return token if token and len(token) < MOST_TOKEN else None


async def visitor(connection: HTTPConnection) -> User | None:
    """The user who sends a request; None if nobody is signed in."""
    token = token_of(connection)
    return await room_of(connection).accounts.who(token) if token else None


def browser_of(connection: HTTPConnection) -> str:
    """The digest of the browser's cookie; "" if there is none."""
    token = _cookie(connection, BROWSER)
    return session_of(token).hex() if token else ""


def came_of(connection: HTTPConnection, user: User | None) -> Came:
    """Who comes with a request, for the operator's bars and mutes."""
    host = connection.client.host if connection.client else address.UNKNOWN
    return Came(user, browser_of(connection), host)


def check_not_barred(connection: HTTPConnection, user: User | None) -> None:
    """Check that the operator has not barred who comes.

    Raises:
        Refused: They have.
    """
    bar = room_of(connection).office.restriction("bar", came_of(connection, user))
    if bar is not None:
        raise Refused("not-allowed", barred(bar))


def you(user: User | None, chips: int) -> You:
    """What a page is told about its user. The user "" is nobody."""
    if user is None:
        return You("", "", "guest", 0)
    if user.role == "player":
        return You(user.id, user.name, "player" if user.kind == "registered" else user.kind, chips)
    return You(user.id, user.name, user.role, chips)


def client_of(connection: HTTPConnection) -> str:
    """The client's address, for limits."""
    return address.client(connection.client.host if connection.client else address.UNKNOWN)


def limited(connection: HTTPConnection) -> str | None:
    """The client's address, for limits; None for a trusted address. A client that a proxy reports is never trusted."""
    host = connection.client.host if connection.client else address.UNKNOWN
    named = "x-forwarded-for" in connection.headers
    return None if not named and address.within(host, quotas_of(connection).limits.trusted) else client_of(connection)


def asker_of(connection: HTTPConnection, user: User | None) -> Asker:
    """Who asks, for limits."""
    client = limited(connection)
    if user is None:
        return Asker(client=client)
    return Asker(user.owner or user.id, client, user.kind == "registered")


def quotas_of(connection: HTTPConnection) -> Quotas:
    """The counts of limits."""
    quotas: Quotas = connection.app.state.quotas
    return quotas


def household(connection: HTTPConnection) -> str:
    """The household of the client, "" for a trusted address (`standpat.room.tables.home`)."""
    return home.of(limited(connection))


def remember(response: Response, connection: HTTPConnection, token: str) -> None:
    """Set the cookie of a session."""
    _set(response, connection, COOKIE, token, "/")


def remember_browser(response: Response, connection: HTTPConnection) -> None:
    """Set the cookie of a browser that has none."""
    if not _cookie(connection, BROWSER):
        _set(response, connection, BROWSER, new_token(), "/")


def remember_device(response: Response, connection: HTTPConnection, token: str) -> None:
    """Set the cookie of a device."""
    _set(response, connection, DEVICE, token, "/api")


def _set(response: Response, connection: HTTPConnection, name: str, token: str, path: str) -> None:
    """Set a cookie that scripts and other sites cannot read."""
    secure = connection.url.scheme in ("https", "wss")
    response.set_cookie(name, token, max_age=YEAR, httponly=True, samesite="lax", secure=secure, path=path)
