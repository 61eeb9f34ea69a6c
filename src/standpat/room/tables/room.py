"""The room: its tables and their hosts, the lobby, and what keeps all of it alive.

`Room.open(store)` moves the deadlines of unfinished hands by the time the room was away, and takes up
every table where it was. A heartbeat each second says how long that is next time. A new database gets a few public
tables with the house's players.

A table that cannot be taken up is set aside (`standpat.room.tables.repair`), and keeps no other from opening.

`play_now` is for somebody who wants to play at once: a seat at a table where only the house's players sit, as then
nobody waits for a blind; a table is opened if there is none. Tables that were opened so and that nobody uses any
more are used again, so their number is that of the people who play.
"""

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import count
from typing import Final

import msgspec
from sqlalchemy import Connection

from standpat.bots import plays, strongest
from standpat.language.sentence import Sentence
from standpat.protocol.room import TableRow, Tables, write
from standpat.room.limits.limit import LIMITS, Limits
from standpat.room.limits.quota import Asker
from standpat.room.store import (
    Op,
    Store,
    StoreError,
    account,
    departure,
    given,
    guest_book,
    journal,
    ledger,
    request_book,
)
from standpat.room.store import log as audit_log
from standpat.room.store.account import Accounts, AlsoGiven, User, nothing_given
from standpat.room.store.password import ANYBODY, Party
from standpat.room.store.unused import forget, unused
from standpat.room.store.writer import WriteFailed
from standpat.room.tables import house_player
from standpat.room.tables.actor import TableActor
from standpat.room.tables.allowance import Allowance
from standpat.room.tables.chat import KEPT
from standpat.room.tables.exhibition import Stage
from standpat.room.tables.guest_list import GuestList
from standpat.room.tables.hand_runner import PACE, Pace
from standpat.room.tables.health import Pulse
from standpat.room.tables.metrics import Metrics
from standpat.room.tables.opening import Openings
from standpat.room.tables.program_seat import Programs
from standpat.room.tables.refusal import Refused
from standpat.room.tables.repair import Aside, aside
from standpat.room.tables.resume import Unsound, fault, on_seats, stored_table
from standpat.room.tables.sessions import Sessions
from standpat.room.tables.sitter import Sitter
from standpat.room.tables.table import BotRules, NewTable, TableRules, check_bots, make
from standpat.room.tables.viewer import Frame, Viewer
from standpat.room.tables.watch import Watch

log = logging.getLogger("standpat.room")

FIVE: Final = BotRules((strongest(),), keep=5)
FIRST: Final = (
    NewTable("27td", "Willow", bots=FIVE),
    NewTable("a5td", "Heron", bots=FIVE),
    NewTable("27sd", "Juniper", bots=FIVE),
    NewTable("27td", "Heads-up", big_blind=20, seats=2, bots=BotRules((strongest(),), keep=1)),
)
CLOSING_S: Final = 3.0
"""Seconds for tables to finish what is in hand, and then for the database to take it."""
DAY_S: Final = 86_400.0
MAX_BARRED: Final = 200
FORGOTTEN_AT_ONCE: Final = 200


def new_id() -> str:
    """A table's id: 96 random bits, so that who has the link of a table got it from somebody. Ids are looked up by a
    keyed hash, which tells no guesser how near they were."""
    return secrets.token_hex(12)


