"""The room: its tables and what they share, from opening on a database until closing.

`Room.open(store)` moves the deadlines of unfinished hands by the time that the room was away, and continues every table
where it was. A heartbeat each second tells the next start how long that is. A new database gets a few public tables
with house players (`standpat.room.tables.house_tables`). A table that cannot be continued is set aside
(`standpat.room.tables.repair`), and all others open.
"""

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Callable, Coroutine, Mapping, Sequence
from itertools import count
from typing import Any, Final

import msgspec

from standpat.bots.process_pool import ProcessPool
from standpat.language.sentence import Sentence
from standpat.room.limits.limit import LIMITS, Limits
from standpat.room.limits.quota import Asker
from standpat.room.store import Op, Store, StoreError, given, guest_book, journal, repair_list
from standpat.room.store.account import Accounts
from standpat.room.store.password import ANYBODY, Party
from standpat.room.store.users import User
from standpat.room.store.writer import WriteFailed
from standpat.room.tables.access import Access
from standpat.room.tables.actor import TableActor
from standpat.room.tables.allowance import Allowance
from standpat.room.tables.audit import Audit
from standpat.room.tables.bars import Bars
from standpat.room.tables.chat import KEPT
from standpat.room.tables.daily_chips import DailyChips
from standpat.room.tables.exhibition import Stage
from standpat.room.tables.forgetting import forget_days, forget_guests
from standpat.room.tables.guest_list import GuestList
from standpat.room.tables.hand_runner import PACE, Pace
from standpat.room.tables.health import Pulse
from standpat.room.tables.heartbeat import Heartbeat, Job
from standpat.room.tables.host import Hosts
from standpat.room.tables.host_state import HostState
from standpat.room.tables.house_tables import FIRST
from standpat.room.tables.lobby import Lobby
from standpat.room.tables.metrics import Metrics
from standpat.room.tables.must_move_host import MustMoveHost
from standpat.room.tables.office import Office
from standpat.room.tables.opening import Openings
from standpat.room.tables.owner import check_owner
from standpat.room.tables.pots import Pots
from standpat.room.tables.program_seat import Programs
from standpat.room.tables.refusal import Refused
from standpat.room.tables.repair import Aside, Repairs
from standpat.room.tables.resume import Unsound, on_seats, stored_table
from standpat.room.tables.sessions import Sessions
from standpat.room.tables.sightings import Sightings
from standpat.room.tables.table import NewTable, TableRules, make
from standpat.room.tables.table_link import TableLink
from standpat.room.tables.watch import Watch
from standpat.room.tournaments.desk import Tournaments
from standpat.room.tournaments.origins import Origins

log = logging.getLogger("standpat.room")

CLOSING_S: Final = 3.0
"""How long tables may take to finish their requests, and then the database to write them, in seconds."""


def new_id() -> str:
    """Make the id of a table: 96 random bits, so that only somebody who was given a link has it. Ids are looked up by a
    keyed hash, so the time of a look-up tells nothing about a guess.
    """
    return secrets.token_hex(12)


