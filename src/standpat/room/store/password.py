"""Passwords as argon2id (users' and tables'): slow to guess, checked in constant time.

`Passwords` computes in threads of its own, at most two at a time, since one takes some 100 ms and 64 MiB; when
more than `waiting` are queued, `TooManyWaiting`.
"""


class TooManyWaiting(Exception):
    """More passwords are waiting than will be checked soon."""


class Passwords:
    """See the module."""

    async def hash(self, password: str) -> str:
        """What to store for a password."""
        raise NotImplementedError

    async def check(self, stored: str | None, password: str) -> bool:
        """Is it this one? Without `stored` the answer is no, and takes as long."""
        raise NotImplementedError
