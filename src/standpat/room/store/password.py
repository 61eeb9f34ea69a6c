"""Passwords of users and tables as argon2id: slow to guess, compared in constant time.

`Passwords` computes hashes in its own threads, at most two at a time, because each takes about 100 ms and 64 MiB. Other
callers wait in queues. The queues are fair, so nobody can fill them for others:

- Each `Party` has its own queue of at most `EACH` callers. The queues are served in turn.
- Known parties (registered users who are signed in, and devices that have signed in before) go first. Strangers get
  at least every fourth turn.
- Known parties and strangers have `waiting` places each. When all are taken, a party gets the last place of the longest
  queue, provided that this queue is longer than its own would be.

A caller who gets no place, or loses it, gets `TooManyWaiting`. A password is the text as typed, in Unicode's composed
form (NFC).
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
"""Hashes that are computed at the same time."""
EACH: Final = 3
"""Callers of one party that may wait at the same time."""
STRANGERS_TURN: Final = 4
"""One turn in so many goes to strangers first."""


class TooManyWaiting(Exception):
    """Too many passwords are waiting to be computed."""


class Party(NamedTuple):
    """Whose password is computed.

    `name` is an address, or with `known` a name that nobody else can use.
    """

    name: str = ""
    known: bool = False


ANYBODY: Final = Party()


class _Lines:
    """The queues of one kind of parties, known or strangers."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lines: OrderedDict[str, deque[Future[None]]] = OrderedDict()
        self._count = 0

    def join(self, party: str, each: int) -> Future[None]:
        """Take a place at the end of the party's queue.

        Args:
            party: The name of the party.
            each: The largest number of places for one party.

        Returns:
            A future. It gets a result when it is this caller's turn, and `TooManyWaiting` if the place is lost.

        Raises:
            TooManyWaiting: The party's queue is full, or all places are taken.
        """
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
        """Take the last place of the longest queue from its party.

        Returns:
            False, and nothing changed, if that queue is not longer than one with `has` + 1 places.
        """
        party, line = max(self._lines.items(), key=lambda item: len(item[1]), default=("", deque[Future[None]]()))
        if len(line) <= has + 1:
            return False
        self.leave(party, place := line[-1])
        if not place.done():
            place.set_exception(TooManyWaiting("others were waiting for longer: try again in a moment"))
        return True

    def leave(self, party: str, place: Future[None]) -> None:
        """Remove a place from a party's queue, if it is still there."""
        line = self._lines.get(party)
        if line and place in line:
            line.remove(place)
            self._count -= 1
            if not line:
                del self._lines[party]

    def next(self) -> bool:
        """Wake the first caller of the party whose turn it is. False if nobody waits."""
        while self._lines:
            party, line = next(iter(self._lines.items()))
            place = line.popleft()
            self._count -= 1
            del self._lines[party]
            if line:
                self._lines[party] = line  # now the last party in turn
            if not place.done():
                place.set_result(None)
                return True
        return False


class Passwords:
    """Computes and checks hashes of passwords, as the module says.

    Args:
        hasher: Sets the cost of a hash; None for the default of argon2-cffi.
        waiting: Places for known parties, and as many for strangers.
    """

    def __init__(self, hasher: PasswordHasher | None = None, *, waiting: int = 20) -> None:
        self._hasher = hasher or PasswordHasher()
        self._threads = ThreadPoolExecutor(AT_A_TIME, thread_name_prefix="standpat-password")
        self._known, self._strangers = _Lines(waiting), _Lines(waiting)
        self._running = 0
        self._turn = 0
        self._nobody = ""  # compared with when there is no stored hash; made when it is first needed

    async def hash(self, password: str, party: Party = ANYBODY) -> str:
        """Return the hash to store for a password.

        Raises:
            TooManyWaiting: Too many passwords are waiting.
        """
        return await self._in_turn(party, lambda: self._hasher.hash(_composed(password)))

    async def check(self, stored: str | None, password: str, party: Party = ANYBODY) -> bool:
        """Whether a password matches a stored hash.

        Without `stored` the answer is False and takes as long as a comparison.

        Raises:
            TooManyWaiting: Too many passwords are waiting.
        """
        return await self._in_turn(party, lambda: self._check(stored, _composed(password)))

    def outdated(self, stored: str) -> bool:
        """Whether a hash was made at another cost than the present one."""
        return self._hasher.check_needs_rehash(stored)

    def close(self) -> None:
        """Stop the threads, without waiting for them."""
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
        # If the caller is cancelled the thread goes on, so its place becomes free only when it is done.
        done = asyncio.get_running_loop().run_in_executor(self._threads, work)
        done.add_done_callback(lambda _done: self._next())
        return await asyncio.shield(done)

    async def _wait(self, party: Party) -> None:
        """Wait until a thread is free. The caller that finishes hands its thread on."""
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
        """Hand a free thread to the next caller, or count it as free."""
        self._turn = (self._turn + 1) % STRANGERS_TURN
        first, second = self._known, self._strangers
        if self._turn == 0:
            first, second = second, first
        if not first.next() and not second.next():
            self._running -= 1


def _composed(password: str) -> bytes:
    return unicodedata.normalize("NFC", password).encode("utf-8", "surrogatepass")
