"""A table actor: one task with one mailbox, the only writer of its table.

Connections, the lobby and the clock post their requests to the mailbox, and the actor does one after the other. It
writes a change to the database first and shows it when it is on the disk, so no viewer sees anything that a crash could
take back. A refused request has changed nothing. When a write fails, the actor reads the table from the journal again
and continues from there (`standpat.room.tables.recovery`).

A decision counts only with the `hand_no` and `seq` of the turn that it answers. Deadlines are data of the hand
(`standpat.room.tables.clock`); a timer wakes the actor for the next one. The hand runner plays the hands, the cashier
handles seats and chips, and `Requests` does what messages ask for. They act only while the actor handles a request.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import TypeVar

import msgspec

from standpat.bots.process_pool import ProcessPool
from standpat.language.sentence import Sentence
from standpat.protocol.room import (
    PROTOCOL,
    ClientMessage,
    Hello,
    Moved,
    Notice,
    Snapshot,
    TableChanged,
    TableRow,
    You,
    write,
)
from standpat.room.home_game import debts
from standpat.room.store import Store, StoreError, guest_book, journal
from standpat.room.tables.allowance import Allowance
from standpat.room.tables.auto_buy import AutoBuys
from standpat.room.tables.breaks import Breaks
from standpat.room.tables.chat import TableChat
from standpat.room.tables.close_codes import NO_TABLE, REPAIR
from standpat.room.tables.disuse import Disuse
from standpat.room.tables.exhibition import Stage, may_show
from standpat.room.tables.hand_runner import PACE, HandRunner, Pace
from standpat.room.tables.host_desk import HostDesk
from standpat.room.tables.linked import Linked
from standpat.room.tables.live_hand import LiveHand
from standpat.room.tables.mailbox import Mailbox
from standpat.room.tables.metrics import Metrics
from standpat.room.tables.newcomers import Newcomers
from standpat.room.tables.offers import Offers
from standpat.room.tables.plans import PlanTeller
from standpat.room.tables.program_seat import Programs, ProgramSeats
from standpat.room.tables.recovery import Rest, again
from standpat.room.tables.refusal import Refused
from standpat.room.tables.requests import Requests
from standpat.room.tables.resume import Stored, Unsound
from standpat.room.tables.seating import Seating
from standpat.room.tables.sent_away import SentAway
from standpat.room.tables.table import TableRules
from standpat.room.tables.timer import Timer
from standpat.room.tables.viewer import Viewer
from standpat.room.tables.viewers import Viewers
from standpat.room.tables.watch import Watch

T = TypeVar("T")
log = logging.getLogger("standpat.room")


class TableActor:
    """The actor of one table. `load` reads a stored table into it, and `start` makes it run.

    Args:
        rules: The table's record.
        store: The database.
        next_hand_id: Gives the id of a new hand.
        metrics: The room's metrics.
        pace: The times of house players and between hands.
        watch: The room's time.
        on_change: Called when the table's line in the lobby may have changed.
        on_unsound: Called when the table could not be read again.
        programs: Programs that may have seats.
        allowance: What the bank may still give.
        stage: The limit of tables at which house players play only for spectators.
        pool: The room's processes for bots; None if it has none.
        linked: Makes the link of the table.
    """

    def __init__(
        self,
        rules: TableRules,
        store: Store,
        *,
        next_hand_id: Callable[[], int],
        metrics: Metrics,
        pace: Pace = PACE,
        watch: Watch | None = None,
        on_change: Callable[[], None] = lambda: None,
        on_unsound: Callable[["TableActor"], None] = lambda actor: None,
        programs: Programs | None = None,
        allowance: Allowance | None = None,
        stage: Stage | None = None,
        pool: ProcessPool | None = None,
        linked: Callable[["TableActor"], Linked] = lambda actor: Linked(),
    ) -> None:
        watch = Watch() if watch is None else watch
        self.closing: asyncio.Future[None] | None = None
        """Done when the table is closed for good; None unless it is to be closed."""
        self.unsound = ""
        """What is wrong with the table, if it could not be read again. Then the actor does nothing any more."""
        self.viewers = Viewers(int(watch.now() * 1000), metrics)
        self.programs = ProgramSeats(self, Programs() if programs is None else programs, pace.least)
        self.runner = HandRunner(
            rules,
            store,
            self.viewers,
            next_hand_id=next_hand_id,
            metrics=metrics,
            pace=pace,
            watch=watch,
            allowance=Allowance(watch.wall) if allowance is None else allowance,
            changed=on_change,
            decides=self.programs.up,
            missed=self.programs.missed,
            shows=lambda: may_show(stage, self.rules, self.seating, self.viewers),
            pool=pool,
        )
        self.cashier = self.runner.cashier
        self.linked = self.cashier.linked = linked(self)
        self.chat = TableChat(rules.id, store, self.viewers, watch.wall)
        self.mailbox = Mailbox()
        self._rest = Rest(watch.now)
        self.desk = HostDesk(self.runner, self.viewers, store, watch)
        self.newcomers = Newcomers(
            self.desk,
            self.cashier,
            self.viewers,
            is_host=self.is_host,
            now=watch.now,
            wall=watch.wall,
            seated=self.runner.plan_next,
        )
        self.offers = Offers(self.viewers, watch)
        self.breaks = Breaks(self.cashier, watch.wall)
        self._plans = PlanTeller(self.viewers)
        self._auto_buys = AutoBuys(
            self.cashier, self._plans, lambda: not (self.closing or self.unsound or self._rest.resting)
        )
        self._requests = Requests(
            self.runner,
            self.viewers,
            self.chat,
            store,
            self.newcomers,
            self.breaks,
            self._auto_buys,
            rest=self._rest,
            now=watch.wall,
            check_open=self._check_open,
            snapshot=self.snapshot_for,
        )
        self._sent_away = SentAway(self.viewers, self.playing)
        self._disuse = Disuse(watch.now)
        self._timer = Timer(watch.now, lambda: self.mailbox.post(self.wake))
        self._store = store
        self._metrics = metrics
        self._now = watch.now
        self._wall = watch.wall
        self._on_change = on_change
        self._on_unsound = on_unsound
        self._stopping = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    # Start and stop --------------------------------------------------------------------------------------

    def load(self, stored: Stored, chips: Mapping[str, int]) -> None:
        """Continue from the stored table.

        Args:
            stored: The table as stored.
            chips: The chips that the ledger has on its seats, by user.

        Raises:
            Unsound: The table cannot be continued.
        """
        self.runner.load(stored, chips)
        self.runner.last.clear()
        self.runner.last.extend(stored.last)
        self.chat.load(stored.said)
        if self.rules.private:
            self._sent_away.add(self.rules.barred)

    def start(self) -> None:
        """Handle requests from now on."""
        self._task = asyncio.create_task(self._run(), name=f"table {self.rules.id}")
        self.programs.arrange()
        self._timer.set(self._due())

    async def stop(self) -> None:
        """Finish the requests in the mailbox, and stop."""
        self._stopping.set()
        await self.programs.stop()
        self.mailbox.end()
        self._timer.cancel()
        if self._task:
            await self._task

    @property
    def stopping(self) -> bool:
        """Whether the task ends, or was not started."""
        return self._task is None or self._stopping.is_set()

    @property
    def stopped(self) -> bool:
        """Whether the task has ended or was not started."""
        return self._task is None or self._task.done()

    async def _run(self) -> None:
        while (job := await self.mailbox.next()) is not None:
            try:
                await job()
                await self._auto_buys.run()
                await self._move()
            except StoreError:
                self._rest.failed()
                log.exception("table %s: not written; reading it again", self.rules.id)
                await self.recover()
                self.runner.ask_again()
            except Exception:
                self._metrics.troubles.inc()
                self._rest.failed()
                log.exception("table %s: a fault; reading it again", self.rules.id)
                await self.recover()
            self._plans.look(self.seating)
            self.linked.look()
            self._sent_away.close_pages()
            if not self.unsound and not self._stopping.is_set():
                self.programs.arrange()
                self._timer.set(self._due())

    async def recover(self) -> None:
        """Read the table from the database again, and give all viewers a snapshot. A table that cannot be continued is
        set aside.
        """
        try:
            stored = await again(self._store, self.rules.id, self._stopping)
            if stored is not None:
                self.load(*stored)
        except Exception as error:
            why = str(error) if isinstance(error, Unsound) else f"a fault: {type(error).__name__}"
            log.error("table %s: set aside: %s", self.rules.id, why, exc_info=error)
            self.unsound = why
            if self.closing and not self.closing.done():
                self.closing.set_exception(Refused("closed", Sentence("table-repair")))
            for viewer in self.viewers:
                viewer.close(REPAIR, "the table is being repaired")
            self._on_unsound(self)
            return
        self.viewers.start_again()

    # Connections -----------------------------------------------------------------------------------------

    def join(self, viewer: Viewer, you: You, since: int | None = None) -> None:
        """Add a connection.

        Args:
            viewer: The connection.
            you: What the page is told about its user.
            since: The version that the page has seen; None for a new page.
        """

        async def job() -> None:
            self.viewers.add(viewer)
            self.cashier.came(viewer.user)
            self.runner.policy.came(viewer.user)
            seat = self.seating.find(viewer.user)
            shows = seat is not None and self.seating.always_shows(seat)
            back = await self.cashier.coming_back(viewer.sitter.person) if viewer.user and seat is None else None
            me = msgspec.structs.replace(you, seat=seat, shows=shows, back=back)
            viewer.tell(write(Hello(self.viewers.v, PROTOCOL, self._wall(), me, self.runner.view())))
            self.viewers.bring_up(viewer, since, self.snapshot_for)
            self.newcomers.tell(viewer)
            self.offers.tell(viewer)
            self._plans.tell(viewer, self.seating)
            self.linked.tell(viewer, since)
            if since is not None and seat is None and (there := self.runner.policy.elsewhere(viewer.user)):
                viewer.tell(write(Moved(there)))
            if seat is not None:
                self.cashier.show()
            self._on_change()

        self.mailbox.post(job)

    def gone(self, viewer: Viewer) -> None:
        """Remove a connection."""

        async def job() -> None:
            self.viewers.discard(viewer)
            self.newcomers.gone(viewer)
            if self.cashier.went(viewer):
                self.cashier.show()
            self._on_change()

        self.mailbox.post(job)

    def said(self, viewer: Viewer, message: ClientMessage) -> None:
        """Handle a message of a connection."""
        self.mailbox.post(partial(self._requests.take, viewer, message, time.perf_counter()))

    def _check_open(self) -> None:
        """Check that the table can be used.

        Raises:
            Refused: It is closed or being repaired.
        """
        if self.unsound:
            raise Refused("closed", Sentence("table-repair"))
        if self.closing and self.closing.done():
            raise Refused("closed", Sentence("table-closed"))

    def tell(self, key: str, **args: object) -> None:
        """Send a notice to everybody at the table."""

        async def job() -> None:
            self.viewers.say(lambda v: Notice(v, key, args))

        self.mailbox.post(job)

    async def snapshot(self, viewer: Viewer) -> str:
        """The snapshot for a viewer who has missed frames."""

        async def job() -> str:
            viewer.fresh()
            return self.snapshot_for(viewer.user)

        return await self.ask(job)

    # Requests of the room --------------------------------------------------------------------------------

    async def ask(self, job: Callable[[], Awaitable[T]]) -> T:
        """Have the actor do a job in its turn, and wait for the result.

        Raises:
            Refused: The table is being repaired.
        """

        async def run() -> T:
            if self.unsound:
                raise Refused("closed", Sentence("table-repair"))
            return await job()

        return await self.mailbox.ask(run)

    async def change(self, edit: Callable[[TableRules], TableRules]) -> None:
        """Give the table new rules, made from those that it has when it is its turn. Bots come and go after the present
        hand.
        """

        async def job() -> None:
            await self.put(edit(self.rules))

        await self.ask(job)

    async def put(self, rules: TableRules) -> None:
        """Give the table new rules, in the actor's turn. Stakes, clock and game stay as they are."""
        await self._store.commit(journal.change_table(rules.id, msgspec.json.encode(rules).decode()))
        self._sent_away.remove(self.rules.barred.keys() - rules.barred.keys())
        if rules.private and not self.rules.private:
            self._sent_away.add(rules.barred)
        self.runner.take(rules)
        self.viewers.say(lambda v: TableChanged(v, self.runner.view()))
        self._on_change()

    async def apply_coming(self) -> None:
        """Apply the rules that were to change with the next hand, in the actor's turn, if no hand is being played."""
        if await self.desk.apply():
            self._on_change()

    def is_host(self, user: str) -> bool:
        """Whether a user is the table's owner or one of its co-hosts."""
        return bool(user) and (user == self.rules.owner or user in self.desk.state.co_hosts)

    async def send_away(self, user: str, name: str, *, out: bool) -> None:
        """Remove a player after the present hand, and send a notice. With `out` their pages are closed then too.

        Until the hand is over a player keeps actions, clock and connection, whoever asked for it. So nobody wins a pot
        by removing an opponent. In a tournament they keep their seat, as an absent player.
        """

        async def job() -> None:
            if out and user in self._sent_away:
                return
            if self.seating.find(user) is not None and not self.runner.policy.keeps_seats:
                await self.cashier.send_away(user)
            self.viewers.say(lambda v: Notice(v, "room.removed", {"name": name}))
            if out:
                self._sent_away.add([user])

        await self.ask(job)

    def clock_set(self) -> None:
        """Show the deadlines again, after the machine's clock was changed."""

        async def job() -> None:
            self.runner.clock_set()

        self.mailbox.post(job)

    def housekeeping(self) -> None:
        """Stand up players who have been away for long. Called regularly."""

        async def job() -> None:
            if self.runner.policy.keeps_seats:
                return
            self.newcomers.sweep()
            if self.desk.state.paused:
                self.cashier.keep_seats()
            else:
                await self.cashier.stand_up_the_away()
            await self.breaks.sweep()  # last: whose break ends now is away from now on

        self.mailbox.post(job)

    async def _move(self) -> None:
        """Move the players who are to move to the main table now."""
        if not (self.unsound or self._rest.resting):
            await self.linked.go_on()

    def look_again(self) -> None:
        """Have the table look whether its players are to move, because the main table has changed."""

        async def job() -> None:
            """After each job the table looks."""

        self.mailbox.post(job)

    async def shut(self) -> None:
        """Close the table for good after the present hand, and return when that is done. Everybody gets their chips
        back.
        """
        self.closing = asyncio.get_running_loop().create_future()
        self.mailbox.post(self.wake)
        await self.closing

    async def close(self) -> None:
        """Close the table between two hands, in the actor's turn. Everybody gets their chips back."""
        table = self.rules.id
        now = self._wall()
        closed = [journal.close_table(table, now), debts.keep(table, now), guest_book.forget_table(table)]
        await self.cashier.everybody_leaves([*closed])
        for viewer in self.viewers:
            viewer.close(NO_TABLE, "the table is closed")
        if self.closing:
            self.closing.set_result(None)

    # State -----------------------------------------------------------------------------------------------

    @property
    def rules(self) -> TableRules:
        """The table's record."""
        return self.runner.rules

    @property
    def seating(self) -> Seating:
        """The seats and the players in them."""
        return self.cashier.seating

    @property
    def live(self) -> LiveHand | None:
        """The present hand or, between hands, the last one."""
        return self.runner.live

    @property
    def live_over(self) -> bool:
        """Whether no hand is being played."""
        return self.runner.live_over

    @property
    def hands(self) -> int:
        """The number of the last hand."""
        return self.runner.hands

    def playing(self, user: str) -> bool:
        """Whether a user was dealt into the hand that is being played."""
        live = self.live
        return live is not None and not live.over and live.seat_of(user) is not None

    @property
    def abandoned(self) -> bool:
        """Whether the table is not permanent and has not been in use for long enough to be closed. Must be called
        regularly.
        """
        rules = self.rules
        stays = rules.owner is None and not rules.spare
        people = any([seat and not seat.bot for seat in self.seating.seats]) or self.linked.needed()
        in_use = bool(stays or people or self.closing or (rules.owner and self.viewers.present(rules.owner)))
        return self._disuse.seconds(in_use) >= rules.abandoned_after and not in_use

    def row(self) -> TableRow:
        """The table's row in the lobby."""
        taken = [seat for seat in self.seating.seats if seat]
        bots = sum([seat.bot for seat in taken])
        return self.rules.row(taken=len(taken), bots=bots, watching=self.viewers.watching, hands=self.hands)

    def snapshot_for(self, user: str) -> str:
        """The snapshot of the table as a user may see it; "" is a spectator."""
        hand = self.runner.face(user)
        seats, button = self.cashier.views(), self.seating.button
        last, said, host = list(self.runner.last), list(self.chat.lines), self.desk.state.view()
        shown = Snapshot(self.viewers.v, seats, button, hand, last, said, host)
        return write(shown).decode()

    # The clock -------------------------------------------------------------------------------------------

    def _due(self) -> float | None:
        """When the actor must act by itself; None for never."""
        if self.closing and self.live_over:
            return None if self.closing.done() else max(self._now(), self._rest.until)
        ends = self.desk.pause_ends()
        due = self.runner.due() if ends is None else ends
        return None if due is None else max(due, self._rest.until)

    async def wake(self) -> None:
        """Do what is due, if anything, in the actor's turn."""
        if self.unsound or self._rest.resting:
            return
        if not (self.closing and self.live_over):
            if self.closing:
                await self.desk.resume()  # the hand is played to its end
            if await self.desk.go_on():
                await self.apply_coming()
                await self._move()
                await self.runner.go_on()
        elif not self.closing.done():
            await self.close()
        self._rest.worked()
