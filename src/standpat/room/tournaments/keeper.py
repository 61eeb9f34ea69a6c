"""The keeper of one tournament: the only writer of its events.

All that happens goes through it, one after the other (`turn`): what people ask for (`ask`), hands that tables begin and
end (`append` and `apply`), and what follows by the rules (`settle`). Events are written in one commit with the money
that they move, and applied when they are on the disk. So a crash loses nothing, and whatever was to follow follows when
the room is opened again.

The keeper opens and closes the tournament's tables (`Tables`), outside of its turn: a table's actor takes the turn to
deal, so the keeper must never wait for an actor while it has it.
"""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final, Protocol

from standpat.room.club import tournament as club
from standpat.room.store import Op, Store, StoreError, ledger, tournament_book
from standpat.room.store.tournament_book import StoredTournament
from standpat.room.tournaments.attendance import Attendance
from standpat.tournament.clock import Outage
from standpat.tournament.commands import Granted, cancel
from standpat.tournament.director import due, following
from standpat.tournament.events import Cancelled, Clocked, Disqualified, Event, Finished
from standpat.tournament.fold.apply import apply, folded
from standpat.tournament.registration import Refused
from standpat.tournament.state import Tournament

log = logging.getLogger("standpat.room")

LEAST_REST_S: Final = 0.5
MOST_REST_S: Final = 10.0
"""The shortest and the longest rest before a tournament is read again after a fault, in seconds."""
MOST_FAULTS: Final = 20
"""Faults in a row, other than of the database, after which the room calls a tournament off: it cannot go on."""
LINGER_S: Final = 30.0
"""How long tables stay open after the end, in seconds."""


class Tables(Protocol):
    """What the keeper needs of the room."""

    async def open(self, tournament: Tournament, number: int) -> None:
        """Open a table, unless it is open."""

    async def close(self, tournament: Tournament, number: int) -> None:
        """Close a table, unless it is closed."""

    def forget(self, id: str) -> None:
        """Forget a tournament that is over."""

    def changed(self, tournament: Tournament) -> None:
        """Tell tables and pages that something has changed."""


