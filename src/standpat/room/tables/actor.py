"""A table's actor: one task with one mailbox, the only writer of its table.

Connections, the lobby and the clock put their requests into the mailbox, and the actor takes one after the other. It
writes a change to the database first and shows it when that is on the disk, so no viewer sees anything that a crash
could take back. A refused request has changed nothing. When a write fails, the table is read again from the journal and
goes on from there.

A decision counts only with the `hand_no` and `seq` of the turn that it answers. Deadlines are data of the hand
(`standpat.room.tables.clock`); a timer wakes the actor for the next one. The hand runner plays the hands and the
cashier handles seats and chips; both act only while the actor takes a request.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Final, TypeVar

import msgspec
from sqlalchemy import Connection

from standpat.language.sentence import Sentence
from standpat.protocol.room import (
    PROTOCOL,
    Ack,
    Act,
    AlwaysShow,
    ClientMessage,
    Hello,
    Leave,
    Notice,
    Ping,
    Pong,
    PostBlind,
    Say,
    ServerMessage,
    Show,
    Since,
    Sit,
    SitOut,
    Snapshot,
    TableChanged,
    TableRow,
    TopUp,
    Wish,
    You,
    write,
)
from standpat.room.store import Op, Store, StoreError, guest_book, journal, ledger
from standpat.room.tables.allowance import Allowance
from standpat.room.tables.chat import KEPT, Talk
from standpat.room.tables.exhibition import Stage
from standpat.room.tables.hand_runner import PACE, HandRunner, Pace
from standpat.room.tables.live_hand import LiveHand
from standpat.room.tables.metrics import Metrics
from standpat.room.tables.program_seat import Programs, ProgramSeats
from standpat.room.tables.refusal import REFUSALS, Refused, refusal, trouble
from standpat.room.tables.resume import Stored, Unsound, on_seats, stored_table
from standpat.room.tables.retries import Again, decided, same
from standpat.room.tables.seating import Seating
from standpat.room.tables.sitter import Sitter
from standpat.room.tables.table import TableRules
from standpat.room.tables.viewer import Viewer
from standpat.room.tables.viewers import Viewers
from standpat.room.tables.watch import Watch

T = TypeVar("T")
log = logging.getLogger("standpat.room")

HANDS_KEPT: Final = 20
NO_TABLE: Final = 4404
"""The close code of a table that is not there, or no more."""
RECENT: Final = 5
"""Hands back in which a decision that comes again is looked for."""
BARRED: Final = 4405
"""The close code for who is barred from a table that is not everybody's, or from the room."""
REPAIR: Final = 4406
"""The close code of a table that is being repaired."""
LONGEST_REST: Final = 15.0
"""Seconds at most between two attempts of a table that cannot be written or read."""


Job = Callable[[], Awaitable[None]]


