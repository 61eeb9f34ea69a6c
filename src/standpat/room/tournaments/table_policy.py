"""The policy of a tournament's table: hands, seats and chips come from the tournament.

A hand begins with the tournament's `Dealt` and ends with its `Played`, each in one commit with what the table writes.
Everybody with chips is dealt in. The decisions of those who are away are made for them at once: they check or fold, and
stand pat (T3.1). Time banks go with the players from table to table (T3.2). Nobody sits down, leaves or buys chips
here: the tournament's own requests do that.
"""

import hashlib
from collections.abc import Mapping
from contextlib import AbstractAsyncContextManager
from typing import Protocol

from standpat.engine.games import Stakes
from standpat.language.sentence import Sentence
from standpat.protocol.room import Act, AlwaysShow, ChooseSpeed, Keyed, Say, SendEmote, Show, SitOut, Skip, Wish
from standpat.room.store import Op, result
from standpat.room.tables.cashier import Cashier
from standpat.room.tables.clock import Clock
from standpat.room.tables.live_hand import LiveHand
from standpat.room.tables.policy import Ending, NextDeal
from standpat.room.tables.resume import Stored
from standpat.room.tables.seating import Deal, Seat, Seating
from standpat.room.tables.table import TableRules
from standpat.room.tournaments.keeper import Keeper
from standpat.room.tournaments.seats import seated, seating_of, table_id
from standpat.tournament.dealing import dealt, posts
from standpat.tournament.events import Dealt, Played
from standpat.tournament.next_hand import next_hand
from standpat.tournament.timebank import bank, extra_times, pace_of

ALLOWED = (Act, Wish, Show, AlwaysShow, Say, SendEmote, ChooseSpeed, Skip, SitOut)
"""What may be asked for at a tournament's table."""


class Runner(Protocol):
    """What the policy needs of the table's hand runner."""

    cashier: Cashier
    rules: TableRules

    clock: Clock

    @property
    def seating(self) -> Seating:
        """The seating."""


