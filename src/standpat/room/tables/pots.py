"""The job that fills in the pots of hands from before the database had them, a few at a time.

A room of a hundred thousand hands opens at once. It takes some minutes until all of them have their pots.
"""

import logging
from typing import Final

from standpat.room.store import Store, StoreError
from standpat.room.store.pot import fill, unfilled

log = logging.getLogger("standpat.room")

AT_ONCE: Final = 300
"""Hands that are filled in at once. It takes some milliseconds of the writer's time."""


class Pots:
    """The pots of a database. Once nothing is left to fill in, it is not asked again.

    Args:
        store: The database.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._done = False

    async def fill_some(self) -> None:
        """Fill in the pots of some hands."""
        if self._done:
            return
        try:
            pots = await self._store.read(unfilled, AT_ONCE)
            if pots:
                await self._store.commit(fill(pots))
        except StoreError:
            log.exception("pots are not filled in")
            return
        self._done = len(pots) < AT_ONCE
