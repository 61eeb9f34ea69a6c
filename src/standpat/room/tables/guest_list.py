"""Who has been at a private table: said its password, or come with its link. Kept in memory and written down.

It is what tells those who may see the hands of such a table from those who merely have a hand's address. A table that
is closed has no list any more.
"""

from collections import defaultdict
from collections.abc import Iterable

from standpat.room.store import Store, guest_book


class GuestList:
    """See the module."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._people: defaultdict[str, set[str]] = defaultdict(set)

    def load(self, known: Iterable[tuple[str, str]]) -> None:
        """Those written down: person and table."""
        for person, table in known:
            self._people[table].add(person)

    def has(self, person: str, table: str) -> bool:
        """Has this person been there?"""
        return person in self._people.get(table, ())

    async def add(self, person: str, table: str) -> None:
        """Now they have."""
        if not self.has(person, table):
            await self._store.commit(guest_book.admit(table, person))
            self._people[table].add(person)

    async def strike(self, person: str, table: str) -> None:
        """As if they had not been."""
        await self._store.commit(guest_book.send_away(table, person))
        self._people[table].discard(person)

    def forget(self, table: str) -> None:
        """The table is closed."""
        self._people.pop(table, None)
