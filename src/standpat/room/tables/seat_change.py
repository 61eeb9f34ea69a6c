"""A player changes seats at a table. Pure: no clock, no random numbers, no I/O.

`ask` notes that a player wants an empty seat, and `carry_out` moves all who asked, when the next hand is dealt. Whoever
finds the seat taken then keeps their own. Nobody gains by it (R3.7):

- If the order of the players stays the same, nothing changes: the button and the blinds go along with the seat.
- Who comes nearer to the big blind, so that it reaches them after fewer players, is dealt in at once.
- Who goes farther away from it waits for the big blind, or posts it, like a newcomer.
- Who was the big blind has the small blind before them. If they pass another player, they wait for the big blind, or
  post it and the small blind that they owe.

Before a table's first hand everybody sits where they like. Source: rule T10.4, a change of seats in cash games.
"""

from collections.abc import Collection

from standpat.language.sentence import Sentence
from standpat.room.tables.seating import Seating, SeatingError


def ask(seating: Seating, user: str, to: int, promised: Collection[int] = ()) -> None:
    """Note that a player moves to another seat with the next hand. Their own seat means that they stay.

    Args:
        seating: The seats.
        user: The player.
        to: The seat.
        promised: Seats that are promised to players of the must-move table.

    Raises:
        SeatingError: They do not sit here, or there is no such seat, or it is taken or promised.
    """
    seat = seating.of(user)
    if seat is None:
        raise SeatingError(Sentence("nobody-seated"))
    if not 0 <= to < len(seating.seats):
        raise SeatingError(Sentence("no-seat", seat=to, last=len(seating.seats) - 1))
    taken = seating.seats[to]
    if taken is seat:
        seat.moves_to = None
        return
    if taken is not None or any([other.moves_to == to for other in seating.seats if other and other is not seat]):
        raise SeatingError(Sentence("seat-taken", seat=to))
    if to in promised:
        raise SeatingError(Sentence("seat-promised", seat=to))
    seat.moves_to = to


def carry_out(seating: Seating) -> None:
    """Move those who asked, between two hands.

    Raises:
        SeatingError: A hand is being played.
    """
    if seating.playing:
        raise SeatingError(Sentence("hand-on"))
    for at, seat in enumerate(list(seating.seats)):
        if seat is None or seat.moves_to is None:
            continue
        to, seat.moves_to = seat.moves_to, None
        if seating.seats[to] is None:
            seating.seats[at], seating.seats[to] = None, seat
            if seating.big is not None and not seat.entering:
                _place(seating, at, to, seating.big)


def _place(seating: Seating, at: int, to: int, big: int) -> None:
    """Set what a player owes who has moved, and the button and the blinds that move with them."""
    seat, size = seating.seats[to], len(seating.seats)
    assert seat is not None
    others = [place for place, other in enumerate(seating.seats) if other and place != to and not other.entering]

    def between(start: int, end: int) -> int:
        return sum([(place - start - 1) % size < (end - start - 1) % size for place in others])

    if at == big and between(at, to) and between(to, at):
        seat.entering = seat.owes_small = True
        return
    before, now = between(big, at), between(big, to)
    if at == big or before == now:
        for marker in ("button", "small", "big"):
            if getattr(seating, marker) == at:
                setattr(seating, marker, to)
    elif now > before:
        seat.entering = True
