"""The audit log: who did what to whom, as a line in the database for each."""

from standpat.room.store import Store
from standpat.room.store import log as audit_log
from standpat.room.tables.watch import Watch


class Audit:
    """See the module."""

    def __init__(self, store: Store, watch: Watch) -> None:
        self._store = store
        self._watch = watch

    async def note(self, act: str, actor: str, about: str, **detail: object) -> None:
        """Write a line: `actor` is the user who acts, `about` the user or table that it concerns."""
        await self._store.commit(audit_log.note(act, actor=actor, about=about, at=self._watch.wall(), **detail))
