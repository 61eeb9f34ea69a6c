"""The offer of a table to somebody else: its host hands it over only to a person who accepts.

A table has one offer at a time, which ends after `OFFERED` seconds. It is in memory only. Nobody becomes a host, or has
one more table, without their own consent.
"""

from typing import Final, NamedTuple

from standpat.language.sentence import Sentence
from standpat.protocol.room import Offer, write
from standpat.room.tables.refusal import Refused
from standpat.room.tables.viewer import Viewer
from standpat.room.tables.viewers import Viewers
from standpat.room.tables.watch import Watch

OFFERED: Final = 120.0
"""Seconds for which an offer stands."""


class _Made(NamedTuple):
    to: str
    by: str
    name: str
    until: float


class Offers:
    """The offer of one table. `viewers` are its connections, `watch` is the room's time."""

    def __init__(self, viewers: Viewers, watch: Watch) -> None:
        self._viewers = viewers
        self._watch = watch
        self._made: _Made | None = None

    def make(self, to: str, by: str, name: str) -> None:
        """Offer the table to a user, by its host, who has a name. An earlier offer ends."""
        self.end()
        self._made = _Made(to, by, name, self._watch.now() + OFFERED)
        self._tell_all(to)

    def end(self) -> None:
        """End the offer, if there is one."""
        made, self._made = self._made, None
        if made is not None:
            self._tell_all(made.to)

    def check(self, user: str, owner: str | None) -> None:
        """Check that the table is offered to a user.

        Args:
            user: The user.
            owner: The present owner of the table.

        Raises:
            Refused: It was not offered to them, or by a former owner, or too long ago.
        """
        made = self._made
        if made is None or made.to != user or made.by != owner or self._watch.now() >= made.until:
            raise Refused("not-possible", Sentence("no-offer"))

    def tell(self, viewer: Viewer) -> None:
        """Tell a connection of the offer, if it is to its user."""
        made = self._made
        if made is not None and made.to == viewer.user and self._watch.now() < made.until:
            viewer.tell(write(Offer(made.name, self._watch.wall(made.until))))

    def _tell_all(self, to: str) -> None:
        for viewer in self._viewers:
            if viewer.user == to:
                viewer.tell(write(Offer("", None)))
                self.tell(viewer)
