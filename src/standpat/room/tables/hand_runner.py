"""The hand runner of a table: it plays the hands, decision by decision.

Each step is one commit: the events, the next decision and its deadline; at the end of a hand also its result, those who
left, and the table's state. After the commit the step is shown. `due` says when the hand runner must act by itself, and
`go_on` does it: the next hand, a house player's decision, or the decision of a player who did not answer. Only the
table's actor may call it, in its turn.
"""

import logging
import time
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from typing import Final, NamedTuple

import msgspec

from standpat.bots.process_pool import ProcessPool
from standpat.engine.action import Action
from standpat.engine.event import ShowdownShow
from standpat.protocol.room import (
    BotSpeed,
    ChooseGame,
    Deal,
    HandView,
    LastHand,
    Notice,
    Play,
    ServerMessage,
    Show,
    TableChanged,
    TableView,
    raw,
    write,
)
from standpat.room.store import Store, journal
from standpat.room.tables import house_player
from standpat.room.tables.allowance import Allowance
from standpat.room.tables.cash_policy import CashPolicy
from standpat.room.tables.cashier import Cashier
from standpat.room.tables.clock import Clock
from standpat.room.tables.host_state import HostState
from standpat.room.tables.live_hand import LiveHand
from standpat.room.tables.metrics import Metrics
from standpat.room.tables.policy import NextDeal, Policy
from standpat.room.tables.resume import Stored, TableState, check
from standpat.room.tables.rotation_keeper import NextHand, RotationKeeper
from standpat.room.tables.seating import Left, Seating
from standpat.room.tables.shown_cards import shown_cards
from standpat.room.tables.table import TableRules
from standpat.room.tables.tempo import Tempo
from standpat.room.tables.thinking import Thinking
from standpat.room.tables.timeouts import Timeouts
from standpat.room.tables.viewer import Frame
from standpat.room.tables.viewers import Viewers
from standpat.room.tables.watch import Watch
from standpat.tournament.rotation import Place

log = logging.getLogger("standpat.room")

HANDS_KEPT: Final = 20
"""Results of past hands that a table shows."""


class Pace(NamedTuple):
    """Times in seconds: the shortest and the longest time of a house player to act, and from the end of a hand to the
    next.
    """

    least: float = 0.7
    most: float = 1.6
    between: float = 4.0


PACE: Final = Pace()


