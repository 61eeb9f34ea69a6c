"""A connection's outbox: frames in order, and nobody waits for a reader who does not read.

The table puts frames in with `push` and `tell`, which never wait. To a reader who reads they are written at once
(`put`, where the server has it); to others a task of the connection's own, `run`, sends them. A reader who falls more
than `kept` frames behind loses them all and gets one snapshot instead, made when they are ready for it, so that the
latest wins; what was said to them alone (`tell`) is kept, up to a bound at which they are closed. Who takes none for
`PATIENCE` seconds is closed with 1013. What is said between `hold` and `release` leaves together.

A `Frame` is what one version means for each viewer: written once for all who may see the same of it.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Final, Protocol

from standpat.room.tables.sitter import Sitter

KEPT: Final = 64
PATIENCE: Final = 20.0
WAITING_AT_MOST: Final = 256
WAITING_LENGTH: Final = 262_144
"""Letters that wait for a reader at most."""
ANSWERS_KEPT: Final = 64
TOO_SLOW: Final = 1013


class Frame:
    """Version `v`, written by `write(seat)` for an engine seat of the hand, None for all others. `users` sat in the
    hand; only `private` seats see something else than a spectator does."""

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
        """The same as text."""
        return self.data(user).decode()


class Channel(Protocol):
    """The connection behind an outbox."""

    async def send(self, text: str) -> None:
        """Send; waits while the reader does not read."""

    async def close(self, code: int, reason: str) -> None:
        """Close; what is not sent yet is lost."""


class Viewer:
    """One connection of a user, nobody's with the user "". `snapshot(viewer)` has the table make what a viewer gets who
    has missed something; it calls `fresh` at that very moment. `put` sends texts at once, or says that it cannot.
    `asks`: there is somebody who can be asked at the showdown.
    `person` and `home` are the `Sitter`'s, by default the user and no household."""

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
        """What was answered to the last messages, by their ids; empty while one is being looked at."""
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
        """The next frame of the table."""
        if self._behind or self._written(frame):
            return
        if self._frames >= self._kept:
            self.catch_up()
            return
        self._frames += 1
        self._append(frame)

    def tell(self, text: str) -> None:
        """Something for this connection alone."""
        if self._written(text):
            return
        if len(self._items) - self._frames >= WAITING_AT_MOST or self._waiting_length + len(text) > WAITING_LENGTH:
            self.close(TOO_SLOW, "you read too slowly")
        else:
            self._waiting_length += len(text)
            self._append(text)

    def hold(self) -> None:
        """What is said from now on waits for `release`."""
        self._holding = True

    def release(self) -> None:
        """Send it."""
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
        """Is nobody before us?"""
        return not (self._sending or self._behind or self._holding or self._end)

    def _written(self, item: Frame | str) -> bool:
        """Was it written at once?"""
        if self._put is None or self._items or not self._clear():
            return False
        return self._put((self._data(item),))

    def _data(self, item: Frame | str) -> bytes:
        return item.encode() if isinstance(item, str) else item.data(self.user)

    def _wake(self) -> None:
        """There is something for `run` to do."""
        self._filled = True
        if self._sleep and not self._sleep.done():
            self._sleep.set_result(None)

    def answer(self, id: int, text: str) -> None:
        """The answer to a message; kept for when it is repeated."""
        self.answers[id] = text
        if len(self.answers) > ANSWERS_KEPT:
            del self.answers[next(iter(self.answers))]
        self.tell(text)

    def catch_up(self) -> None:
        """Forget the frames that are unsent: a snapshot comes instead."""
        self._items = [item for item in self._items if isinstance(item, str)]
        self._frames = 0
        self._behind = True
        self._wake()

    def fresh(self) -> None:
        """The table makes their snapshot now; frames from now on follow it."""
        self._behind = False

    def close(self, code: int, reason: str) -> None:
        """Close once what is said is sent."""
        self._end = self._end or (code, reason)
        self._wake()

    @property
    def ended(self) -> bool:
        """Is it closed, or about to be?"""
        return self._end is not None

    async def run(self) -> None:
        """Send until the end. A connection that breaks ends it too."""
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
