"""The outbox of a connection: frames in order. Nobody waits for a client that does not read.

The table adds frames with `push` and `tell`, which never wait. For a client that reads, they are written at once
(`put`, if the server has it). For others, a task of the viewer sends them, which runs only while something waits. A
client that falls more than `kept` frames behind loses them all and gets one snapshot instead, made when the client is
ready for it, so that it is the latest. Messages for this client alone (`tell`) are kept, up to a limit at which the
connection is closed. A client that reads nothing for `PATIENCE` seconds is closed with 1013. Everything added between
`hold` and `release` is sent together.

A `Frame` is one version for all viewers. It is encoded once for all who may see the same.
"""

import asyncio
import logging
from array import array
from collections.abc import Awaitable, Callable, Iterable
from typing import Final, Protocol

from standpat.protocol.room import Ack, write
from standpat.protocol.websocket import payload_of, text_frame
from standpat.room.tables.sitter import Sitter

KEPT: Final = 64
"""Frames that may wait for a client."""
PATIENCE: Final = 20.0
"""How long a client may take to read, in seconds."""
WAITING_AT_MOST: Final = 256
"""Messages of `tell` that may wait for a client."""
WAITING_LENGTH: Final = 262_144
"""Bytes of such messages that may wait for a client."""
ANSWERS_KEPT: Final = 16
"""Answers that are kept for repeated messages: so many acknowledgements, and as many others."""
TOO_SLOW: Final = 1013
"""The close code for a client that reads too slowly."""
FAULT: Final = 1011
"""The close code after a fault of the server."""

log = logging.getLogger("standpat.room")


class Frame:
    """One version of the table, encoded as WebSocket frames.

    Args:
        v: The version.
        public: The message for all users but those of `private`.
        private: Users who see something that a spectator does not, each with their message.
    """

    __slots__ = ("private", "public", "v")

    def __init__(self, v: int, public: bytes, private: Iterable[tuple[str, bytes]] = ()) -> None:
        self.v = v
        self.public = text_frame(public)
        self.private = tuple([(user, text_frame(message)) for user, message in private])

    def data(self, user: str) -> bytes:
        """The WebSocket frame for a user."""
        for one, data in self.private:
            if one == user:
                return data
        return self.public

    def text(self, user: str) -> str:
        """The message for a user."""
        return payload_of(self.data(user)).decode()


class Channel(Protocol):
    """The connection behind an outbox."""

    async def send(self, text: str) -> None:
        """Send a text. It waits while the client does not read."""

    async def close(self, code: int, reason: str) -> None:
        """Close the connection. Unsent text is lost."""


