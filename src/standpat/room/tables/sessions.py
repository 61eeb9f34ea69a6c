"""Open connections by the session that they were opened with: they end when it does.

A session is named by the SHA-256 of its token (`standpat.room.store.session.session_of`). `end` closes the connections
of sessions that are over, with the close code `SESSION_OVER`. `sweep` looks in the database for sessions that ended
elsewhere: by `standpat admin`, or in the course of time.
"""

from collections import defaultdict
from collections.abc import Iterable

from standpat.room.store import Store, session
from standpat.room.tables.close_codes import SESSION_OVER
from standpat.room.tables.viewer import Viewer


class Sessions:
    """See the module."""

    def __init__(self) -> None:
        self._open: defaultdict[bytes, set[Viewer]] = defaultdict(set)

    def opened(self, session: bytes, viewer: Viewer) -> None:
        """A connection of this session is there."""
        self._open[session].add(viewer)

    def gone(self, session: bytes, viewer: Viewer) -> None:
        """And there no more."""
        viewers = self._open.get(session)
        if viewers is not None:
            viewers.discard(viewer)
            if not viewers:
                del self._open[session]

    def end(self, sessions: Iterable[bytes]) -> None:
        """These are over."""
        for ended in sessions:
            for viewer in list(self._open.get(ended, ())):
                viewer.close(SESSION_OVER, "your session is over")

    async def sweep(self, store: Store, now: float) -> None:
        """Close what belongs to no session any more."""
        asked = list(self._open)
        if asked:
            self.end({*asked} - await store.read(session.living, asked, now))
