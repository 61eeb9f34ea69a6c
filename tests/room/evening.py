"""A room with a clock of its own, and one table of Hal's, for tests of its host. Nothing waits.

Hal is the host, Cora a co-host, Gus a guest, Sid a stranger.
"""

import asyncio
from collections.abc import Awaitable, Callable
from itertools import count
from pathlib import Path
from typing import Any

from room.tables.test_actor import Ear
from standpat.engine.action import Call, Check, Discard, Fold
from standpat.language.sentence import sentence_of
from standpat.protocol import room as wire
from standpat.room.limits.limit import Limits
from standpat.room.store import Store, ledger
from standpat.room.store.users import User
from standpat.room.tables import home
from standpat.room.tables.actor import TableActor
from standpat.room.tables.hand_runner import Pace
from standpat.room.tables.refusal import REFUSALS
from standpat.room.tables.room import Room
from standpat.room.tables.table import NewTable
from standpat.room.tables.viewer import Viewer
from standpat.room.tables.watch import Watch

NOON = 1_795_262_400.0
PEOPLE = ("hal", "cora", "gus", "sid")


class Evening:
    """A room on a database, its people, and one table of Hal's."""

    def __init__(self, file: Path) -> None:
        self.url = f"sqlite:///{file}"
        self.time = NOON
        self.people: dict[str, User] = {}
        self.ears: dict[str, Ear] = {}
        self.viewers: dict[str, Viewer] = {}
        self.ids = count(1)

    async def open(self) -> None:
        watch = Watch(lambda: self.time, lambda: self.time)
        self.room = Room(Store.open(self.url), pace=Pace(0.0, 0.0, 5.0), watch=watch, limits=Limits(tables=2))
        await self.room.resume()

    async def begin(self, **wish: Any) -> None:
        await self.open()
        for number, name in enumerate(PEOPLE):
            self.people[name] = (await self.room.accounts.guest(home.of(f"192.0.{number}.1"))).user
        wish = {"game": "27td", "seats": 3, "public": False, "bring_back": False, "buy_in": (100, 1000), **wish}
        self.table = (await self.room.open_table(NewTable(**wish), self.people["hal"])).rules.id
        for name in PEOPLE:
            self.page(name)

    async def restart(self) -> None:
        await asyncio.gather(*[actor.stop() for actor in self.room.tables.values()])
        await self.room.store.close()
        await self.open()
        for name in PEOPLE:
            self.page(name)

    @property
    def actor(self) -> TableActor:
        return self.room.tables[self.table]

    @property
    def hosts(self) -> Any:
        return self.room.hosts

    def page(self, name: str) -> None:
        user, ear = self.people[name], Ear()
        self.ears[name] = ear
        viewer = Viewer(user.id, user.name, ear, self.actor.snapshot, home=name)
        self.viewers[name] = viewer
        self.actor.join(viewer, wire.You(user.id, user.name, "guest", 0))

    def send(self, name: str, kind: type[Any], **fields: Any) -> int:
        id = next(self.ids)
        self.actor.said(self.viewers[name], kind(id, **fields))
        return id

    def answer(self, name: str, id: int) -> dict[str, Any] | None:
        told = [m for m in self.ears[name].heard if m["t"] in ("ack", "error") and m["id"] == id]
        return told[0] if told else None

    async def say(self, name: str, kind: type[Any], **fields: Any) -> str:
        """Send a message. Returns "" or the key of the refusal."""
        id = self.send(name, kind, **fields)
        await self.turn()
        answer = self.answer(name, id)
        assert answer is not None
        return str(answer.get("key") or answer.get("code", ""))

    async def turn(self) -> None:
        """Let the table do all that it has to do."""
        actor = self.room.tables.get(self.table)
        if actor is not None:
            await actor.ask(actor.wake)
        for _ in range(5):
            await asyncio.sleep(0)

    async def sit(self, *names: str, chips: int = 400) -> None:
        for name in names:
            assert await self.say(name, wire.Sit, buy_in=chips) == ""

    async def deal(self) -> None:
        self.time += 10.0
        await self.turn()
        assert not self.actor.live_over

    async def act(self, *, fold: bool = False) -> None:
        """Make the present decision as the player to act."""
        live = self.actor.live
        assert live is not None
        legal = live.hand.legal
        action: Any = Discard(()) if legal.draw is not None else Fold() if fold else Check() if legal.check else Call()
        seq, number = live.seq, live.record.hand_no
        said = wire.Throw() if isinstance(action, Discard) else action
        name = next(name for name, user in self.people.items() if user.id == live.user_to_act)
        assert await self.say(name, wire.Act, hand_no=number, seq=seq, action=said) == ""

    async def finish(self) -> None:
        while self.table in self.room.tables and not self.actor.live_over:
            await self.act(fold=True)

    def told(self, name: str, kind: str) -> list[dict[str, Any]]:
        return self.ears[name].told(kind)

    def notices(self, name: str) -> list[str]:
        return [message["key"] for message in self.told(name, "notice")]

    def stack(self, name: str) -> int:
        seat = self.actor.seating.of(self.people[name].id)
        assert seat is not None
        return seat.stack + seat.added

    async def wallet(self, name: str) -> int:
        return await self.room.store.read(ledger.balance, ledger.wallet(self.people[name].id))

    async def audit(self) -> list[str]:
        tables = self.room.tables.values()
        seats = [(actor.rules.id, seat) for actor in tables for seat in actor.seating.seats if seat]
        stacks = {ledger.seat(table, seat.user): seat.stack + seat.added for table, seat in seats}
        over = all([actor.live_over for actor in tables])
        return await self.room.store.read(ledger.audit, stacks if over else None)

    async def refused(self, what: Awaitable[Any]) -> str:
        """The key with which something is refused, "" if it is not. A refusal has changed nothing."""
        state, rules, seating = self.actor.runner.state(), self.actor.rules, self.actor.seating.copy()
        try:
            await what
        except REFUSALS as error:
            assert (self.actor.runner.state(), self.actor.rules) == (state, rules)
            assert self.actor.seating == seating
            return "wallet" if isinstance(error, ledger.Overdraft) else key_of(error)
        return ""


def key_of(error: Exception) -> str:
    return sentence_of(error)[0].removeprefix("error.") or str(error)


Run = Callable[..., None]