class Room:
    """A room. `open` makes one. `tables` has the actors of the open tables by id."""

    def __init__(
        self,
        store: Store,
        *,
        pace: Pace = PACE,
        watch: Watch | None = None,
        programs: Programs | None = None,
        limits: Limits = LIMITS,
        metrics: Metrics | None = None,
        pool: ProcessPool | None = None,
    ) -> None:
        self.store = store
        self.pool = pool
        self.limits = limits
        self.metrics = Metrics() if metrics is None else metrics
        store.on_commit(self.metrics.commit_seconds.observe)
        self.programs = Programs() if programs is None else programs
        self.watch = Watch() if watch is None else watch
        self.tables: dict[str, TableActor] = {}
        self.openings = Openings(limits, self.metrics.refused)
        self.sessions = Sessions()
        self.accounts = Accounts(store, clock=self.watch.wall, newcomers=limits.newcomers, on_end=self.sessions.end)
        self.allowance = Allowance(self.watch.wall, daily=self.accounts.chips)
        self.daily_chips = DailyChips(store, self.accounts, self.allowance)
        self.audit = Audit(store, self.watch)
        self.guests = GuestList(store)
        self.access = Access(self.accounts, self.guests, self.audit, lambda user, id: self.tournaments.admits(user, id))
        self.must_moves = MustMoveHost(self.tables, self.audit)
        self.hosts = Hosts(store, self.audit, self.must_moves.end)
        self.office = Office(store, self.watch)
        self.sightings = Sightings(store, self.watch)
        self.bars = Bars(store, self.tables, self.guests, self.audit, self.office)
        self.pulse = Pulse(lambda: store.metrics)
        aside: dict[str, Aside] = {}
        self.lobby = Lobby(self.tables, aside, limits.listed)
        self.repairs = Repairs(aside, store, self.watch, self._repaired, self.lobby.changed)
        self.tournaments = Tournaments(
            store, self.watch, self.tables, aside, self._actor, self._close, Origins(limits, self.metrics.refused)
        )
        self.stage = Stage(limits.shows, limits.shows_of_one, self.watch.now)
        self._pace = pace
        self._hand_ids = count(1)
        self._pots = Pots(store)
        self._heartbeat = Heartbeat(self._jobs(), self.metrics.loop_lag_seconds.observe)
        self._closing: set[asyncio.Task[None]] = set()

    @classmethod
    async def open(
        cls,
        store: Store,
        *,
        pace: Pace = PACE,
        first: tuple[NewTable, ...] = FIRST,
        programs: Programs | None = None,
        watch: Watch | None = None,
        limits: Limits = LIMITS,
        metrics: Metrics | None = None,
        pool: ProcessPool | None = None,
    ) -> "Room":
        """Open the room on a database, and continue where it was. `close` closes the store and the pool too.

        Args:
            store: The database.
            pace: The times of house players and between hands.
            first: The tables of a new room.
            programs: Programs that may have seats as house players.
            watch: The room's time.
            limits: The limits.
            metrics: The metrics.
            pool: The processes for bots; None for none.
        """
        room = cls(store, pace=pace, watch=watch, programs=programs, limits=limits, metrics=metrics, pool=pool)
        await room.resume()
        if not room.tables:
            for wish in first:
                await room.open_table(wish)
        room._heartbeat.start()
        return room

    async def close(self) -> None:
        """Stop between two decisions. Hands continue when the room is opened again."""
        await self.tournaments.stop()
        await self._heartbeat.stop()
        for viewer in [*self.lobby.viewers, *[viewer for actor in self.tables.values() for viewer in actor.viewers]]:
            viewer.close(1001, "the room is closing")
        try:
            async with asyncio.timeout(CLOSING_S):
                await asyncio.gather(*[actor.stop() for actor in self.tables.values()])
                with contextlib.suppress(StoreError):
                    await self.store.commit(journal.heartbeat(self.watch.wall()))
            async with asyncio.timeout(CLOSING_S):
                await self.store.close()
        except TimeoutError:  # everything acknowledged is on the disk; nothing else was shown
            log.error("the database does not answer: the room ends without it")
        if self.pool is not None:
            await asyncio.to_thread(self.pool.close)

    # Resuming --------------------------------------------------------------------------------------------

    async def resume(self) -> None:
        """Read the stored room, move deadlines by the time that it was away, and continue its tables."""
        await self.office.load()
        last = await self.store.read(journal.last_heartbeat)
        if last is not None:
            self.watch.not_before(last + 1)  # so that no version of a table is used twice
        now = self.watch.wall()
        away = 0.0 if last is None else now - last  # negative if the clock was set back
        await self.store.commit(journal.extend_deadlines(away), journal.heartbeat(now))
        self._hand_ids = count(await self.store.read(journal.last_hand_id) + 1)
        self.allowance.load(await self.store.read(given.all_given))
        await self.accounts.collect()
        self.guests.load(await self.store.read(guest_book.all_admitted))
        await self.store.commit(repair_list.remove())
        chips = await self.store.read(on_seats)
        await self.tournaments.load()
        taken_up = [await self._take_up(row, chips.get(row.id, {})) for row in await self.store.read(journal.tables)]
        for actor in taken_up:  # once all are there: a must-move table moves its players before it deals
            if actor is not None:
                actor.start()
        self.lobby.changed()
        await self.tournaments.start(last)
        await self.must_moves.tidy(self.repairs.aside)

    async def _repaired(self, row: journal.TableRow, chips: Mapping[str, int]) -> None:
        """Continue a table that was set aside."""
        actor = await self._take_up(row, chips)
        if actor is not None:
            actor.start()
            self.lobby.changed()

    async def _take_up(self, row: journal.TableRow, chips: Mapping[str, int]) -> TableActor | None:
        """Read a stored table, without starting it; set it aside, and return None, if it cannot go on. `chips` is what
        the ledger has on its seats, by user.
        """
        rules: TableRules | None = None
        try:
            stored = await self.store.read(stored_table, row, KEPT)
            rules = stored.rules
            if rules.tournament in self.tournaments.unreadable:
                raise Unsound("its tournament cannot be read")
            if rules.tournament and rules.tournament not in self.tournaments.keepers:  # it is over
                await self.store.commit(journal.close_table(row.id, self.watch.wall()))
                return None
            actor = self._actor(rules)
            try:
                actor.load(stored, chips)
            except BaseException:
                del self.tables[row.id]
                raise
        except WriteFailed:  # a fault of the database, not of the table
            raise
        except Exception as error:
            why = str(error) if isinstance(error, Unsound) else f"a fault: {type(error).__name__}"
            with contextlib.suppress(ValueError):
                rules = rules or msgspec.json.decode(row.record, type=TableRules)
            await self.repairs.set_aside(Aside(row.id, why, row.next_hand_no - 1, rules))
            return None
        return actor

    def _actor(self, rules: TableRules) -> TableActor:
        """Make the actor of a table, without starting it."""
        actor = self.tables[rules.id] = TableActor(
            rules,
            self.store,
            next_hand_id=lambda: next(self._hand_ids),
            metrics=self.metrics,
            pace=self._pace,
            watch=self.watch,
            on_change=self.lobby.changed,
            on_unsound=self._unsound,
            programs=self.programs,
            allowance=self.allowance,
            stage=self.stage,
            pool=self.pool,
            linked=lambda actor: TableLink(actor, self.tables, self.store, self.watch),
        )
        self.tournaments.equip(actor)
        return actor

    def _unsound(self, actor: TableActor) -> None:
        """Set an open table aside that could not be read again."""

        async def put() -> None:
            if self.tables.get(actor.rules.id) is actor:
                del self.tables[actor.rules.id]
            await self.repairs.set_aside(Aside(actor.rules.id, actor.unsound, actor.hands, actor.rules))
            await actor.stop()

        self._later(put(), f"setting aside {actor.rules.id}")

    def _later(self, job: Coroutine[Any, Any, None], name: str) -> None:
        """Run a job in a task of its own."""
        task = asyncio.create_task(job, name=name)
        self._closing.add(task)
        task.add_done_callback(self._closing.discard)

    # Opening and closing tables --------------------------------------------------------------------------

    async def open_table(
        self,
        wish: NewTable,
        owner: User | None = None,
        party: Party = ANYBODY,
        *,
        asker: Asker | None = None,
        spare: bool = False,
        also: Callable[[str], Sequence[Op]] = lambda table: (),
    ) -> TableActor:
        """Open a table.

        Args:
            wish: The table as requested.
            owner: Its owner; None for a table of the house.
            party: Who waits for the hash of its password.
            asker: Who opens it, for limits.
            spare: Whether it was opened on demand, and is closed when nobody uses it.
            also: Makes the operations to write with it, from its id.

        Raises:
            Refused: There cannot be such a table, or there are too many tables.
        """
        who = asker or Asker(owner.id if owner else "")

        def check() -> None:
            free = owner is not None and owner.role == "admin"
            tables = [actor.rules for actor in self.tables.values()]
            self.openings.check(tables, owner.id if owner else None, who, free=free)

        check()
        password = await self.accounts.hash(wish.password, party) if wish.password else None
        try:
            rules = make(
                wish,
                new_id(),
                owner.id if owner else None,
                password,
                staked_by=owner.owner if owner else None,
                programs=self.programs,
            )
        except (ValueError, TypeError) as error:
            raise Refused("not-possible", error.args[0]) from None
        rules = msgspec.structs.replace(rules, spare=spare)
        check()  # again, because others may have been opened meanwhile
        return await self._open(rules, who, HostState(approval=wish.approval), also)

    async def open_second(
        self, user: User, main: TableActor, *, asker: Asker, also: Callable[[str], Sequence[Op]] = lambda table: ()
    ) -> TableActor:
        """Open a must-move table with the settings of the user's own table, and link it.

        Args:
            user: The user.
            main: Their table.
            asker: Who opens it, for limits.
            also: Makes the operations to write with it, from its id.

        Raises:
            Refused: The table is not the user's own, cannot have a must-move table, or there are too many tables.
        """
        rules = self.must_moves.second(user, main, new_id())
        tables = [actor.rules for actor in self.tables.values()]
        self.openings.check(tables, rules.owner, asker, free=user.role == "admin")
        state = main.desk.state
        host = HostState(co_hosts=state.co_hosts, approval=state.approval, approved=state.approved)
        second = await self._open(rules, asker, host, also)
        await self.must_moves.link(user, main, second)
        return second

    async def _open(
        self, rules: TableRules, who: Asker, host: HostState, also: Callable[[str], Sequence[Op]]
    ) -> TableActor:
        """Write a new table, and make it run."""
        self.openings.opened(rules, who)
        actor = self._actor(rules)
        actor.runner.host = host
        try:
            record = msgspec.json.encode(rules).decode()
            opened = journal.open_table(rules.id, record, actor.runner.state(), self.watch.wall())
            await self.store.commit(opened, *also(rules.id))
        except BaseException:
            del self.tables[rules.id]
            self.openings.closed(rules.id)
            raise
        actor.start()
        self.lobby.changed()
        return actor

    def renamed(self, user: User) -> None:
        """Give a user's open pages their new name, except where they sit under the former one."""
        for actor in self.tables.values():
            if actor.seating.find(user.id) is None:
                actor.viewers.renamed(user.id, user.name)

    def check_may_own(self, user: User) -> None:
        """Check that a user may have one more table.

        Raises:
            Refused: They have too many.
        """
        tables = [actor.rules for actor in self.tables.values()]
        self.openings.check(tables, user.id, Asker(user.person), free=user.role == "admin")

    async def close_table(self, user: User, actor: TableActor) -> None:
        """Close the user's own table after the present hand. Everybody gets their chips back.

        Raises:
            Refused: The table is not the user's own, or is already being closed.
        """
        check_owner(user, actor)
        if actor.closing:
            raise Refused("closed", Sentence("closing"))
        await self.audit.note("table-close", user.id, actor.rules.id)
        if actor.closing:  # by another request, meanwhile
            raise Refused("closed", Sentence("closing"))
        await self._close(actor)

    async def _close(self, actor: TableActor) -> None:
        if actor.closing:
            return
        table = actor.rules.id
        await actor.shut()
        del self.tables[table]
        self.guests.forget(table)
        self.openings.closed(table)
        self.stage.leave(table)
        await actor.stop()
        await self.must_moves.tidy(self.repairs.aside)
        self.lobby.changed()

    def housekeeping(self) -> None:
        """Stand up players who have been away for long, and close tables that nobody uses any more."""
        for actor in self.tables.values():
            actor.housekeeping()
        for actor in self.openings.unused(self.tables.values()):
            log.info("table %s: abandoned", actor.rules.id)
            self._later(self._close(actor), f"closing {actor.rules.id}")

    # The heartbeat ---------------------------------------------------------------------------------------

    def _jobs(self) -> list[Job]:
        """The jobs that run regularly."""

        async def end_sessions() -> None:
            try:
                await self.sessions.sweep(self.store, self.watch.wall())
            except StoreError:
                log.exception("which sessions are over cannot be read")

        async def housekeeping() -> None:
            self.housekeeping()

        async def old_guests() -> None:
            await forget_guests(self.store, self.watch.wall(), self.limits.guest_s, self._present())

        async def old_days() -> None:
            await forget_days(self.store, self.watch.wall(), self.allowance)

        async def show_lobby() -> None:
            self.lobby.show()

        return [
            Job(1, self._beat),
            Job(1, self.tournaments.obey),
            Job(5, self.office.look_again),
            Job(5, self.bars.clear_room),
            Job(5, end_sessions),
            Job(10, self.repairs.look_again),
            Job(30, housekeeping),
            Job(60, old_guests),
            Job(600, old_days),
            Job(3600, self.sightings.forget),
            Job(1, show_lobby),
            Job(1, self._pots.fill_some),
        ]

    async def _beat(self) -> None:
        """Store that the room runs, and move deadlines if the machine's clock was changed."""
        step = self.watch.look()
        try:
            await self.store.commit(*self._clock_set(step), journal.heartbeat(self.watch.wall()))
            self.pulse.beat()
        except StoreError:
            log.exception("heartbeat not written")

    def _clock_set(self, step: float) -> list[Op]:
        """Show deadlines again after the machine's clock was changed, and return the operations that move the stored
        ones.

        Deadlines and heartbeat are written together, so that after a crash they still give the time that was left. A
        deadline that is written later is already in the new time.
        """
        if not step:
            return []
        log.warning("the clock of this machine was set by %+.1f s: deadlines go with it", step)
        for actor in self.tables.values():
            actor.clock_set()
        return [journal.extend_deadlines(step)]

    def _present(self) -> set[str]:
        """The users who look at a table, sit there or own it."""
        actors = self.tables.values()
        present = {viewer.user for actor in actors for viewer in actor.viewers}
        present |= {seat.user for actor in actors for seat in actor.seating.seats if seat}
        return present | {actor.rules.owner for actor in actors if actor.rules.owner}
