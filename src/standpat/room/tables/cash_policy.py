"""The policy of a cash game: its rotation, changes of seats, house players, and chips from the ledger."""

import secrets
from collections.abc import Callable, Mapping
from contextlib import AbstractAsyncContextManager, nullcontext
from typing import Protocol

from standpat.language.sentence import Sentence
from standpat.protocol.room import Keyed
from standpat.room.store import Store, given, journal, ledger, result
from standpat.room.tables import seat_change
from standpat.room.tables.allowance import Allowance
from standpat.room.tables.cashier import Cashier
from standpat.room.tables.live_hand import LiveHand
from standpat.room.tables.policy import Ending, NextDeal
from standpat.room.tables.resume import Stored
from standpat.room.tables.rotation_keeper import RotationKeeper
from standpat.room.tables.seating import Deal, Seat, Seating
from standpat.room.tables.table import TableRules
from standpat.room.tables.watch import Watch


class Runner(Protocol):
    """What the policy needs of the table's hand runner."""

    rotation: RotationKeeper
    cashier: Cashier
    rules: TableRules

    @property
    def seating(self) -> Seating:
        """The seating."""

    def state(self) -> str:
        """The table's state to store, as JSON."""

    def deal_at(self, moment: float) -> None:
        """Deal the next hand at a moment."""

    def say_place(self) -> None:
        """Tell pages where the table stands in its rotation."""


class CashPolicy:
    """The policy of one cash table.

    Args:
        runner: The hand runner.
        store: The database.
        watch: The room's time.
        allowance: What the bank may still give.
        shows: Whether house players may play without people.
    """

    def __init__(
        self, runner: Runner, store: Store, watch: Watch, allowance: Allowance, shows: Callable[[], bool]
    ) -> None:
        self._runner = runner
        self._store = store
        self._watch = watch
        self._allowance = allowance
        self.shows = shows
        self._won: dict[str, int] = {}
        self._day = ""

    def turn(self) -> AbstractAsyncContextManager[None]:
        """Nothing: the table's actor alone decides."""
        return nullcontext()

    async def next_deal(self, now: float) -> NextDeal | None:
        """The next hand; None if there can be none now."""
        runner, rules = self._runner, self._runner.rules
        await runner.cashier.arrange_house_players()
        seating, before = runner.seating, runner.state()
        first = secrets.randbelow(rules.seats)
        turn = None
        if rules.rotation is not None:
            moved = seating.copy()
            seat_change.carry_out(moved)
            coming = moved.copy().deal(first, straddle=rules.straddle)
            if coming is not None and await self._waits(moved, coming, now):
                return None
            turn = coming and runner.rotation.next_hand(rules, moved, coming, now)
        rules = turn.rules if turn else rules
        seating.stakes = rules.stakes
        if len(seating.able()) > 1:
            seat_change.carry_out(seating)
        deal = seating.deal(first, straddle=rules.straddle)
        if deal is not None:
            return NextDeal(rules, deal, secrets.token_hex(32), turn)
        self._allowance.release(rules.id)
        if runner.state() != before:
            await self._store.commit(journal.save_table(rules.id, runner.state()))
            runner.cashier.show()
        return None

    async def _waits(self, seating: Seating, coming: Deal, now: float) -> bool:
        """Whether the table waits for a player to pick the next game. Pages are told when it begins to."""
        runner, rotation = self._runner, self._runner.rotation
        place, until = rotation.place, rotation.until
        waits = rotation.waits(runner.rules, seating, coming, now)
        if rotation.place != place:
            await self._store.commit(journal.save_table(runner.rules.id, runner.state()))
        if waits:
            assert rotation.until is not None
            runner.deal_at(rotation.until)
            if until is None:
                runner.say_place()
        return waits

    def begun(self) -> None:
        """The hand is on the disk: nothing more is to be done."""

    def ending(self, live: LiveHand, now: float) -> Ending:
        """End a hand: its result in the ledger, and those who leave."""
        cashier, table = self._runner.cashier, self._runner.rules.id
        self._day = self._allowance.today
        self._won = cashier.won_from_the_house(live.nets())
        left = cashier.seating.settle(live.hand.stacks)
        ops = [ledger.settle(table, live.record.id, live.nets(), at=self._watch.wall(now)), *cashier.cash_out(left)]
        if not all(live.record.bots):
            ops.append(result.rows(live.record.id, live.record.users, live.hand))
        if self._won:
            ops.append(given.count_won(self._won, self._day))
        return Ending(ops, left)

    def over(self) -> None:
        """The end of the hand is on the disk: count what people won from the house."""
        self._allowance.won(self._won, self._day)
        self._allowance.release(self._runner.rules.id)

    def wanted(self) -> bool:
        """Whether there is anybody to deal to. House players play among themselves if `shows` allows it."""
        seats = self._runner.seating.seats
        people = [seat for seat in seats if seat and not seat.bot and not seat.out and seat.stack]
        return bool(people) or self.shows()

    def given_up(self, seat: Seat | None) -> bool:
        """Whether a player has left."""
        return seat is None or seat.gives_up

    @property
    def keeps_seats(self) -> bool:
        """Who is away for long loses their seat."""
        return False

    def came(self, user: str) -> None:
        """Who was away says so themselves when they are back."""

    def decided(self, user: str) -> None:
        """Nothing depends on it."""

    def cut_off(self, user: str) -> None:
        """The protection is that of the table's clock."""

    def sits_out(self, user: str) -> bool:
        """At once."""
        return True

    def elsewhere(self, user: str) -> str | None:
        """Nobody. The must-move table tells its own players."""
        return None

    def refuses(self, message: Keyed) -> Sentence | None:
        """Nothing is refused for all."""
        return None

    def stored(self, stored: Stored, chips: Mapping[str, int]) -> tuple[Stored, Mapping[str, int]]:
        """The table as it is stored."""
        return stored, chips
