"""Requests of connections at a table: to act, to sit, to leave, to chat.

`Requests.take` does what a message asks for and answers it. A refused message has changed nothing. Only the table's
actor may call it, in its turn.
"""

from collections.abc import Callable

from standpat.language.sentence import Sentence
from standpat.protocol.room import (
    Act,
    AlwaysShow,
    ChooseGame,
    ChooseSpeed,
    Chop,
    ClientMessage,
    Keyed,
    Leave,
    Ping,
    Pong,
    PostBlind,
    Say,
    SendEmote,
    SetAutoBuy,
    Show,
    Since,
    Sit,
    SitOut,
    Skip,
    Spoken,
    Straddle,
    TakeBreak,
    TopUp,
    Wish,
    write,
)
from standpat.room.store import Store
from standpat.room.tables.auto_buy import AutoBuys
from standpat.room.tables.breaks import Breaks
from standpat.room.tables.cashier import Cashier
from standpat.room.tables.chat import TableChat
from standpat.room.tables.hand_runner import HandRunner
from standpat.room.tables.newcomers import Newcomers
from standpat.room.tables.recovery import Rest
from standpat.room.tables.refusal import REFUSALS, Refused, refusal, trouble
from standpat.room.tables.retries import Again, taken_before
from standpat.room.tables.seating import Seating
from standpat.room.tables.viewer import Viewer
from standpat.room.tables.viewers import Viewers