class Room:
    """See the module. Get one with `open`."""

    def __init__(
        self,
        store: Store,
        *,
        pace: Pace = PACE,
        watch: Watch | None = None,
        programs: Programs | None = None,
        limits: Limits = LIMITS,
        metrics: Metrics | None = None,
    ) -> None:
        self.store = store
        self.limits = limits
        self.metrics = Metrics() if metrics is None else metrics
        store.on_commit(self.metrics.commit_seconds.observe)
        self.openings = Openings(limits, self.metrics.refused)
        self.programs = Programs() if programs is None else programs
        self.watch = Watch() if watch is None else watch
        self.sessions = Sessions()
        self.accounts = Accounts(store, clock=self.watch.wall, newcomers=limits.newcomers, on_end=self.sessions.end)
        self.allowance = Allowance(self.watch.wall, daily=self.accounts.chips)
        self.tables: dict[str, TableActor] = {}
        self.aside: dict[str, Aside] = {}
        self.pulse = Pulse(lambda: store.metrics)
        self.lobby: set[Viewer] = set()
        self._pace = pace
        self.stage = Stage(limits.shows, limits.shows_of_one, self.watch.now)
        self._hand_ids = count(1)
        self._lobby_version = 0
        self._lobby_changed = False
        self._lobby_text = ""
        self._pulse: asyncio.Task[None] | None = None
        self.guests = GuestList(store)
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
    ) -> "Room":
        """Open the room on a database, and go on where it was. `close` closes the store too. `programs` may be given
        seats like the house's players."""
        room = cls(store, pace=pace, watch=watch, programs=programs, limits=limits, metrics=metrics)
        await room._resume()
        if not room.tables:
            for wish in first:
                await room.open_table(wish)
        room._pulse = asyncio.create_task(room._beat(), name="heartbeat")
        return room

    async def close(self) -> None:
        """Stop between two decisions; hands go on when the room is opened again."""
        if self._pulse:
            self._pulse.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._pulse
        for host in self.tables.values():
            for viewer in list(host.audience.viewers):
                viewer.close(1001, "the room is closing")
        for viewer in list(self.lobby):
            viewer.close(1001, "the room is closing")
        try:
            async with asyncio.timeout(CLOSING_S):
                await asyncio.gather(*[host.stop() for host in self.tables.values()])
                with contextlib.suppress(StoreError):
                    await self.store.commit(journal.heartbeat(self.watch.wall()))
            async with asyncio.timeout(CLOSING_S):
                await self.store.close()
        except TimeoutError:  # what was acknowledged is on the disk; what was not has not happened
            log.error("the database does not answer: the room ends without it")

    async def _resume(self) -> None:
        last = await self.store.read(journal.last_heartbeat)
        if last is not None:
            self.watch.not_before(last + 1)  # so that no version of a table is given twice
        now = self.watch.wall()
        away = 0.0 if last is None else now - last  # below zero where the clock was set back meanwhile
        await self.store.commit(journal.extend_deadlines(away), journal.heartbeat(now))
        self._hand_ids = count(await self.store.read(journal.last_hand_id) + 1)
        self.allowance.load(await self.store.read(given.all_given))
        await self.accounts.collect()
        self.guests.load(await self.store.read(guest_book.all_admitted))
        await self.store.commit(journal.repaired())
        held = await self.store.read(on_seats)
        for row in await self.store.read(journal.tables):
            await self._take_up(row, held.get(row.id, {}))

    async def _take_up(self, row: journal.TableRow, held: Mapping[str, int]) -> None:
        """Go on with a table as it was written down; one that cannot be taken up is set aside."""
        rules: TableRules | None = None
        try:
            stored = await self.store.read(stored_table, row, KEPT)
            rules = stored.rules
            host = self._host(rules)
            try:
                host.load(stored, held)
            except BaseException:
                del self.tables[row.id]
                raise
        except WriteFailed:  # the database, not the table
            raise
        except Exception as error:
            why = str(error) if isinstance(error, Unsound) else f"a fault: {type(error).__name__}"
            with contextlib.suppress(ValueError):
                rules = rules or msgspec.json.decode(row.record, type=TableRules)
            await self._set_aside(aside(row, why, rules))
            return
        host.start()
        self._changed()

    async def _set_aside(self, table: Aside) -> None:
        known = self.aside.get(table.id)
        self.aside[table.id] = table
        if known is None or known.why != table.why:
            log.error("table %s is set aside: %s", table.id, table.why)
            await self.store.commit(journal.to_repair(table.id, table.why, self.watch.wall()))
            self._changed()

    def _unsound(self, host: TableActor) -> None:
        """A table that was open could not be read again."""

        async def put() -> None:
            if self.tables.get(host.rules.id) is host:
                del self.tables[host.rules.id]
            await self._set_aside(Aside(host.rules.id, host.unsound, host.hands, host.rules))
            await host.stop()

        task = asyncio.create_task(put(), name=f"setting aside {host.rules.id}")
        self._closing.add(task)
        task.add_done_callback(self._closing.discard)

    async def _look_at_repairs(self) -> None:
        """Has a table that was set aside been put right, or closed?"""
        for id in list(self.aside):
            try:
                if await self.store.read(_still_unsound, id):
                    continue
                await self.store.commit(journal.repaired(id))  # from here on nobody else changes it
                del self.aside[id]
                self._changed()
                for row in await self.store.read(journal.tables, id):
                    await self._take_up(row, (await self.store.read(on_seats, id)).get(id, {}))
            except StoreError:
                log.exception("table %s cannot be looked at", id)

    def _host(self, rules: TableRules) -> TableActor:
        host = self.tables[rules.id] = TableActor(
            rules,
            self.store,
            next_hand_id=lambda: next(self._hand_ids),
            metrics=self.metrics,
            pace=self._pace,
            watch=self.watch,
            on_change=self._changed,
            on_unsound=self._unsound,
            programs=self.programs,
            allowance=self.allowance,
            stage=self.stage,
        )
        return host

    async def _beat(self) -> None:
        for beat in count(1):
            due = time.monotonic() + 1
            await asyncio.sleep(1)
            self.metrics.loop_lag_seconds.observe(max(0.0, time.monotonic() - due))
            step = self.watch.look()
            try:
                await self.store.commit(*self._clock_set(step), journal.heartbeat(self.watch.wall()))
                self.pulse.beat()
            except StoreError:
                log.exception("heartbeat not written")
            if beat % 5 == 0:
                await self._send_away_the_barred()
                await self._end_sessions()
            if beat % 10 == 0 and self.aside:
                await self._look_at_repairs()
            if beat % 30 == 0:
                self.housekeeping()
            if beat % 60 == 0:
                await self._forget_guests()
            if beat % 600 == 0:
                await self._forget_days()
            if self._lobby_changed and self.lobby:
                self._lobby_changed = False
                self._lobby_version += 1
                text = self.lobby_text().encode()
                frame = Frame(self._lobby_version, lambda _seat, text=text: text)  # type: ignore[misc]
                for viewer in self.lobby:
                    viewer.push(frame)

    def _clock_set(self, step: float) -> list[Op]:
        """The clock of the machine was set by so many seconds: what is to be written, while hosts show their deadlines
        anew. Deadlines and heartbeat go together, so that after a crash they tell what time was left; a deadline that
        is written later is of the new time already."""
        if not step:
            return []
        log.warning("the clock of this machine was set by %+.1f s: deadlines go with it", step)
        for host in self.tables.values():
            host.clock_set()
        return [journal.extend_deadlines(step)]

    # Tables ----------------------------------------------------------------------------------------------

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
        """Make a table. A wish that cannot be granted is a `Refused`. `spare`: for somebody to play at, now.
        `also(table)` is written with it."""
        who = asker or Asker(owner.id if owner else "")

        def check() -> None:
            free = owner is not None and owner.role == "admin"
            here = [host.rules for host in self.tables.values()]
            self.openings.check(here, owner.id if owner else None, who, free=free)

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
        check()  # again: others may have been opened meanwhile
        self.openings.opened(rules, who)
        host = self._host(rules)
        try:
            record = msgspec.json.encode(rules).decode()
            opened = journal.open_table(rules.id, record, host.runner.state(), self.watch.wall())
            await self.store.commit(opened, *also(rules.id))
        except BaseException:
            del self.tables[rules.id]
            self.openings.closed(rules.id)
            raise
        host.start()
        self._changed()
        return host

    def housekeeping(self) -> None:
        """Now and then: who is away for long is stood up, tables nobody uses any more are closed."""
        for host in self.tables.values():
            host.housekeeping()
        for host in self.openings.unused(self.tables.values()):
            log.info("table %s: abandoned", host.rules.id)
            task = asyncio.create_task(self._close(host), name=f"closing {host.rules.id}")
            self._closing.add(task)
            task.add_done_callback(self._closing.discard)

    async def _forget_guests(self) -> None:
        """Some of the guests who came long ago and never played are forgotten."""
        here = {viewer.user for host in self.tables.values() for viewer in host.audience.viewers}
        here |= {seat.user for host in self.tables.values() for seat in host.seating.seats if seat}
        here |= {host.rules.owner for host in self.tables.values() if host.rules.owner}
        now = self.watch.wall()
        try:
            users = await self.store.read(unused, now - self.limits.guest_s, FORGOTTEN_AT_ONCE, here)
            if users:
                (count,) = await self.store.commit(forget(users, now))
                log.info("%d guests who never played are forgotten", count)
        except StoreError:
            log.exception("guests are not forgotten")

    async def _forget_days(self) -> None:
        """What the bank gave before yesterday, requests of long ago and who left tables then are of no use any more."""
        now = self.watch.wall()
        before = given.day_of(now - 2 * DAY_S)
        old = (request_book.forget(now - request_book.KEPT_S), departure.forget(now - departure.BACK_S))
        try:
            await self.store.commit(given.forget(before), *old)
            self.allowance.forget(before)
        except StoreError:
            log.exception("old days are not forgotten")

    async def _end_sessions(self) -> None:
        """Close the pages of those whose session is over."""
        try:
            await self.sessions.sweep(self.store, self.watch.wall())
        except StoreError:
            log.exception("which sessions are over cannot be read")

    async def _send_away_the_barred(self) -> None:
        """Those who were barred from the room have no page open and no seat once the hand they are in is over: an
        admin may sit at a table too."""
        try:
            barred = await self.store.read(account.barred)
        except StoreError:
            log.exception("who is barred cannot be read")
            return
        for host in list(self.tables.values()) if barred else []:
            here = host.audience.users() | {seat.user for seat in host.seating.seats if seat}
            for user in here & barred.keys():
                await host.send_away(user, barred[user], out=True)

    async def close_table(self, user: User, host: TableActor) -> None:
        """Close a table of one's own when its hand is over: everybody gets their chips back."""
        self.check_owner(user, host)
        if host.closing:
            raise Refused("closed", Sentence("closing"))
        await self.note("table-close", user.id, host.rules.id)
        await self._close(host)

    async def note(self, act: str, actor: str, about: str, **detail: object) -> None:
        """A line of the audit log."""
        await self.store.commit(audit_log.note(act, actor=actor, about=about, at=self.watch.wall(), **detail))

    def check_owner(self, user: User, host: TableActor) -> None:
        """A refusal where this is not their table; an admin's are all."""
        if user.role != "admin" and host.rules.owner != user.id:
            raise Refused("not-possible", Sentence("not-owner"))

    async def change_bots(self, user: User, host: TableActor, bots: BotRules) -> None:
        """Other bots at a table of one's own, from the next hand on."""
        self.check_owner(user, host)
        try:
            check_bots(bots, host.rules.seats, self.programs)
        except ValueError as error:
            raise Refused("not-possible", error.args[0]) from None
        more = bots.keep > host.rules.bots.keep or {*bots.players} - {*host.rules.bots.players}
        if more and host.rules.owner not in (None, user.id):  # an admin's say, but not an admin's chips
            raise Refused("not-possible", Sentence("owner-stakes"))
        told = {"players": list(bots.players), "keep": bots.keep}
        await self.note("table-bots", user.id, host.rules.id, **told)
        await host.change(msgspec.structs.replace(host.rules, bots=bots))

    async def bar(self, user: User, host: TableActor, whom: str, barred: bool = True) -> None:
        """Send somebody from a table of one's own when the hand there is over, and keep them out, or let them in
        again."""
        self.check_owner(user, host)
        rules = host.rules
        if not barred:
            others = {id: name for id, name in rules.barred.items() if id != whom}
            if whom in rules.barred:
                await self.note("table-unbar", user.id, rules.id, whom=whom)
            await host.change(msgspec.structs.replace(rules, barred=others))
            return
        found = await self.store.read(account.user, whom)
        if found is None or whom == rules.owner:
            raise Refused("not-possible", Sentence("nobody-to-bar"))
        if len(rules.barred) >= MAX_BARRED:
            raise Refused("not-possible", Sentence("barred-most", most=MAX_BARRED))
        await self.note("table-bar", user.id, rules.id, whom=whom)
        await host.change(msgspec.structs.replace(rules, barred={**rules.barred, whom: found.name}))
        if rules.private:
            await self.guests.strike(whom, rules.id)
        await host.send_away(whom, found.name, out=rules.private)

    async def _close(self, host: TableActor) -> None:
        await host.shut()
        del self.tables[host.rules.id]
        self.guests.forget(host.rules.id)
        self.openings.closed(host.rules.id)
        self.stage.leave(host.rules.id)
        await host.stop()
        self._changed()

    async def enter(self, user: str, host: TableActor, password: str, party: Party = ANYBODY) -> None:
        """Let somebody in who knows the password."""
        if not await self.accounts.check(host.rules.password, password, party):
            raise Refused("not-possible", Sentence("wrong-password"))
        await self.guests.add(user, host.rules.id)

    def may_enter(self, user: str, host: TableActor) -> bool:
        """May they look at this table?"""
        rules = host.rules
        if self.barred(user, host):
            return False
        return rules.password is None or self._at_home(user, host) or self.guests.has(user, rules.id)

    async def came(self, user: str, host: TableActor) -> None:
        """Somebody who may look at this table does: at a private one they are on its guest list from now on."""
        if user and host.rules.private and not self._at_home(user, host):
            await self.guests.add(user, host.rules.id)

    def may_see_hands(self, user: str, host: TableActor) -> bool:
        """May they see any hand that was played here? At a private table those who sit or have been there may."""
        if self.barred(user, host):
            return False
        return not host.rules.private or self._at_home(user, host) or self.guests.has(user, host.rules.id)

    def _at_home(self, user: str, host: TableActor) -> bool:
        return bool(user) and (user == host.rules.owner or host.seating.find(user) is not None)

    def barred(self, user: str, host: TableActor) -> bool:
        """Are they barred from a table that is not everybody's, and not in the hand that is played there?"""
        return host.rules.private and user in host.rules.barred and not host.playing(user)

    async def daily(
        self, user: User, home: str = "", at_most: int | None = None, also: AlsoGiven = nothing_given
    ) -> int:
        """Top up the wallet that this user plays from; how many chips that was. `also` is written with it."""
        person, day = user.person, self.allowance.today
        welcome = await self.accounts.welcome(person, home, also)
        if welcome:
            return welcome
        missing = self.accounts.chips - await self.store.read(ledger.balance, ledger.wallet(person))
        chips = min(missing, self.allowance.top_up(person), missing if at_most is None else at_most)
        if chips <= 0:
            return 0
        self.allowance.topped(person, day, chips)  # before it is written, so that no other request counts on them
        got = 0
        try:
            got = await self.accounts.daily(person, chips, also)
        finally:
            self.allowance.topped(person, day, got - chips)
        return got

    async def play_now(
        self,
        user: User,
        game_id: str = "27td",
        home: str = "",
        also: Callable[[str, int], Sequence[Op]] = lambda table, seat: (),
    ) -> tuple[TableActor, int]:
        """Seat them where the next hand is theirs: table and seat. `also(table, seat)` is written with it."""

        async def seat(host: TableActor) -> tuple[TableActor, int]:
            at_once = partial(host.seat_at_once, sitter, buy_in, partial(also, host.rules.id))
            return host, await host.ask(at_once)

        for host in self.tables.values():
            at = host.seating.find(user.id)
            if at is not None and host.rules.game_id == game_id:
                if ops := also(host.rules.id, at):
                    await self.store.commit(*ops)
                return host, at
        idle = [host for host in self.tables.values() if self._idle(host, game_id)]
        host = idle[0] if idle else await self._another(game_id)
        sitter = Sitter(user.id, user.name, user.person, home)
        usual = buy_in = house_player.usual_buy_in(host.rules)
        back = await host.cashier.coming_back(sitter.person)
        if back is not None:
            buy_in = max(buy_in, back.chips)
        chips = await self.store.read(ledger.balance, ledger.wallet(sitter.person))
        if chips < buy_in:
            await self.daily(user, home, buy_in - chips)
            chips = await self.store.read(ledger.balance, ledger.wallet(sitter.person))
        if chips < host.rules.buy_in[0]:
            raise Refused("no-chips", Sentence("wallet-buy-in"), "come back tomorrow for more")
        buy_in = min(buy_in, chips)
        if self.allowance.left(sitter.person) < min(usual, buy_in):
            raise Refused("not-possible", Sentence("house-paid", most=self.allowance.daily), "come back tomorrow")
        try:
            return await seat(host)
        except Refused:  # somebody was quicker
            return await seat(await self._another(game_id))

    def _idle(self, host: TableActor, game_id: str) -> bool:
        """Do only the house's players sit there, with room for one, five of them at most?"""
        rules, seats = host.rules, host.seating.seats
        return (
            rules.game_id == game_id
            and rules.public
            and rules.owner is None
            and rules.seats == rules.bots.keep + 1 == 6
            and all([seat is None or seat.bot for seat in seats])
            and None in seats
            and host.live_over
        )

    async def _another(self, game_id: str) -> TableActor:
        """A table of the house's to play at where no idle one is left: a new one, or one with a free seat."""
        try:
            return await self.open_table(self._wish(game_id), spare=True)
        except Refused:
            for host in self.tables.values():
                rules = host.rules
                open_ = rules.public and rules.owner is None and not host.closing
                if open_ and rules.game_id == game_id and None in host.seating.seats:
                    return host
            raise

    def _wish(self, game_id: str) -> NewTable:
        names = {host.rules.name for host in self.tables.values()}
        first = next((table.name for table in FIRST if table.game == game_id), game_id)
        name = next(name for number in count(2) if (name := f"{first} {number}") not in names)
        return NewTable(game_id, name, bots=FIVE)

    async def name_of(self, user: str) -> str | None:
        """What somebody is called, a person or one of the house's players."""
        if house_player.is_house_player(user):
            kind, _, name = user.removeprefix("bot:").partition(":")
            return name if name in house_player.NAMES and (plays(kind) or kind in self.programs) else None
        found = await self.store.read(account.user, user)
        return None if found is None else found.name

    # The lobby -------------------------------------------------------------------------------------------

    def rows(self) -> list[TableRow]:
        """All public tables, the busiest with people first."""
        rows = [host.row() for host in self.tables.values() if host.rules.public]
        rows += [row for table in self.aside.values() if (row := table.row())]
        return sorted(rows, key=lambda row: (row.bots - row.taken, row.game, row.name))

    def lobby_text(self) -> str:
        """The lobby's message, with as many tables as are listed."""
        return write(Tables(self.rows()[: self.limits.listed])).decode()

    def gauges(self) -> dict[str, float]:
        """Figures of the moment, for `Metrics.show`."""
        hosts = self.tables.values()
        return {
            "tables": len(self.tables),
            "tables_aside": len(self.aside),
            "hands_running": sum([not host.live_over for host in hosts]),
            "viewers": sum([len(host.audience.viewers) for host in hosts]),
            "lobby_viewers": len(self.lobby),
            "store_queued": self.store.metrics.queued,
            "store_commits": self.store.metrics.commits,
            "store_batches": self.store.metrics.batches,
            "store_failed": self.store.metrics.failed,
            "store_seconds": self.store.metrics.seconds,
        }

    def _changed(self) -> None:
        self._lobby_changed = True


def _still_unsound(connection: Connection, table: str) -> bool:
    """Is it open, and still something wrong with it?"""
    held = on_seats(connection, table).get(table, {})
    return any([fault(connection, row, held) for row in journal.tables(connection, table)])
