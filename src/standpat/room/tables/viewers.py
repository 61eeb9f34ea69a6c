"""The connections of a table, the versions that were shown, and frames kept for those who come back.

Every frame is the next version for all viewers. The last `FRAMES_KEPT` are kept. `bring_up` gives a viewer who knows a
version the frames after it, or a snapshot if they are no longer there.
"""

from collections import deque
from collections.abc import Callable, Iterator
from typing import Final

from standpat.protocol.room import ServerMessage, write
from standpat.room.tables.metrics import Metrics
from standpat.room.tables.viewer import Frame, Viewer

FRAMES_KEPT: Final = 16
"""Frames that are kept."""


class Viewers:
    """The connections of one table. `v` is the present version."""

    def __init__(self, v: int, metrics: Metrics) -> None:
        self.v = v
        self._open: set[Viewer] = set()
        self._metrics = metrics
        self._kept: deque[Frame] = deque(maxlen=FRAMES_KEPT)

    def __iter__(self) -> Iterator[Viewer]:
        """All connections, as of now; they may be closed during the iteration."""
        return iter(tuple(self._open))

    def __len__(self) -> int:
        return len(self._open)

    def add(self, viewer: Viewer) -> None:
        """Add a connection."""
        self._open.add(viewer)

    def discard(self, viewer: Viewer) -> None:
        """Remove a connection."""
        self._open.discard(viewer)

    def present(self, user: str) -> bool:
        """Whether a user has a page of the table open."""
        return any([viewer.user == user for viewer in self._open])

    def asks(self, user: str) -> bool:
        """Whether a user can be asked at the showdown, on every page that they have open."""
        pages = [viewer.asks for viewer in self._open if viewer.user == user]
        return bool(pages) and all(pages)

    @property
    def watching(self) -> int:
        """The number of open pages, without programs of the house."""
        return sum([not viewer.user.startswith("bot:") for viewer in self._open])

    def users(self) -> set[str]:
        """The users who have a page open."""
        return {viewer.user for viewer in self._open}

    def show(self, frame: Frame) -> None:
        """Show the next version to all."""
        self.v = frame.v
        self._kept.append(frame)
        for viewer in self._open:
            direct = viewer.direct
            if direct is None or not direct(frame.data(viewer.user)):
                viewer.push(frame)
        self._metrics.frames.inc(len(self._open))

    def say(self, message: Callable[[int], ServerMessage]) -> None:
        """Show a message, the same for all, as the next version."""
        text = write(message(self.v + 1))
        self.show(Frame(self.v + 1, text))

    def tell(self, person: str, message: ServerMessage) -> None:
        """Send a message to one person and to the bots that play with their chips."""
        told = write(message)
        for viewer in self._open:
            if viewer.sitter.person == person:
                viewer.tell(told)

    def renamed(self, user: str, name: str) -> None:
        """Give a user's connections their new name."""
        for viewer in self._open:
            if viewer.user == user:
                viewer.sitter = viewer.sitter._replace(name=name)

    def has_person(self, person: str) -> bool:
        """Whether a person, or a bot of theirs, has a page of the table open."""
        return any([viewer.sitter.person == person for viewer in self._open])

    def bring_up(self, viewer: Viewer, since: int | None, snapshot: Callable[[str], str]) -> None:
        """Send the frames after a version if they are kept, else the snapshot of `snapshot(user)`."""
        if since == self.v:
            return
        if since is not None and self._kept and self._kept[0].v - 1 <= since < self.v:
            for frame in self._kept:
                if frame.v > since:
                    viewer.push(frame)
        else:
            viewer.tell(snapshot(viewer.user).encode())

    def start_again(self) -> None:
        """Give everybody a snapshot, after the table was read again."""
        self.v += 1
        self._kept.clear()
        for viewer in self._open:
            viewer.catch_up()
