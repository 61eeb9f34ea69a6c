"""Tournaments as the database has them, for whoever looks at tables from outside of the room.

The chips of a tournament's table are in the tournament's events and not in the ledger. `StoredTournaments.seated` gives
any stored table as the room would continue it.
"""

from collections.abc import Mapping

from sqlalchemy import Connection

from standpat.room.store import tournament_book
from standpat.room.tables.resume import Stored, Unsound, saying
from standpat.room.tournaments.seats import seated
from standpat.tournament.fold.apply import folded
from standpat.tournament.state import Tournament


class StoredTournaments:
    """The tournaments of a database. Each is read once."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._states: dict[str, Tournament] = {}

    def state(self, id: str) -> Tournament:
        """The state of a tournament.

        Raises:
            Unsound: It cannot be read.
        """
        if id not in self._states:
            with saying("its tournament cannot be read"):
                self._states[id] = folded(tournament_book.events(self._connection, id))
        return self._states[id]

    def seated(self, stored: Stored, chips: Mapping[str, int]) -> tuple[Stored, Mapping[str, int]]:
        """A table as it is continued, and the chips that its seats must have, by user.

        Args:
            stored: The table as it is stored.
            chips: The chips that the ledger has on its seats.

        Raises:
            Unsound: It is a table of a tournament, and that does not have it.
        """
        rules = stored.rules
        if not rules.tournament:
            return stored, chips
        tournament = self.state(rules.tournament)
        if rules.number not in tournament.tables:
            raise Unsound("its tournament has no such table")
        return seated(stored, tournament, rules.number)
