"""The WebSockets of tables and of the lobby.

A visitor who may look at a page's table gets a `Page`: what they say goes to the table, and what they see comes through
a `Viewer`, so that a slow reader delays nobody. A frame that is not a message gets an `error`. The tenth closes the
connection (1008), and nobody else is affected. Messages above the rate limit are refused, and too many of them close
the connection too.

A connection is a `DirectSocket` or, on a server without our extension, an `OrdinarySocket`.
"""

from collections.abc import Awaitable, Callable
from typing import Final, NamedTuple, TypeAlias

from starlette.websockets import WebSocket

from standpat.protocol.room import BadFrame, Error, Ping, Pong, Spoken, read, write
from standpat.room.limits.quota import Asker, Quotas
from standpat.room.limits.rate import Credits
from standpat.room.server.direct_socket import DirectSocket
from standpat.room.server.ordinary_socket import OrdinarySocket
from standpat.room.server.security import same_origin
from standpat.room.server.socket_protocol import EXTENSION
from standpat.room.server.visitor import (
    asker_of,
    came_of,
    household,
    limited,
    quotas_of,
    room_of,
    token_of,
    visitor,
    you,
)
from standpat.room.store import ledger
from standpat.room.store.session import session_of
from standpat.room.store.users import User
from standpat.room.tables.actor import TableActor
from standpat.room.tables.close_codes import BARRED, LOCKED, NO_TABLE, REPAIR
from standpat.room.tables.office import Came
from standpat.room.tables.refusal import Refused, refusal
from standpat.room.tables.room import Room
from standpat.room.tables.viewer import Viewer

BAD_AT_MOST: Final = 10
"""Invalid frames after which a connection is closed."""
TOO_FAST_AT_MOST: Final = 100
"""Messages above the rate limit after which a connection is closed."""
NOT_ALLOWED: Final = 1008
"""The close code for a client that breaks a rule."""
TOO_MANY: Final = 1013
"""The close code for too many open pages."""
BROKEN: Final = 1011
"""The close code after a fault of the server."""

Line: TypeAlias = DirectSocket | OrdinarySocket
"""A connection: a viewer's channel, to which a page listens."""


class Who(NamedTuple):
    """Who has opened a socket: the user, the session, the `Asker` for limits, and `Came` for the operator's bars."""

    user: User | None
    session: bytes | None
    asker: Asker
    came: Came


class Page:
    """An open page: the listener of its connection.

    Args:
        room: The room.
        quotas: The counts of limits; the connection is among them.
        who: Who has opened it.
        viewer: Its outbox.
        actor: Its table; None for the lobby.
    """

    __slots__ = (
        "_actor",
        "_asker",
        "_bad",
        "_came",
        "_credits",
        "_quotas",
        "_room",
        "_session",
        "_too_fast",
        "_viewer",
    )

    def __init__(self, room: Room, quotas: Quotas, who: Who, viewer: Viewer, actor: TableActor | None) -> None:
        self._room = room
        self._quotas = quotas
        self._asker = who.asker
        self._came = who.came
        self._session = who.session
        self._viewer = viewer
        self._actor = actor
        self._bad = 0
        self._too_fast = 0
        self._credits = Credits(*quotas.limits.messages)
        room.metrics.connections.inc()
        if who.session is not None:
            room.sessions.opened(who.session, viewer)
        room.office.opened(viewer, who.came)

    def heard(self, message: bytes, *, text: bool) -> None:
        """Do what a message asks for, or refuse it."""
        viewer = self._viewer
        if viewer.ended:  # the connection is being closed, so further messages are ignored
            return
        try:
            if not text:
                raise BadFrame("frames are text")
            said = read(message)
            if self._actor is None and not isinstance(said, Ping):
                raise BadFrame("the lobby listens to pings alone", said.id)
        except BadFrame as error:
            self._refuse_bad(error)
            return
        within = self._credits.take()
        if not within:
            self._room.metrics.refused("messages")
        if not within or (isinstance(said, Spoken) and not self._quotas.speak(self._asker)):
            self._refuse_fast(said.id)
        elif isinstance(said, Spoken) and (why := self._room.office.why_not_speak(self._came)):
            viewer.tell(write(refusal(said.id, Refused("not-allowed", why))))
        elif self._actor is None:
            viewer.tell(write(Pong(said.id, self._room.watch.wall())))
        else:
            self._actor.said(viewer, said)

    def ended(self) -> None:
        """Forget the page, because its connection has ended."""
        self._viewer.gone()
        self._quotas.disconnect(self._asker)
        self._room.office.gone(self._viewer)
        if self._session is not None:
            self._room.sessions.gone(self._session, self._viewer)
        if self._actor is None:
            self._room.lobby.viewers.discard(self._viewer)
        else:
            self._actor.gone(self._viewer)

    def _refuse_bad(self, error: BadFrame) -> None:
        self._bad += 1
        self._room.metrics.bad_frames.inc()
        self._viewer.tell(write(Error(error.id, "bad-frame", str(error), "see docs/protocol.md")))
        if self._bad >= BAD_AT_MOST:
            self._viewer.close(NOT_ALLOWED, "too many bad frames")

    def _refuse_fast(self, id: int) -> None:
        self._too_fast += 1
        self._viewer.tell(write(Error(id, "too-fast", "too many messages", "wait a moment")))
        if self._too_fast >= TOO_FAST_AT_MOST:
            self._viewer.close(NOT_ALLOWED, "too many messages")


