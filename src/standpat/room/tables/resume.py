"""Reading a stored table to continue it, and checking it.

`stored_table` reads a table and `check` checks it. Both raise `Unsound`, whose text tells an operator what is wrong,
without a card or a seed. A table with a fault is set aside (`standpat.room.tables.repair`): its chips stay in the
ledger in the accounts of its seats, and it is not played until `standpat admin tables --repair` has repaired it.

These are faults:

- rules, a state or a hand that cannot be decoded; an unknown game
- a hand without its seed, or whose events differ from those that its seed gives
- two unfinished hands
- seats in a hand that is not there or has other players
- other chips on the seats than in the ledger
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import NamedTuple

import msgspec
from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from standpat.protocol.room import LastHand
from standpat.room.store import StoreError, guest_book, journal, ledger
from standpat.room.tables.clock import Clock
from standpat.room.tables.host_state import HostState
from standpat.room.tables.live_hand import LiveHand
from standpat.room.tables.seating import Seating
from standpat.room.tables.table import TableRules
from standpat.room.tables.watch import Watch
from standpat.tournament.rotation import Place

HANDS_KEPT = 20
"""Results of past hands that are read with a table."""


class Unsound(Exception):
    """The table cannot be continued. The text says why."""


class TableState(msgspec.Struct):
    """The state of a table that is stored between hands. `place` is that in its rotation."""

    seating: Seating
    banks: dict[str, float]
    protections: dict[str, float]
    host: HostState = HostState()
    place: Place = Place()


class Stored(NamedTuple):
    """A stored table.

    Attributes:
        row: Its row.
        rules: Its record.
        state: Its state.
        unfinished: The unfinished hand; None if there is none.
        seed: The seed of that hand.
        last: The results of the last hands.
        said: The last chat messages.
    """

    row: journal.TableRow
    rules: TableRules
    state: TableState
    unfinished: journal.StoredHand | None
    seed: str
    last: list[LastHand]
    said: list[guest_book.Said]

    def live(self, clock: Clock, watch: Watch) -> LiveHand | None:
        """The unfinished hand, rebuilt; None if there is none.

        Raises:
            Unsound: The seed and the decisions do not give its events.
        """
        if self.unfinished is None:
            return None
        with saying(f"its hand {self.unfinished.hand.id} does not come out of its seed and events again"):
            return LiveHand.resume(self.unfinished, self.seed, clock, watch)


def stored_table(connection: Connection, row: journal.TableRow, lines: int) -> Stored:
    """Read a table.

    Args:
        connection: A connection.
        row: The table's row.
        lines: The number of chat messages to read.

    Raises:
        Unsound: It cannot be read.
    """
    with saying("its rules cannot be read"):
        rules = msgspec.json.decode(row.record, type=TableRules)
        rules.game()
        games = [entry.game() for entry in rules.rotation.entries] if rules.rotation else []
    with saying("its state cannot be read"):
        state = msgspec.json.decode(row.state, type=TableState)
    if games and not 0 <= state.place.index < len(games):
        raise Unsound(f"its state has game {state.place.index} of a rotation of {len(games)}")
    with saying("its unfinished hand cannot be read"):
        in_progress = journal.unfinished(connection, row.id)
    if len(in_progress) > 1:
        raise Unsound(f"it has {len(in_progress)} unfinished hands")
    unfinished, seed = next(iter(in_progress), None), ""
    if unfinished is not None:
        with saying(f"its hand {unfinished.hand.id} has no seed"):
            seed = journal.seed(connection, unfinished.hand.id)
    hands = journal.hands_of_table(connection, row.id, HANDS_KEPT)
    last = [LastHand(h.key, h.hand_no, h.ended or 0.0, h.names, h.nets or (), h.game.id) for h in reversed(hands)]
    return Stored(row, rules, state, unfinished, seed, last, guest_book.said(connection, row.id, lines))


def check(rules: TableRules, seating: Seating, live: LiveHand | None, chips: Mapping[str, int]) -> None:
    """Check a table.

    Args:
        rules: The table's record.
        seating: The seating.
        live: The unfinished hand.
        chips: The chips that the ledger has on its seats, by user.

    Raises:
        Unsound: The parts do not agree.
    """
    taken = [seat for seat in seating.seats if seat]
    if len(seating.seats) != rules.seats:
        raise Unsound(f"its state has {len(seating.seats)} seats, its rules {rules.seats}")
    stacks = {seat.user: seat.stack + seat.added for seat in taken}
    if len(stacks) != len(taken):
        raise Unsound("somebody has two of its seats")
    if {user: has for user, has in stacks.items() if has} != {user: has for user, has in chips.items() if has}:
        raise Unsound("its seats have other chips than the ledger")
    if live is None or live.over:
        if seating.playing:
            raise Unsound("its seats play a hand that is not there")
        return
    if not all([0 <= at < len(seating.seats) for at in seating.playing]):
        raise Unsound("a seat plays that is none of its seats")
    players = [seating.seats[at] for at in seating.playing]
    if seating.playing != live.record.places or [p.user if p else "" for p in players] != [*live.record.users]:
        raise Unsound(f"its hand {live.record.id} is not the one its seats play")
    if [p.stack if p else 0 for p in players] != [*live.record.stacks]:
        raise Unsound(f"its hand {live.record.id} began with other chips than its seats have")


def on_seats(connection: Connection, table: str | None = None) -> dict[str, dict[str, int]]:
    """The chips that the ledger has on seats, by table and user; of one table or of all."""
    seats: dict[str, dict[str, int]] = {}
    for account, chips in ledger.balances(connection, "seat:" if table is None else f"seat:{table}:").items():
        _, of, user = account.split(":", 2)
        seats.setdefault(of, {})[user] = chips
    return seats


@contextmanager
def saying(what: str) -> Iterator[None]:
    """Convert errors inside the block to `Unsound` with this text, except for errors of the database."""
    try:
        yield
    except SQLAlchemyError:
        raise
    except Exception as error:
        raise Unsound(f"{what} ({error if isinstance(error, StoreError) else type(error).__name__})") from error
