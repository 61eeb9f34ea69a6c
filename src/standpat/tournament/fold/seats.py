"""Seats: what these events change in the state (T1.3, T5)."""

from standpat.tournament.acts import Act
from standpat.tournament.events import Arrived, Broken, Departed, Redrawn, Seated
from standpat.tournament.fold.parts import (
    entrant,
    give_stack,
    open_table,
    require,
    require_all_once,
    sit,
    stand_up,
    status,
    take_tables,
)
from standpat.tournament.state import Tournament
from standpat.tournament.table import Table


def seated(t: Tournament, event: Seated) -> None:
    """Seat a late entrant with a full stack, at a new table if need be."""
    status(t, "running")
    player = entrant(t, event.player)
    require(not player.table and not player.out and not player.move, f"{event.player} has a seat")
    opens = event.opens > 0 and event.table == len(t.tables) + 1
    table = Table(event.table, [None] * event.opens) if opens else open_table(t, event.table)
    require(event.seat in table.free, f"seat {event.seat} of table {event.table} is not free")
    if opens:
        t.tables[event.table] = table
        t.drawn_for = max(t.drawn_for, len(t.open_tables()))
    give_stack(t, player)
    sit(t, player, table, event.seat)
    t.unseated.remove(event.player)


def departed(t: Tournament, event: Departed) -> None:
    """Take a player from their table and keep the new seat for them."""
    status(t, "running")
    player, source, target = entrant(t, event.player), open_table(t, event.table), open_table(t, event.to_table)
    require(event.move == t.moves + 1, f"move {event.move} is not the next")
    require(source.seats[event.seat] == event.player and source.hand is None, f"{event.player} cannot leave")
    require(event.to_seat in target.free, f"seat {event.to_seat} of table {event.to_table} is not free")
    stand_up(t, player)
    player.move = event.move
    target.kept[event.to_seat] = event.player
    t.moves = event.move
    if event.by:
        t.acts.append(Act(event))


def arrived(t: Tournament, event: Arrived) -> None:
    """Seat a player in the seat that was kept."""
    status(t, "running")
    player, table = entrant(t, event.player), open_table(t, event.table)
    require(player.move == event.move > 0, f"{event.player} is not on move {event.move}")
    require(table.kept.get(event.seat) == event.player, f"seat {event.seat} is not kept for {event.player}")
    require(table.hand is None, f"table {event.table} plays a hand")
    del table.kept[event.seat]
    player.move = 0
    sit(t, player, table, event.seat)


def broken(t: Tournament, event: Broken) -> None:
    """Close a table without players."""
    table = open_table(t, event.table)
    require(not table.count and table.hand is None, f"table {event.table} has players")
    table.broken = True


def redrawn(t: Tournament, event: Redrawn) -> None:
    """Close all tables, and open new ones with the players in these seats."""
    status(t, "running")
    require(all([table.hand is None for table in t.open_tables()]), "a table plays a hand")
    require_all_once(t, event.tables)
    for table in t.open_tables():
        table.broken = True
    for player in t.alive():
        player.table, player.seat, player.move = 0, -1, 0
    take_tables(t, event.tables)
    t.redraw = False
