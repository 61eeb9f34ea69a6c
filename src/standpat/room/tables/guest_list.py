"""Who has been at a private table, with its password or its link. The lists are in memory and in the database.

A guest may see the hands of such a table. Somebody who only has a hand's address may not. A closed table has no list.
"""

from collections import defaultdict
from collections.abc import Iterable

from standpat.room.store import Store, guest_book


class GuestList:
    """The guest lists of all tables."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._people: defaultdict[str, set[str]] = defaultdict(set)

    def load(self, known: Iterable[tuple[str, str]]) -> None:
        """Add stored admissions, as (person, table)."""
        for person, table in known:
            self._people[table].add(person)

    def has(self, person: str, table: str) -> bool:
        """Whether a person has been at a table."""
        return person in self._people.get(table, ())

    async def add(self, person: str, table: str) -> None:
        """Put a person on the list of a table."""
        if not self.has(person, table):
            await self._store.commit(guest_book.admit(table, person))
            self._people[table].add(person)

    async def strike(self, person: str, table: str) -> None:
        """Take a person off the list of a table."""
        await self._store.commit(guest_book.send_away(table, person))
        self._people[table].discard(person)

    def forget(self, table: str) -> None:
        """Delete the list of a closed table."""
        self._people.pop(table, None)
