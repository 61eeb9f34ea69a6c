"""A table's host: one task with one mailbox, the only writer of its table.

Whatever wants something of the table (a connection, the lobby, the clock) puts it in the mailbox; the host takes one
thing after the other. What it does is written down first and shown when that is on the disk; what was refused has
changed nothing. So no viewer ever sees what a crash could take back. When something cannot be written the table is
read again from the journal, and goes on from there.

A decision is only taken with the `hand_no` and `seq` of the turn it answers. The clock's deadlines are data of the
hand (`standpat.room.clock`); a timer wakes the host for the next of them and nothing else moves them.
"""

import asyncio
import logging
import secrets
import time
from collections import deque
from collections.abc import Awaitable, Callable, Iterable
from copy import deepcopy
from typing import Any, Final, Literal, NamedTuple, TypeVar

import msgspec
from msgspec import Struct

from standpat.action import Action, Discard, Fold, IllegalAction
from standpat.room import house_player
from standpat.room.clock import Clock
from standpat.room.live_hand import LiveHand
from standpat.room.metric import Metrics
from standpat.room.seating import Left, Seat, Seating, SeatingError
from standpat.room.store import Op, Store, StoreError, journal, ledger
from standpat.room.table import TableRules
from standpat.room.viewer import Frame, Viewer
from standpat.room.wire import (
    MAX_CHAT,
    PROTOCOL,
    Ack,
    Act,
    Chat,
    ChatLine,
    ClientMessage,
    Deal,
    Error,
    ErrorCode,
    Hello,
    LastHand,
    Leave,
    Notice,
    Ping,
    Pong,
    PostBlind,
    Say,
    Seats,
    SeatState,
    SeatView,
    ServerMessage,
    Since,
    Sit,
    SitOut,
    Snapshot,
    TableRow,
    Timeout,
    TopUp,
    Wallet,
    Wish,
    You,
    write,
)

T = TypeVar("T")
log = logging.getLogger("standpat.room")

FRAMES_KEPT: Final = 200
CHAT_KEPT: Final = 50
HANDS_KEPT: Final = 20
AWAY: Final = 600.0
"""Seconds without a page open after which somebody who does not play is stood up."""


class Pace(NamedTuple):
    """Seconds: what a house player takes to act, at least and at most; from a hand's end to the next hand."""

    least: float = 0.7
    most: float = 1.6
    between: float = 4.0


PACE: Final = Pace()


class TableState(Struct):
    """What the table must remember between hands."""

    seating: Seating
    banks: dict[str, float]
    protections: dict[str, float]


class Refused(Exception):
    """Not done, nothing changed: the code and the words of the answer."""

    def __init__(self, code: ErrorCode, text: str, right: str = "") -> None:
        super().__init__(text)
        self.code: ErrorCode = code
        self.right = right


class _Parked(NamedTuple):
    """Somebody for whom a house player is making room."""

    viewer: Viewer
    message: Sit


Job = Callable[[], Awaitable[None]]