class HandRunner:
    """The hand runner of one table.

    Args:
        rules: The table's record.
        store: The database.
        viewers: The table's connections.
        next_hand_id: Gives the id of a new hand.
        metrics: The room's metrics.
        pace: The times of house players and between hands.
        watch: The room's time.
        allowance: What the bank may still give.
        changed: Called after every change of the seats or hands.
        decides: Whether a program decides for this house player.
        missed: Called when a decision was made for a program that did not answer.
        shows: Whether house players may play without people.
        pool: The room's processes for bots; None if it has none.

    Attributes:
        policy: What decides about the table beside the rules of a hand.
        live: The present hand or, between hands, the last one.
        last: The results of the last hands.
        hands: The number of the last hand.
        host: What the host has decided.
    """

    def __init__(
        self,
        rules: TableRules,
        store: Store,
        viewers: Viewers,
        *,
        next_hand_id: Callable[[], int],
        metrics: Metrics,
        pace: Pace,
        watch: Watch,
        allowance: Allowance,
        changed: Callable[[], None],
        decides: Callable[[str], bool] = lambda user: False,
        missed: Callable[[str], None] = lambda user: None,
        shows: Callable[[], bool] = lambda: True,
        pool: ProcessPool | None = None,
    ) -> None:
        self.rules = rules
        self.rotation = RotationKeeper(watch)
        self.cashier = Cashier(
            rules, store, viewers, allowance=allowance, state=self.state, changed=changed, watch=watch
        )
        self.clock = Clock(rules.clock)
        self.live: LiveHand | None = None
        self.shown: list[ShowdownShow] = []
        """The events of cards that players have shown voluntarily since the hand was over."""
        self.hands = 0
        self.host = HostState()
        self.last: deque[LastHand] = deque(maxlen=HANDS_KEPT)
        self._store = store
        self._viewers = viewers
        self._next_hand_id = next_hand_id
        self._metrics = metrics
        self._pace = pace
        self._watch = watch
        self._now = watch.now
        self._changed = changed
        self._decides = decides
        self._next_at = 0.0
        self.policy: Policy = CashPolicy(self, store, watch, allowance, shows)
        self.tempo = Tempo()
        self._thinking = Thinking(rules.id, pace.least, pace.most, watch.now, pool, self._whose)
        self.timeouts = Timeouts(
            store,
            viewers,
            self.cashier,
            metrics,
            play=self.play,
            missed=missed,
            policy=lambda: self.policy,
            now=watch.now,
        )

    def load(self, stored: Stored, chips: Mapping[str, int]) -> None:
        """Continue from the stored table.

        Args:
            stored: The table as stored.
            chips: The chips that the ledger has on its seats, by user.

        Raises:
            Unsound: The table cannot be continued; nothing has changed.
        """
        stored, chips = self.policy.stored(stored, chips)
        state = stored.state
        clock = Clock(stored.rules.clock, state.banks, state.protections)
        live = stored.live(clock, self._watch)
        check(stored.rules, state.seating, live, chips)
        self.take(stored.rules)
        self.rotation.load(state.place)
        self.cashier.load(state.seating)
        self.clock, self.live, self.host = clock, live, state.host
        self.hands = stored.row.next_hand_no - 1
        self.shown = []
        self.cashier.put_aside()
        self._begin_thinking()

    def _begin_thinking(self) -> None:
        factor = self.tempo.factor(self.rules, self.seating, self.live)
        self._thinking.begin(self.live, self._decides, factor)

    def _whose(self) -> str:
        """Whose share of the room's processes the bots use: the owner's, or the table's own at a table of the house."""
        return self.rules.owner or self.rules.id

    def take(self, rules: TableRules) -> None:
        """Continue with another record of the table. Stakes, clock and game may differ only between hands."""
        self.rules = self.cashier.rules = rules
        self.clock.rules = rules.clock

    def ask_again(self) -> None:
        """Give the player to act all of their time again, after a failure of the room."""
        if self.live is not None and self.live.asked is not None:
            self.live.ask_again(self._now())

    def state(self, place: Place | None = None) -> str:
        """The table's state to store, as JSON; with another place in its rotation if one is given."""
        place = self.rotation.place if place is None else place
        state = TableState(self.seating, self.clock.banks, self.clock.protections, self.host, place)
        return msgspec.json.encode(state).decode()

    def view(self) -> TableView:
        """The table's settings as pages show them."""
        return self.rotation.table(self.tempo.shown(self.rules, self.seating), self.seating)

    @property
    def seating(self) -> Seating:
        """The seating, which the cashier keeps."""
        return self.cashier.seating

    @property
    def live_over(self) -> bool:
        """Whether no hand is being played."""
        return self.live is None or self.live.over

    # Timing ----------------------------------------------------------------------------------------------

    def deal_at(self, moment: float) -> None:
        """Deal the next hand at a moment."""
        self._next_at = moment

    def deal_after_a_pause(self) -> None:
        """Deal after the usual pause, in which players find the table."""
        self._next_at = self._now() + self._pace.between

    def plan_next(self, *, soon: bool = False) -> None:
        """Look soon whether a hand can be dealt, because a player came or came back. With `soon` there is no pause."""
        if self.live_over:
            self._next_at = min(self._next_at, self._now()) if soon else max(self._next_at, self._now() + 0.5)

    def due(self) -> float | None:
        """The moment at which the hand runner must act; None if there is nobody to deal to."""
        live = self.live
        if live is None or live.over:
            soon = self._now() if self.rotation.given_up(self.seating) else self._next_at
            return soon if self.policy.wanted() else None
        user = live.user_to_act
        assert user is not None
        assert live.asked is not None
        seat = self.cashier.seating.of(user)
        if self.policy.given_up(seat):
            return self._now()
        return self._thinking.at if seat and seat.bot and not self._decides(user) else live.asked.expires

    @property
    def between_hands(self) -> bool:
        """Whether no hand is being played, and the pause after the last one is over."""
        due = self.due() if self.live_over else None
        return self.live_over and (due is None or self._now() >= due)

    async def go_on(self) -> None:
        """Do what is due, if anything."""
        due = self.due()
        if due is None or self._now() < due:
            return
        live = self.live
        if live is None or live.over:
            self._next_at = self._now() + 1.0
            await self._deal()
            return
        user = live.user_to_act
        assert user is not None
        seat = self.seating.of(user)
        if seat and seat.bot and not self._decides(user):
            if not self._thinking.goes_on(live):
                await self.play(self._thinking.chosen(live, user))
        elif seat is None or self.policy.given_up(seat):
            await self.play(house_player.passive(live.hand.legal))
        else:
            await self.timeouts.time_out(live, user, seat.name)

    def clock_set(self) -> None:
        """Show the present deadline again, after the machine's clock was changed. The time left stays the same."""
        if self.live is not None and self.live.asked is not None:
            self._viewers.show(self.live.moved(self._viewers.v + 1))

    # A hand ----------------------------------------------------------------------------------------------

    async def play(
        self,
        action: Action,
        timeout: Callable[[int], ServerMessage] | None = None,
        *,
        arrived: float | None = None,
    ) -> None:
        """Apply an action of the player to act: write it, then show it.

        Args:
            action: The action.
            timeout: Makes the message that the action was taken for them, from the version; None if they acted
                themselves.
            arrived: When their message arrived, by `time.perf_counter`.

        Raises:
            IllegalAction: The action is not legal; nothing has changed.
        """
        live = self.live
        assert live is not None
        now = self._now()
        step, ops = live.act(action, now, self._choppers())
        over = live.over
        left: list[Left] = []
        async with self.policy.turn() if over else nullcontext():
            if over:
                ending = self.policy.ending(live, now)
                left = ending.left
                ops += ending.ops
            if over or timeout:
                ops.append(journal.save_table(self.rules.id, self.state()))
            await self._store.commit(*ops)
            if over:
                self.policy.over()
        self._metrics.actions.inc()
        if timeout:
            self._viewers.say(timeout)
        self._viewers.show(live.play(self._viewers.v + 1, step))
        if arrived is not None:
            self._metrics.action_seconds.observe(time.perf_counter() - arrived)
        self._begin_thinking()
        if over:
            self._metrics.hands.inc()
            record = live.record
            self.last.append(
                LastHand(
                    record.key,
                    record.hand_no,
                    self._watch.wall(now),
                    record.names,
                    live.hand.nets or (),
                    record.game.id,
                )
            )
            if chopped := live.chopped:
                self._viewers.say(lambda v: Notice(v, "room.chopped", {"one": chopped[0], "other": chopped[1]}))
            self._next_at = self.tempo.next_deal(live, now, self._pace.between)
            await self.cashier.hand_over(left)
            self._changed()

    def _choppers(self) -> list[int]:
        """The engine seats that chop the blinds in the present hand."""
        if not self.rules.chop:
            return []
        seats = [self.seating.seats[at] for at in self.seating.playing]
        return [k for k, seat in enumerate(seats) if seat and seat.chops_now]

    async def _deal(self) -> None:
        """Deal the next hand, if there can be one."""
        before = self.rules
        async with self.policy.turn():
            coming = await self.policy.next_deal(self._now())
            if coming is None:
                return
            live = await self._begin(coming)
            self.policy.begun()
        if coming.turn:
            self._show_rotation(coming.turn)
        elif self.rules != before:
            self._viewers.say(lambda v: TableChanged(v, self.view()))
        self._show_deal(live)
        self._begin_thinking()
        self._changed()

    async def _begin(self, coming: NextDeal) -> LiveHand:
        """Begin a hand: write it and what belongs to it."""
        now, rules, deal = self._now(), coming.rules, coming.deal
        seats = [self.seating.seats[at] for at in deal.seats]
        record = journal.HandRecord(
            id=self._next_hand_id(),
            table=self.rules.id,
            hand_no=self.hands + 1,
            began=self._watch.wall(now),
            game=rules.game(),
            stakes=rules.stakes,
            button=deal.button,
            stacks=deal.stacks,
            posts=deal.posts,
            places=deal.seats,
            users=tuple([seat.user for seat in seats if seat]),
            names=tuple([seat.name for seat in seats if seat]),
            bots=tuple([seat.bot for seat in seats if seat]),
        )
        asks: list[int] = []
        if record.game.house.showdown == "optional":  # under other rules nobody has a choice (R7.2)
            asks = [seat for seat, user in enumerate(record.users) if self._viewers.asks(user)]
        live, begun = LiveHand.begin(record, coming.seed, self.clock, self._watch, now, asks)
        if record.game.house.showdown != "show_all":
            for seat, place in enumerate(seats):
                if place and place.shows:
                    begun += live.wish(seat, "show")
        stands = coming.turn.place if coming.turn else None
        if rules != self.rules:
            begun.append(journal.change_table(rules.id, msgspec.json.encode(rules).decode()))
        await self._store.commit(*begun, *coming.ops, journal.save_table(rules.id, self.state(stands)))
        if rules != self.rules:
            self.take(rules)
        self.live, self.shown = live, []
        self.hands += 1
        return live

    def _show_rotation(self, hand: NextHand) -> None:
        self.rotation.dealt(hand)
        if not hand.changes:
            self._viewers.say(lambda v: self.rotation.moved(self.rules, self.seating, v))
            return
        self._viewers.say(lambda v: TableChanged(v, self.view()))
        if hand.place.number > 1:
            self._viewers.say(hand.notice)

    async def choose(self, user: str, message: ChooseGame) -> None:
        """Take a player's choice of the next game.

        Raises:
            Refused: They may not pick now, or not this game.
        """
        place = self.rotation.chosen(self.rules.rotation, self.seating, user, message.number, message.game)
        await self._store.commit(journal.save_table(self.rules.id, self.state(place)))
        self.rotation.place = place
        if self.rotation.until is not None:
            self._next_at = self._now()
        self.say_place()

    def hold_choice(self) -> None:
        """Stop the time of the player who may pick the next game, because the table is paused."""
        if self.rotation.hold():
            self.say_place()

    def resume_choice(self) -> None:
        """Give the player who may pick the next game the time that was left."""
        if self.rotation.resume():
            assert self.rotation.until is not None
            self._next_at = self.rotation.until if self.rotation.place.chosen is None else self._now()
            self.say_place()

    def say_place(self) -> None:
        """Tell pages where the table stands in its rotation."""
        self._viewers.say(lambda v: self.rotation.moved(self.rules, self.seating, v))

    def skip(self, user: str, hand_no: int) -> None:
        """Skip the rest of a hand for a player who has folded, or the pause after it.

        Raises:
            Refused: They may not.
        """
        if not self.tempo.skip(self.live, self.seating, user, hand_no):
            return
        if self.live_over:
            assert self.live is not None
            self._next_at = min(self._next_at, self.tempo.next_deal(self.live, self._now(), self._pace.between))
        else:
            self._begin_thinking()

    def choose_speed(self, user: str, speed: BotSpeed) -> None:
        """Take a person's choice of the bots' speed, and show it.

        Raises:
            Refused: They may not choose.
        """
        self.tempo.choose(self.rules, self.seating, user, speed)
        self._viewers.say(lambda v: TableChanged(v, self.view()))

    def _show_deal(self, live: LiveHand) -> None:
        seats, button, v = self.cashier.views(), self.seating.button, self._viewers.v + 1

        public, faces = live.faces()
        private = [
            (user, write(Deal(v, seats, button, face))) for user, face in zip(live.record.users, faces, strict=True)
        ]
        self._viewers.show(Frame(v, write(Deal(v, seats, button, public)), private))

    def face(self, user: str) -> HandView | None:
        """The present hand or the last one, as a user may see it. None before the first, and as soon as the table has
        another game or other stakes.
        """
        live = self.live
        if live is None:
            return None
        if live.over and (live.record.game, live.record.stakes) != (self.rules.game(), self.rules.stakes):
            return None
        face = live.face(live.seat_of(user))
        return msgspec.structs.replace(face, events=[*face.events, *[raw(event) for event in self.shown]])

    async def show(self, user: str, message: Show) -> None:
        """Show cards of a user after the hand.

        Raises:
            Refused: They cannot show these cards.
        """
        event = shown_cards(self.live, self.shown, user, message)
        live = self.live
        assert live is not None
        await self._store.commit(journal.append(live.record.id, len(live.hand.events) + len(self.shown), (event,)))
        self.shown.append(event)
        self._viewers.say(lambda v: Play(v, live.record.hand_no, [raw(event)]))
