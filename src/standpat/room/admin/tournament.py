"""Tournaments for the operator: all of them, one of them, and one as a file with every card."""

from collections.abc import AsyncIterator

from sqlalchemy import Connection

from standpat.protocol.tournament import TournamentRow, TournamentView
from standpat.room.server import tournament_export
from standpat.room.store import Store, StoreError, tournament_book
from standpat.room.tournaments.seats import table_id
from standpat.room.tournaments.view import row, view
from standpat.tournament.fold.apply import folded


def rows(connection: Connection, now: int, limit: int) -> list[TournamentRow]:
    """The tournaments that are not over, then the last ones that are.

    Args:
        connection: A connection.
        now: The time, in milliseconds.
        limit: At most so many that are over.
    """
    present = [folded(stored.events) for stored in tournament_book.running(connection)]
    past = [folded(tournament_book.events(connection, id)) for id in tournament_book.past(connection, limit)]
    return [row(one, now) for one in (*present, *past)]


def shown(connection: Connection, id: str, now: int) -> TournamentView:
    """A tournament, as its director sees it.

    Args:
        connection: A connection.
        id: The tournament.
        now: The time, in milliseconds.

    Raises:
        StoreError: There is no such tournament.
    """
    seed = tournament_book.seed(connection, id)
    state = folded(tournament_book.events(connection, id))
    return view(state, "", now, lambda _, number: table_id(seed, number), director=True)


async def file(store: Store, id: str) -> AsyncIterator[bytes]:
    """The lines of a tournament's file, with every card of its finished hands.

    Raises:
        StoreError: There is no such tournament.
    """
    extent = await store.read(tournament_book.extent, id)
    if extent is None:
        raise StoreError(f"there is no tournament {id!r}")
    return tournament_export.lines(store, id, extent, None, whole=True)
