"""Tables that are set aside: what is wrong with them, and who has chips there.

A table that could not be taken up (`standpat.room.tables.resume`) is not played. Its chips stay on the accounts of its
seats, its line in the lobby and its page say that it is being repaired, and `standpat admin tables --repair` explains
it. Its row here, in the database, is what tells that command that no room holds the table in memory. The room looks
again now and then: one that has been put right opens without a restart.
"""

from msgspec import Struct, structs

from standpat.protocol.room import TableRow
from standpat.room.store import journal
from standpat.room.tables.table import TableRules


class Aside(Struct, frozen=True):
    """A table set aside: why, and what can be read of it."""

    id: str
    why: str
    hands: int
    rules: TableRules | None

    def row(self) -> TableRow | None:
        """Its line in the lobby, where it may have one."""
        if self.rules is None or not self.rules.public:
            return None
        try:
            row = self.rules.row(taken=0, bots=0, watching=0, hands=self.hands)
        except ValueError:  # a game that is not known
            return None
        return structs.replace(row, repair=True)


def aside(row: journal.TableRow, why: str, rules: TableRules | None) -> Aside:
    """A table that is stored so."""
    return Aside(row.id, why, row.next_hand_no - 1, rules)
