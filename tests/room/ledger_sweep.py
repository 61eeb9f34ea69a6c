"""Thousands of hands through the table layer. After every hand the ledger is compared with the stacks.

The sweep runs the room's own `HandRunner` with its cashier, seating, clock and live hands, and the `Store` with its
writer, journal and ledger on a SQLite file. It has no sockets and no mailboxes: it calls the runner and the cashier
itself, as fast as it can, on a clock of its own. Every table has another game, house rules, stakes, number of seats and
bots. Guests come, go, top up, buy by a rule, sit out, come back, run out of time and leave during hands, at random.

After each hand, in the transaction that settles it, the accounts of the table's seats are read back and compared with
its stacks. Players who have left must have nothing there, and all balances must sum to zero. A room plays
`HANDS_A_ROOM` hands. Then the ledger is audited entry by entry, and the next room begins on a new file.

    PYTHONPATH=tests python tests/room/ledger_sweep.py HANDS [SEED] [FOLDER]     # prints as it goes
"""

import asyncio
import sys
import tempfile
import time
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, bindparam, select, text

from play import random_game
from standpat.bots import player, players, situation
from standpat.engine.action import Action
from standpat.engine.house import changed
from standpat.protocol.room import AutoBuy, Stopped
from standpat.room.store import Op, Store, Work, journal, ledger, schema
from standpat.room.tables.allowance import Allowance
from standpat.room.tables.auto_buy import AutoBuys
from standpat.room.tables.hand_runner import HandRunner, Pace
from standpat.room.tables.live_hand import LiveHand
from standpat.room.tables.metrics import Metrics
from standpat.room.tables.plans import PlanTeller
from standpat.room.tables.refusal import REFUSALS
from standpat.room.tables.seating import Seating
from standpat.room.tables.sitter import Sitter
from standpat.room.tables.table import BotRules, NewTable, TableRules, make
from standpat.room.tables.viewer import Viewer
from standpat.room.tables.viewers import Viewers
from standpat.room.tables.watch import Watch

TABLES: Final = 40
HANDS_A_ROOM: Final = 10_000
GUESTS: Final = 4
"""The number of guests who want to sit at each table."""

_ALL: Final = text("SELECT SUM(balance) FROM account")
_BETWEEN: Final = select(schema.account.c.name, schema.account.c.balance).where(
    schema.account.c.name >= bindparam("first"), schema.account.c.name < bindparam("after")
)


@dataclass
class Counts:
    """The counts of a sweep.

    `compared` counts comparisons, at the end of each hand and whenever a player comes, goes or buys chips. `broke`
    counts hands in which a player lost their whole stack, `ruled` purchases by a player's rule.
    """

    hands: int = 0
    compared: int = 0
    actions: int = 0
    broke: int = 0
    ruled: int = 0
    left: int = 0
    timeouts: int = 0
    refused: int = 0
    transfers: int = 0
    rooms: int = 0

    def __str__(self) -> str:
        return ", ".join([f"{name.replace('_', ' ')} {value:,}" for name, value in vars(self).items()])


class Difference(AssertionError):
    """The ledger and the stacks differ."""


