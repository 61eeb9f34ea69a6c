"""People who were removed from a table and may not look at it either: their pages are closed.

A player in the present hand keeps their page, clock and actions until it is over, so that nobody wins a pot by removing
an opponent.
"""

from collections.abc import Callable, Iterable

from standpat.room.tables.close_codes import BARRED
from standpat.room.tables.viewers import Viewers


class SentAway:
    """The people whose pages are to be closed. `playing(user)` says whether they are in the present hand."""

    def __init__(self, viewers: Viewers, playing: Callable[[str], bool]) -> None:
        self._users: set[str] = set()
        self._viewers = viewers
        self._playing = playing

    def __contains__(self, user: str) -> bool:
        return user in self._users

    def add(self, users: Iterable[str]) -> None:
        """Close the pages of these users as soon as they are in no hand."""
        self._users.update(users)

    def remove(self, users: Iterable[str]) -> None:
        """Do not close the pages of these users."""
        self._users.difference_update(users)

    def close_pages(self) -> None:
        """Close the pages of those who are in no hand."""
        for user in [user for user in self._users if not self._playing(user)]:
            for viewer in self._viewers:
                if viewer.user == user:
                    viewer.close(BARRED, "you are barred")
            self._users.discard(user)
