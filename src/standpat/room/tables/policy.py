"""What decides about a table beside the rules of a hand: its policy.

Every table is played by the same hand runner. The policy says what the next hand is, what is written with its end,
whose decisions are made for them at once, and which requests a table refuses. `standpat.room.tables.cash_policy` is for
cash games, `standpat.room.tournaments.table_policy` for tournaments.
"""

from collections.abc import Mapping
from contextlib import AbstractAsyncContextManager
from typing import NamedTuple, Protocol

from standpat.language.sentence import Sentence
from standpat.protocol.room import Keyed
from standpat.room.store import Op
from standpat.room.tables.live_hand import LiveHand
from standpat.room.tables.resume import Stored
from standpat.room.tables.rotation_keeper import NextHand
from standpat.room.tables.seating import Deal, Left, Seat
from standpat.room.tables.table import TableRules


class NextDeal(NamedTuple):
    """The next hand of a table.

    Attributes:
        rules: The table's record when it is played.
        deal: Seats, stacks, button and forced bets. The seating has changed already.
        seed: The dealer's seed.
        turn: What it is in the table's rotation.
        ops: What is written with it.
    """

    rules: TableRules
    deal: Deal
    seed: str
    turn: NextHand | None = None
    ops: tuple[Op, ...] = ()


class Ending(NamedTuple):
    """What is written with the end of a hand, and who has left with it. The seating has changed already."""

    ops: list[Op]
    left: list[Left]


class Policy(Protocol):
    """The policy of a table. Only the table's actor may call it, in its turn."""

    def turn(self) -> AbstractAsyncContextManager[None]:
        """Encloses what must be decided, written and applied together."""

    async def next_deal(self, now: float) -> NextDeal | None:
        """The next hand; None if there can be none now."""

    def begun(self) -> None:
        """The hand of `next_deal` is on the disk."""

    def ending(self, live: LiveHand, now: float) -> Ending:
        """End a hand."""

    def over(self) -> None:
        """The end of the hand is on the disk."""

    def wanted(self) -> bool:
        """Whether there is anybody to deal to."""

    def given_up(self, seat: Seat | None) -> bool:
        """Whether a player's decisions are made for them at once."""

    @property
    def keeps_seats(self) -> bool:
        """Whether nobody loses their seat by being away, or by leaving the room."""

    def came(self, user: str) -> None:
        """A user has opened a page of the table."""

    def decided(self, user: str) -> None:
        """A user has decided something, or said that they are back."""

    def cut_off(self, user: str) -> None:
        """The time of a user without a connection is over: see to their protection."""

    def sits_out(self, user: str) -> bool:
        """Whether a user who does not answer sits out now."""

    def elsewhere(self, user: str) -> str | None:
        """The table at which a user plays on, who has no seat here; None for most."""

    def refuses(self, message: Keyed) -> Sentence | None:
        """Why the table refuses a request; None if it does not."""

    def stored(self, stored: Stored, chips: Mapping[str, int]) -> tuple[Stored, Mapping[str, int]]:
        """A stored table as it is continued, and the chips that its seats must have, by user."""
