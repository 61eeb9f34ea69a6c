"""The seating of a tournament's table, made from the state of the tournament."""

from standpat.engine.games import Stakes
from standpat.room.tables.seating import Seat, Seating
from standpat.tournament.state import Tournament


def seating_of(tournament: Tournament, number: int, stakes: Stakes, before: Seating | None = None) -> Seating:
    """The seats of a table, as its tournament has them.

    Args:
        tournament: The tournament.
        number: The number of the table.
        stakes: The stakes of its present hand.
        before: The seating until now: who is away, and whose hand is always shown, stays so.
    """
    table = tournament.tables[number]
    seats: list[Seat | None] = []
    for id in table.seats:
        if id is None:
            seats.append(None)
            continue
        player, known = tournament.players[id], before.of(id) if before else None
        seat = Seat(id, player.name, player.stack, entering=False, bot=player.bot)
        if known is not None:
            seat.out, seat.shows = known.out, known.shows
        seats.append(seat)
    last, hand = table.last, table.hand
    seating = Seating(stakes, seats, 1, 1, playing=hand.seats if hand else ())
    if last is not None:
        seating.button, seating.small, seating.big = last.button, last.marker, last.big
    return seating
