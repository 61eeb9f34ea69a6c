"""What several events have in common: checks, seats, chips."""

from msgspec import structs

from standpat.tournament import clock
from standpat.tournament.clock import Change, Pause
from standpat.tournament.events import Row
from standpat.tournament.state import Status, Tournament
from standpat.tournament.table import Player, Table


class Impossible(ValueError):
    """An event that cannot follow. The text says why."""


def status(t: Tournament, *allowed: Status) -> None:
    """Check the status."""
    require(t.status in allowed, f"the tournament is {t.status}, not {' or '.join(allowed)}")


def entrant(t: Tournament, id: str) -> Player:
    """A player who entered."""
    player = t.players.get(id)
    require(player is not None, f"{id} has not entered")
    assert player is not None
    return player


def open_table(t: Tournament, number: int) -> Table:
    """A table that is not closed."""
    table = t.tables.get(number)
    require(table is not None and not table.broken, f"there is no table {number}")
    assert table is not None
    return table


def tick(t: Tournament, change: Change) -> None:
    """Change the clock."""
    try:
        t.clock = clock.after(t.announced.structure, t.clock, change)
    except ValueError as error:
        raise Impossible(str(error)) from None


def count(t: Tournament, **more: int) -> None:
    """Add to what the tournament has had."""
    counts = {name: getattr(t.field, name) + number for name, number in more.items()}
    t.field = structs.replace(t.field, **counts)


def stand_still(t: Tournament, at: int) -> None:
    """Stop the clock."""
    t.clock = t.time(at)
    if t.clock.running:
        tick(t, Pause(at))


def sit(t: Tournament, player: Player, table: Table, seat: int) -> None:
    """Put a player in a seat."""
    table.seats[seat] = player.id
    player.table, player.seat = table.number, seat
    if not player.stack:  # disqualified on the way
        table.busts.append(player.id)


def stand_up(t: Tournament, player: Player) -> None:
    """Take a player out of their seat."""
    if player.table:
        table = t.tables[player.table]
        table.seats[player.seat] = None
        if player.id in table.busts:
            table.busts.remove(player.id)
    player.table, player.seat = 0, -1


def give_stack(t: Tournament, player: Player) -> None:
    """Give a full stack."""
    player.stack = t.announced.structure.starting_stack


def take_chips(t: Tournament, player: Player) -> None:
    """Take a player's chips out of play; they are out then."""
    count(t, forfeited=player.stack)
    player.stack = 0
    if player.table and player.id not in (busts := t.tables[player.table].busts):
        busts.append(player.id)


def between_hands(t: Tournament, player: Player) -> None:
    """Check that a player plays no hand."""
    require(t.hand_of(player) is None, f"{player.id} plays a hand")


def ends(t: Tournament, number: int, hand: int) -> Table:
    """Check that a table plays this hand, which ends."""
    status(t, "running")
    table = open_table(t, number)
    require(table.hand is not None and table.hand.hand == hand, f"table {number} does not play hand {hand}")
    return table


def require_all_once(t: Tournament, tables: tuple[Row, ...]) -> None:
    """Check that a draw has everybody who is left, once each."""
    drawn = sorted([player for row in tables for player in row if player is not None])
    require(drawn == sorted([player.id for player in t.alive()]), "the draw is not of all players, once each")


def take_tables(t: Tournament, tables: tuple[Row, ...]) -> None:
    """Open these tables; the numbers go on."""
    for row in tables:
        number = len(t.tables) + 1
        t.tables[number] = Table(number, list(row))
        for seat, id in enumerate(row):
            if id is not None:
                player = t.players[id]
                player.table, player.seat = number, seat
    t.drawn_for = len(tables)


def require(holds: bool, otherwise: str) -> None:
    """Check that an event can follow.

    Raises:
        Impossible: It cannot.
    """
    if not holds:
        raise Impossible(otherwise)
