"""One hand at a table: the engine's hand, the users at its seats, the decision it waits for, and the operations to
store it.

It does no I/O. The hand runner passes the moment of each action, writes the operations that it gets, and only then
shows the frames. The operations of a decision are one commit. From them `resume` rebuilds the identical hand, with the
same cards to come and the same deadline.

The number `seq` of a decision counts the decisions before it in the hand.

An event is encoded once (`Step`): the same bytes go to the journal and to all who may see the whole event.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

import msgspec
from msgspec import Raw, Struct, structs

from standpat.engine.action import Action
from standpat.engine.dealer import Dealer
from standpat.engine.event import PUBLIC, Event, encode
from standpat.engine.hand import Hand
from standpat.engine.rebuild import rebuild
from standpat.engine.seen import seen
from standpat.protocol.room import Betting, HandView, Play, PotView, Turn, TurnMoved, decision, raw, write
from standpat.room.store import Op, journal
from standpat.room.tables.clock import Asked, Clock
from standpat.room.tables.viewer import Frame
from standpat.room.tables.watch import Watch


class _ClockNote(Struct):
    """The state of the clock that is stored with a decision besides its deadline."""

    time: float
    bank: float
    protected: bool
    banks: dict[str, float]
    protections: dict[str, float]


class Step(NamedTuple):
    """The events of a decision, each also as JSON with everything that is in it."""

    events: tuple[Event, ...]
    whole: list[bytes]

    @classmethod
    def of(cls, events: tuple[Event, ...]) -> "Step":
        """Encode events."""
        return cls(events, [encode(event) for event in events])

    def texts(self, viewer: int | None) -> list[Raw | None]:
        """Each event as a viewer may see it, as JSON; None for an event that they may not see."""
        texts: list[Raw | None] = []
        for event, whole in zip(self.events, self.whole, strict=True):
            shown = seen(event, viewer)
            texts.append(Raw(whole) if shown is event else None if shown is None else raw(shown))
        return texts

    def own(self, seat: int, public: Sequence[Raw | None]) -> list[Raw]:
        """The events that a seat may see, as JSON. What it may not see whole it sees as a spectator does (`public`)."""
        texts: list[Raw] = []
        for event, whole, text in zip(self.events, self.whole, public, strict=True):
            if event.privacy is not PUBLIC and seen(event, seat) is event:
                texts.append(Raw(whole))
            elif text is not None:
                texts.append(text)
        return texts


class LiveHand:
    """A hand at a table.

    Attributes:
        asked: The time of the present decision; None when the hand is over.
        user_to_act: The id of the user to act; None if nobody is.
        chopped: The names of the players who have chopped the blinds just now.
    """

    def __init__(
        self, record: journal.HandRecord, hand: Hand, clock: Clock, watch: Watch, seq: int, asked: Asked | None
    ) -> None:
        self.record = record
        self.hand = hand
        self.clock = clock
        self.watch = watch
        self.seq = seq
        self.asked = asked
        self.user_to_act = self._user_to_act()
        self.chopped: tuple[str, ...] = ()
        self._written = len(hand.events)
        """The number of events that are stored or are about to be."""

    @classmethod
    def begin(
        cls,
        record: journal.HandRecord,
        seed: str,
        clock: Clock,
        watch: Watch,
        now: float,
        asks: Iterable[int] = (),
    ) -> tuple["LiveHand", list[Op]]:
        """Deal a hand.

        Args:
            record: The hand's record.
            seed: The dealer's seed.
            clock: The table's clock.
            watch: The room's time.
            now: The moment.
            asks: Engine seats that can be asked at the showdown.

        Returns:
            The hand, and the operations that store it.
        """
        hand = Hand(
            record.game,
            record.stakes,
            record.stacks,
            record.button,
            Dealer(seed),
            hand_no=record.hand_no,
            posts=record.posts,
            asks=asks,
        )
        live = cls(record, hand, clock, watch, 0, None)
        live._ask(now)
        return live, [journal.begin(record, seed, hand.events, live._decision())]

    @classmethod
    def resume(cls, stored: journal.StoredHand, seed: str, clock: Clock, watch: Watch) -> "LiveHand":
        """Rebuild a stored hand.

        The decision has no more time than it was given, whatever happened to the machine's clock meanwhile.

        Raises:
            ValueError: The stored hand is not consistent.
        """
        record = stored.hand
        hand = rebuild(record.game, record.stakes, stored.events, Dealer(seed), posts=record.posts)
        live = cls(record, hand, clock, watch, 0, None)
        row = stored.decision
        if (None if row is None else row.seat) != hand.to_act and not hand.over:
            raise ValueError("its decision is not the one that its events lead to")
        if row is not None and hand.to_act is not None:
            note = msgspec.json.decode(row.clock, type=_ClockNote)
            live.seq = row.seq
            begun, deadline = watch.moment(row.asked), watch.moment(row.deadline)
            ahead = max(0.0, begun - watch.now())
            live.asked = Asked(begun - ahead, note.time, deadline - ahead, note.bank, note.protected)
            clock.banks, clock.protections = note.banks, note.protections
        return live

    # State -----------------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether the hand is over."""
        return self.hand.over

    def _user_to_act(self) -> str | None:
        seat = self.hand.to_act
        return None if seat is None else self.record.users[seat]

    def seat_of(self, user: str) -> int | None:
        """The engine seat of a user in this hand; None if they were not dealt in."""
        return self.record.users.index(user) if user in self.record.users else None

    def nets(self) -> dict[str, int]:
        """The net chips of each user. The hand must be over."""
        assert self.hand.nets is not None
        return dict(zip(self.record.users, self.hand.nets, strict=True))

    # Changes ---------------------------------------------------------------------------------------------

    def act(self, action: Action, now: float, chops: Collection[int] = ()) -> tuple[Step, list[Op]]:
        """Apply an action of the player to act.

        Args:
            action: The action.
            now: The moment.
            chops: The engine seats that chop the blinds if all others fold (T10.6).

        Returns:
            The events, and the operations that store them.

        Raises:
            IllegalAction: The action is not legal; nothing has changed.
        """
        hand, record, user, first = self.hand, self.record, self.user_to_act, self._written
        events = hand.apply(action)
        if hand.may_chop and all([not live or seat in chops for seat, live in enumerate(hand.live)]):
            events += hand.chop()
            self.chopped = tuple([name for name, live in zip(record.names, hand.live, strict=True) if live])
        step = Step.of(events)
        assert user is not None
        assert self.asked is not None
        self._written += len(step.whole)
        self.clock.answered(user, self.asked, now)
        self.seq += 1
        self._ask(now)
        if hand.nets is None:
            return step, [journal.add(record.id, first, step.whole, self._decision())]
        self.clock.hand_over()
        return step, [
            journal.add(record.id, first, step.whole),
            journal.finish(record.id, hand.nets, self.watch.wall(now)),
        ]

    def wish(self, seat: int, wish: str) -> list[Op]:
        """Choose in advance for a seat to show or to muck. Returns the operations that store it."""
        first, events = self._written, self.hand.wish(seat, "show" if wish == "show" else "muck")
        self._written += len(events)
        return [journal.append(self.record.id, first, events)]

    def move(self, asked: Asked) -> list[Op]:
        """Change the time of the present decision. Returns the operations that store it."""
        self.asked = asked
        row = self._decision()
        assert row is not None
        return [journal.move_deadline(self.record.id, row.seq, row.deadline, row.clock)]

    def ask_again(self, now: float) -> None:
        """Give the present decision all of its time again."""
        assert self.asked is not None
        more = max(0.0, now + self.asked.time - self.asked.deadline)
        self.asked = structs.replace(self.asked, asked=now, deadline=self.asked.deadline + more)

    def _ask(self, now: float) -> None:
        user = self.user_to_act = self._user_to_act()
        if user is None:
            self.asked = None
        elif self.hand.legal.showdown is not None:
            self.asked = self.clock.ask_showdown(now)
        else:
            self.asked = self.clock.ask(user, now, self.hand.legal.draw)

    def _decision(self) -> journal.Decision | None:
        asked, seat = self.asked, self.hand.to_act
        if asked is None or seat is None:
            return None
        clock = self.clock
        note = _ClockNote(asked.time, asked.bank, asked.protected, clock.banks, clock.protections)
        begun, deadline = self.watch.wall(asked.asked), self.watch.wall(asked.deadline)
        return journal.Decision(self.seq, seat, begun, deadline, msgspec.json.encode(note).decode())

    # Views -----------------------------------------------------------------------------------------------

    def turn(self, viewer: int | None) -> Turn | None:
        """The turn, as an engine seat or a spectator (None) may see it. Only the player to act sees the decision."""
        seat, asked = self.hand.to_act, self.asked
        if seat is None or asked is None:
            return None
        legal = self.hand.legal
        choice = decision(legal) if viewer == seat else None
        deadline = self.watch.wall(asked.deadline)
        return Turn(self.seq, seat, asked.time, deadline, asked.bank, choice, legal.showdown is not None)

    def _own_turn(self, seat: int, turn: Turn | None) -> Turn | None:
        """The turn as a seat may see it, from the one that a spectator sees."""
        if turn is None or turn.seat != seat:
            return turn
        return structs.replace(turn, decision=decision(self.hand.legal))

    def _betting(self) -> Betting | None:
        """The state of the betting as the engine has it. Viewers compute the same from the events
        (`protocol.room.betting`).
        """
        hand = self.hand
        if hand.over:
            return None
        pots = tuple([PotView(pot.amount, pot.claimants) for pot in hand.pots])
        return Betting(hand.betting.price, hand.betting.wagers, hand.betting.cap, pots)

    def face(self, viewer: int | None) -> HandView:
        """The hand so far, as an engine seat or a spectator (None) may see it."""
        events = [raw(event) for event in self.hand.seen_by(viewer)]
        return HandView(self.record.hand_no, self.record.places, events, self.turn(viewer), self._betting())

    def faces(self) -> tuple[HandView, list[HandView]]:
        """What a spectator sees of the hand so far, and what each seat sees."""
        record, betting, step = self.record, self._betting(), Step.of(self.hand.events)
        public, turn = step.texts(None), self.turn(None)

        def face(seat: int) -> HandView:
            own = step.own(seat, public)
            return HandView(record.hand_no, record.places, own, self._own_turn(seat, turn), betting)

        spectator = HandView(
            record.hand_no, record.places, [text for text in public if text is not None], turn, betting
        )
        return spectator, [face(seat) for seat in range(len(record.users))]

    def play(self, v: int, step: Step) -> Frame:
        """The frame of a decision."""
        hand_no, users, to_act, betting = self.record.hand_no, self.record.users, self.hand.to_act, self._betting()
        public, turn = step.texts(None), self.turn(None)
        private = {
            event.seat  # type: ignore[union-attr]
            for event in step.events
            if event.privacy != PUBLIC and not event.privacy.nobody
        }
        if to_act is not None:
            private.add(to_act)
        own = [
            (users[seat], write(Play(v, hand_no, step.own(seat, public), self._own_turn(seat, turn), betting)))
            for seat in private
        ]
        return Frame(v, write(Play(v, hand_no, [text for text in public if text is not None], turn, betting)), own)

    def moved(self, v: int) -> Frame:
        """The frame of a decision's new deadline."""
        hand_no, now, to_act = self.record.hand_no, self.watch.wall(), self.hand.to_act
        shown, own = self.turn(None), self.turn(to_act)
        assert to_act is not None
        assert shown is not None
        assert own is not None
        private = write(TurnMoved(v, hand_no, own, now))
        return Frame(v, write(TurnMoved(v, hand_no, shown, now)), [(self.record.users[to_act], private)])
