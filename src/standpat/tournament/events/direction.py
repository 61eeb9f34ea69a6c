"""Events of a tournament: what its director, the operator or the room does about it."""

from standpat.tournament.clock import Break, Outage, Put, Shift
from standpat.tournament.events.happened import Happened


class Paused(Happened, frozen=True, tag="paused"):
    """No hand begins and the clock stands still until `Resumed`."""

    by: str
    why: str = ""


class Resumed(Happened, frozen=True, tag="resumed"):
    """Play goes on.

    With `redraw`, all seats are drawn anew before the next hand (T2.5). It is None in journals from before that was
    decided, where seats stayed.
    """

    by: str
    why: str = ""
    redraw: bool | None = None


class Clocked(Happened, frozen=True, tag="clocked"):
    """The clock was changed: time added or taken off, a break, another level, or an outage (T9.1)."""

    by: str
    change: Break | Shift | Put | Outage
    why: str = ""


class Disqualified(Happened, frozen=True, tag="disqualified"):
    """A player is out and their chips leave play (T3.6); a no-show may get their entry back (T3.5)."""

    player: str
    by: str
    why: str
    refund: int = 0


class Forfeited(Happened, frozen=True, tag="forfeited"):
    """A player gave up their stack to enter again (T1.4); the chips leave play."""

    player: str
    chips: int


class Noted(Happened, frozen=True, tag="noted"):
    """The director tells everybody something."""

    by: str
    text: str


class CalledOff(Happened, frozen=True, tag="called-off"):
    """No hand begins any more; when the present ones are over, `Cancelled` follows (T9.2)."""

    by: str
    why: str


class Undone(Happened, frozen=True, tag="undone"):
    """An act of the director does not count any more; what makes up for it came before this.

    Attributes:
        act: Its number, from 1 (`standpat.tournament.acts`).
        by: Who undid it.
        why: Why.
    """

    act: int
    by: str
    why: str
