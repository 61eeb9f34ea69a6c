"""Open connections by session. They are closed when their session ends.

A session is identified by the SHA-256 of its token (`standpat.room.store.session.session_of`). `end` closes the
connections of sessions that have ended, with the close code `SESSION_OVER`. `sweep` finds sessions in the database that
ended elsewhere: by `standpat admin`, or because they expired.
"""

from collections import defaultdict
from collections.abc import Iterable

from standpat.room.store import Store, session
from standpat.room.tables.close_codes import SESSION_OVER
from standpat.room.tables.viewer import Viewer


class Sessions:
    """The open connections of a room."""

    def __init__(self) -> None:
        self._open: defaultdict[bytes, set[Viewer]] = defaultdict(set)

    def opened(self, session: bytes, viewer: Viewer) -> None:
        """Add a connection of a session."""
        self._open[session].add(viewer)

    def gone(self, session: bytes, viewer: Viewer) -> None:
        """Remove a connection of a session."""
        viewers = self._open.get(session)
        if viewers is not None:
            viewers.discard(viewer)
            if not viewers:
                del self._open[session]

    def end(self, sessions: Iterable[bytes]) -> None:
        """Close the connections of sessions that have ended."""
        for ended in sessions:
            for viewer in list(self._open.get(ended, ())):
                viewer.close(SESSION_OVER, "your session is over")

    async def sweep(self, store: Store, now: float) -> None:
        """Close the connections of sessions that are no longer in the database."""
        asked = list(self._open)
        if asked:
            self.end({*asked} - await store.read(session.living, asked, now))
