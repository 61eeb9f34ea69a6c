"""The audit log of the room."""

from standpat.room.store import Store
from standpat.room.store import log as audit_log
from standpat.room.tables.watch import Watch


class Audit:
    """Writes the audit log (`standpat.room.store.log`)."""

    def __init__(self, store: Store, watch: Watch) -> None:
        self._store = store
        self._watch = watch

    async def note(self, act: str, actor: str, about: str, **detail: object) -> None:
        """Write a line of the log.

        Args:
            act: The act.
            actor: The user who acts.
            about: The user or table that it concerns.
            **detail: Details, as JSON values.
        """
        await self._store.commit(audit_log.note(act, actor=actor, about=about, at=self._watch.wall(), **detail))
