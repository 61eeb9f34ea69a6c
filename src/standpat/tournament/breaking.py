"""Breaking tables (T5.5).

The order in which tables break is fixed when registration closes and is published (`order`): tables that were added
late break first. A table breaks as soon as the others have room for its players (`due`), when its hand is over; then it
deals no more. Its players get new seats by a draw in two steps (`broken`): who takes which turn, and which open seat
each turn gets. Any seat may be drawn, also a blind or the button. Who gets the seat of a dead small blind posts the
small blind; who gets a seat between the button and the small blind waits for one hand.

The last two tables do not break into one: see `standpat.tournament.final_table`.
"""

from collections.abc import Sequence

from standpat.tournament.balancing import Move
from standpat.tournament.chance import Draw
from standpat.tournament.options import Options
from standpat.tournament.seating import Table, late_seat


def order(tables: Sequence[str], added: Sequence[str] = ()) -> tuple[str, ...]:
    """The order in which tables break: the last added first, then the first tables from the last one on.

    Args:
        tables: The tables with which the tournament began.
        added: The tables that were added later.

    Raises:
        ValueError: A table is named twice.

    >>> order(["1", "2", "3"], ["4", "5"])
    ('5', '4', '3', '2', '1')
    """
    found = (*reversed(added), *reversed(tables))
    if len(set(found)) < len(found):
        raise ValueError("a table is named twice")
    return found


def due(tables: Sequence[Table], breaking: Sequence[str], spare: int = 0) -> str | None:
    """The table that breaks now; it deals no more once its hand is over.

    Args:
        tables: The tables in play.
        breaking: The order in which tables break.
        spare: How many seats stay open for those who may still come, while registration is open; so a table does not
            break that must soon be added again. It does not keep a table at which one player is alone.

    Returns:
        The first of that order whose players have room at the other tables; None if there is no room, or if only two
        tables are left.

    Raises:
        ValueError: A table is not in the order.
    """
    rank = {name: k for k, name in enumerate(breaking)}
    if unnamed := sorted({table.id for table in tables} - rank.keys()):
        raise ValueError(f"table {unnamed[0]} is not in the order of breaking")
    if len(tables) <= 2:
        return None
    goes = min(tables, key=lambda table: rank[table.id])
    room = sum([len(table.open) for table in tables if table is not goes])
    return goes.id if len(goes) + (spare if len(goes) > 1 else 0) <= room else None


def broken(table: Table, others: Sequence[Table], draw: Draw, options: Options) -> tuple[Move, ...]:
    """Draw new seats for the players of a table that breaks.

    First the turns are drawn, then for each turn a seat among the open seats of the tables with the fewest players. So
    tables that were within one of each other still are.

    Args:
        table: The table that breaks, between hands.
        others: The other tables.
        draw: The draw.
        options: The options.

    Returns:
        A move for each player, in the order in which they were drawn.

    Raises:
        ValueError: The other tables have no room, or a seat of the table is still held for somebody.
    """
    if table.held:
        raise ValueError(f"a seat of table {table.id} is still held")
    state = {other.id: other for other in others}
    drawn: list[Move] = []
    for seat in draw.shuffled(sorted(table.players)):
        place = late_seat(list(state.values()), draw, options)
        if place is None:
            raise ValueError(f"the other tables have no room for the players of table {table.id}")
        player = table.players[seat]
        drawn.append(Move(player, table.id, seat, place.table, place.seat))
        state[place.table] = state[place.table].joined(place.seat, player)
    return tuple([_with_waiting(move, state[move.to_table], options) for move in drawn])


def _with_waiting(move: Move, table: Table, options: Options) -> Move:
    """The move, with whether the player waits when all others have arrived."""
    waits = table.left(move.to_seat).waits(move.to_seat, options)
    return Move(move.player, move.from_table, move.from_seat, move.to_table, move.to_seat, waits)
