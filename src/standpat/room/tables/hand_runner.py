"""Who deals at a table: its hands, decision by decision, and what is done when a player's time is over.

Each step is one commit: what happened, the next decision and its deadline; at a hand's end its result, who left, and
the table's state. What is written is then shown. `due` says when the hand runner has something to do by itself, and
`go_on` does it: the next hand, a house player's decision, or what is done for somebody who did not answer. Only the
table's host calls what is here, in its turn.

A house player who thinks begins when it is their turn and acts after the same time as the others, or when they are
through, which depends on what all have seen and not on their cards. After `PATIENCE` more they play without.
"""

import logging
import secrets
import time
from collections import deque
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from copy import deepcopy
from random import uniform
from typing import Final, Literal, NamedTuple

import msgspec

from standpat.cards.ranking import VALUE
from standpat.engine.action import Action, Discard, Fold
from standpat.engine.event import ShowdownShow
from standpat.language.sentence import Sentence
from standpat.protocol.room import Deal, HandView, LastHand, Notice, Play, ServerMessage, Show, Timeout, raw, write
from standpat.room.store import Store, given, journal, ledger, result
from standpat.room.tables import house_player
from standpat.room.tables.allowance import Allowance
from standpat.room.tables.cashier import Cashier
from standpat.room.tables.clock import Clock
from standpat.room.tables.live_hand import LiveHand
from standpat.room.tables.metrics import Metrics
from standpat.room.tables.refusal import Refused
from standpat.room.tables.resume import Stored, TableState, check
from standpat.room.tables.seating import Left, Seating
from standpat.room.tables.table import TableRules
from standpat.room.tables.viewer import Frame
from standpat.room.tables.viewers import Viewers
from standpat.room.tables.watch import Watch

log = logging.getLogger("standpat.room")

HANDS_KEPT: Final = 20
PATIENCE: Final = 2.0
"""Seconds beyond their time that a house player may go on thinking."""
_AGAIN: Final = 0.05


class Pace(NamedTuple):
    """Seconds: what a house player takes to act, at least and at most; from a hand's end to the next hand."""

    least: float = 0.7
    most: float = 1.6
    between: float = 4.0


PACE: Final = Pace()


