"""Tables and who gets which seat at them: the first draw, and those who come later (T1.1, T1.3).

A `Table` is what the seating rules know of one: its players by seat, its size, and the positions of its last hand.
Seats are drawn; tables are as even as possible. Somebody who comes late gets a drawn seat at one of the tables with the
fewest players. They are dealt in at once and owe nothing, whatever their position is; only between the button and the
small blind do they wait for one hand.

Tables are never changed: functions return what is to happen, and the caller books it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from standpat.tournament.chance import Draw
from standpat.tournament.options import Options
from standpat.tournament.positions import Positions, between_small_and_button


@dataclass(frozen=True, slots=True)
class Table:
    """A table between two hands, or the table as it will be when its hand is over.

    Attributes:
        id: The table.
        capacity: How many seats it has.
        players: The players by seat, without those who are out.
        last: The positions of the last hand, or of the one that is being played; None before the first hand, and
            after a draw of all seats.
        held: Empty seats that are kept, for example for a player who may still rebuy. They count as players.

    Raises:
        ValueError: A seat does not exist, is held and taken, or a player has two.
    """

    id: str
    capacity: int
    players: Mapping[int, str]
    last: Positions | None = None
    held: frozenset[int] = field(default=frozenset())

    def __post_init__(self) -> None:
        if self.capacity < 2:
            raise ValueError(f"a table has two or more seats, not {self.capacity}")
        if not all([0 <= at < self.capacity for at in (*self.players, *self.held)]):
            raise ValueError(f"table {self.id} has the seats 0 to {self.capacity - 1}")
        if self.held & self.players.keys():
            raise ValueError(f"table {self.id} holds a seat at which somebody sits")
        if len(set(self.players.values())) < len(self.players):
            raise ValueError(f"somebody has two seats at table {self.id}")

    def __len__(self) -> int:
        """How many players it has, with those for whom a seat is held."""
        return len(self.players) + len(self.held)

    @property
    def open(self) -> list[int]:
        """The seats that somebody may get."""
        return [at for at in range(self.capacity) if at not in self.players and at not in self.held]

    def waits(self, seat: int, options: Options) -> bool:
        """Whether somebody who comes to this seat now is not dealt in in the next hand (T1.3)."""
        return between_small_and_button(seat, self.last, self.players, self.capacity, options)

    def joined(self, seat: int, player: str) -> "Table":
        """The table with one more player."""
        if seat in self.players:
            raise ValueError(f"seat {seat} of table {self.id} is taken")
        return replace(self, players={**self.players, seat: player})

    def left(self, seat: int) -> "Table":
        """The table without the player of a seat."""
        return replace(self, players={at: player for at, player in self.players.items() if at != seat})


@dataclass(frozen=True, slots=True)
class Place:
    """A seat at a table for somebody who comes. `waits`: they are not dealt in in the next hand."""

    table: str
    seat: int
    waits: bool


def sizes(entrants: int, seats_per_table: int) -> tuple[int, ...]:
    """How many players the tables have: as few tables as possible, as even as possible, the larger ones first (T1.1).

    Raises:
        ValueError: There are fewer than two entrants, or tables have fewer than two seats.

    >>> sizes(13, 6)
    (5, 4, 4)
    """
    if entrants < 2 or seats_per_table < 2:
        raise ValueError("seats are drawn for two or more entrants, at tables of two or more seats")
    tables = -(-entrants // seats_per_table)
    each, more = divmod(entrants, tables)
    return (each + 1,) * more + (each,) * (tables - more)


def drawn(entrants: Iterable[str], seats_per_table: int, draw: Draw) -> tuple[dict[int, str], ...]:
    """Draw tables and seats (T1.1). The same for the first seats and for a redraw.

    The order in which the entrants are given does not matter.

    Args:
        entrants: The players.
        seats_per_table: How many seats each table has.
        draw: The draw.

    Returns:
        For each table its players by seat.

    Raises:
        ValueError: Somebody is named twice, or there are fewer than two.
    """
    players = sorted(entrants)
    if len(set(players)) < len(players):
        raise ValueError("an entrant is named twice")
    counts = sizes(len(players), seats_per_table)
    order = iter(draw.shuffled(players))
    tables: list[dict[int, str]] = []
    for count in counts:
        seats = draw.shuffled(range(seats_per_table))[:count]
        tables.append({at: next(order) for at in sorted(seats)})
    return tuple(tables)


def late_seat(tables: Sequence[Table], draw: Draw, options: Options) -> Place | None:
    """Draw a seat for somebody who comes late or enters again (T1.3, T1.4).

    The draw is among the open seats of the tables with the fewest players, so tables stay within one.

    Args:
        tables: The tables that take newcomers; not one that is about to break.
        draw: The draw.
        options: The options.

    Returns:
        The place; None if no seat is open and a table must be added.
    """
    open_tables = [table for table in tables if table.open]
    if not open_tables:
        return None
    fewest = min([len(table) for table in open_tables])
    choice = [(table, at) for table in open_tables if len(table) == fewest for at in table.open]
    table, seat = choice[draw.below(len(choice))]
    return Place(table.id, seat, table.waits(seat, options))
