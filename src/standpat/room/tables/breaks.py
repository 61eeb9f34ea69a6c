"""Breaks: a seated player goes away for up to an hour, and their seat and chips are kept.

Who takes a break sits out from the next hand on until a time that all see at their seat (`Seat.kept_until`). Until then
nobody is stood up for having no page open (`standpat.room.tables.cashier.AWAY`). The ordinary rules hold again when the
time is over, when the player comes back, or when a host ends the break; those who have no page open have been away from
then on. The player goes on sitting out until they come back themselves.

At a public table a person has one break a day, so that nobody keeps others from its seats for long; at a private one
they have as many as they like, and the host may end them (`standpat.room.tables.host`). Times are Unix seconds and are
part of the seating, so a restart forgets none. Only the table's actor may call this, in its turn.
"""

import math
from collections.abc import Callable
from typing import Final

from standpat.language.sentence import Sentence
from standpat.room.tables import purse
from standpat.room.tables.cashier import Cashier
from standpat.room.tables.refusal import Refused

LONGEST: Final = 3600.0
"""The longest break, in seconds."""
DAY: Final = 86_400.0
"""Seconds between the beginnings of two breaks of a person at a public table."""


class Breaks:
    """The breaks of one table.

    Args:
        cashier: The cashier.
        wall: The time, in Unix seconds.
    """

    def __init__(self, cashier: Cashier, wall: Callable[[], float]) -> None:
        self._cashier = cashier
        self._wall = wall

    async def take(self, user: str, minutes: int) -> None:
        """Let a player go away for so many minutes from now on.

        Raises:
            Refused: They do not sit here, or had a break here less than a day ago.
        """
        cashier, now = self._cashier, self._wall()
        cashier.place(user)
        person = purse.person(cashier.purses()[user]) or user
        # A time that is ahead was stored before the machine's clock was set back.
        recent = {one: at for one, at in cashier.seating.breaks.items() if abs(now - at) < DAY}
        if person in recent and not cashier.rules.private:
            hours = math.ceil((recent[person] + DAY - now) / 3600)
            raise Refused("not-possible", Sentence("break-again", hours=hours))

        def change(at: int) -> None:
            cashier.seating.keep(at, now + 60 * minutes)
            cashier.seating.breaks = {**recent, person: now}

        await cashier.change(user, change)

    async def end(self, user: str) -> None:
        """End the break of a player, who goes on sitting out.

        Raises:
            Refused: They do not sit here, or have no break.
        """
        at = self._cashier.place(user)
        seat = self._cashier.seating.of(user)
        if seat is None or not seat.kept_until:
            raise Refused("not-possible", Sentence("no-break"))
        await self._cashier.change(user, lambda _: self._cashier.seating.keep(at, 0.0))

    async def sweep(self) -> None:
        """End the breaks whose time is over. Called regularly."""
        now = self._wall()
        for seat in self._cashier.seating.seats:
            # Longer than the longest: the machine's clock was set back.
            if seat and seat.kept_until and not 0 < seat.kept_until - now < LONGEST + 60:
                await self.end(seat.user)