class HandRunner:
    """See the module. `live` is the present hand or, between hands, the last one. `decides(user)` says which of the
    house's players have a program that decides; `missed(user)` is called when the clock played for it. `shows()` says
    whether they play with nobody else at the table."""

    def __init__(
        self,
        rules: TableRules,
        store: Store,
        audience: Viewers,
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
    ) -> None:
        self.rules = rules
        self.cashier = Cashier(
            rules, store, audience, allowance=allowance, state=self.state, changed=changed, watch=watch
        )
        self._allowance = allowance
        self.clock = Clock(rules.clock)
        self.live: LiveHand | None = None
        self.shown: list[ShowdownShow] = []
        """Cards of the last hand that were shown of their owners' own will since it was over."""
        self.hands = 0
        self.last: deque[LastHand] = deque(maxlen=HANDS_KEPT)
        self._game = rules.game()
        self._store = store
        self._audience = audience
        self._next_hand_id = next_hand_id
        self._metrics = metrics
        self._pace = pace
        self._watch = watch
        self._now = watch.now
        self._changed = changed
        self._decides = decides
        self._tell_missed = missed
        self._shows = shows
        self._missed: dict[str, int] = {}
        self._next_at = 0.0
        self._bot_at = 0.0
        self._thought: Future[Action] | None = None
        self._patience_until = 0.0

    def load(self, stored: Stored, held: Mapping[str, int]) -> None:
        """Take up the table as it was written down; `held` is what the ledger has on its seats. `Unsound` where that
        cannot be: then nothing has changed."""
        state = stored.state
        clock = Clock(self.rules.clock, state.banks, state.protections)
        live = stored.live(clock, self._watch)
        check(stored.rules, state.seating, live, held)
        self.cashier.load(state.seating)
        self.clock, self.live = clock, live
        self.hands = stored.row.next_hand_no - 1
        self.shown = []
        self.cashier.put_aside()
        self._plan_bot()

    def ask_again(self) -> None:
        """The room was in trouble: who is to act has all of their time once more."""
        if self.live is not None and self.live.asked is not None:
            self.live.ask_again(self._now())

    def state(self) -> str:
        """What is to be remembered, as JSON."""
        return msgspec.json.encode(TableState(self.seating, self.clock.banks, self.clock.protections)).decode()

    @property
    def seating(self) -> Seating:
        return self.cashier.seating

    @property
    def live_over(self) -> bool:
        """Is no hand being played?"""
        return self.live is None or self.live.over

    # When ------------------------------------------------------------------------------------------------

    def _plan_bot(self) -> None:
        """If one of the house's players is to act, when they do."""
        live = self.live
        self._forget_thought()
        if live is None or not house_player.is_house_player(user := live.user_to_act or ""):
            return
        least, most = self._pace.least, self._pace.most
        self._bot_at = self._now() + uniform(least, most)
        self._patience_until = self._bot_at + PATIENCE
        if not self._decides(user):
            self._thought = house_player.think(live.hand, user)

    def _forget_thought(self) -> None:
        if self._thought is not None:
            self._thought.cancel()
        self._thought = None

    def _thinking(self) -> bool:
        """Is the house player to act still thinking? Then they are asked again soon, until patience is at an end."""
        if self._thought is None or self._thought.done():
            return False
        live = self.live
        assert live is not None
        if self._now() >= self._patience_until and house_player.ready(live.hand, live.user_to_act or ""):
            self._forget_thought()
            return False
        self._bot_at = self._now() + _AGAIN
        return True

    def plan_next(self, *, soon: bool = False) -> None:
        """Somebody came or came back: a hand may be possible now."""
        if self.live_over:
            self._next_at = min(self._next_at, self._now()) if soon else max(self._next_at, self._now() + 0.5)

    def due(self) -> float | None:
        """When there is something to do; None while there is nobody to deal to."""
        live = self.live
        if live is None or live.over:
            return self._next_at if self._wanted() else None
        user = live.user_to_act
        assert user is not None
        assert live.asked is not None
        at = self.seating.find(user)
        seat = None if at is None else self.seating.seats[at]
        if seat is None or seat.gives_up:
            return self._now()
        return self._bot_at if seat.bot and not self._decides(user) else live.asked.expires

    def _wanted(self) -> bool:
        """Is there anybody to play for? The house's players play among themselves where it is `shows`."""
        people = [seat for seat in self.seating.seats if seat and not seat.bot and not seat.out and seat.stack]
        return bool(people) or self._shows()

    async def go_on(self) -> None:
        """Do what is due now, if anything."""
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
        at = self.seating.find(user)
        seat = None if at is None else self.seating.seats[at]
        if seat and seat.bot and not self._decides(user):
            if not self._thinking():
                await self.play(self._chosen(live, user))
        elif seat is None or seat.gives_up:
            await self.play(house_player.passive(live.hand.legal))
        else:
            await self._time_out(live, user, seat.name)

    def clock_set(self) -> None:
        """The clock of the machine was set: the present decision has what was left of its time, on another clock."""
        if self.live is not None and self.live.asked is not None:
            self._audience.show(self.live.moved(self._audience.v + 1))

    # A hand ----------------------------------------------------------------------------------------------

    def answered(self, user: str) -> None:
        """They are there: what they missed before is forgotten."""
        self._missed.pop(user, None)

    async def play(
        self,
        action: Action,
        timeout: Callable[[int], ServerMessage] | None = None,
        *,
        arrived: float | None = None,
    ) -> None:
        """The player to act does this: written, then shown; with `timeout` that it was done for them. `arrived` is when
        they said so, by `time.perf_counter`."""
        live = self.live
        assert live is not None
        now = self._now()
        events, ops = live.act(action, now)
        left: list[Left] = []
        day, won = self._allowance.today, dict[str, int]()
        if live.over:
            won = self.cashier.won_from_the_house(live.nets())
            left = self.seating.settle(live.hand.stacks)
            ops.append(ledger.settle(self.rules.id, live.record.id, live.nets(), at=self._watch.wall(now)))
            ops += self.cashier.cash_out(left)
            counted = [None if bot else user for user, bot in zip(live.record.users, live.record.bots, strict=True)]
            ops.append(result.rows(live.record.id, counted, live.hand))
            if won:
                ops.append(given.count_won(won, day))
        if live.over or timeout:
            ops.append(journal.save_table(self.rules.id, self.state()))
        await self._store.commit(*ops)
        if live.over:
            self._allowance.won(won, day)
            self._allowance.release(self.rules.id)
        self._metrics.actions.inc()
        if timeout:
            self._audience.say(timeout)
        self._audience.show(live.play(self._audience.v + 1, events))
        if arrived is not None:
            self._metrics.action_seconds.observe(time.perf_counter() - arrived)
        self._plan_bot()
        if live.over:
            self._metrics.hands.inc()
            record = live.record
            self.last.append(
                LastHand(record.key, record.hand_no, self._watch.wall(now), record.names, live.hand.nets or ())
            )
            self._next_at = now + self._pace.between
            await self.cashier.hand_over(left)
            self._changed()

    async def _deal(self) -> None:
        """The next hand, if there can be one."""
        now = self._now()
        await self.cashier.arrange_house_players()
        before = deepcopy(self.seating)
        deal = self.seating.deal(secrets.randbelow(self.rules.seats))
        if deal is None:
            self._allowance.release(self.rules.id)
            if self.seating != before:
                await self._store.commit(journal.save_table(self.rules.id, self.state()))
                self.cashier.show()
            return
        seats = [self.seating.seats[at] for at in deal.seats]
        record = journal.HandRecord(
            id=self._next_hand_id(),
            table=self.rules.id,
            hand_no=self.hands + 1,
            began=self._watch.wall(now),
            game=self._game,
            stakes=self.rules.stakes,
            button=deal.button,
            stacks=deal.stacks,
            posts=deal.posts,
            places=deal.seats,
            users=tuple([seat.user for seat in seats if seat]),
            names=tuple([seat.name for seat in seats if seat]),
            bots=tuple([seat.bot for seat in seats if seat]),
        )
        asks: list[int] = []
        if self._game.house.showdown == "optional":  # elsewhere no hand waits for a choice (R7.2)
            asks = [seat for seat, user in enumerate(record.users) if self._audience.asks(user)]
        live, begun = LiveHand.begin(record, secrets.token_hex(32), self.clock, self._watch, now, asks)
        if self._game.house.showdown != "show_all":
            for seat, place in enumerate(seats):
                if place and place.shows:
                    begun += live.wish(seat, "show")
        await self._store.commit(*begun, journal.save_table(self.rules.id, self.state()))
        self.live, self.shown = live, []
        self.hands += 1
        self._show_deal(live)
        self._plan_bot()
        self._changed()

    def _show_deal(self, live: LiveHand) -> None:
        seats, button, v = self.cashier.views(), self.seating.button, self._audience.v + 1
        users = live.record.users
        everybody = range(len(users))
        faces = {seat: live.face(seat) for seat in (None, *everybody)}

        def text(seat: int | None) -> bytes:
            return write(Deal(v, seats, button, faces[seat]))

        self._audience.show(Frame(v, text, users, frozenset(everybody)))

    def face(self, user: str) -> HandView | None:
        """The present hand or the last one, as this user may see it."""
        if self.live is None:
            return None
        face = self.live.face(self.live.seat_of(user))
        return msgspec.structs.replace(face, events=[*face.events, *[raw(event) for event in self.shown]])

    async def show(self, user: str, message: Show) -> None:
        """The hand is over, and somebody shows what they had (R7.4 leaves it to them)."""
        live = self.live
        if live is None or message.hand_no != live.record.hand_no:
            raise Refused("late", Sentence("hand-gone"))
        if not live.over:
            raise Refused("not-possible", Sentence("hand-on"), "say it with a wish")
        seat = live.seat_of(user)
        if seat is None:
            raise Refused("not-seated", Sentence("not-dealt"))
        held = live.hand.cards(seat)
        up = [event for event in (*live.hand.events, *self.shown) if isinstance(event, ShowdownShow)]
        seen = {card for event in up if event.seat == seat for card in event.cards}
        hidden = [card for card in held if card not in seen]
        cards = tuple(hidden) if message.cards is None else Discard(message.cards).cards
        if not cards or len({*cards}) < len(cards) or not {*cards} <= {*hidden}:
            raise Refused("illegal", Sentence("cannot-show"))
        rank = VALUE[live.hand.game.ranking](held) if len(cards) == len(held) else None
        event = ShowdownShow(seat, cards, rank)
        await self._store.commit(journal.append(live.record.id, len(live.hand.events) + len(self.shown), (event,)))
        self.shown.append(event)
        self._audience.say(lambda v: Play(v, live.record.hand_no, [raw(event)]))

    def _chosen(self, live: LiveHand, user: str) -> Action:
        """What a house player does; where it fails, what is done for everybody who does not answer."""
        try:
            action = house_player.choose(live.hand, user) if self._thought is None else self._thought.result(0)
            live.hand.copy().apply(action)
        except Exception:
            log.exception("table %s: %s fails", self.rules.id, user)
            return house_player.passive(live.hand.legal)
        return action

    async def _time_out(self, live: LiveHand, user: str, name: str) -> None:
        """Their time is over: they are protected if they have no connection, else played for, and that is said to all.
        Their time is over: they are protected if they have no connection, else played for, and that is said to all."""
        assert live.asked is not None
        if live.hand.legal.showdown is not None:
            await self._show_for(live, name)
            return
        now = self._now()
        if not self._audience.present(user):
            longer = self.clock.protect(user, live.asked, now)
            if longer:
                await self._store.commit(*live.move(longer))
                self._audience.show(live.moved(self._audience.v + 1))
                args = {"name": name, "seconds": round(longer.deadline - now)}
                self._audience.say(lambda v: Notice(v, "room.disconnected", args))
                return
        action = house_player.passive(live.hand.legal)
        did: Literal["fold", "check", "stand-pat"] = "check"
        if isinstance(action, Discard | Fold):
            did = "stand-pat" if isinstance(action, Discard) else "fold"
        at, hand_no = self.cashier.place(user), live.record.hand_no
        self._metrics.timeouts.inc()
        if house_player.is_house_player(user):
            self._tell_missed(user)
        else:
            self._missed[user] = self._missed.get(user, 0) + 1
            if self._missed[user] >= 2 or not self._audience.present(user):
                self.seating.sit_out(at, True)
        await self.play(action, lambda v: Timeout(v, hand_no, at, did))
        if not live.over:
            self.cashier.show()

    async def _show_for(self, live: LiveHand, name: str) -> None:
        """They have not said whether to show: it is done for them, and nothing is held against them."""
        self._metrics.timeouts.inc()
        did = live.hand.legal.showdown
        await self.play(house_player.passive(live.hand.legal), lambda v: Notice(v, f"room.time-{did}", {"name": name}))