class Keeper:
    """The keeper of one tournament.

    Args:
        stored: The tournament, as it is stored.
        guests: Who has opened it, if it is private.
        store: The database.
        tables: The room's tables.
        wall: The time, in Unix seconds.
    """

    def __init__(
        self,
        stored: StoredTournament,
        guests: set[str],
        store: Store,
        tables: Tables,
        wall: Callable[[], float],
    ) -> None:
        self.id = stored.id
        self.seed = stored.seed
        self.owner = stored.owner
        self.door = stored.door
        self.guests = guests
        self.state = folded(stored.events)
        self._store = store
        self._tables = tables
        self._wall = wall
        self._lock = asyncio.Lock()
        self._woken = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._stopping = False
        self.linger = LINGER_S
        self.attendance = Attendance()

    def now(self) -> int:
        """The time, in milliseconds."""
        return int(self._wall() * 1000)

    # Start and stop --------------------------------------------------------------------------------------

    def start(self) -> None:
        """Run from now on."""
        self._task = asyncio.create_task(self._run(), name=f"tournament {self.id}")
        self.wake()

    async def stop(self) -> None:
        """Stop between two commits."""
        self._stopping = True
        self.wake()
        if self._task:
            await asyncio.gather(self._task, return_exceptions=True)

    def wake(self) -> None:
        """Look soon what follows."""
        self._woken.set()

    async def _run(self) -> None:
        faults = 0
        while not self._stopping:
            self._woken.clear()
            try:
                async with self.turn():
                    await self.settle()
                if self.state.status in ("finished", "cancelled"):
                    self._tables.changed(self.state)
                    await self._linger()
                await self._arrange()
            except Exception as error:
                faults += not isinstance(error, StoreError)
                log.exception("tournament %s: a fault; reading it again", self.id)
                await self._read_again()
                if faults == MOST_FAULTS:
                    await self._give_up()
                continue
            faults = 0
            if self.state.status in ("finished", "cancelled"):
                self._tables.forget(self.id)
                return
            at = due(self.state, self.now())
            wait = None if at is None else max(0.05, (at - self.now()) / 1000)
            try:
                async with asyncio.timeout(wait):
                    await self._woken.wait()
            except TimeoutError:
                continue

    async def _read_again(self) -> None:
        """Read the state from the journal, after a rest; try until it can be read."""
        pause = LEAST_REST_S
        while not self._stopping:
            await asyncio.sleep(pause)
            try:
                async with self.turn():
                    self.state = folded(await self._store.read(tournament_book.events, self.id))
                return
            except Exception:
                log.exception("tournament %s: not read", self.id)
                pause = min(2 * pause, MOST_REST_S)

    async def _give_up(self) -> None:
        """Call it off, because its rules fail again and again."""
        log.error("tournament %s: called off after %d faults", self.id, MOST_FAULTS)
        with contextlib.suppress(Refused, StoreError):
            async with self.turn():
                await self._write(cancel(self.state, "room", self.now(), "fault").events, [])

    async def _linger(self) -> None:
        """Leave the tables open for a while, so that players see the end."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self.linger):
                while not self._stopping:
                    self._woken.clear()
                    await self._woken.wait()

    async def _arrange(self) -> None:
        """Open the tables that are to be open, close the others, and tell everybody."""
        over = self.state.status in ("finished", "cancelled")
        closed = {number for number, table in self.state.tables.items() if table.broken or over}
        for number in self.state.tables.keys() - closed:  # before others close, so that players have where to go
            await self._tables.open(self.state, number)
        for number in closed:
            await self._tables.close(self.state, number)
        self._tables.changed(self.state)

    # Its turn --------------------------------------------------------------------------------------------

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """The turn: nobody else writes events meanwhile."""
        async with self._lock:
            yield

    async def ask(
        self, command: Callable[..., Granted], *args: Any, account: str = "", also: Sequence[Op] = (), **more: Any
    ) -> None:
        """Do what somebody asks for.

        Args:
            command: One of `standpat.tournament.commands`.
            args: Its arguments after the tournament.
            account: The account that pays what it costs.
            also: What is written with it.
            more: Its arguments by name.

        Raises:
            Refused: It is not possible.
            Overdraft: The account has too few chips.
        """

        async def run() -> None:
            async with self.turn():
                await self.settle()
                granted = command(self.state, *args, now=self.now(), **more)
                money = [*paid(self.id, account, granted.cost, self._wall()), *self._settled(granted.events)]
                await self._write(granted.events, [*money, *also])
                await self.settle()
            self.wake()

        # Who asks may go away between the commit and what follows from it; it is done all the same.
        await asyncio.shield(asyncio.ensure_future(run()))

    async def settle(self) -> bool:
        """Write what follows by the rules, in the turn. Returns whether anything did."""
        before = self.state.events
        while events := following(self.state, self.seed, self.now()):
            await self._write(events, self._settled(events))
        return self.state.events > before

    async def note_outage(self, began: int) -> None:
        """Write that the clock stood still from a time until now (T9.1)."""
        now = self.now()
        change = Outage(now, min(began, now))
        async with self.turn():
            await self._write([Clocked(at=now, by="room", change=change)], [])

    def append(self, event: Event) -> Op:
        """The operation that writes the next event, in the turn. `apply` it when it is on the disk."""
        return tournament_book.append(self.id, self.state.events, [event])

    def apply(self, event: Event) -> None:
        """Apply an event that is on the disk, in the turn."""
        apply(self.state, event)

    async def _write(self, events: Sequence[Event], money: Sequence[Op]) -> None:
        await self._store.commit(tournament_book.append(self.id, self.state.events, events), *money)
        for event in events:
            apply(self.state, event)

    def _settled(self, events: Sequence[Event]) -> list[Op]:
        """What events pay: entries of no-shows; at the end prizes or refunds, once, and the fees to the bank."""
        ops: list[Op] = []
        for event in events:
            if isinstance(event, Disqualified) and event.refund:
                person = self.state.players[event.player].person
                ops += paid(self.id, ledger.wallet(person), -event.refund, self._wall())
            if not isinstance(event, Finished | Cancelled):
                continue
            given = event.prizes if isinstance(event, Finished) else event.refunds
            structure, field = self.state.announced.structure, self.state.field
            whole = field.pool(structure) + structure.fee * (field.entries - field.refunded)
            amounts = {ledger.BANK: whole - sum(given.values())}  # the fees that stay
            for player, amount in given.items():
                account = ledger.wallet(self.state.players[player].person)
                amounts[account] = amounts.get(account, 0) + amount
            amounts[ledger.prizes(self.id)] = -sum(amounts.values())
            reference = f"tournament:{self.id}"
            ops.append(ledger.transfer(amounts, "prize", at=self._wall(), reference=reference, once=reference))
            ops.append(tournament_book.close(self.id, self._wall()))
            if isinstance(event, Finished):
                ops.append(club.record(self.id, self._wall()))
        return ops


def paid(tournament: str, account: str, cost: int, at: float) -> list[Op]:
    """What entries and chips cost an account, or give back to it."""
    amounts = {account: -cost, ledger.prizes(tournament): cost}
    return [ledger.transfer(amounts, "tournament", at=at, reference=f"tournament:{tournament}")] if cost else []
