"""The WebSockets of tables and of the lobby.

A frame that is not a message gets an `error`. The tenth closes the connection (1008), and nobody else is affected.
Messages above the rate limit are refused, and too many of them close the connection too. Everything is sent through a
`Viewer`, so that a slow reader delays nobody.
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Sequence
from typing import Final, NamedTuple

from starlette.websockets import WebSocket, WebSocketDisconnect

from standpat.protocol.room import BadFrame, Error, Ping, Pong, Say, read, write
from standpat.room.limits.quota import Asker
from standpat.room.limits.rate import Credits
from standpat.room.server.security import same_origin
from standpat.room.server.socket_protocol import EXTENSION
from standpat.room.server.visitor import asker_of, household, quotas_of, room_of, token_of, visitor, you
from standpat.room.store import ledger
from standpat.room.store.session import session_of
from standpat.room.store.users import User
from standpat.room.tables.actor import TableActor
from standpat.room.tables.close_codes import BARRED, LOCKED, NO_TABLE, REPAIR
from standpat.room.tables.viewer import Viewer

BAD_AT_MOST: Final = 10
"""Invalid frames after which a connection is closed."""
TOO_FAST_AT_MOST: Final = 100
"""Messages above the rate limit after which a connection is closed."""
NOT_ALLOWED: Final = 1008
"""The close code for a client that breaks a rule."""
TOO_MANY: Final = 1013
"""The close code for too many open pages."""
_GONE: Final = (WebSocketDisconnect, RuntimeError, OSError)
"""Errors of reading and sending after the connection has ended."""


class Who(NamedTuple):
    """Who has opened a socket: the user, the session, and the `Asker` for limits."""

    user: User | None
    session: bytes | None
    asker: Asker


class SocketChannel:
    """A WebSocket as a viewer's channel."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket

    async def send(self, text: str) -> None:
        """Send a text frame."""
        await self._socket.send_text(text)

    async def close(self, code: int, reason: str) -> None:
        """Close the socket with a code and a reason."""
        await self._socket.close(code, reason)


def _put(socket: WebSocket) -> Callable[[Sequence[bytes]], bool] | None:
    """The server's faster way to write; None if it has none."""
    put: Callable[[Sequence[bytes]], bool] | None = socket.scope.get("extensions", {}).get(EXTENSION, {}).get("put")
    return put


async def _serve(socket: WebSocket, page: Callable[[WebSocket, Who], Awaitable[None]]) -> None:
    """Open a connection if it is allowed, and count it while it is open."""
    if not same_origin(socket.headers, socket.app.state.origins):
        await socket.close(NOT_ALLOWED, "another site's page")
        return
    who = await _who(socket)
    await socket.accept()
    if not quotas_of(socket).connect(who.asker):
        await socket.close(TOO_MANY, "too many pages of yours are open")
        return
    try:
        await page(socket, who)
    finally:
        quotas_of(socket).disconnect(who.asker)


async def table_socket(socket: WebSocket) -> None:
    """Serve `/tables/ID/socket`."""
    await _serve(socket, _at_table)


async def _at_table(socket: WebSocket, who: Who) -> None:
    """Serve the page of a table to a visitor who may look at it."""
    room, user = room_of(socket), who.user
    actor = room.tables.get(socket.path_params["table"])
    if socket.path_params["table"] in room.repairs.aside:
        await socket.close(REPAIR, "the table is being repaired")
        return
    if actor is None:
        await socket.close(NO_TABLE, "there is no such table")
        return
    if user and room.access.barred(user.id, actor):
        await socket.close(BARRED, "you are barred")
        return
    if not room.access.may_enter(user.id if user else "", actor):
        await socket.close(LOCKED, "the table wants its password")
        return
    await room.access.came(user.id if user else "", actor)
    chips = await room.store.read(ledger.balance, ledger.wallet(user.person)) if user else 0
    channel, put = SocketChannel(socket), _put(socket)
    asks = socket.query_params.get("asks") == "1"
    own, name, person = (user.id, user.name, user.person) if user else ("", "", "")
    viewer = Viewer(own, name, channel, actor.snapshot, put, person=person, home=household(socket), asks=asks)
    actor.join(viewer, you(user, chips), _since(socket))
    try:
        await _both_ways(socket, viewer, actor, who)
    finally:
        actor.gone(viewer)


