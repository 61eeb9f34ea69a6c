"""What the seating rules say about a tournament as it stands: which table breaks, whether all seats are drawn anew.

`plan_of(tournament)` is worked out once after every event, because every table asks for it before its next hand.
"""

from functools import lru_cache
from typing import NamedTuple

from standpat.tournament import balancing, breaking, final_table, seating
from standpat.tournament.positions import Positions
from standpat.tournament.state import Tournament
from standpat.tournament.table import Table


class SeatPlan(NamedTuple):
    """What the seating rules say.

    Attributes:
        tables: The tables with players, as the seating rules see them. Players on their way count where they go; the
            seat of a player whose fate is open is held.
        order: Their ids in the order in which they break.
        breaks: The table that breaks; None if none does.
        combines: Whether those who are left make the final table (T5.6).
        redraws: Whether all seats are drawn anew as soon as every table is between hands.
        even: Whether no two tables that go on differ by more than `Options.within` players.
    """

    tables: tuple[seating.Table, ...]
    order: tuple[str, ...]
    breaks: str | None
    combines: bool
    redraws: bool
    even: bool


def plan_of(tournament: Tournament) -> SeatPlan:
    """What the seating rules say now."""
    known = tournament.plan
    if known is None or known[0] != tournament.events:
        known = tournament.plan = (tournament.events, _worked_out(tournament))
    plan = known[1]
    assert isinstance(plan, SeatPlan)
    return plan


def halted(tournament: Tournament, table: Table) -> bool:
    """Whether a table begins no hand because of seats: all are drawn anew, it breaks, or it waits for a player."""
    plan, id = plan_of(tournament), str(table.number)
    if plan.redraws:
        return True
    if tournament.calling:  # the seats are seen to between the rounds
        return False
    if plan.breaks == id:
        return True
    if plan.even:
        return False
    tables = [one for one in plan.tables if one.id != plan.breaks]
    return not balancing.may_deal(id, tables, tournament.announced.options)


def final_size(tournament: Tournament) -> int:
    """How many players make the final table (T5.6)."""
    structure = tournament.announced.structure
    most = min([record.max_seats for record in structure.records()])
    return final_table.size(structure.seats, most, tournament.announced.options)


def _worked_out(tournament: Tournament) -> SeatPlan:
    options = tournament.announced.options
    tables = tuple([_view(table) for table in tournament.open_tables() if table.count])
    rank = {str(number): k for k, number in enumerate(tournament.breaking)}
    order = tuple(sorted([one.id for one in tables], key=lambda id: (rank.get(id, -1), -int(id))))
    left, seats = tournament.left, tournament.announced.structure.seats
    combines = redraws = False
    if tournament.closed and left > 1:
        combines = final_table.combines(left, len(tables), final_size(tournament))
        fewer = 1 < len(tables) < tournament.drawn_for
        redraws = combines or (fewer and final_table.redraws(len(tables), tournament.field.entries, options))
    in_round = tournament.calling and not tournament.resting
    redraws = redraws or (tournament.redraw and left > 1 and not in_round)
    if len(tables) == 2 and not tournament.closed:
        breaks = order[0] if left <= seats else None
    else:
        breaks = breaking.due(tables, order)
    counts = [len(one) for one in tables if one.id != breaks]
    even = not counts or max(counts) - min(counts) <= options.within
    return SeatPlan(tables, order, breaks, combines, redraws, even)


def _view(table: Table) -> seating.Table:
    return _seen(table.number, tuple(table.seats), tuple(table.kept.items()), table.last, tuple(table.busts))


@lru_cache(maxsize=4096)
def _seen(
    number: int,
    seats: tuple[str | None, ...],
    kept: tuple[tuple[int, str], ...],
    last: Positions | None,
    busts: tuple[str, ...],
) -> seating.Table:
    players = {seat: id for seat, id in enumerate(seats) if id is not None} | dict(kept)
    held = frozenset([seat for seat, id in players.items() if id in busts])
    there = {seat: id for seat, id in players.items() if seat not in held}
    return seating.Table(str(number), len(seats), there, last, held)
