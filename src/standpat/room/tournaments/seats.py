"""What a tournament's table is made of: its id, its record and its seats, all from the tournament.

The id follows from the tournament's seed and the table's number, so that a table that was to be opened when the room
ended is opened once.
"""

import hashlib
from collections.abc import Mapping

from msgspec import structs

from standpat.engine.games import Stakes, game
from standpat.room.tables.resume import Stored
from standpat.room.tables.seating import Seat, Seating
from standpat.room.tables.table import ClockRules, TableRules
from standpat.tournament.state import Tournament
from standpat.tournament.timebank import pace_of


def table_id(seed: bytes, number: int) -> str:
    """The id of a table."""
    return hashlib.shake_256(b"standpat table %d " % number + seed).hexdigest(12)


def rules_of(tournament: Tournament, number: int, id: str) -> TableRules:
    """The record of a table."""
    announced = tournament.announced
    structure = announced.structure
    first, pace = structure.games[0], pace_of(structure)
    return TableRules(
        id=id,
        name=f"{announced.name} {number}"[:40],
        game_id=game(first).id,
        house=structure.house,
        options={},
        stakes=structure.level(1).games[first],
        buy_in=(1, 1),
        seats=len(tournament.tables[number].seats),
        public=False,
        tournament=announced.id,
        number=number,
        clock=ClockRules(
            pace.act,
            pace.draw,
            pace.long_draw,
            pace.bank + pace.last_table,
            pace.refill,
            protection=0,
            protection_refill=0,
            showdown=pace.showdown,
        ),
    )


def seating_of(
    tournament: Tournament,
    number: int,
    stakes: Stakes,
    before: Seating | None = None,
    there: Mapping[str, bool] | None = None,
) -> Seating:
    """The seats of a table, as its tournament has them.

    Args:
        tournament: The tournament.
        number: The number of the table.
        stakes: The stakes of its present hand.
        before: The seating until now: who is away, and whose hand is always shown, stays so.
        there: Whether people who come to the table are there; who has never been is away (T3.1).
    """
    table = tournament.tables[number]
    seats: list[Seat | None] = []
    for id in table.seats:
        if id is None:
            seats.append(None)
            continue
        player, known = tournament.players[id], before.of(id) if before else None
        seat = Seat(id, player.name, player.stack, entering=False, bot=player.bot)
        seat.out = not (player.bot or (there or {}).get(id, False))
        if known is not None:
            seat.out, seat.shows = known.out, known.shows
        seats.append(seat)
    last, hand = table.last, table.hand
    seating = Seating(stakes, seats, 1, 1, playing=hand.seats if hand else ())
    if last is not None:
        seating.button, seating.small, seating.big = last.button, last.marker, last.big
    return seating


def seated(stored: Stored, tournament: Tournament, number: int) -> tuple[Stored, Mapping[str, int]]:
    """A stored table with the seats that its tournament has, and the chips that they must have, by player."""
    state = stored.state
    seating = seating_of(tournament, number, state.seating.stakes, state.seating)
    has = {seat.user: seat.stack for seat in seating.seats if seat}
    return stored._replace(state=structs.replace(state, seating=seating)), has