async def lobby_socket(socket: WebSocket) -> None:
    """Serve `/lobby/socket`: the list of tables, whenever it changes."""
    await _serve(socket, _in_lobby)


async def _in_lobby(socket: WebSocket, who: Who) -> None:
    room = room_of(socket)

    async def snapshot(viewer: Viewer) -> str:
        viewer.fresh()
        return room.lobby.text()

    viewer = Viewer("", "", SocketChannel(socket), snapshot, _put(socket), kept=1)
    viewer.catch_up()
    room.lobby.viewers.add(viewer)
    try:
        await _both_ways(socket, viewer, None, who)
    finally:
        room.lobby.viewers.discard(viewer)


async def _who(socket: WebSocket) -> Who:
    """Who opens the socket."""
    user, token = await visitor(socket), token_of(socket)
    return Who(user, session_of(token) if user and token else None, asker_of(socket, user))


async def _both_ways(socket: WebSocket, viewer: Viewer, actor: TableActor | None, who: Who) -> None:
    """Read and send until either ends, or the session does."""
    room, session = room_of(socket), who.session
    room.metrics.connections.inc()
    _forget_request(socket)
    if session is not None:
        room.sessions.opened(session, viewer)
    sender = asyncio.create_task(_send(socket, viewer))
    try:
        await _read(socket, viewer, actor, who.asker)
        with contextlib.suppress(TimeoutError):  # the last messages and the close frame
            await asyncio.wait_for(asyncio.shield(sender), 1.0)
    except _GONE:
        pass
    finally:
        if session is not None:
            room.sessions.gone(session, viewer)
        sender.cancel()
        (ended,) = await asyncio.gather(sender, return_exceptions=True)
        if isinstance(ended, BaseException) and not isinstance(ended, (asyncio.CancelledError, *_GONE)):
            raise ended


async def _send(socket: WebSocket, viewer: Viewer) -> None:
    try:
        await viewer.run()
    except Exception:
        with contextlib.suppress(*_GONE):
            await socket.close(1011)  # this ends the reading too
        raise


def _forget_request(socket: WebSocket) -> None:
    """Release the headers of the request, which are not needed after the socket is open."""
    socket.scope["headers"] = []
    for name in ("_headers", "_cookies", "_query_params", "_url"):
        vars(socket).pop(name, None)


async def _read(socket: WebSocket, viewer: Viewer, actor: TableActor | None, asker: Asker) -> None:
    bad = too_fast = 0
    quotas = quotas_of(socket)
    credits = Credits(*quotas.limits.messages)
    while True:
        received = await socket.receive()
        if received["type"] == "websocket.disconnect":
            viewer.close(1000, "")
            return
        if viewer.ended:  # the connection is being closed, so further messages are ignored
            return
        try:
            if not isinstance(received.get("text"), str):
                raise BadFrame("frames are text")
            message = read(received["text"])
            if actor is None and not isinstance(message, Ping):
                raise BadFrame("the lobby listens to pings alone", message.id)
        except BadFrame as error:
            bad += 1
            room_of(socket).metrics.bad_frames.inc()
            viewer.tell(write(Error(error.id, "bad-frame", str(error), "see docs/protocol.md")).decode())
            if bad >= BAD_AT_MOST:
                viewer.close(NOT_ALLOWED, "too many bad frames")
                return
            continue
        within = credits.take()
        if not within:
            room_of(socket).metrics.refused("messages")
        if not within or (isinstance(message, Say) and not quotas.speak(asker)):
            too_fast += 1
            viewer.tell(write(Error(message.id, "too-fast", "too many messages", "wait a moment")).decode())
            if too_fast >= TOO_FAST_AT_MOST:
                viewer.close(NOT_ALLOWED, "too many messages")
                return
            continue
        if actor is None:
            viewer.tell(write(Pong(message.id, room_of(socket).watch.wall())).decode())
        else:
            actor.said(viewer, message)


def _since(socket: WebSocket) -> int | None:
    text = socket.query_params.get("since", "")
    return int(text) if text.isdecimal() and len(text) < 17 else None
