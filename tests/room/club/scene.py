"""A club for tests: Ola owns it, Oda organises, Mia and Max are members, Sid is a stranger, Ada and Gus a guest.

Nothing waits: acts happen at the scene's own time.
"""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from sqlalchemy import insert, select

from room.store.scene import run
from standpat.language.sentence import sentence_of
from standpat.room.club import book, calendar, membership, record
from standpat.room.club.book import Wish
from standpat.room.club.calendar import Plan
from standpat.room.club.record import Result
from standpat.room.club.refusal import ClubRefused
from standpat.room.club.view import View, view
from standpat.room.store import Store, Work, club_schema, schema
from standpat.room.store.users import Kind, User

NOW = 1_795_262_400.0  # Saturday 21 November 2026, 12:00 UTC
WISH = Wish("Thursday Lowball", "Europe/Oslo")
KINDS: dict[str, Kind] = {"ola": "registered", "oda": "registered", "mia": "registered", "max": "guest", "sid": "guest"}


class Club:
    """The club `id` in a store, at the time `now`."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.now = NOW
        self.id = "c" * 24
        self.people = {name: User(name, name.title(), kind, "player", 0.0) for name, kind in KINDS.items()}

    async def do(self, work: Work) -> Any:
        (result,) = await self.store.commit(work)
        return result

    async def refused(self, work: Work) -> str:
        """The key of the refusal of an act, without ``error.club-``."""
        with pytest.raises(ClubRefused) as error:
            await self.store.commit(work)
        return sentence_of(error.value)[0].removeprefix("error.").removeprefix("club-")

    async def add(self, name: str, kind: Kind = "guest") -> User:
        self.people[name] = User(name, name.title(), kind, "player", 0.0)
        row = {"id": name, "name": name.title(), "name_key": name, "kind": kind, "role": "player"}
        await self.do(
            Work(lambda c: c.execute(insert(schema.person), {**row, "barred": False, "created": 0.0}).close())
        )
        return self.people[name]

    async def code(self) -> str | None:
        query = select(club_schema.club.c.code).where(club_schema.club.c.id == self.id)
        return await self.store.read(lambda connection: connection.scalar(query))

    async def join(self, name: str) -> Any:
        return await self.do(membership.join(await self.code() or "", self.people[name], at=self.now))

    async def look(self, name: str = "mia") -> View:
        return await self.store.read(view, self.id, name, self.now)

    async def plan(self, at: str = "2026-11-26T19:00", **more: Any) -> str:
        (evening,) = await self.do(calendar.plan(self.id, "oda", Plan("Lowball", at, **more)))
        return str(evening)

    def write(
        self, evening: str, *results: Result, by: str = "oda", replaces: int | None = None, why: str = ""
    ) -> Work:
        return record.write(self.id, by, evening, results, at=self.now, replaces=replaces, reason=why)


Scene = Callable[[Club], Awaitable[None]]


def play(url: str, scene: Scene) -> None:
    """Play a scene in the club."""

    async def whole(store: Store) -> None:
        club = Club(store)
        for name, kind in KINDS.items():
            await club.add(name, kind)
        await club.do(book.found(club.id, club.people["ola"], WISH, "2026", at=club.now))
        for name in ("oda", "mia", "max"):
            await club.join(name)
        await club.do(membership.set_role(club.id, "ola", "oda", "organiser"))
        await scene(club)

    run(url, whole)


def result(place: int, member: str, entrants: int, buy_in: int, prize: int) -> Result:
    return Result(place, member, entrants, buy_in, prize)
