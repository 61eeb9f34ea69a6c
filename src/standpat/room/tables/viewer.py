"""The outbox of a connection: frames in order. Nobody waits for a client that does not read.

The table adds frames with `push` and `tell`, which never wait. For a client that reads, they are written at once
(`put`, if the server has it). For others, the connection's own task, `run`, sends them. A client that falls more than
`kept` frames behind loses them all and gets one snapshot instead, made when the client is ready for it, so that it is
the latest. Messages for this client alone (`tell`) are kept, up to a limit at which the connection is closed. A client
that reads nothing for `PATIENCE` seconds is closed with 1013. Everything added between `hold` and `release` is sent
together.

A `Frame` is one version for all viewers. It is encoded once for all who may see the same.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Final, Protocol

from standpat.room.tables.sitter import Sitter

KEPT: Final = 64
"""Frames that may wait for a client."""
PATIENCE: Final = 20.0
"""How long a client may take to read, in seconds."""
WAITING_AT_MOST: Final = 256
"""Messages of `tell` that may wait for a client."""
WAITING_LENGTH: Final = 262_144
"""Characters of such messages that may wait for a client."""
ANSWERS_KEPT: Final = 64
"""Answers that are kept for repeated messages."""
TOO_SLOW: Final = 1013
"""The close code for a client that reads too slowly."""


class Frame:
    """One version of the table.

    Args:
        v: The version.
        write: Encodes the frame for an engine seat of the hand, or for all others (None).
        users: The users who were dealt into the hand.
        private: Engine seats that see something that a spectator does not.
    """

    __slots__ = ("_private", "_users", "_write", "_written", "v")

    def __init__(
        self,
        v: int,
        write: Callable[[int | None], bytes],
        users: tuple[str, ...] = (),
        private: frozenset[int] = frozenset(),
    ) -> None:
        self.v = v
        self._write = write
        self._users = users
        self._private = private
        self._written: dict[int | None, bytes] = {}

    def data(self, user: str) -> bytes:
        """The frame as this user may see it."""
        seat = None
        for private in self._private:
            if self._users[private] == user:
                seat = private
                break
        written = self._written.get(seat)
        if written is None:
            written = self._written[seat] = self._write(seat)
        return written

    def text(self, user: str) -> str:
        """The frame as this user may see it, as text."""
        return self.data(user).decode()


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
        put: Sends texts at once, or returns False if it cannot.
        asks: Whether the client can be asked at the showdown.
        kept: Frames that may wait.
        person: The person whose chips the user plays with; "" for the user.
        home: The user's household.
    """

    def __init__(
        self,
        user: str,
        name: str,
        channel: Channel,
        snapshot: Callable[["Viewer"], Awaitable[str]] | None = None,
        put: Callable[[Sequence[bytes]], bool] | None = None,
        *,
        asks: bool = False,
        kept: int = KEPT,
        person: str = "",
        home: str = "",
    ) -> None:
        self.user = user
        self.name = name
        self.asks = asks
        self.sitter = Sitter(user, name, person or user, home)
        self.answers: dict[int, str] = {}
        """The answers to the last messages, by their ids."""
        self._channel = channel
        self._snapshot = snapshot
        self._items: list[Frame | str] = []
        self._frames = 0
        self._behind = False
        self._put = put
        self._kept = kept
        self._waiting_length = 0
        self._sending = False
        self._holding = False
        self._filled = False
        self._sleep: asyncio.Future[None] | None = None
        self._end: tuple[int, str] | None = None

    def push(self, frame: Frame) -> None:
        """Add the next frame of the table."""
        if self._behind or self._written(frame):
            return
        if self._frames >= self._kept:
            self.catch_up()
            return
        self._frames += 1
        self._append(frame)

    def tell(self, text: str) -> None:
        """Add a message for this connection alone."""
        if self._written(text):
            return
        if len(self._items) - self._frames >= WAITING_AT_MOST or self._waiting_length + len(text) > WAITING_LENGTH:
            self.close(TOO_SLOW, "you read too slowly")
        else:
            self._waiting_length += len(text)
            self._append(text)

    def hold(self) -> None:
        """Keep everything that is added from now on until `release`."""
        self._holding = True

    def release(self) -> None:
        """Send what was kept."""
        self._holding = False
        if self._items and self._put and self._clear() and self._put([self._data(item) for item in self._items]):
            self._items.clear()
            self._frames = self._waiting_length = 0
        elif self._items:
            self._wake()

    def _append(self, item: Frame | str) -> None:
        self._items.append(item)
        if not self._holding:
            self._wake()

    def _clear(self) -> bool:
        """Whether nothing else waits to be sent."""
        return not (self._sending or self._behind or self._holding or self._end)

    def _written(self, item: Frame | str) -> bool:
        """Write an item at once if possible. Returns whether it was written."""
        if self._put is None or self._items or not self._clear():
            return False
        return self._put((self._data(item),))

    def _data(self, item: Frame | str) -> bytes:
        return item.encode() if isinstance(item, str) else item.data(self.user)

    def _wake(self) -> None:
        """Wake `run`, because there is something to send."""
        self._filled = True
        if self._sleep and not self._sleep.done():
            self._sleep.set_result(None)

    def answer(self, id: int, text: str) -> None:
        """Answer a message, and keep the answer in case the message is repeated."""
        self.answers[id] = text
        if len(self.answers) > ANSWERS_KEPT:
            del self.answers[next(iter(self.answers))]
        self.tell(text)

    def catch_up(self) -> None:
        """Drop unsent frames; a snapshot follows instead."""
        self._items = [item for item in self._items if isinstance(item, str)]
        self._frames = 0
        self._behind = True
        self._wake()

    def fresh(self) -> None:
        """Note that the snapshot is made now. Later frames follow it."""
        self._behind = False

    def close(self, code: int, reason: str) -> None:
        """Close the connection after what was added before."""
        self._end = self._end or (code, reason)
        self._wake()

    @property
    def ended(self) -> bool:
        """Whether the connection is closed or about to be."""
        return self._end is not None

    async def run(self) -> None:
        """Send until the connection is closed or breaks."""
        while self._end is None:
            if not self._filled:
                self._sleep = asyncio.get_running_loop().create_future()
                await self._sleep
            self._filled = False
            try:
                async with asyncio.timeout(PATIENCE):
                    await self._flush()
            except TimeoutError:
                self._end = (TOO_SLOW, "you read too slowly")
        await self._channel.close(*self._end)

    async def _flush(self) -> None:
        self._sending = True
        while self._items or self._behind:
            if self._behind and self._snapshot:
                await self._channel.send(await self._snapshot(self))
                continue
            item = self._items.pop(0)
            if isinstance(item, Frame):
                self._frames -= 1
                item = item.text(self.user)
            else:
                self._waiting_length -= len(item)
            await self._channel.send(item)
        self._sending = False