class TableActor:
    """See the module. `load` takes up a table that was written down, `start` sets it going."""

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
        on_unsound: Callable[["TableActor"], None] = lambda host: None,
        programs: Programs | None = None,
        allowance: Allowance | None = None,
        stage: Stage | None = None,
    ) -> None:
        self.rules = rules
        self._stage = stage
        self.programs = ProgramSeats(self, Programs() if programs is None else programs, pace.least)
        self.closing: asyncio.Future[None] | None = None
        watch = Watch() if watch is None else watch
        self.audience = Viewers(int(watch.now() * 1000), metrics)
        self.runner = HandRunner(
            rules,
            store,
            self.audience,
            next_hand_id=next_hand_id,
            metrics=metrics,
            pace=pace,
            watch=watch,
            allowance=Allowance(watch.wall) if allowance is None else allowance,
            changed=on_change,
            decides=self.programs.up,
            missed=self.programs.missed,
            shows=self._shows,
        )
        self.cashier = self.runner.cashier
        self._store = store
        self._metrics = metrics
        self._now = watch.now
        self._wall = watch.wall
        self._on_change = on_change
        self._on_unsound = on_unsound
        self.unsound = ""
        """What is wrong with the table, if it could not be taken up again: then nothing is done here any more."""
        self._failures = 0
        self._rests_until = 0.0
        self._stopping = asyncio.Event()
        self._mailbox: asyncio.Queue[Job | None] = asyncio.Queue()
        self._timer: asyncio.TimerHandle | None = None
        self._timer_at = 0.0
        self._task: asyncio.Task[None] | None = None
        self.talk = Talk(rules.id, store, self.audience, watch.wall)
        self._empty_since: float | None = None
        self._again = Again(rules.id, store)
        self._out: set[str] = set()
        """Whose pages are closed as soon as no hand is played in which they were dealt in."""

    # Life ------------------------------------------------------------------------------------------------

    def load(self, stored: Stored, held: Mapping[str, int]) -> None:
        """Take up the table as it was written down; `held` is what the ledger has on its seats. `Unsound` where that
        cannot be."""
        self.runner.load(stored, held)
        self.runner.last.clear()
        self.runner.last.extend(stored.last)
        self.talk.lines.clear()
        self.talk.load(stored.said)
        if self.rules.private:
            self._out.update(self.rules.barred)

    def start(self) -> None:
        self._task = asyncio.create_task(self._run(), name=f"table {self.rules.id}")
        self.programs.arrange()
        self._arm()

    async def stop(self) -> None:
        """Finish what is in hand; nothing after it is done."""
        self._stopping.set()
        await self.programs.stop()
        self._mailbox.put_nowait(None)
        if self._timer:
            self._timer.cancel()
        if self._task:
            await self._task

    async def _run(self) -> None:
        while (job := await self._mailbox.get()) is not None:
            try:
                await job()
            except StoreError:
                self._rest()
                log.exception("table %s: not written; reading it again", self.rules.id)
                await self._recover()
                self.runner.ask_again()
            except Exception:
                self._metrics.troubles.inc()
                self._rest()
                log.exception("table %s: a fault; reading it again", self.rules.id)
                await self._recover()
            self._close_pages_of_the_barred()
            if not self.unsound:
                self.programs.arrange()
                self._arm()

    def _rest(self) -> None:
        """Something has failed: for a while, longer each time, the actor begins nothing by itself."""
        self._failures += 1
        self._rests_until = self._now() + min(LONGEST_REST, 0.1 * 2 ** min(10, self._failures))

    async def _recover(self) -> None:
        """Read the table again, and until the database answers; viewers get a snapshot of it. A table that cannot be
        taken up is set aside."""
        pause = 1.0
        while not self._stopping.is_set():
            try:
                stored, held = await self._store.read(_again, self.rules.id)
                self.load(stored, held)
                break
            except StoreError as error:
                log.warning("table %s: cannot be read, next try in %.0f s: %s", self.rules.id, pause, error)
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._stopping.wait(), pause)
                pause = min(LONGEST_REST, 2 * pause)
            except Exception as error:
                why = str(error) if isinstance(error, Unsound) else f"a fault: {type(error).__name__}"
                log.error("table %s: set aside: %s", self.rules.id, why, exc_info=error)
                self.unsound = why
                if self.closing and not self.closing.done():
                    self.closing.set_exception(Refused("closed", Sentence("table-repair")))
                for viewer in list(self.audience.viewers):
                    viewer.close(REPAIR, "the table is being repaired")
                self._on_unsound(self)
                return
        self.audience.start_again()

    # The mailbox -----------------------------------------------------------------------------------------

    def join(self, viewer: Viewer, you: You, since: int | None = None) -> None:
        """A connection is there."""

        async def job() -> None:
            self.audience.viewers.add(viewer)
            self.cashier.came(viewer.user)
            seat = self.seating.find(viewer.user)
            shows = seat is not None and self.seating.always_shows(seat)
            back = await self.cashier.coming_back(viewer.sitter.person) if viewer.user and seat is None else None
            me = msgspec.structs.replace(you, seat=seat, shows=shows, back=back)
            viewer.tell(_text(Hello(self.audience.v, PROTOCOL, self._wall(), me, self.rules.view())))
            self.audience.bring_up(viewer, since, self._snapshot)
            if seat is not None:
                self.cashier.show()
            self._on_change()

        self._mailbox.put_nowait(job)

    def gone(self, viewer: Viewer) -> None:
        """A connection is there no more."""

        async def job() -> None:
            self.audience.viewers.discard(viewer)
            if self.cashier.went(viewer):
                self.cashier.show()
            self._on_change()

        self._mailbox.put_nowait(job)

    def said(self, viewer: Viewer, message: ClientMessage) -> None:
        """A connection says something."""
        arrived = time.perf_counter()

        async def job() -> None:
            if (answer := viewer.answers.get(message.id)) is not None:
                viewer.tell(answer)
                return
            viewer.hold()
            try:
                keyed = None if isinstance(message, Ping | Since) else message
                if keyed and await self._again.known(viewer.user, keyed):
                    viewer.answer(message.id, _text(Ack(message.id)))
                elif await self._answer(viewer, message, arrived):
                    if keyed:
                        self._again.done(viewer.user, keyed)
                    viewer.answer(message.id, _text(Ack(message.id)))
            except REFUSALS as error:
                viewer.answer(message.id, _text(refusal(message.id, error)))
            except Exception:
                viewer.tell(_text(trouble(message.id)))
                raise
            finally:
                viewer.release()

        self._mailbox.put_nowait(job)

    def tell(self, key: str, **args: object) -> None:
        """The table says something to all who are there."""

        async def job() -> None:
            self.audience.say(lambda v: Notice(v, key, args))

        self._mailbox.put_nowait(job)

    async def ask(self, job: Callable[[], Awaitable[T]]) -> T:
        """Have the actor do something in its turn, and wait for the result."""
        result: asyncio.Future[T] = asyncio.get_running_loop().create_future()

        async def run() -> None:
            try:
                if self.unsound:
                    raise Refused("closed", Sentence("table-repair"))
                value = await job()
            except Exception as error:
                if not result.cancelled():
                    result.set_exception(error)
                if isinstance(error, StoreError) and not isinstance(error, ledger.Overdraft):
                    raise
            else:
                if not result.cancelled():
                    result.set_result(value)

        self._mailbox.put_nowait(run)
        return await result

    async def snapshot(self, viewer: Viewer) -> str:
        """What a viewer gets who has missed something."""

        async def job() -> str:
            viewer.fresh()
            return self._snapshot(viewer.user)

        return await self.ask(job)

    async def shut(self) -> None:
        """Close the table for good, once the hand is over: everybody gets their chips back. Returns when that is done.
        Close the table for good, once the hand is over: everybody gets their chips back. Returns when that is done."""
        self.closing = asyncio.get_running_loop().create_future()
        self._mailbox.put_nowait(self._wake)
        await self.closing

    def clock_set(self) -> None:
        """The clock of the machine was set: deadlines are shown anew."""

        async def job() -> None:
            self.runner.clock_set()

        self._mailbox.put_nowait(job)

    def housekeeping(self) -> None:
        """Now and then: those who have been away for long are stood up."""
        self._mailbox.put_nowait(self.cashier.stand_up_the_away)

    @property
    def abandoned(self) -> bool:
        """Is it a table that does not stay, and has not been in use for long: nobody sits there, and its owner has no
        page of it open? To be asked now and then."""
        rules = self.rules
        stays = rules.owner is None and not rules.spare
        people = any([seat and not seat.bot for seat in self.seating.seats])
        if stays or people or self.closing or (rules.owner and self.audience.present(rules.owner)):
            self._empty_since = None
            return False
        now = self._now()
        if self._empty_since is None:
            self._empty_since = now
        return now - self._empty_since >= rules.abandoned_after

    def _shows(self) -> bool:
        """May the house's players play for those who look on: for somebody who sits here and is not dealt in, or, at so
        many tables, for those who merely watch?"""
        if any([seat and not seat.bot and self.audience.present(seat.user) for seat in self.seating.seats]):
            return True
        if self.rules.spare or not self.audience.watching:
            return False
        return self._stage is None or self._stage.enter(self.rules.id, self.rules.owner)

    async def change(self, rules: TableRules) -> None:
        """The owner has changed it: the same table with these rules. Bots come and go when the hand is over."""

        async def job() -> None:
            await self._store.commit(journal.change_table(rules.id, msgspec.json.encode(rules).decode()))
            self._out -= self.rules.barred.keys() - rules.barred.keys()
            self.rules = self.runner.rules = self.cashier.rules = rules
            self.audience.say(lambda v: TableChanged(v, rules.view()))
            self._on_change()

        await self.ask(job)

    async def send_away(self, user: str, name: str, *, out: bool) -> None:
        """Their seat is free when the hand is over, and that is said; `out`: their pages are closed then too. Until
        then nothing is different for who was dealt in: actions, clock and connection are theirs, whoever asked for
        it, so that nobody wins a pot by sending an opponent away."""

        async def job() -> None:
            if out and user in self._out:
                return
            if self.seating.find(user) is not None:
                await self.cashier.send_away(user)
            self.audience.say(lambda v: Notice(v, "room.removed", {"name": name}))
            if out:
                self._out.add(user)

        await self.ask(job)

    def playing(self, user: str) -> bool:
        """Was this user dealt into the hand that is being played?"""
        live = self.live
        return live is not None and not live.over and live.seat_of(user) is not None

    def _close_pages_of_the_barred(self) -> None:
        for user in [user for user in self._out if not self.playing(user)]:
            for viewer in [viewer for viewer in self.audience.viewers if viewer.user == user]:
                viewer.close(BARRED, "you are barred")
            self._out.discard(user)

    # What is seen ----------------------------------------------------------------------------------------

    @property
    def seating(self) -> Seating:
        return self.cashier.seating

    @property
    def live(self) -> LiveHand | None:
        """The present hand or, between hands, the last one."""
        return self.runner.live

    @property
    def live_over(self) -> bool:
        """Is no hand being played?"""
        return self.runner.live_over

    @property
    def hands(self) -> int:
        """The number of the last hand."""
        return self.runner.hands

    def row(self) -> TableRow:
        """The table's line in the lobby."""
        taken = [seat for seat in self.seating.seats if seat]
        bots = sum([seat.bot for seat in taken])
        return self.rules.row(taken=len(taken), bots=bots, watching=self.audience.watching, hands=self.hands)

    def _snapshot(self, user: str) -> str:
        hand = self.runner.face(user)
        seats, button = self.cashier.views(), self.seating.button
        return _text(Snapshot(self.audience.v, seats, button, hand, list(self.runner.last), list(self.talk.lines)))

    # What connections say --------------------------------------------------------------------------------

    async def _answer(self, viewer: Viewer, message: ClientMessage, arrived: float) -> bool:
        """Do it. False where it is answered otherwise, or later. `arrived` is when it came."""
        match message:
            case Ping(id=id):
                viewer.tell(_text(Pong(id, self._wall())))
                return False
            case Since(v=v):
                self.audience.bring_up(viewer, v, self._snapshot)
                return True
        if not viewer.user:
            raise Refused("sign-in", Sentence("nobody"), "visit a page first")
        if self.unsound:
            raise Refused("closed", Sentence("table-repair"))
        if self.closing and self.closing.done():
            raise Refused("closed", Sentence("table-closed"))
        if viewer.user in self.rules.barred and isinstance(message, Sit | Say):
            raise Refused("not-allowed", Sentence("barred"))
        match message:
            case Act():
                await self._act(viewer.user, message, arrived)
            case Wish():
                await self._wish(viewer.user, message)
            case Show():
                await self.runner.show(viewer.user, message)
            case AlwaysShow(on=on):
                await self._always_show(viewer.user, on)
            case Say(text=text):
                await self.talk.say(viewer, text)
            case Sit():
                seated = await self.cashier.ask_for_seat(viewer, message, self._again.note)
                self.runner.plan_next()
                return seated
            case Leave():
                await self.cashier.leave(viewer.user, self._again.note(viewer.user, message, self._wall()))
            case SitOut(on=on):
                await self.cashier.change(viewer.user, lambda at: self.seating.sit_out(at, on))
                self.runner.answered(viewer.user)
                self.runner.plan_next()
            case PostBlind(on=on):
                await self.cashier.change(viewer.user, lambda at: self.seating.post_blinds(at, on))
            case TopUp(amount=amount):
                await self.cashier.top_up(viewer.user, amount, self._again.note(viewer.user, message, self._wall()))
                self.runner.plan_next()
        return True

    async def _act(self, user: str, message: Act, arrived: float) -> None:
        live = self.live
        if live is None or message.hand_no != live.record.hand_no or message.seq < live.seq or live.over:
            if await self._was_decided(user, message):
                return
            present = "no hand" if live is None else f"hand {live.record.hand_no}, decision {live.seq}"
            raise Refused("late", Sentence("late"), present)
        if message.seq > live.seq or live.user_to_act != user:
            raise Refused("not-your-turn", Sentence("not-your-turn"))
        self.runner.answered(user)
        await self.runner.play(message.chosen(), arrived=arrived)
        self._failures, self._rests_until = 0, 0.0

    async def _was_decided(self, user: str, message: Act) -> bool:
        """Was this very decision taken before, so that it only comes again?"""
        live = self.live
        if live is not None and live.record.hand_no == message.hand_no:
            users, events = live.record.users, live.hand.events
        elif self.hands - RECENT < message.hand_no <= self.hands:
            told = await self._store.read(_hand_of_table, self.rules.id, message.hand_no)
            if told is None or user not in told.hand.users:
                return False
            users, events = told.hand.users, told.events
        else:
            return False
        took = decided(events, message.seq)
        return took is not None and users[took[0]] == user and same(took[1], message.chosen())

    async def _wish(self, user: str, message: Wish) -> None:
        live = self.live
        if live is None or message.hand_no != live.record.hand_no or live.over:
            raise Refused("late", Sentence("hand-over"))
        seat = live.seat_of(user)
        if seat is None:
            raise Refused("not-seated", Sentence("not-dealt"))
        await self._store.commit(*live.wish(seat, message.wish))

    async def _always_show(self, user: str, on: bool) -> None:
        await self.cashier.change(user, lambda at: self.seating.always_show(at, on))
        live = self.live
        seat = None if live is None or live.over else live.seat_of(user)
        if on and live and seat is not None and live.hand.may_wish(seat):
            await self._store.commit(*live.wish(seat, "show"))

    # The hand --------------------------------------------------------------------------------------------

    async def seat_at_once(
        self, sitter: Sitter, buy_in: int, also: Callable[[int], Sequence[Op]] = lambda seat: ()
    ) -> int:
        """Somebody new at a table of the house's players, who is dealt in as soon as the rules let them: their seat.
        `also(seat)` is written with it."""
        alone = self.live_over and all([seat.bot for seat in self.seating.seats if seat])
        free = self.cashier.free_seat()
        at = await self.cashier.sit(sitter, buy_in, free, first=alone, also=also(free))
        self.seating.post_blinds(at, True)
        self.runner.plan_next(soon=True)
        return at

    async def _shut(self) -> None:
        """Everybody goes, and the table is closed."""
        table = self.rules.id
        await self.cashier.everybody_leaves([journal.close_table(table, self._wall()), guest_book.forget_table(table)])
        for viewer in self.audience.viewers:
            viewer.close(NO_TABLE, "the table is closed")
        if self.closing:
            self.closing.set_result(None)

    # The clock -------------------------------------------------------------------------------------------

    def _due(self) -> float | None:
        """When the actor has something to do by itself."""
        if self.closing and self.live_over:
            return None if self.closing.done() else max(self._now(), self._rests_until)
        due = self.runner.due()
        return None if due is None else max(due, self._rests_until)

    def _arm(self) -> None:
        """Have the timer wake the actor when something is due, or before: deadlines mostly move on, and the timer that
        was set for the last one looks for the next."""
        due = self._due()
        if due is None or (self._timer and self._timer_at <= due):
            return
        if self._timer:
            self._timer.cancel()
        self._timer_at = due
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(max(0.0, due - self._now()), self._ring)

    def _ring(self) -> None:
        self._timer = None
        self._mailbox.put_nowait(self._wake)

    async def _wake(self) -> None:
        if self.unsound or self._now() < self._rests_until:
            return
        if not (self.closing and self.live_over):
            await self.runner.go_on()
        elif not self.closing.done():
            await self._shut()
        self._failures = 0


def _again(connection: Connection, table: str) -> tuple[Stored, dict[str, int]]:
    """A table as it is written down, and what the ledger has on its seats."""
    for row in journal.tables(connection, table):
        return stored_table(connection, row, KEPT), on_seats(connection, table).get(table, {})
    raise Unsound("it is not open any more")


def _text(message: ServerMessage) -> str:
    return write(message).decode()


def _hand_of_table(connection: Connection, table: str, hand_no: int) -> journal.HandStory | None:
    for record in journal.hands_of_table(connection, table, 1, hand_no + 1):
        if record.hand_no == hand_no:
            return journal.hand(connection, record.id)
    return None
