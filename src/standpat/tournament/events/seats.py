"""Events of a tournament: players go to other seats and tables."""

from standpat.tournament.events.happened import Happened, Row


class Departed(Happened, frozen=True, tag="departed"):
    """A player leaves a table for another: the first side of move number `move` (T5.1-T5.5).

    They have no seat until `Arrived`, which has the same number. Their new seat is kept for them. `by` is the director
    who moves them, with the reason `why`; both are empty where the rules do.
    """

    move: int
    player: str
    table: int
    seat: int
    to_table: int
    to_seat: int
    by: str = ""
    why: str = ""


class Arrived(Happened, frozen=True, tag="arrived"):
    """A player who moves takes their new seat: the second side of a move."""

    move: int
    player: str
    table: int
    seat: int


class Broken(Happened, frozen=True, tag="broken"):
    """A table has no players any more (T5.5)."""

    table: int


class Redrawn(Happened, frozen=True, tag="redrawn"):
    """All seats are drawn anew. The tables are new ones: the numbers go on (T2.5, T5.6, R3.7)."""

    tables: tuple[Row, ...]
