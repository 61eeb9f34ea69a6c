"""Passwords: what is stored, what is checked, and how many are checked at a time."""

import asyncio
import threading
from typing import Literal
from unittest import mock

import pytest
from argon2 import PasswordHasher

from standpat.room.store import password
from standpat.room.store.password import Party, Passwords, TooManyWaiting

QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


def test_a_password_and_others() -> None:
    async def scene() -> None:
        passwords = Passwords(QUICK)
        stored = await passwords.hash("correct horse é")
        assert stored.startswith("$argon2id$")
        assert "horse" not in stored
        assert await passwords.hash("correct horse é") != stored
        assert await passwords.check(stored, "correct horse é")
        assert await passwords.check(stored, "correct horse e\u0301")  # the same password, typed on another keyboard
        for wrong in ("", "correct horse", "Correct horse é"):
            assert not await passwords.check(stored, wrong)
        passwords.close()

    asyncio.run(scene())


def test_nobody_has_no_password_but_it_takes_as_long() -> None:
    """Without a stored hash, the password is checked against another one."""
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
        assert await passwords.hash("x")  # and the queue has space again
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


class Held(PasswordHasher):
    """A hasher that waits until the test lets it go, and records the passwords."""

    def __init__(self) -> None:
        super().__init__(time_cost=1, memory_cost=8, parallelism=1)
        self.go = threading.Event()
        self.done: list[str] = []

    def hash(self, password: str | bytes, *, salt: bytes | None = None) -> str:
        assert isinstance(password, bytes)
        self.go.wait(20)
        self.done.append(password.decode())
        return password.decode()


def line_up(arrivals: list[tuple[str, Party]], waiting: int = 20) -> tuple[list[str], list[str]]:
    """The passwords that were hashed, in order, and those that were refused, with one thread that is already busy."""

    async def scene() -> tuple[list[str], list[str]]:
        hasher = Held()
        passwords = Passwords(hasher, waiting=waiting)
        tasks = [asyncio.create_task(passwords.hash("first", Party("first")))]
        await asyncio.sleep(0)
        for name, party in arrivals:
            tasks.append(asyncio.create_task(passwords.hash(name, party)))
            await asyncio.sleep(0)
        hasher.go.set()
        results = await asyncio.gather(*tasks, return_exceptions=True)
        passwords.close()
        away = [name for (name, _), result in zip(arrivals, results[1:], strict=True) if not isinstance(result, str)]
        return hasher.done[1:], away

    with mock.patch.object(password, "AT_A_TIME", 1):
        return asyncio.run(scene())


def test_a_flood_from_one_address_waits_in_its_own_line() -> None:
    flood = [(f"flood {k}", Party("6.6.6.6")) for k in range(50)]
    done, away = line_up([*flood, ("ann", Party("1.1.1.1")), ("bob", Party("2.2.2.2"))])
    assert done == ["flood 0", "ann", "bob", "flood 1", "flood 2"]
    assert len(away) == 47


def test_many_addresses_fill_no_place_of_the_known() -> None:
    flood = [(f"flood {k}", Party(f"6.6.6.{k % 100}")) for k in range(300)]
    done, away = line_up([*flood, ("kari", Party("device", True)), ("ola", Party("session", True))])
    assert not {"kari", "ola"} & set(away)
    assert set(done[:2]) <= {"kari", "ola", "flood 0"}
    assert max(done.index("kari"), done.index("ola")) <= 3
    assert len(done) == 22


def test_the_longest_line_makes_room_for_who_comes_new() -> None:
    flood = [(f"flood {k}", Party(f"6.6.6.{k % 7}")) for k in range(21)]  # seven lines of three: all places
    done, away = line_up([*flood, ("ann", Party("1.1.1.1")), ("again", Party("1.1.1.1"))])
    assert "ann" in done
    assert len(done) == 20
    assert "flood 20" in away


def test_strangers_come_through_while_the_known_wait() -> None:
    known = [(f"known {k}", Party(f"person {k}", True)) for k in range(20)]
    done, away = line_up([*known, ("stranger", Party("1.1.1.1"))])
    assert away == []
    assert done.index("stranger") <= 5


def test_who_goes_away_leaves_the_line() -> None:
    async def scene() -> None:
        hasher = Held()
        passwords = Passwords(hasher, waiting=2)
        held = [asyncio.create_task(passwords.hash(str(k), Party(str(k)))) for k in range(4)]
        await asyncio.sleep(0)
        held[0].cancel()  # its thread continues
        held[2].cancel()
        await asyncio.sleep(0)
        late = asyncio.create_task(passwords.hash("late", Party("late")))
        await asyncio.sleep(0)
        with pytest.raises(TooManyWaiting):
            await passwords.hash("too late", Party("3"))
        hasher.go.set()
        await asyncio.gather(*held, late, return_exceptions=True)
        async with asyncio.timeout(60):
            while len(hasher.done) < 4:
                await asyncio.sleep(0.01)
        assert sorted(hasher.done) == ["0", "1", "3", "late"]
        assert await passwords.hash("after") == "after"
        assert passwords._running == 0
        passwords.close()

    asyncio.run(scene())
