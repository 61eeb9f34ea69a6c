"""Seats while the tournament runs: steps of the director (T1.3, T5.1-T5.6).

In order: players who move take their new seats when the hand there is over; late entrants get a seat; all seats are
drawn anew, for the final table or where fewer tables are left (`standpat.tournament.final_table`); a table breaks; the
tables are kept even (`standpat.tournament.balancing`). A move has two sides, `Departed` and `Arrived` with the same
number, so a table never needs to know what happens at another.

Ours: before registration closes nothing is drawn anew, because the field may still grow; the last two tables become
one as soon as all have room there.
"""

from collections.abc import Sequence

from standpat.tournament import balancing, breaking, final_table, seating
from standpat.tournament.balancing import Move
from standpat.tournament.chance import Draw
from standpat.tournament.events import Arrived, Broken, Departed, Event, Redrawn, Seated
from standpat.tournament.state import Tournament
from standpat.tournament.table import Table


def arrivals(tournament: Tournament, _: bytes, now: int) -> Sequence[Event]:
    """Players who are on their way take their seats at tables that are between hands."""
    return [
        Arrived(at=now, move=tournament.players[id].move, player=id, table=table.number, seat=seat)
        for table in tournament.open_tables()
        if table.hand is None
        for seat, id in table.kept.items()
    ]


def latecomers(tournament: Tournament, seed: bytes, now: int) -> Sequence[Event]:
    """The first player without a seat gets one; if there is none, a table is added."""
    if not tournament.unseated:
        return ()
    player = tournament.players[tournament.unseated[0]]
    draw = Draw(seed, f"entry {player.mine.entries} of {player.number}")
    tables = [one for one in views(tournament) if one.id != _breaks(tournament)]
    place = seating.late_seat(tables, draw, tournament.announced.options)
    if place is not None:
        return [Seated(at=now, player=player.id, table=int(place.table), seat=place.seat)]
    seats = tournament.announced.structure.seats
    return [Seated(at=now, player=player.id, table=len(tournament.tables) + 1, seat=draw.below(seats), opens=seats)]


def redraw(tournament: Tournament, seed: bytes, now: int) -> Sequence[Event]:
    """Draw all seats anew, once every table is between hands (T5.6)."""
    if not redraws(tournament) or tournament.playing or tournament.undecided:
        return ()
    seats = tournament.announced.structure.seats
    if combines(tournament):
        seats = final_size(tournament)
    draw = Draw(seed, f"redraw {len(tournament.tables)}")
    drawn = seating.drawn([player.id for player in tournament.alive()], seats, draw)
    return [Redrawn(at=now, tables=tuple([tuple([row.get(at) for at in range(seats)]) for row in drawn]))]


def breaks(tournament: Tournament, seed: bytes, now: int) -> Sequence[Event]:
    """Move the players of a table that breaks, and close tables without players (T5.5)."""
    if empty := [table for table in tournament.open_tables() if not table.count and table.hand is None]:
        return [Broken(at=now, table=table.number) for table in empty]
    goes = _breaks(tournament)
    if goes is None or not _between(tournament, tournament.tables[int(goes)]):
        return ()
    tables = {one.id: one for one in views(tournament)}
    draw = Draw(seed, f"break {goes} at {tournament.moves}")
    moves = breaking.broken(tables.pop(goes), list(tables.values()), draw, tournament.announced.options)
    return _departures(tournament, moves, now)


def balance(tournament: Tournament, _: bytes, now: int) -> Sequence[Event]:
    """Keep the tables even (T5.1-T5.4)."""
    goes = _breaks(tournament)
    tables = [one for one in views(tournament) if one.id != goes]
    if len(tables) < 2 or redraws(tournament):
        return ()
    idle = {one.id for one in tables if _between(tournament, tournament.tables[int(one.id)])}
    order = [one.id for one in _in_order(tournament, tables)]
    return _departures(tournament, balancing.moves(tables, idle, tournament.announced.options, order), now)


STEPS = (arrivals, latecomers, redraw, breaks, balance)


# What tables wait for ----------------------------------------------------------------------------------------


def halted(tournament: Tournament, table: Table) -> bool:
    """Whether a table begins no hand because of seats: all are drawn anew, it breaks, or it waits for a player."""
    if redraws(tournament):
        return True
    goes = _breaks(tournament)
    if goes == str(table.number):
        return True
    tables = [one for one in views(tournament) if one.id != goes]
    return len(tables) > 1 and not balancing.may_deal(str(table.number), tables, tournament.announced.options)


def redraws(tournament: Tournament) -> bool:
    """Whether all seats are drawn anew as soon as every table is between hands (T5.6)."""
    if not tournament.closed:
        return False
    tables = sum([bool(table.count) for table in tournament.open_tables()])
    fewer = 1 < tables < tournament.drawn_for
    anew = fewer and final_table.redraws(tables, tournament.field.entries, tournament.announced.options)
    return anew or combines(tournament)


def combines(tournament: Tournament) -> bool:
    """Whether the players who are left make the final table."""
    if tournament.left < 2:
        return False
    tables = sum([bool(table.count) for table in tournament.open_tables()])
    return final_table.combines(tournament.left, tables, final_size(tournament))


def final_size(tournament: Tournament) -> int:
    """How many players make the final table."""
    structure = tournament.announced.structure
    most = min([record.max_seats for record in structure.records()])
    return final_table.size(structure.seats, most, tournament.announced.options)


def views(tournament: Tournament) -> list[seating.Table]:
    """The tables as the seating rules see them.

    Players on their way count where they go. The seat of a player whose fate is open is held.
    """
    found = []
    for table in tournament.open_tables():
        players = {seat: id for seat, id in enumerate(table.seats) if id is not None} | table.kept
        held = frozenset([seat for seat, id in players.items() if id in table.busts])
        there = {seat: id for seat, id in players.items() if seat not in held}
        if players:
            found.append(seating.Table(str(table.number), len(table.seats), there, table.last, held))
    return found


def _breaks(tournament: Tournament) -> str | None:
    """The table that breaks."""
    tables = views(tournament)
    if len(tables) == 2 and not tournament.closed:
        goes = _in_order(tournament, tables)[0]
        return goes.id if tournament.left <= tournament.announced.structure.seats else None
    return breaking.due(tables, [one.id for one in _in_order(tournament, tables)])


def _in_order(tournament: Tournament, tables: Sequence[seating.Table]) -> list[seating.Table]:
    """The tables in the order in which they break: first those that are not in the published order, the last first."""
    rank = {str(number): k for k, number in enumerate(tournament.breaking)}
    return sorted(tables, key=lambda one: (rank.get(one.id, -1), -int(one.id)))


def _between(tournament: Tournament, table: Table) -> bool:
    """Whether a table is between hands, with nobody whose fate is open."""
    return table.hand is None and not table.busts and not (tournament.calling and table.owes)


def _departures(tournament: Tournament, moves: Sequence[Move], now: int) -> list[Event]:
    return [
        Departed(
            at=now,
            move=number,
            player=move.player,
            table=int(move.from_table),
            seat=move.from_seat,
            to_table=int(move.to_table),
            to_seat=move.to_seat,
        )
        for number, move in enumerate(moves, tournament.moves + 1)
    ]
