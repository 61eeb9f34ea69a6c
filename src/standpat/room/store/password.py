"""Passwords as argon2id (users' and tables'): slow to guess, checked in constant time.

`Passwords` computes in threads of its own, at most two at a time, since one takes some 100 ms and 64 MiB; when
more than `waiting` are queued, `TooManyWaiting`. A password is the text as typed, in Unicode's composed form.
"""

import asyncio
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

T = TypeVar("T")
AT_A_TIME: Final = 2


class TooManyWaiting(Exception):
    """More passwords are waiting than will be checked soon."""


class Passwords:
    """See the module. `hasher` sets the cost; argon2-cffi's own default unless given."""

    def __init__(self, hasher: PasswordHasher | None = None, *, waiting: int = 20) -> None:
        self._hasher = hasher or PasswordHasher()
        self._threads = ThreadPoolExecutor(AT_A_TIME, thread_name_prefix="standpat-password")
        self._most = waiting + AT_A_TIME
        self._waiting = 0
        self._nobody = ""  # a hash of no password, made when it is first needed

    async def hash(self, password: str) -> str:
        """What to store for a password."""
        return await self._in_thread(lambda: self._hasher.hash(_composed(password)))

    async def check(self, stored: str | None, password: str) -> bool:
        """Is it this one? Without `stored` the answer is no, and takes as long."""
        return await self._in_thread(lambda: self._check(stored, _composed(password)))

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

    async def _in_thread(self, work: Callable[[], T]) -> T:
        if self._waiting >= self._most:
            raise TooManyWaiting(f"{self._waiting} passwords are being checked: try again in a moment")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._waiting -= 1


def _composed(password: str) -> bytes:
    return unicodedata.normalize("NFC", password).encode("utf-8", "surrogatepass")
