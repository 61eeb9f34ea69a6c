"""Who is at the tables of a tournament (T3.1, T3.3), from table to table.

Who has had no page of a table open yet is away: their decisions are made for them at once. The first page brings them
back. Later a player is away when they said so, or did not answer; then they say themselves when they are back.

A player without a connection has extra time for a few decisions (`standpat.tournament.timebank`). A room that starts
again knows who was away from the stored seats, and gives the extra time anew.
"""

from standpat.room.tables.seating import Seating
from standpat.tournament.timebank import CutOff


class Attendance:
    """The players of one tournament. `there` has those who have been at a table: whether they are there now."""

    def __init__(self) -> None:
        self.there: dict[str, bool] = {}
        self._seen: set[str] = set()
        self._cut_off: dict[str, CutOff] = {}

    def note(self, seating: Seating) -> None:
        """Note who is away at a table."""
        self.there |= {seat.user: not seat.out for seat in seating.seats if seat and not seat.bot}

    def came(self, user: str, seating: Seating) -> None:
        """A user has opened a page of a table. If they have never been at one, they are there from now on."""
        seat = seating.of(user)
        if seat is not None and user not in self._seen:
            seat.out = False
            self.there[user] = True
        self._seen.add(user)

    def decided(self, user: str) -> None:
        """A user has decided something: they have all of their extra time again."""
        self._cut_off.pop(user, None)

    def extra(self, user: str, times: tuple[int, ...]) -> int:
        """The extra time of a user's decision, in seconds."""
        seconds, self._cut_off[user] = self._cut_off.get(user, CutOff()).extra(times)
        return seconds

    def has_more(self, user: str, times: tuple[int, ...]) -> bool:
        """Whether a user would get extra time for their next decision."""
        return bool(self._cut_off.get(user, CutOff()).extra(times).seconds)
