"""Passwords: what is stored, what is checked, how many at a time."""

import asyncio
from typing import Literal

import pytest
from argon2 import PasswordHasher

from standpat.room.store.password import Passwords, TooManyWaiting

QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


def test_a_password_and_others() -> None:
    async def scene() -> None:
        passwords = Passwords(QUICK)
        stored = await passwords.hash("correct horse é")
        assert stored.startswith("$argon2id$")
        assert "horse" not in stored
        assert await passwords.hash("correct horse é") != stored
        assert await passwords.check(stored, "correct horse é")
        assert await passwords.check(stored, "correct horse e\u0301")  # the same, typed on another keyboard
        for wrong in ("", "correct horse", "Correct horse é"):
            assert not await passwords.check(stored, wrong)
        passwords.close()

    asyncio.run(scene())


def test_nobody_has_no_password_but_it_takes_as_long() -> None:
    """Without a stored hash one is checked all the same."""
    checked = 0

    class Counting(PasswordHasher):
        def verify(self, hash: str | bytes, password: str | bytes) -> Literal[True]:
            nonlocal checked
            checked += 1
            return super().verify(hash, password)

    async def scene() -> None:
        passwords = Passwords(Counting(time_cost=1, memory_cost=8, parallelism=1))
        assert not await passwords.check(None, "")
        assert not await passwords.check(None, "anything")
        assert not await passwords.check("damaged", "anything")
        assert checked == 3
        passwords.close()

    asyncio.run(scene())


def test_a_crowd_is_turned_away() -> None:
    async def scene() -> list[object]:
        passwords = Passwords(QUICK, waiting=3)
        results = await asyncio.gather(*[passwords.hash("x") for _ in range(9)], return_exceptions=True)
        assert await passwords.hash("x")  # and there is room again
        passwords.close()
        return list(results)

    results = asyncio.run(scene())
    assert sum([isinstance(result, TooManyWaiting) for result in results]) == 4


def test_the_default_costs_what_it_should() -> None:
    """RFC 9106's second recommendation: 64 MiB, three passes, four lanes."""
    passwords = Passwords()
    stored = asyncio.run(passwords.hash("x"))
    passwords.close()
    assert "$m=65536,t=3,p=4$" in stored
    assert not passwords.outdated(stored)
    assert passwords.outdated(QUICK.hash("x"))


@pytest.mark.parametrize("stored", ["", "$argon2id$", "x" * 500])
def test_damage_is_no_password(stored: str) -> None:
    passwords = Passwords(QUICK)
    assert not asyncio.run(passwords.check(stored, ""))
    passwords.close()
