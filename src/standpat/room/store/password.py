"""Passwords as argon2id (users' and tables'): slow to guess, checked in constant time.

`Passwords` computes in threads of its own, at most two at a time, since one takes some 100 ms and 64 MiB. Who has to
wait stands in a line, and the lines are such that nobody can fill them for others:

- Each `Party` has a line of its own, and the lines are served in turn. `EACH` may wait in one.
- Parties that are known (signed in, or have signed in from there) go first; strangers get every fourth turn at least.
  Either kind has `waiting` places. Where they are all taken, one who has nothing waiting takes the place that the
  longest line used last.

Who finds no place, or loses it, gets `TooManyWaiting`. A password is the text as typed, in Unicode's composed form.
"""

import asyncio
import unicodedata
from asyncio import Future
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, NamedTuple, TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

T = TypeVar("T")
AT_A_TIME: Final = 2
EACH: Final = 3
STRANGERS_TURN: Final = 4


class TooManyWaiting(Exception):
    """More passwords are waiting than will be checked soon."""


class Party(NamedTuple):
    """Who has a password computed: an address, or somebody who is `known` by a name that nobody else can use."""

    name: str = ""
    known: bool = False


ANYBODY: Final = Party()


class _Lines:
    """Those who wait, party by party."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lines: OrderedDict[str, deque[Future[None]]] = OrderedDict()
        self._count = 0

    def join(self, party: str, each: int) -> Future[None]:
        """A place at the end of the party's line."""
        line = self._lines.get(party, ())
        if len(line) >= each:
            raise TooManyWaiting(f"{len(line)} passwords of yours are waiting: try again in a moment")
        if self._count >= self._most and not self._make_room(len(line)):
            raise TooManyWaiting(f"{self._count} passwords are waiting: try again in a moment")
        place: Future[None] = asyncio.get_running_loop().create_future()
        self._lines.setdefault(party, deque()).append(place)
        self._count += 1
        return place

    def _make_room(self, has: int) -> bool:
        """Take the last place of the longest line, if that is longer than their would be."""
        party, line = max(self._lines.items(), key=lambda item: len(item[1]), default=("", deque[Future[None]]()))
        if len(line) <= has + 1:
            return False
        self.leave(party, place := line[-1])
        if not place.done():
            place.set_exception(TooManyWaiting("others were waiting for longer: try again in a moment"))
        return True

    def leave(self, party: str, place: Future[None]) -> None:
        """They do not wait any more."""
        line = self._lines.get(party)
        if line and place in line:
            line.remove(place)
            self._count -= 1
            if not line:
                del self._lines[party]

    def next(self) -> bool:
        """Call the first of the party whose turn it is; False where nobody waits."""
        while self._lines:
            party, line = next(iter(self._lines.items()))
            place = line.popleft()
            self._count -= 1
            del self._lines[party]
            if line:
                self._lines[party] = line  # behind the others
            if not place.done():
                place.set_result(None)
                return True
        return False


class Passwords:
    """See the module. `hasher` sets the cost; argon2-cffi's own default unless given."""

    def __init__(self, hasher: PasswordHasher | None = None, *, waiting: int = 20) -> None:
        self._hasher = hasher or PasswordHasher()
        self._threads = ThreadPoolExecutor(AT_A_TIME, thread_name_prefix="standpat-password")
        self._known, self._strangers = _Lines(waiting), _Lines(waiting)
        self._running = 0
        self._turn = 0
        self._nobody = ""  # a hash of no password, made when it is first needed

    async def hash(self, password: str, party: Party = ANYBODY) -> str:
        """What to store for a password."""
        return await self._in_turn(party, lambda: self._hasher.hash(_composed(password)))

    async def check(self, stored: str | None, password: str, party: Party = ANYBODY) -> bool:
        """Is it this one? Without `stored` the answer is no, and takes as long."""
        return await self._in_turn(party, lambda: self._check(stored, _composed(password)))

    def outdated(self, stored: str) -> bool:
        """Was it made at another cost than today's?"""
        return self._hasher.check_needs_rehash(stored)

    def close(self) -> None:
        """Let the threads go."""
        self._threads.shutdown(wait=False)

    def _check(self, stored: str | None, password: bytes) -> bool:
        if stored is None:
            self._nobody = self._nobody or self._hasher.hash("")
        try:
            return self._hasher.verify(stored or self._nobody, password) and stored is not None
        except (VerificationError, InvalidHashError):
            return False

    async def _in_turn(self, party: Party, work: Callable[[], T]) -> T:
        if self._running < AT_A_TIME:
            self._running += 1
        else:
            await self._wait(party)
        # The thread goes on where the caller is cancelled: its place is free when it is done, and not before.
        done = asyncio.get_running_loop().run_in_executor(self._threads, work)
        done.add_done_callback(lambda _done: self._next())
        return await asyncio.shield(done)

    async def _wait(self, party: Party) -> None:
        """Until a thread is ours: who is done hands it on."""
        lines = self._known if party.known else self._strangers
        place = lines.join(party.name, EACH)
        try:
            await place
        except asyncio.CancelledError:
            lines.leave(party.name, place)
            if place.done() and not place.cancelled() and place.exception() is None:
                self._next()
            raise

    def _next(self) -> None:
        """A thread is free."""
        self._turn = (self._turn + 1) % STRANGERS_TURN
        first, second = self._known, self._strangers
        if self._turn == 0:
            first, second = second, first
        if not first.next() and not second.next():
            self._running -= 1


def _composed(password: str) -> bytes:
    return unicodedata.normalize("NFC", password).encode("utf-8", "surrogatepass")