class TournamentPolicy:
    """The policy of one table of a tournament.

    Args:
        runner: The hand runner.
        keeper: The keeper of the tournament.
        number: The table's number.
    """

    def __init__(self, runner: Runner, keeper: Keeper, number: int) -> None:
        self._runner = runner
        self._keeper = keeper
        self._number = number
        self._coming: Dealt | Played | None = None
        self._sat: set[str] = set()
        self._took: set[str] = set()

    def turn(self) -> AbstractAsyncContextManager[None]:
        """The turn of the tournament, which only one has."""
        return self._keeper.turn()

    async def next_deal(self, now: float) -> NextDeal | None:
        """The next hand; None if there can be none now."""
        del now
        keeper = self._keeper
        if await keeper.settle():
            keeper.wake()  # tables may open and close, and players may have moved
        hand = dealt(keeper.state, self._number, keeper.seed, keeper.now())
        if hand is None:
            return None
        announced = keeper.state.announced
        coming = next_hand(
            announced.structure, hand.level, hand.game, keeper.state.left, len(hand.seats), announced.options
        )
        button, forced = posts(hand, coming.stakes, announced.options)
        seating = self.seating(coming.stakes)
        seating.button, seating.small, seating.big, seating.playing = hand.button, hand.marker, hand.big, hand.seats
        self._runner.cashier.seating = seating
        self._runner.clock.banks = self._banks(hand)
        self._took = set()
        self._coming = hand
        deal = Deal(hand.seats, hand.stacks, button, forced)
        return NextDeal(
            self._runner.rules.with_entry(coming), deal, deck_seed(keeper.seed, hand), ops=(keeper.append(hand),)
        )

    def begun(self) -> None:
        """The hand is on the disk: the tournament has it too."""
        assert self._coming is not None
        self._keeper.apply(self._coming)

    def ending(self, live: LiveHand, now: float) -> Ending:
        """End a hand: its stacks go to the tournament."""
        del now
        self._runner.seating.settle(live.hand.stacks)
        state, clock, number = self._keeper.state, self._runner.clock, self._number
        hand = state.tables[number].hand
        assert hand is not None
        given = self._banks(hand)
        spent = {id: round(1000 * (had - clock.banks.get(id, had))) for id, had in given.items()}
        self._coming = Played(
            at=self._keeper.now(),
            table=number,
            hand=live.record.hand_no,
            stacks=tuple(live.hand.stacks),
            spent={id: ms for id, ms in spent.items() if ms > 0},
            took=tuple([id for id in hand.players if id in self._took and not state.players[id].took]),
        )
        ops: list[Op] = [self._keeper.append(self._coming)]
        if not all(live.record.bots):
            ops.append(result.rows(live.record.id, live.record.users, live.hand, tournament=True))
        return Ending(ops, [])

    def over(self) -> None:
        """The end of the hand is on the disk: the tournament goes on."""
        assert self._coming is not None
        self._keeper.apply(self._coming)
        self._keeper.wake()

    def seating(self, stakes: Stakes) -> Seating:
        """The seating as the tournament has it now."""
        attendance = self._keeper.attendance
        attendance.note(self._runner.seating)
        seating = seating_of(self._keeper.state, self._number, stakes, self._runner.seating, attendance.there)
        self._sat.update([seat.user for seat in seating.seats if seat])
        return seating

    def came(self, user: str) -> None:
        """A player who comes to their first table is there."""
        self._keeper.attendance.came(user, self._runner.seating)

    def decided(self, user: str) -> None:
        """They have taken a hand, and have all of their extra time again."""
        self._took.add(user)
        self._keeper.attendance.decided(user)

    def cut_off(self, user: str) -> None:
        """Set the extra time of their decision (T3.3)."""
        self._runner.clock.protections[user] = self._keeper.attendance.extra(user, self._extra_times())

    def sits_out(self, user: str) -> bool:
        """When they have no extra time for another decision."""
        return not self._keeper.attendance.has_more(user, self._extra_times())

    def _extra_times(self) -> tuple[int, ...]:
        t = self._keeper.state
        sit_and_go = t.announced.structure.sit_and_go
        return extra_times(t.field.entries, len(t.open_tables()), t.left, len(t.prizes), sit_and_go=sit_and_go)

    def _banks(self, hand: Dealt) -> dict[str, float]:
        """What is left of the time banks of the players of a hand, in seconds."""
        t = self._keeper.state
        pace, last = pace_of(t.announced.structure), len(t.open_tables()) == 1 < len(t.tables)
        return {id: bank(pace, t.players[id].spent, last_table=last) for id in hand.players}

    def elsewhere(self, user: str) -> str | None:
        """The table at which a player sits now, or to which they are on their way, if it is another one."""
        keeper = self._keeper
        player = keeper.state.players.get(user)
        number = keeper.state.table_of(player) if player and not player.out else 0
        return table_id(keeper.seed, number) if number not in (0, self._number) else None

    def departed(self) -> list[tuple[str, str]]:
        """The players who have left for another table since this was asked last, and that table's id."""
        gone = [(user, there) for user in self._sat if (there := self.elsewhere(user))]
        self._sat.difference_update([user for user, _ in gone])
        return gone

    def wanted(self) -> bool:
        """Whether there is anybody to deal to. A tournament is played, whoever looks."""
        return self._keeper.state.status == "running"

    def given_up(self, seat: Seat | None) -> bool:
        """Whether a player is away."""
        return seat is None or seat.out

    @property
    def keeps_seats(self) -> bool:
        """Only the tournament takes a seat away (T3.1)."""
        return True

    def refuses(self, message: Keyed) -> Sentence | None:
        """Why the table refuses a request."""
        return None if isinstance(message, ALLOWED) else Sentence("tournament-table")

    def stored(self, stored: Stored, chips: Mapping[str, int]) -> tuple[Stored, Mapping[str, int]]:
        """The table with the seats that the tournament has."""
        del chips
        self._keeper.attendance.note(stored.state.seating)
        stored, has = seated(stored, self._keeper.state, self._number)
        self._sat.update(has)
        return stored, has


def deck_seed(seed: bytes, hand: Dealt) -> str:
    """The dealer's seed of a hand: the same after a crash, and unknown to whoever does not have the tournament's."""
    text = b"standpat deck %d %d " % (hand.table, hand.hand)
    return hashlib.shake_256(text + seed).hexdigest(32)