class Table(HandRunner):
    """A table that plays by itself."""

    def __init__(self, rules: TableRules, hall: "Hall", chance: Random, hand_ids: "count[int]") -> None:
        self.time = 1_000_000.0
        self.counts = hall.counts
        self.chance = chance
        viewers = Viewers(1, Metrics())
        onlooker = Viewer("", "", _Nowhere(), _snapshot, lambda frames: True)
        onlooker.catch_up()  # waits for a snapshot for ever, and receives no frames
        viewers.add(onlooker)
        self.metrics = Metrics()
        self.counted = 0
        watch = Watch(lambda: self.time, lambda: self.time)
        super().__init__(
            rules,
            hall,
            viewers,
            next_hand_id=lambda: next(hand_ids),
            metrics=self.metrics,
            pace=Pace(0.0, 0.0, 0.0),
            watch=watch,
            allowance=Allowance(watch.wall, daily=10**12),
            changed=lambda: None,
        )
        self._auto_buys = AutoBuys(self.cashier, _Bought(viewers, self.counts), lambda: True)

    async def run(self, goal: int) -> None:
        """Play until all tables together have played this many hands."""
        PRESENT.set(self)
        while self.counts.hands < goal:
            await self.step()
        while not self.live_over:
            await self.step()
        self.counts.timeouts += int(self.metrics.value("timeouts_total"))

    async def step(self) -> None:
        """Make one thing happen."""
        chance, live = self.chance, self.live
        await self._auto_buys.run()
        if live is None or live.over:
            if chance.random() < 0.3:
                await self._somebody_does_something()
            self.time += 2.0
            await self.go_on()
            return
        if chance.random() < 0.01:
            await self._somebody_does_something()
        user = live.user_to_act or ""
        at = self.seating.find(user)
        seat = None if at is None else self.seating.seats[at]
        self.time += 1.0
        self.counts.actions += 1
        if seat and not seat.bot and not seat.leaving and chance.random() > 0.01:
            await self.play(self._guest(live, user))
            return
        await self.go_on()
        for _ in range(2):  # the guest's time ends, and then the protection
            if seat and not seat.bot and not live.over and live.user_to_act == user and live.asked:
                self.time = live.asked.expires
                await self.go_on()

    def _guest(self, live: LiveHand, user: str) -> Action:
        names = players()
        return player(names[int(user[-1]) % len(names)])(situation(live.hand, self.chance))

    async def _somebody_does_something(self) -> None:
        chance, cashier, seating = self.chance, self.cashier, self.seating
        user = f"guest{chance.randrange(GUESTS)}"
        try:
            if seating.find(user) is None:
                await cashier.sit(Sitter(user, user, user), chance.randint(*self.rules.buy_in))
                await cashier.change(user, lambda at: self.seating.post_blinds(at, True))
                await cashier.change(user, lambda at: self.seating.straddle(at, user != "guest0"))
                await cashier.change(user, lambda at: self.seating.chop(at, True))
                return
            match chance.randrange(8):
                case 0:
                    await cashier.leave(user)
                    self.counts.left += 1
                case 1:
                    await cashier.change(user, lambda at: self.seating.sit_out(at, True))
                case 2 | 3:
                    await cashier.change(user, lambda at: self.seating.sit_out(at, False))
                case 4:
                    to = chance.randint(*self.rules.buy_in)
                    await self._auto_buys.set(user, AutoBuy(to, chance.choice([1, to // 2, to])))
                case 5:
                    await cashier.change(user, lambda at: self.seating.sit_out_at_big(at))
                case _:
                    await cashier.top_up(user, chance.randint(1, self.rules.buy_in[1]))
        except REFUSALS:
            self.counts.refused += 1

    async def open(self) -> None:
        """Store the table and its guests' wallets."""
        record = msgspec.json.encode(self.rules).decode()
        await self._store.commit(journal.open_table(self.rules.id, record, self.state(), self.time))
        for number in range(GUESTS):
            gift = ledger.move(ledger.BANK, ledger.wallet(f"guest{number}"), 100_000, "gift", at=self.time)
            await self._store.commit(gift)

    def compare(self, found: dict[str, int], total: int) -> None:
        """Compare the accounts of the seats with the stacks. No hand may be in play."""
        live = self.live
        nets = 0 if live is None or live.hand.nets is None else sum(live.hand.nets)
        stacks = {ledger.seat(self.rules.id, seat.user): seat.stack for seat in self.seating.seats if seat}
        held = {account: chips for account, chips in found.items() if chips}
        if held != {account: chips for account, chips in stacks.items() if chips} or total or nets:
            raise Difference(f"{self.rules}: the ledger has {held}, the table {stacks}; sums {total}, {nets}")
        self.counts.compared += 1


class _Bought(PlanTeller):
    """Counts what is bought by rules."""

    def __init__(self, viewers: Viewers, counts: Counts) -> None:
        super().__init__(viewers)
        self._counts = counts

    def say(self, user: str, seating: Seating, *, bought: int = 0, stopped: Stopped = "") -> None:
        self._counts.ruled += bought > 0
        super().say(user, seating, bought=bought, stopped=stopped)


PRESENT: ContextVar[Table] = ContextVar("PRESENT")
"""The table that runs in this task."""


class Hall(Store):
    """A store that reads the ledger in every transaction of a table without a hand in play."""

    counts: Counts

    async def commit(self, *ops: Op) -> tuple[Any, ...]:
        table = PRESENT.get(None)
        if table is None or not table.live_over:
            return await super().commit(*ops)
        mine = {"first": ledger.seat(table.rules.id, ""), "after": f"seat:{table.rules.id};"}

        def look(connection: Connection) -> tuple[dict[str, int], int]:
            return dict(connection.execute(_BETWEEN, mine).all()), connection.scalar(_ALL) or 0

        *results, (found, total) = await super().commit(*ops, Work(look))
        table.compare(found, total)
        if table.live is not None and table.live.record.hand_no != table.counted:
            table.counted = table.live.record.hand_no
            self.counts.hands += 1
            self.counts.broke += 0 in table.live.hand.stacks
        return tuple(results)


class _Nowhere:
    async def send(self, text: str) -> None:
        """A snapshot, after a table was read again."""

    async def close(self, code: int, reason: str) -> None:
        raise AssertionError("nothing is closed")


async def _snapshot(viewer: Viewer) -> str:
    viewer.fresh()
    return ""


def rules(id: str, chance: Random) -> TableRules:
    """The rules of a random table."""
    game = random_game(chance)
    big_blind = chance.choice((2, 3, 10, 50))
    least = chance.choice((5, 10, 40)) * big_blind
    seats = chance.randint(2, 6)
    wish = NewTable(
        game.id,
        id,
        game.house.name,
        changed(game.house),
        chance.choice((0, 1, big_blind // 2, big_blind)),
        big_blind,
        chance.choice((0, 0, 0, 1, 5)),
        (least, least * chance.choice((1, 3, 10))),
        seats,
        bots=BotRules(tuple(chance.sample(players(), chance.randint(1, 3))), chance.randint(1, seats - 1)),
        straddle=int(id[1:]) % 2 > 0,
        chop=True,
    )
    return make(wish, id)


Opening = Callable[[str, "Hall", Random, "count[int]"], Table]
"""Makes a table from its id."""


def random_table(id: str, hall: "Hall", chance: Random, hand_ids: "count[int]") -> Table:
    """A table with random rules."""
    return Table(rules(id, chance), hall, Random(chance.random()), hand_ids)


async def room(file: Path, hands: int, chance: Random, counts: Counts, opening: Opening) -> None:
    """Play this many hands in one room, and audit it at the end."""
    hall = Hall.open(f"sqlite:///{file}")
    assert isinstance(hall, Hall)
    hall.counts = counts
    try:
        ids = count(1)
        tables = [opening(f"T{n}", hall, chance, ids) for n in range(TABLES)]
        for table in tables:
            await table.open()
        goal = counts.hands + hands
        await asyncio.gather(*[table.run(goal) for table in tables])
        stacks = {
            ledger.seat(table.rules.id, seat.user): seat.stack
            for table in tables
            for seat in table.seating.seats
            if seat
        }
        wrong = await hall.read(ledger.audit, stacks)
        if wrong:
            raise Difference("; ".join(wrong))
        counts.transfers += await hall.read(_transfers)
        counts.rooms += 1
    finally:
        await hall.close()


def _transfers(connection: Connection) -> int:
    return int(connection.scalar(text("SELECT COUNT(*) FROM transfer")) or 0)


def sweep(
    hands: int, seed: int = 1, folder: str | None = None, say: bool = False, opening: Opening = random_table
) -> Counts:
    """Play at least this many hands, in as many rooms as necessary. The first difference is an error."""
    counts, began = Counts(), time.monotonic()
    while counts.hands < hands:
        with tempfile.TemporaryDirectory(dir=folder) as place:
            chance = Random(f"{seed} {counts.rooms}")
            asyncio.run(
                room(Path(place) / "room.sqlite", min(HANDS_A_ROOM, hands - counts.hands), chance, counts, opening)
            )
        if say:
            print(f"{time.monotonic() - began:8.0f} s  {counts}", flush=True)
    return counts


def main(hands: str, seed: str = "1", folder: str | None = None) -> None:
    print("all equal:", sweep(int(hands), int(seed), folder, say=True))


if __name__ == "__main__":
    if not 2 <= len(sys.argv) <= 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
