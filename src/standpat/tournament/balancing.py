"""Keeping tables even: who moves from where to where (T5.1-T5.4).

Tables differ by at most `Options.within` players. When a table is over its hand and has more players than that above
another, somebody moves:

- from the table with the most players, and among those from the one that breaks first (T5.3);
- the player whose big blind is next (T5.1);
- to the table with the fewest players, and among those to the one that breaks last;
- to the open seat that the big blind reaches soonest, even if that is the second big blind running for them. Never to
  the seat that posts the small blind next, nor between the button and the small blind (T5.2). If only such seats are
  open, the move waits for the next hand. Where one player is left alone, any seat will do, the best one first.

A table may receive somebody in the middle of its hand; they are dealt in from the next one on. A table that is two
short waits for the player who will come (`may_deal`, T5.4).

Players who are absent move like everybody else.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from standpat.tournament.options import Options
from standpat.tournament.positions import dealt, due_big_blind, following
from standpat.tournament.seating import Table


@dataclass(frozen=True, slots=True)
class Move:
    """A player goes from one seat to another. `waits`: they are not dealt in in the next hand of the new table."""

    player: str
    from_table: str
    from_seat: int
    to_table: str
    to_seat: int
    waits: bool = False


def moves(
    tables: Sequence[Table], between_hands: Collection[str], options: Options, order: Sequence[str] = ()
) -> tuple[Move, ...]:
    """The moves that are due now.

    Args:
        tables: The tables in play; without one that is about to break.
        between_hands: The ids of the tables that are between two hands. Only their players can move.
        options: The options.
        order: The ids of the tables in the order in which they break, see `standpat.tournament.breaking.order`;
            without it, the order of `tables`.

    Returns:
        The moves, in the order in which they are to be booked. With all tables between hands, the tables are within
        `Options.within` of each other after them, unless only forbidden seats are open.
    """
    state = {table.id: table for table in tables}
    rank = {name: k for k, name in enumerate(order or state)}
    found: list[Move] = []
    while move := _next_move(state, between_hands, options, rank):
        found.append(move)
        state = after_move(state, move)
    return tuple(found)


def after_move(tables: dict[str, Table], move: Move) -> dict[str, Table]:
    """The tables by id after a move."""
    source, target = tables[move.from_table], tables[move.to_table]
    moved = {source.id: source.left(move.from_seat), target.id: target.joined(move.to_seat, move.player)}
    return {**tables, **moved}


def may_deal(table: str, tables: Sequence[Table], options: Options) -> bool:
    """Whether a table may begin its next hand (T5.4). Ask after the moves that are due are booked.

    It may not with fewer than two players, nor while it is `Options.halt_at` or more short of the fullest table and has
    a seat for the player who will come from there.
    """
    own = next(one for one in tables if one.id == table)
    if len(own.players) < 2:
        return False
    short = max([len(one) for one in tables]) - len(own)
    return short < max(options.halt_at, options.within + 1) or worst_seat(own, options) is None


def mover(table: Table, options: Options) -> int:
    """The seat of the player who would move from a table: whose big blind is next (T5.1).

    Before its first hand a table has no blinds, and the player of the last seat moves.
    """
    if table.last is None:
        return max(table.players)
    return due_big_blind(table.last, table.players, table.capacity, options)[0]


def worst_seat(table: Table, options: Options) -> int | None:
    """The seat that somebody gets who moves to a table: where they have the big blind soonest (T5.2).

    Returns:
        The seat; None if there is none, or only such that nobody may be moved to.
    """
    last, size = table.last, table.capacity
    if last is None or not table.players:
        return min(table.open, default=None)
    seats = sorted(table.open, key=lambda at: (at - last.big - 1) % size)
    with_seat = {at: following(last, {*table.players, at}, size, options) for at in seats}
    allowed = [
        at
        for at, positions in with_seat.items()
        if at != positions.small and at in dealt(positions, {*table.players, at}, size)
    ]
    if len(table.players) < 2:
        allowed = allowed or seats
    return min(allowed, key=lambda at: (at - with_seat[at].big) % size, default=None)


def _next_move(
    tables: dict[str, Table], between_hands: Collection[str], options: Options, rank: dict[str, int]
) -> Move | None:
    """The move that is due first."""
    sources = [table for table in tables.values() if table.id in between_hands and table.players]
    sources.sort(key=lambda table: (-len(table), rank[table.id]))
    targets = sorted(tables.values(), key=lambda table: (len(table), -rank[table.id]))
    for source in sources:
        for target in targets:
            if len(source) - len(target) <= options.within:
                break
            seat = worst_seat(target, options)
            if seat is not None:
                at = mover(source, options)
                return Move(source.players[at], source.id, at, target.id, seat)
    return None
