"""Repair of a tournament's table that cannot be opened.

Its unfinished hand does not count (T9.1): everybody has the chips with which it began. Nobody loses their seat. The
table's record and state are made anew from the tournament, which the room then takes up.
"""

from contextlib import suppress

import msgspec
from sqlalchemy import Connection

from standpat.room.store import StoreError, journal, tournament_book
from standpat.room.store.tournament_book import StoredTournament
from standpat.room.tables.resume import TableState
from standpat.room.tournaments.seats import rules_of, seating_of, table_id
from standpat.tournament.events import Voided
from standpat.tournament.fold.apply import apply, folded


def place_of(connection: Connection, table: str) -> tuple[StoredTournament, int] | None:
    """The tournament, not over, that has a table, and the table's number; None if none has it that can be read."""
    for id in tournament_book.not_over(connection):
        with suppress(StoreError, ValueError, LookupError):
            stored = tournament_book.stored(connection, id)
            for number in folded(stored.events).tables:
                if table_id(stored.seed, number) == table:
                    return stored, number
    return None


def void(connection: Connection, stored: StoredTournament, number: int, *, at: float, beside: bool) -> None:
    """Void the hand of a table, as far as the tournament is concerned, and store the table as the tournament has it.

    Args:
        connection: A connection.
        stored: The tournament.
        number: The number of the table.
        at: The time, in Unix seconds.
        beside: Whether a room is running.

    Raises:
        StoreError: A room is running: it has the tournament in its memory.
    """
    if beside:
        raise StoreError("it is a table of a tournament, which the room holds: stop the room first")
    tournament = folded(stored.events)
    hand = tournament.tables[number].hand
    if hand is not None:
        voided = Voided(at=int(at * 1000), table=number, hand=hand.hand, why="repair")
        tournament_book.add(connection, stored.id, tournament.events, [voided])
        apply(tournament, voided)
    id = table_id(stored.seed, number)
    rules = rules_of(tournament, number, id)
    state = TableState(seating_of(tournament, number, rules.stakes), {}, {})
    journal.change_table(id, msgspec.json.encode(rules).decode()).run(connection)
    journal.save_table(id, msgspec.json.encode(state).decode()).run(connection)