class Requests:
    """The requests of one table.

    Args:
        runner: The hand runner.
        viewers: The table's connections.
        chat: The chat.
        store: The database.
        newcomers: Those who wait for the host's approval.
        breaks: The breaks of players.
        auto_buys: The automatic purchases of players.
        rest: The rest after failures.
        now: The time, in Unix seconds.
        check_open: Raises `Refused` if the table is closed or being repaired.
        snapshot: Gives the table as a user may see it.
    """

    def __init__(
        self,
        runner: HandRunner,
        viewers: Viewers,
        chat: TableChat,
        store: Store,
        newcomers: Newcomers,
        breaks: Breaks,
        auto_buys: AutoBuys,
        *,
        rest: Rest,
        now: Callable[[], float],
        check_open: Callable[[], None],
        snapshot: Callable[[str], str],
    ) -> None:
        self._runner = runner
        self._viewers = viewers
        self._chat = chat
        self._again = Again(runner.rules.id, store)
        self._store = store
        self._newcomers = newcomers
        self._breaks = breaks
        self._auto_buys = auto_buys
        self._rest = rest
        self._now = now
        self._check_open = check_open
        self._snapshot = snapshot

    @property
    def _cashier(self) -> Cashier:
        return self._runner.cashier

    @property
    def _seating(self) -> Seating:
        return self._runner.seating

    async def take(self, viewer: Viewer, message: ClientMessage, arrived: float) -> None:
        """Do what a message asks for, and answer it. A message that was answered before gets the same answer.

        Args:
            viewer: The connection.
            message: The message.
            arrived: When it arrived, by `time.perf_counter`.
        """
        if (answer := viewer.answered(message.id)) is not None:
            viewer.tell(answer)
            return
        viewer.hold()
        try:
            if isinstance(message, Ping):
                viewer.tell(write(Pong(message.id, self._now())))
            elif await self._done(viewer, message, arrived):
                viewer.ack(message.id)
        except REFUSALS as error:
            viewer.answer(message.id, write(refusal(message.id, error)))
        except Exception:
            viewer.tell(write(trouble(message.id)))
            raise
        finally:
            viewer.release()

    async def _done(self, viewer: Viewer, message: Since | Keyed, arrived: float) -> bool:
        """Do what a message asks for, unless it was done before. False if it is answered later."""
        if isinstance(message, Since):
            self._viewers.bring_up(viewer, message.v, self._snapshot)
            return True
        if not message.key:
            return await self._do(viewer, message, arrived)
        if not await self._again.known(viewer.user, message):
            if not await self._do(viewer, message, arrived):
                return False
            self._again.done(viewer.user, message)
        return True

    async def _do(self, viewer: Viewer, message: Keyed, arrived: float) -> bool:
        """Do what a message asks for. False if it is answered later."""
        if not viewer.user:
            raise Refused("sign-in", Sentence("nobody"), "visit a page first")
        self._check_open()
        if viewer.user in self._runner.rules.barred and isinstance(message, Sit | Spoken):
            raise Refused("not-allowed", Sentence("barred"))
        if (why := self._runner.policy.refuses(message)) is not None:
            raise Refused("not-possible", why)
        user = viewer.user
        match message:
            case Act():
                await self._act(user, message, arrived)
            case Wish():
                await self._wish(user, message)
            case Show():
                await self._runner.show(user, message)
            case AlwaysShow(on=on):
                await self._always_show(user, on)
            case ChooseGame():
                await self._runner.choose(user, message)
            case Skip(hand_no=hand_no):
                self._check_not_paused()
                self._runner.skip(user, hand_no)
            case ChooseSpeed(speed=speed):
                self._runner.choose_speed(user, speed)
            case Say(text=text):
                await self._chat.say(viewer, text)
            case SendEmote(emote=emote):
                self._chat.emote(user, self._seating.find(user), emote)
            case Sit() if self._newcomers.needs_approval(user):
                await self._newcomers.ask(viewer, message, self._again.note)
                return False
            case Sit():
                seated = await self._cashier.ask_for_seat(viewer, message, self._again.note)
                self._runner.plan_next()
                return seated
            case Leave() if self._newcomers.withdraw(user):
                pass
            case Leave():
                await self._cashier.leave(user, self._again.note(user, message, self._now()))
            case SitOut(on=True, when="big-blind"):
                await self._cashier.change(user, lambda at: self._seating.sit_out_at_big(at))
            case SitOut(on=on):
                await self._cashier.change(user, lambda at: self._seating.sit_out(at, on))
                self._runner.timeouts.answered(user)
                self._runner.plan_next()
            case TakeBreak(minutes=minutes):
                await self._breaks.take(user, minutes)
            case SetAutoBuy(rule=rule):
                await self._auto_buys.set(user, rule)
            case PostBlind(on=on):
                await self._cashier.change(user, lambda at: self._seating.post_blinds(at, on))
            case Straddle(on=on):
                if not self._runner.rules.straddle:
                    raise Refused("not-possible", Sentence("no-straddle"))
                await self._cashier.change(user, lambda at: self._seating.straddle(at, on))
            case Chop(on=on):
                if not self._runner.rules.chop:
                    raise Refused("not-possible", Sentence("no-chop"))
                await self._cashier.change(user, lambda at: self._seating.chop(at, on))
            case TopUp(amount=amount):
                await self._cashier.top_up(user, amount, self._again.note(user, message, self._now()))
                self._runner.plan_next()
        return True

    async def _act(self, user: str, message: Act, arrived: float) -> None:
        live = self._runner.live
        if live is None or message.hand_no != live.record.hand_no or message.seq < live.seq or live.over:
            if await taken_before(self._store, self._runner.rules.id, live, self._runner.hands, user, message):
                return
            present = "no hand" if live is None else f"hand {live.record.hand_no}, decision {live.seq}"
            raise Refused("late", Sentence("late"), present)
        if message.seq > live.seq or live.user_to_act != user:
            raise Refused("not-your-turn", Sentence("not-your-turn"))
        self._check_not_paused()
        self._runner.timeouts.answered(user)
        await self._runner.play(message.chosen(), arrived=arrived)
        self._rest.over()

    def _check_not_paused(self) -> None:
        if self._runner.host.paused:
            raise Refused("not-possible", Sentence("paused"))

    async def _wish(self, user: str, message: Wish) -> None:
        live = self._runner.live
        if live is None or message.hand_no != live.record.hand_no or live.over:
            raise Refused("late", Sentence("hand-over"))
        seat = live.seat_of(user)
        if seat is None:
            raise Refused("not-seated", Sentence("not-dealt"))
        await self._store.commit(*live.wish(seat, message.wish))

    async def _always_show(self, user: str, on: bool) -> None:
        await self._cashier.change(user, lambda at: self._seating.always_show(at, on))
        live = self._runner.live
        seat = None if live is None or live.over else live.seat_of(user)
        if on and live and seat is not None and live.hand.may_wish(seat):
            await self._store.commit(*live.wish(seat, "show"))
