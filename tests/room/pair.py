"""An evening with two linked tables of Hal's: Hal and Cora at the main table, Gus and Sid at the must-move table, with
two seats each. `go` says at which table the evening's methods act.
"""

from typing import Any

from room.evening import PEOPLE, Evening
from room.tables.test_actor import Ear
from standpat.protocol import room as wire
from standpat.room.limits.quota import Asker
from standpat.room.store import ledger
from standpat.room.tables.actor import TableActor
from standpat.room.tables.viewer import Viewer


class Pair:
    """Two tables of an evening that has begun with `seats=2`."""

    def __init__(self, at: Evening) -> None:
        self.at = at
        self.main = self.feeder = at.table
        self._pages: dict[str, tuple[dict[str, Ear], dict[str, Viewer]]] = {at.table: (at.ears, at.viewers)}

    async def begin(self, *, sits: bool = True) -> None:
        hal = self.at.people["hal"]
        second = await self.at.room.open_second(hal, self.at.actor, asker=Asker(hal.id))
        self.feeder = second.rules.id
        self.go(self.feeder)
        for name in PEOPLE:
            self.at.page(name)
        if sits:
            self.go(self.main)
            await self.at.sit("hal", "cora")
            self.go(self.feeder)
            await self.at.sit("gus", "sid", chips=500)

    def go(self, table: str) -> None:
        self.at.table = table
        self.at.ears, self.at.viewers = self._pages.setdefault(table, ({}, {}))

    @property
    def tables(self) -> tuple[TableActor, TableActor]:
        return self.at.room.tables[self.main], self.at.room.tables[self.feeder]

    async def turn(self) -> None:
        """Let both tables do all that they have to do."""
        for _ in range(3):
            for table in (self.main, self.feeder):
                actor = self.at.room.tables.get(table)
                if actor is not None and not actor.stopping:
                    await actor.ask(actor.wake)

    async def later(self, seconds: float = 10.0) -> None:
        self.at.time += seconds
        await self.turn()

    async def say(self, table: str, name: str, kind: type[Any], **fields: Any) -> str:
        self.go(table)
        return await self.at.say(name, kind, **fields)

    def told(self, table: str, name: str, kind: str) -> list[dict[str, Any]]:
        return self._pages[table][0][name].told(kind)

    async def restart(self) -> None:
        await self.at.restart()
        for table in (self.main, self.feeder):
            if table in self.at.room.tables:
                self.go(table)
                for name in PEOPLE:
                    self.at.page(name)

    def where(self) -> dict[str, tuple[str, int]]:
        """The table and the chips of everybody who is seated. Nobody sits twice."""
        ids = {user.id: name for name, user in self.at.people.items()}
        found: dict[str, tuple[str, int]] = {}
        for label, table in (("main", self.main), ("feeder", self.feeder)):
            actor = self.at.room.tables.get(table)
            for seat in actor.seating.seats if actor else ():
                if seat:
                    assert ids[seat.user] not in found
                    found[ids[seat.user]] = (label, seat.stack + seat.added)
        return found

    async def moves(self) -> int:
        """How many moves the ledger has."""
        accounts = [ledger.seat(self.main, user.id) for user in self.at.people.values()]
        lines = [await self.at.room.store.read(ledger.statement, account) for account in accounts]
        return sum([line.reason == ledger.MUST_MOVE and line.amount > 0 for mine in lines for line in mine])

    async def leave(self, name: str = "cora") -> None:
        """Have a player of the main table leave."""
        assert await self.say(self.main, name, wire.Leave) == ""
