"""What seated people have asked their table to do for them, told to their own pages.

A plan is a field of the seat (`standpat.room.tables.seating`), so a restart forgets none. It changes by its player's
message, by a deal or when the table is read again. `look`, which the actor calls after each of its jobs, tells those
whose plans have changed, on all pages that they have open. A page that joins is told the plans, unless there are none.
"""

from typing import Final

from msgspec import structs

from standpat.protocol.room import Plans, Stopped, write
from standpat.room.tables.seating import Seat, Seating
from standpat.room.tables.viewer import Viewer
from standpat.room.tables.viewers import Viewers

NONE: Final = Plans()


class PlanTeller:
    """Tells the plans of one table. `viewers` are its connections."""

    def __init__(self, viewers: Viewers) -> None:
        self._viewers = viewers
        self._told: dict[str, Plans] = {}
        """The plans as pages know them, by user; no user without plans."""

    def tell(self, viewer: Viewer, seating: Seating) -> None:
        """Tell a connection that has joined."""
        seat = seating.of(viewer.user)
        if seat is not None and (plans := _plans(seat)) != NONE:
            self._told[viewer.user] = plans
            viewer.tell(write(plans))

    def look(self, seating: Seating) -> None:
        """Tell those whose plans have changed."""
        now = {seat.user: _plans(seat) for seat in seating.seats if seat and not seat.bot}
        planned = {user: plans for user, plans in now.items() if plans != NONE}
        if planned == self._told:
            return
        for user, plans in now.items():
            if plans != self._told.get(user, NONE):
                self._say(user, plans)
        self._told = planned

    def say(self, user: str, seating: Seating, *, bought: int = 0, stopped: Stopped = "") -> None:
        """Tell a player what was done by their plans."""
        seat = seating.of(user)
        if seat is not None:
            plans = self._told[user] = _plans(seat)
            self._say(user, structs.replace(plans, bought=bought, stopped=stopped))

    def _say(self, user: str, plans: Plans) -> None:
        told = write(plans)
        for viewer in self._viewers:
            if viewer.user == user:
                viewer.tell(told)


def _plans(seat: Seat) -> Plans:
    return Plans(out_at_big=seat.out_at_big, auto_buy=seat.auto_buy, straddles=seat.straddles, chops=seat.chops)