class Viewer:
    """A connection.

    Args:
        user: The user's id; "" for nobody.
        name: The user's name.
        channel: The connection itself.
        snapshot: Makes a snapshot for a viewer who has missed frames, and calls `fresh` at that moment.
        put: Writes WebSocket frames at once, or returns False if it cannot.
        asks: Whether the client can be asked at the showdown.
        kept: Frames that may wait.
        person: The person whose chips the user plays with; "" for the user.
        home: The user's household.
    """

    __slots__ = (
        "_acked",
        "_answers",
        "_behind",
        "_channel",
        "_closed",
        "_end",
        "_frames",
        "_holding",
        "_items",
        "_kept",
        "_put",
        "_snapshot",
        "_task",
        "_waiting_length",
        "asks",
        "direct",
        "sitter",
        "user",
    )

    def __init__(
        self,
        user: str,
        name: str,
        channel: Channel,
        snapshot: Callable[["Viewer"], Awaitable[str]] | None = None,
        put: Callable[[bytes], bool] | None = None,
        *,
        asks: bool = False,
        kept: int = KEPT,
        person: str = "",
        home: str = "",
    ) -> None:
        self.user = user
        self.asks = asks
        self.sitter = Sitter(user, name, person or user, home)
        self._channel = channel
        self._snapshot = snapshot
        self._acked = array("q")
        """The ids of the last messages that were acknowledged."""
        self._answers: dict[int, bytes] | None = None
        """Other answers to the last messages, by their ids; None before the first."""
        self._items: list[Frame | bytes] = []
        self._frames = 0
        self._behind = False
        self._put = put
        self.direct = put
        """`put` while nothing waits to be sent and nothing is held, else None."""
        self._kept = kept
        self._waiting_length = 0
        self._holding = False
        self._task: asyncio.Task[None] | None = None
        """Sends what waits; None if nothing does."""
        self._closed: asyncio.Future[None] | None = None
        self._end: tuple[int, str] | None = None

    @property
    def name(self) -> str:
        """The user's name."""
        return self.sitter.name

    def push(self, frame: Frame) -> None:
        """Add the next frame of the table."""
        direct = self.direct
        if direct is not None and direct(frame.data(self.user)):
            return
        if self._behind:
            return
        if self._frames >= self._kept:
            self.catch_up()
            return
        self._frames += 1
        self._append(frame)

    def tell(self, message: bytes) -> None:
        """Add a message for this connection alone."""
        direct = self.direct
        if direct is not None and direct(text_frame(message)):
            return
        if len(self._items) - self._frames >= WAITING_AT_MOST or self._waiting_length + len(message) > WAITING_LENGTH:
            self.close(TOO_SLOW, "you read too slowly")
        else:
            self._waiting_length += len(message)
            self._append(message)

    def hold(self) -> None:
        """Keep everything that is added from now on until `release`."""
        self._holding = True
        self.direct = None

    def release(self) -> None:
        """Send what was kept."""
        self._holding = False
        items = self._items
        if not items:
            self._look()
            return
        self._items = []
        self._look()
        user, direct = self.user, self.direct
        data = [text_frame(item) if type(item) is bytes else item.data(user) for item in items]  # type: ignore[union-attr]
        if direct is not None and direct(b"".join(data)):
            self._frames = self._waiting_length = 0
        else:
            self._items = items
            self._wake()

    def _append(self, item: Frame | bytes) -> None:
        if self._end is None:
            self._items.append(item)
            if not self._holding:
                self._wake()

    def _look(self) -> None:
        """Find out whether anything waits to be sent, which makes `put` impossible."""
        waits = self._items or self._holding or self._behind or self._task or self._end
        self.direct = None if waits else self._put

    def answer(self, id: int, message: bytes) -> None:
        """Answer a message, and keep the answer in case the message is repeated."""
        answers = self._answers = self._answers or {}
        answers[id] = message
        if len(answers) > ANSWERS_KEPT:
            del answers[next(iter(answers))]
        self.tell(message)

    def ack(self, id: int) -> None:
        """Answer that what a message asked for is done, and keep that in case the message is repeated."""
        self._acked.append(id)
        if len(self._acked) > ANSWERS_KEPT:
            del self._acked[0]
        self.tell(write(Ack(id)))

    def answered(self, id: int) -> bytes | None:
        """The answer to a message, if it was among the last."""
        if id in self._acked:
            return write(Ack(id))
        return None if self._answers is None else self._answers.get(id)

    def catch_up(self) -> None:
        """Drop unsent frames; a snapshot follows instead."""
        self._items = [item for item in self._items if isinstance(item, bytes)]
        self._frames = 0
        self._behind = True
        self._wake()

    def fresh(self) -> None:
        """Note that the snapshot is made now. Later frames follow it."""
        self._behind = False
        self._look()

    def close(self, code: int, reason: str) -> None:
        """Close the connection after what was added before."""
        self._end = self._end or (code, reason)
        self._wake()

    def gone(self) -> None:
        """Send nothing more, because the connection has ended."""
        self._end = self._end or (1000, "")
        self.direct = None
        if self._task is not None and self._task is not asyncio.current_task():
            self._task.cancel()
        self._over()

    @property
    def ended(self) -> bool:
        """Whether the connection is closed or about to be."""
        return self._end is not None

    async def run(self) -> None:
        """Wait until the connection is closed."""
        if self._closed is None:
            self._closed = asyncio.get_running_loop().create_future()
            if self._end is not None and self._task is None:
                self._closed.set_result(None)
        await asyncio.shield(self._closed)

    # Sending to a client that does not read at once ------------------------------------------------------

    def _wake(self) -> None:
        """Send what waits, and close the connection if it is to be closed."""
        self.direct = None
        if self._task is None:
            self._task = asyncio.create_task(self._work())

    async def _work(self) -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                await self._flush()
        except TimeoutError:
            self._end = self._end or (TOO_SLOW, "you read too slowly")
        except OSError:
            self._end = self._end or (1000, "")  # the connection has ended
        except Exception:
            log.exception("a page cannot be sent what it waits for")
            self._end = self._end or (FAULT, "")
        if self._end is not None:
            await self._channel.close(*self._end)
            self._over()
        self._task = None
        self._look()

    async def _flush(self) -> None:
        while self._items or self._behind:
            if self._behind and self._snapshot:
                await self._channel.send(await self._snapshot(self))
                continue
            item = self._items.pop(0)
            if isinstance(item, Frame):
                self._frames -= 1
                text = item.text(self.user)
            else:
                self._waiting_length -= len(item)
                text = item.decode()
            await self._channel.send(text)

    def _over(self) -> None:
        if self._closed is not None and not self._closed.done():
            self._closed.set_result(None)
