"""Notes from which devices and addresses people come (`standpat.room.store.sighting`), at most once an hour each."""

import logging
from typing import Final

from standpat.room.store import Store, StoreError, sighting
from standpat.room.store.sighting import KEPT_S, Kind
from standpat.room.store.users import User
from standpat.room.tables.watch import Watch

log = logging.getLogger("standpat.room")

EVERY_S: Final = 3600.0
"""Seconds between two notes of the same sighting."""
MOST: Final = 50_000
"""Sightings that are remembered; then all of them are noted once more."""


class Sightings:
    """Notes sightings. `watch` is the room's time."""

    def __init__(self, store: Store, watch: Watch) -> None:
        self._store = store
        self._watch = watch
        self._noted: dict[tuple[str, Kind, str], float] = {}

    async def note(self, user: User | None, device: str, client: str | None) -> None:
        """Note that a user has come from a device and an address, where they are known. A failure is only logged."""
        if user is None or user.kind == "bot":
            return
        places: dict[Kind, str] = {}
        if device:
            places["device"] = device
        if client is not None:
            places["address"] = client
        now = self._watch.wall()
        fresh = {
            kind: value
            for kind, value in places.items()
            if not 0 <= now - self._noted.get((user.id, kind, value), -EVERY_S) < EVERY_S
        }
        if not fresh:
            return
        if len(self._noted) > MOST:
            self._noted.clear()
        self._noted |= {(user.id, kind, value): now for kind, value in fresh.items()}
        try:
            await self._store.commit(sighting.seen(user.id, fresh, at=now))
        except StoreError:
            log.exception("a sighting cannot be written")

    async def forget(self) -> None:
        """Delete old sightings. Called regularly."""
        try:
            await self._store.commit(sighting.forget(self._watch.wall() - KEPT_S))
        except StoreError:
            log.exception("old sightings cannot be deleted")