Open: TypeAlias = Callable[[WebSocket, Line, Who], Awaitable[Page | None]]
"""Opens a page, or closes the connection and returns None."""


async def table_socket(socket: WebSocket) -> None:
    """Serve `/tables/ID/socket`."""
    await _serve(socket, _open_table)


async def lobby_socket(socket: WebSocket) -> None:
    """Serve `/lobby/socket`: the list of tables, whenever it changes."""
    await _serve(socket, _open_lobby)


async def _serve(socket: WebSocket, open: Open) -> None:
    """Open a page if it is allowed. Its connection counts until the page has ended."""
    if not same_origin(socket.headers, socket.app.state.origins):
        await socket.close(NOT_ALLOWED, "another site's page")
        return
    user, token = await visitor(socket), token_of(socket)
    session = session_of(token) if user and token else None
    who = Who(user, session, asker_of(socket, user), came_of(socket, user))
    await socket.accept()
    direct = socket.scope.get("extensions", {}).get(EXTENSION)
    line: Line = direct["take_over"]() if direct else OrdinarySocket(socket)
    quotas = quotas_of(socket)
    if not quotas.connect(who.asker):
        await line.close(TOO_MANY, "too many pages of yours are open")
        return
    page = None
    try:
        page = await open(socket, line, who)
    except BaseException:
        await line.close(BROKEN, "")
        raise
    finally:
        if page is None:
            quotas.disconnect(who.asker)
    if page is not None:
        line.listen(page)
        if isinstance(line, OrdinarySocket):
            await line.run()


async def _open_table(socket: WebSocket, line: Line, who: Who) -> Page | None:
    """Open the page of a table for a visitor who may look at it."""
    room, user = room_of(socket), who.user
    table = socket.path_params["table"]
    actor = room.tables.get(table)
    if table in room.repairs.aside:
        await line.close(REPAIR, "the table is being repaired")
        return None
    if actor is None:
        await line.close(NO_TABLE, "there is no such table")
        return None
    barred = room.office.restriction("bar", who.came) is not None and not (user and actor.playing(user.id))
    if barred or (user and room.access.barred(user.id, actor)):
        await line.close(BARRED, "you are barred")
        return None
    if not room.access.may_enter(user.id if user else "", actor):
        await line.close(LOCKED, "the table wants its password")
        return None
    await room.access.came(user.id if user else "", actor)
    await room.sightings.note(user, who.came.device, limited(socket))
    chips = await room.store.read(ledger.balance, ledger.wallet(user.person)) if user else 0
    asks = socket.query_params.get("asks") == "1"
    own, name, person = (user.id, user.name, user.person) if user else ("", "", "")
    home = household(socket)
    viewer = Viewer(own, name, line, actor.snapshot, line.put, person=person, home=home, asks=asks)
    page = Page(room, quotas_of(socket), who, viewer, actor)
    actor.join(viewer, you(user, chips), _since(socket))
    return page


async def _open_lobby(socket: WebSocket, line: Line, who: Who) -> Page | None:
    room = room_of(socket)
    if room.office.restriction("bar", who.came) is not None:
        await line.close(BARRED, "you are barred")
        return None

    async def snapshot(viewer: Viewer) -> str:
        viewer.fresh()
        return room.lobby.text()

    viewer = Viewer("", "", line, snapshot, line.put, kept=1)
    viewer.catch_up()
    room.lobby.viewers.add(viewer)
    return Page(room, quotas_of(socket), who, viewer, None)


def _since(socket: WebSocket) -> int | None:
    text = socket.query_params.get("since", "")
    return int(text) if text.isdecimal() and len(text) < 17 else None
