"""What is wrong with a stored table, as the room would find it when it takes the table up."""

from collections.abc import Mapping

from sqlalchemy import Connection

from standpat.room.store import journal
from standpat.room.tables.clock import Clock
from standpat.room.tables.resume import Unsound, check, stored_table
from standpat.room.tables.watch import Watch
from standpat.room.tournaments.stored import StoredTournaments


def fault(
    connection: Connection, row: journal.TableRow, chips: Mapping[str, int], tournaments: StoredTournaments
) -> str:
    """What is wrong with a table; "" if nothing is.

    Args:
        connection: A connection.
        row: The table's row.
        chips: The chips that the ledger has on its seats, by user.
        tournaments: The tournaments of the database.
    """
    try:
        stored, has = tournaments.seated(stored_table(connection, row, 0), chips)
        check(stored.rules, stored.state.seating, stored.live(Clock(stored.rules.clock), Watch()), has)
    except Unsound as error:
        return str(error)
    return ""
