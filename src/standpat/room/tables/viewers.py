"""Who looks at a table, and what they have been shown: versions, and the frames kept for those who come back.

Every frame shown is the next version, for all viewers alike. The last `FRAMES_KEPT` are kept: `bring_up` gives somebody
who knows a version the frames after it, or where they are gone a snapshot.
"""

from collections import deque
from collections.abc import Callable, Iterator
from typing import Final

from standpat.protocol.room import ServerMessage, write
from standpat.room.tables.metrics import Metrics
from standpat.room.tables.viewer import Frame, Viewer

FRAMES_KEPT: Final = 64


class Viewers:
    """See the module. `v` is the present version."""

    def __init__(self, v: int, metrics: Metrics) -> None:
        self.v = v
        self._open: set[Viewer] = set()
        self._metrics = metrics
        self._kept: deque[Frame] = deque(maxlen=FRAMES_KEPT)

    def __iter__(self) -> Iterator[Viewer]:
        """All who look on now. One may be closed meanwhile."""
        return iter(tuple(self._open))

    def __len__(self) -> int:
        return len(self._open)

    def add(self, viewer: Viewer) -> None:
        """A connection is there."""
        self._open.add(viewer)

    def discard(self, viewer: Viewer) -> None:
        """A connection is there no more."""
        self._open.discard(viewer)

    def present(self, user: str) -> bool:
        """Has this user a page of the table open?"""
        return any([viewer.user == user for viewer in self._open])

    def asks(self, user: str) -> bool:
        """Can this user be asked at the showdown, on every page they have open?"""
        pages = [viewer.asks for viewer in self._open if viewer.user == user]
        return bool(pages) and all(pages)

    @property
    def watching(self) -> int:
        """How many pages are open; the house's own programs have none."""
        return sum([not viewer.user.startswith("bot:") for viewer in self._open])

    def users(self) -> set[str]:
        """Everybody who has."""
        return {viewer.user for viewer in self._open}

    def show(self, frame: Frame) -> None:
        """The next version, to all."""
        self.v = frame.v
        self._kept.append(frame)
        for viewer in self._open:
            viewer.push(frame)
        self._metrics.frames.inc(len(self._open))

    def say(self, message: Callable[[int], ServerMessage]) -> None:
        """The next version, the same for all: `message(v)`."""
        text = write(message(self.v + 1))
        self.show(Frame(self.v + 1, lambda _seat: text))

    def tell(self, person: str, message: ServerMessage) -> None:
        """Something for a person alone, and for the bots that play with their chips."""
        text = write(message).decode()
        for viewer in self._open:
            if viewer.sitter.person == person:
                viewer.tell(text)

    def has_person(self, person: str) -> bool:
        """Has this person, or a bot of theirs, a page of the table open?"""
        return any([viewer.sitter.person == person for viewer in self._open])

    def bring_up(self, viewer: Viewer, since: int | None, snapshot: Callable[[str], str]) -> None:
        """The frames after a version if they are kept, else what `snapshot(user)` gives."""
        if since == self.v:
            return
        if since is not None and self._kept and self._kept[0].v - 1 <= since < self.v:
            for frame in self._kept:
                if frame.v > since:
                    viewer.push(frame)
        else:
            viewer.tell(snapshot(viewer.user))

    def start_again(self) -> None:
        """The table was read again: everybody gets a snapshot of it."""
        self.v += 1
        self._kept.clear()
        for viewer in self._open:
            viewer.catch_up()
