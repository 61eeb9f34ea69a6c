"""Seats while the tournament runs: steps of the director (T1.3, T5.1-T5.6).

In order: players who move take their new seats when the hand there is over; late entrants get a seat; all seats are
drawn anew, for the final table, where fewer tables are left (`standpat.tournament.final_table`), or after a pause
overnight (`standpat.tournament.evening`); a table breaks; the tables are kept even (`standpat.tournament.balancing`). A
move has two sides, `Departed` and `Arrived` with the same number, so a table never needs to know what happens at
another.

Ours: before registration closes seats are drawn anew only after a pause overnight, because the field may still grow;
the last two tables become one as soon as all have room there. In hand-for-hand players move between two rounds, so that
everybody plays one hand in each.
"""

from collections.abc import Sequence

from standpat.tournament import balancing, breaking, seating
from standpat.tournament.balancing import Move
from standpat.tournament.chance import Draw
from standpat.tournament.events import Arrived, Broken, Departed, Event, Redrawn, Seated
from standpat.tournament.seat_plan import final_size, plan_of
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
    plan = plan_of(tournament)
    tables = [one for one in plan.tables if one.id != plan.breaks]
    place = seating.late_seat(tables, draw, tournament.announced.options)
    if place is not None:
        return [Seated(at=now, player=player.id, table=int(place.table), seat=place.seat)]
    seats = tournament.announced.structure.seats
    return [Seated(at=now, player=player.id, table=len(tournament.tables) + 1, seat=draw.below(seats), opens=seats)]


def redraw(tournament: Tournament, seed: bytes, now: int) -> Sequence[Event]:
    """Draw all seats anew, once every table is between hands (T2.5, T5.6). A last table keeps its size."""
    plan = plan_of(tournament)
    if not plan.redraws or tournament.playing or tournament.undecided:
        return ()
    if plan.combines:
        seats = final_size(tournament)
    elif len(plan.tables) == 1:
        seats = plan.tables[0].capacity
    else:
        seats = tournament.announced.structure.seats
    draw = Draw(seed, f"redraw {len(tournament.tables)}")
    drawn = seating.drawn([player.id for player in tournament.alive()], seats, draw)
    return [Redrawn(at=now, tables=tuple([tuple([row.get(at) for at in range(seats)]) for row in drawn]))]


def breaks(tournament: Tournament, seed: bytes, now: int) -> Sequence[Event]:
    """Move the players of a table that breaks, and close tables without players (T5.5)."""
    if empty := [table for table in tournament.open_tables() if not table.count and table.hand is None]:
        return [Broken(at=now, table=table.number) for table in empty]
    plan = plan_of(tournament)
    goes = plan.breaks
    if goes is None or plan.redraws or _in_round(tournament) or not _between(tournament, tournament.tables[int(goes)]):
        return ()
    tables = {one.id: one for one in plan.tables}
    draw = Draw(seed, f"break {goes} at {tournament.moves}")
    moves = breaking.broken(tables.pop(goes), list(tables.values()), draw, tournament.announced.options)
    return _departures(tournament, moves, now)


def balance(tournament: Tournament, _: bytes, now: int) -> Sequence[Event]:
    """Keep the tables even (T5.1-T5.4)."""
    plan = plan_of(tournament)
    tables = [one for one in plan.tables if one.id != plan.breaks]
    if len(tables) < 2 or plan.redraws or plan.even or _in_round(tournament):
        return ()
    idle = {one.id for one in tables if _between(tournament, tournament.tables[int(one.id)])}
    return _departures(tournament, balancing.moves(tables, idle, tournament.announced.options, plan.order), now)


STEPS = (arrivals, latecomers, redraw, breaks, balance)


def _between(tournament: Tournament, table: Table) -> bool:
    """Whether a table is between hands, with nobody whose fate is open."""
    return table.hand is None and not table.busts


def _in_round(tournament: Tournament) -> bool:
    """Whether a round of hand-for-hand is being played."""
    return tournament.calling and not tournament.resting


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