class Host:
    """See the module. `row` is the table as the store has it, `story` its hand if one was not finished."""

    def __init__(
        self,
        rules: TableRules,
        store: Store,
        *,
        next_hand_id: Callable[[], int],
        metrics: Metrics,
        pace: Pace = PACE,
        now: Callable[[], float] = time.time,
        on_change: Callable[[], None] = lambda: None,
    ) -> None:
        self.rules = rules
        self.game = rules.game()
        self.viewers: set[Viewer] = set()
        self.hands = 0
        self._store = store
        self._next_hand_id = next_hand_id
        self._metrics = metrics
        self._pace = pace
        self._now = now
        self._on_change = on_change
        self._mailbox: asyncio.Queue[Job | None] = asyncio.Queue()
        self._timer: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None
        self._v = int(now() * 1000)
        self._kept: deque[Frame] = deque(maxlen=FRAMES_KEPT)
        self._chat: deque[ChatLine] = deque(maxlen=CHAT_KEPT)
        self._last: deque[LastHand] = deque(maxlen=HANDS_KEPT)
        self._parked: list[_Parked] = []
        self._away: dict[str, float] = {}
        self._missed: dict[str, int] = {}
        self._next_at = 0.0
        self._bot_at = 0.0
        self._reset_table()

    # Life ------------------------------------------------------------------------------------------------

    def _reset_table(self) -> None:
        least, most = self.rules.buy_in
        self.seating = Seating(self.rules.stakes, [None] * self.rules.seats, least, most)
        self.clock = Clock(self.rules.clock)
        self.live: LiveHand | None = None

    def load(self, row: journal.TableRow, story: journal.HandStory | None, seed: str, last: list[LastHand]) -> None:
        """Take up the table as it was written down."""
        state = msgspec.json.decode(row.state, type=TableState)
        self.seating = state.seating
        self.clock = Clock(self.rules.clock, state.banks, state.protections)
        self.hands = row.next_hand_no - 1
        self._last = deque(last, maxlen=HANDS_KEPT)
        self.live = None if story is None else LiveHand.resume(story, seed, self.clock)
        self._plan_bot()
        now = self._now()
        self._away = {seat.user: now for seat in self.seating.seats if seat and not seat.bot}

    def state(self) -> str:
        """What is to be remembered, as JSON."""
        return msgspec.json.encode(TableState(self.seating, self.clock.banks, self.clock.protections)).decode()

    def start(self) -> None:
        self._task = asyncio.create_task(self._run(), name=f"table {self.rules.id}")
        self._arm()

    async def stop(self) -> None:
        """Finish what is in hand; nothing after it is done."""
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
                log.exception("table %s: not written; reading it again", self.rules.id)
                await self._recover()
            except Exception:
                self._metrics.troubles += 1
                log.exception("table %s: a fault; reading it again", self.rules.id)
                await self._recover()
            self._arm()

    async def _recover(self) -> None:
        """Read the table again, until that works; viewers get a snapshot of it."""
        while True:
            try:
                row, story, seed = await self._store.read(stored_table, self.rules.id)
                self.load(row, story, seed, list(self._last))
                break
            except Exception:
                log.exception("table %s: cannot be read", self.rules.id)
                await asyncio.sleep(1)
        self._v += 1
        self._kept.clear()
        for viewer in self.viewers:
            viewer.catch_up()

    # The mailbox -----------------------------------------------------------------------------------------

    def join(self, viewer: Viewer, you: You, since: int | None = None) -> None:
        """A connection is there."""

        async def job() -> None:
            self.viewers.add(viewer)
            self._away.pop(viewer.user, None)
            seat = self.seating.find(viewer.user)
            me = msgspec.structs.replace(you, seat=seat)
            viewer.tell(_text(Hello(self._v, PROTOCOL, self._now(), me, self.rules.view())))
            self._bring_up(viewer, since)
            if seat is not None:
                self._show_seats()
            self._on_change()

        self._mailbox.put_nowait(job)

    def gone(self, viewer: Viewer) -> None:
        """A connection is there no more."""

        async def job() -> None:
            self.viewers.discard(viewer)
            self._parked = [parked for parked in self._parked if parked.viewer is not viewer]
            if viewer.user and not self.present(viewer.user) and self.seating.find(viewer.user) is not None:
                self._away[viewer.user] = self._now()
                self._show_seats()
            self._on_change()

        self._mailbox.put_nowait(job)

    def said(self, viewer: Viewer, message: ClientMessage) -> None:
        """A connection says something."""

        async def job() -> None:
            if (answer := viewer.answers.get(message.id)) is not None:
                viewer.tell(answer)
                return
            try:
                if await self._answer(viewer, message):
                    viewer.answer(message.id, _text(Ack(message.id)))
            except (Refused, SeatingError, IllegalAction, ledger.Overdraft) as error:
                viewer.answer(message.id, _text(_refusal(message.id, error)))
            except Exception:
                viewer.answer(message.id, _text(Error(message.id, "trouble", "it could not be written down")))
                raise

        self._mailbox.put_nowait(job)

    async def ask(self, job: Callable[[], Awaitable[T]]) -> T:
        """Have the host do something in its turn, and wait for what comes of it."""
        result: asyncio.Future[T] = asyncio.get_running_loop().create_future()

        async def run() -> None:
            try:
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

    def housekeeping(self) -> None:
        """Now and then: those who have been away for long are stood up."""
        if self._away:
            self._mailbox.put_nowait(self._stand_up_the_away)

    # What is seen ----------------------------------------------------------------------------------------

    def present(self, user: str) -> bool:
        """Has this user a page of the table open?"""
        return any([viewer.user == user for viewer in self.viewers])

    def row(self) -> TableRow:
        """The table's line in the lobby."""
        taken = [seat for seat in self.seating.seats if seat]
        bots = sum([seat.bot for seat in taken])
        return self.rules.row(taken=len(taken), bots=bots, watching=len(self.viewers), hands=self.hands)

    def _show(self, frame: Frame) -> None:
        self._v = frame.v
        self._kept.append(frame)
        for viewer in self.viewers:
            viewer.push(frame)
        self._metrics.frames += len(self.viewers)

    def _say(self, message: Callable[[int], ServerMessage]) -> None:
        """A frame that is the same for everybody."""
        text = write(message(self._v + 1))
        self._show(Frame(self._v + 1, lambda _seat: text))

    def _show_seats(self) -> None:
        self._say(lambda v: Seats(v, self._seats(), self.seating.button))

    def _seats(self) -> list[SeatView]:
        here = {viewer.user for viewer in self.viewers}
        views = []
        for at, seat in enumerate(self.seating.seats):
            if seat is None:
                continue
            owed = self.rules.stakes.small_blind if seat.owes_small else 0
            views.append(
                SeatView(at, seat.user, seat.name, seat.bot, seat.stack, self._seat_state(at, seat, here), owed)
            )
        return views

    def _seat_state(self, at: int, seat: Seat, here: set[str]) -> SeatState:
        if seat.out:
            return "sitting-out"
        if not seat.stack + seat.added and at not in self.seating.playing:
            return "broke"
        if not seat.bot and seat.user not in here:
            return "disconnected"
        if seat.entering and at not in self.seating.playing and self.seating.big is not None:
            return "waiting"
        return "playing"

    def _snapshot(self, user: str) -> str:
        live = self.live
        hand = None if live is None else live.face(live.seat_of(user))
        return _text(
            Snapshot(self._v, self._seats(), self.seating.button, hand, list(self._last), list(self._chat)),
        )

    def _bring_up(self, viewer: Viewer, since: int | None) -> None:
        """The frames after a version if they are kept, else a snapshot."""
        if since == self._v:
            return
        if since is not None and self._kept and self._kept[0].v - 1 <= since < self._v:
            for frame in self._kept:
                if frame.v > since:
                    viewer.push(frame)
        else:
            viewer.tell(self._snapshot(viewer.user))

    # What connections say --------------------------------------------------------------------------------

    async def _answer(self, viewer: Viewer, message: ClientMessage) -> bool:
        """Do it. False where it is answered otherwise, or later."""
        match message:
            case Ping(id=id):
                viewer.tell(_text(Pong(id, self._now())))
                return False
            case Since(v=v):
                self._bring_up(viewer, v)
                return True
        if not viewer.user:
            raise Refused("sign-in", "nobody is signed in", "visit a page first")
        match message:
            case Act():
                await self._act(viewer.user, message)
            case Wish():
                await self._wish(viewer.user, message)
            case Say(text=text):
                self._chat_line(viewer, text)
            case Sit():
                return await self._sit(viewer, message)
            case Leave():
                await self.leave(viewer.user)
            case SitOut(on=on):
                await self._change(viewer.user, lambda at: self.seating.sit_out(at, on))
                self._missed.pop(viewer.user, None)
            case PostBlind(on=on):
                await self._change(viewer.user, lambda at: self.seating.post_blinds(at, on))
            case TopUp(amount=amount):
                await self._top_up(viewer.user, amount)
        return True

    async def _act(self, user: str, message: Act) -> None:
        live = self.live
        if live is None or message.hand_no != live.record.hand_no or message.seq < live.seq or live.over:
            present = "no hand" if live is None else f"hand {live.record.hand_no}, decision {live.seq}"
            raise Refused("late", "that decision has been taken", present)
        if message.seq > live.seq or live.user_to_act != user:
            raise Refused("not-your-turn", "the hand waits for somebody else")
        self._missed.pop(user, None)
        await self._play(message.chosen())

    async def _wish(self, user: str, message: Wish) -> None:
        live = self.live
        if live is None or message.hand_no != live.record.hand_no or live.over:
            raise Refused("late", "that hand is over")
        seat = live.seat_of(user)
        if seat is None:
            raise Refused("not-seated", "you were not dealt in")
        await self._store.commit(*live.wish(seat, message.wish))

    def _chat_line(self, viewer: Viewer, text: str) -> None:
        clean = " ".join("".join([c if c.isprintable() else " " for c in text]).split())
        if not clean or len(clean) > MAX_CHAT:
            raise Refused("not-possible", f"a line of chat has 1 to {MAX_CHAT} characters")
        line = ChatLine(self._now(), viewer.user, viewer.name, clean)
        self._chat.append(line)
        self._say(lambda v: Chat(v, line))

    # Seats and chips -------------------------------------------------------------------------------------

    async def _grant(self, change: Callable[[], list[Op]]) -> None:
        """Change the seating, write it with the operations that go with it, and show it; all of that or nothing."""
        before = deepcopy(self.seating)
        try:
            ops = change()
            await self._store.commit(*ops, journal.save_table(self.rules.id, self.state()))
        except Exception:
            self.seating = before
            raise
        self._show_seats()
        self._on_change()

    def _place(self, user: str) -> int:
        at = self.seating.find(user)
        if at is None:
            raise Refused("not-seated", "you do not sit here", "take a seat first")
        return at

    async def _change(self, user: str, change: Callable[[int], Any]) -> None:
        at = self._place(user)

        def run() -> list[Op]:
            change(at)
            return []

        await self._grant(run)
        self._plan_next()

    async def _sit(self, viewer: Viewer, message: Sit) -> bool:
        if self.seating.find(viewer.user) is not None:
            raise Refused("not-possible", "one person, one seat")
        free = [at for at, seat in enumerate(self.seating.seats) if seat is None]
        at = message.seat
        if at is None and free:
            at = free[0]
        held = None if at is None or not 0 <= at < len(self.seating.seats) else self.seating.seats[at]
        bots = any([seat.bot for seat in self.seating.seats if seat])
        if self.rules.bots.make_room and bots and ((at is None and not free) or (held and held.bot)):
            return await self._make_room(viewer, message, at)
        if at is None:
            raise Refused("not-possible", "there is no free seat")
        await self.sit(viewer.user, viewer.name, message.buy_in, at)
        return True

    async def _make_room(self, viewer: Viewer, message: Sit, at: int | None) -> bool:
        """A house player goes, at once or when the hand is over; then the person sits down."""
        if at is None:
            at = next(iter(house_player.too_many(self.seating, self.rules, 1 + len(self._parked))), None)
        if at is None:
            raise Refused("not-possible", "there is no free seat")
        going = at
        left: list[Left | None] = []

        def run() -> list[Op]:
            left.append(self.seating.leave(going))
            return self._cash_out(left)

        await self._grant(run)
        if left[0] is None:
            self._parked.append(_Parked(viewer, msgspec.structs.replace(message, seat=going)))
            return False
        await self.sit(viewer.user, viewer.name, message.buy_in, going)
        return True

    async def sit(self, user: str, name: str, buy_in: int, at: int | None = None, *, at_once: bool = False) -> int:
        """Take a seat; with `at_once` he comes in as soon as the rules let him. In the host's turn only."""
        if at is None:
            free = [seat for seat, taken in enumerate(self.seating.seats) if taken is None]
            if not free:
                raise Refused("not-possible", "there is no free seat")
            at = free[0]
        place = at

        def run() -> list[Op]:
            if at_once and self.live_over and all([seat.bot for seat in self.seating.seats if seat]):
                self.seating.big = self.seating.small = None  # only the house sits there: it is a new table
            self.seating.sit(place, user, name, buy_in)
            if at_once:
                self.seating.post_blinds(place, True)
            return [self._buy_in(user, buy_in, "buy-in")]

        await self._grant(run)
        if not self.present(user):
            self._away[user] = self._now()
        await self._tell_wallet([user])
        self._plan_next(soon=at_once)
        return place

    async def leave(self, user: str) -> None:
        """Stand up. In the host's turn only."""
        at = self._place(user)
        left: list[Left | None] = []

        def run() -> list[Op]:
            left.append(self.seating.leave(at))
            return self._cash_out(left)

        await self._grant(run)
        self._away.pop(user, None)
        await self._tell_wallet([user])

    async def _top_up(self, user: str, amount: int) -> None:
        at = self._place(user)

        def run() -> list[Op]:
            self.seating.top_up(at, amount)
            return [self._buy_in(user, amount, "top-up")]

        await self._grant(run)
        await self._tell_wallet([user])
        self._plan_next()

    def _buy_in(self, user: str, amount: int, reason: str) -> Op:
        source = ledger.BANK if house_player.is_house_player(user) else ledger.wallet(user)
        return ledger.move(source, ledger.seat(self.rules.id, user), amount, reason, at=self._now())

    def _cash_out(self, left: Iterable[Left | None]) -> list[Op]:
        ops: list[Op] = []
        for gone in left:
            if gone is None or not gone.chips:
                continue
            target = ledger.BANK if house_player.is_house_player(gone.user) else ledger.wallet(gone.user)
            source = ledger.seat(self.rules.id, gone.user)
            ops.append(ledger.move(source, target, gone.chips, "cash-out", at=self._now()))
        return ops

    async def _tell_wallet(self, users: Iterable[str]) -> None:
        for user in users:
            viewers = [viewer for viewer in self.viewers if viewer.user == user]
            if viewers:
                chips = await self._store.read(ledger.balance, ledger.wallet(user))
                for viewer in viewers:
                    viewer.tell(_text(Wallet(chips)))

    async def _stand_up_the_away(self) -> None:
        now = self._now()
        for user, since in list(self._away.items()):
            at = self.seating.find(user)
            if at is None or self.present(user):
                self._away.pop(user)
            elif now - since > AWAY and at not in self.seating.playing:
                await self.leave(user)

    # The hand --------------------------------------------------------------------------------------------

    @property
    def live_over(self) -> bool:
        """Is no hand being played?"""
        return self.live is None or self.live.over

    async def _play(self, action: Action, timeout: Callable[[int], ServerMessage] | None = None) -> None:
        """The player to act does this: written, then shown; with `timeout` that it was done for him."""
        live = self.live
        assert live is not None
        now = self._now()
        events, ops = live.act(action, now)
        left: list[Left] = []
        if live.over:
            left = self.seating.settle(live.hand.stacks)
            ops.append(ledger.settle(self.rules.id, live.record.id, live.nets(), at=now))
            ops += self._cash_out(left)
        if live.over or timeout:
            ops.append(journal.save_table(self.rules.id, self.state()))
        await self._store.commit(*ops)
        self._metrics.actions += 1
        if timeout:
            self._say(timeout)
        self._show(live.play(self._v + 1, events))
        self._plan_bot()
        if live.over:
            self._metrics.hands += 1
            record = live.record
            self._last.append(LastHand(record.id, record.hand_no, now, record.names, live.hand.nets or ()))
            self._next_at = now + self._pace.between
            self._show_seats()
            await self._seat_parked()
            await self._tell_wallet([gone.user for gone in left])
            self._on_change()

    async def _seat_parked(self) -> None:
        parked, self._parked = self._parked, []
        for viewer, message in parked:
            try:
                await self.sit(viewer.user, viewer.name, message.buy_in, message.seat)
                viewer.answer(message.id, _text(Ack(message.id)))
            except (Refused, SeatingError, ledger.Overdraft) as error:
                viewer.answer(message.id, _text(_refusal(message.id, error)))

    async def _deal(self) -> None:
        """The next hand, if there can be one."""
        now = self._now()
        before = deepcopy(self.seating)
        ops = self._arrange_house_players()
        deal = self.seating.deal(secrets.randbelow(self.rules.seats))
        if deal is None:
            if self.seating != before:
                await self._store.commit(*ops, journal.save_table(self.rules.id, self.state()))
                self._show_seats()
            return
        seats = [self.seating.seats[at] for at in deal.seats]
        record = journal.HandRecord(
            id=self._next_hand_id(),
            table=self.rules.id,
            hand_no=self.hands + 1,
            began=now,
            game=self.game,
            stakes=self.rules.stakes,
            button=deal.button,
            stacks=deal.stacks,
            posts=deal.posts,
            places=deal.seats,
            users=tuple([seat.user for seat in seats if seat]),
            names=tuple([seat.name for seat in seats if seat]),
            bots=tuple([seat.bot for seat in seats if seat]),
        )
        live, begun = LiveHand.begin(record, secrets.token_hex(32), self.clock, now)
        await self._store.commit(*ops, *begun, journal.save_table(self.rules.id, self.state()))
        self.live = live
        self.hands += 1
        seat_views, button, v = self._seats(), self.seating.button, self._v + 1
        faces = {seat: live.face(seat) for seat in (None, *range(len(record.users)))}
        everybody = frozenset(range(len(record.users)))
        self._show(Frame(v, lambda seat: write(Deal(v, seat_views, button, faces[seat])), record.users, everybody))
        self._plan_bot()
        self._on_change()

    def _arrange_house_players(self) -> list[Op]:
        """Those too many go, those missing come, the broke buy in again."""
        ops: list[Op] = []
        buy_in = house_player.usual_buy_in(self.rules)
        for at in list(house_player.too_many(self.seating, self.rules, len(self._parked))):
            ops += self._cash_out([self.seating.leave(at)])
        for at, user, name in list(house_player.newcomers(self.seating, self.rules)):
            self.seating.sit(at, user, name, buy_in, bot=True)
            self.seating.post_blinds(at, True)
            ops.append(self._buy_in(user, buy_in, "buy-in"))
        for at, seat in enumerate(self.seating.seats):
            if seat and seat.bot and not seat.stack:
                self.seating.top_up(at, buy_in)
                ops.append(self._buy_in(seat.user, buy_in, "top-up"))
        return ops

    # The clock -------------------------------------------------------------------------------------------

    def _plan_bot(self) -> None:
        least, most = self._pace.least, self._pace.most
        self._bot_at = self._now() + least + (most - least) * secrets.randbelow(1000) / 1000

    def _plan_next(self, *, soon: bool = False) -> None:
        """Somebody came or came back: a hand may be possible now."""
        if self.live_over:
            self._next_at = min(self._next_at, self._now()) if soon else max(self._next_at, self._now() + 0.5)

    def _wanted(self) -> bool:
        """Is there anybody to play for? The house's players do not play among themselves with nobody there."""
        people = [seat for seat in self.seating.seats if seat and not seat.bot and not seat.out and seat.stack]
        return bool(people or self.viewers)

    def _due(self) -> float | None:
        """When the host is to do something by itself."""
        live = self.live
        if live is None or live.over:
            return self._next_at if self._wanted() else None
        user = live.user_to_act
        assert user is not None
        assert live.asked is not None
        at = self.seating.find(user)
        seat = None if at is None else self.seating.seats[at]
        if seat is None or seat.leaving:
            return self._now()
        return self._bot_at if seat.bot else live.asked.expires

    def _arm(self) -> None:
        """Have the timer wake the host when something is due."""
        if self._timer:
            self._timer.cancel()
        due = self._due()
        if due is not None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(max(0.0, due - self._now()), self._mailbox.put_nowait, self._wake)

    async def _wake(self) -> None:
        due = self._due()
        if due is None or self._now() < due:
            return
        live = self.live
        if live is None or live.over:
            self._next_at = self._now() + 1.0
            await self._deal()
            return
        user = live.user_to_act
        assert user is not None
        at = self.seating.find(user)
        seat = None if at is None else self.seating.seats[at]
        if seat and seat.bot and not seat.leaving:
            await self._play(self._chosen(live, user))
        elif seat is None or seat.leaving:
            await self._play(house_player.passive(live.hand.legal))
        else:
            await self._time_out(live, user, seat.name)

    def _chosen(self, live: LiveHand, user: str) -> Action:
        """What a house player does; where it fails, what is done for everybody who does not answer."""
        try:
            action = house_player.choose(live.hand, user)
            live.hand.copy().apply(action)
        except Exception:
            log.exception("table %s: %s fails", self.rules.id, user)
            return house_player.passive(live.hand.legal)
        return action

    async def _time_out(self, live: LiveHand, user: str, name: str) -> None:
        """His time is over: he is protected if he has no connection, else played for, and that is said to all."""
        assert live.asked is not None
        now = self._now()
        if not self.present(user):
            longer = self.clock.protect(user, live.asked, now)
            if longer:
                await self._store.commit(*live.move(longer))
                self._show(live.moved(self._v + 1))
                args = {"name": name, "seconds": round(longer.deadline - now)}
                self._say(lambda v: Notice(v, "room.disconnected", args))
                return
        action = house_player.passive(live.hand.legal)
        did: Literal["fold", "check", "stand-pat"] = "check"
        if isinstance(action, Discard | Fold):
            did = "stand-pat" if isinstance(action, Discard) else "fold"
        at, hand_no = self._place(user), live.record.hand_no
        self._missed[user] = self._missed.get(user, 0) + 1
        self._metrics.timeouts += 1
        if self._missed[user] >= 2 or not self.present(user):
            self.seating.sit_out(at, True)
        await self._play(action, lambda v: Timeout(v, hand_no, at, did))
        if not live.over:
            self._show_seats()


def stored_table(connection: Any, table: str) -> tuple[journal.TableRow, journal.HandStory | None, str]:
    """A table, its unfinished hand and that hand's seed."""
    row = next(row for row in journal.tables(connection) if row.id == table)
    story = next((story for story in journal.unfinished(connection) if story.hand.table == table), None)
    return row, story, "" if story is None else journal.seed(connection, story.hand.id)


def _text(message: ServerMessage) -> str:
    return write(message).decode()


def _refusal(id: int, error: Exception) -> Error:
    match error:
        case Refused(code=code, right=right):
            return Error(id, code, str(error), right)
        case IllegalAction():
            return Error(id, "illegal", str(error), str(error))
        case ledger.Overdraft():
            return Error(id, "no-chips", "your wallet does not hold so many chips")
    return Error(id, "not-possible", str(error))
