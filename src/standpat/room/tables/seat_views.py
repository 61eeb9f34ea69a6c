"""The taken seats of a table, as pages show them."""

from collections.abc import Set

from msgspec import UNSET

from standpat.protocol.room import SeatState, SeatView
from standpat.room.tables.seating import Seat, Seating


def seat_views(seating: Seating, present: Set[str]) -> list[SeatView]:
    """The views of the taken seats. `present` are the users who have a page of the table open."""
    return [
        SeatView(
            at,
            seat.user,
            seat.name,
            seat.bot,
            seat.stack,
            _state(seating, at, seat, present),
            seating.stakes.small_blind if seat.owes_small else 0,
            seat.kept_until or UNSET,
        )
        for at, seat in enumerate(seating.seats)
        if seat is not None
    ]


def _state(seating: Seating, at: int, seat: Seat, present: Set[str]) -> SeatState:
    if seat.out:
        return "sitting-out"
    if not seat.stack + seat.added and at not in seating.playing:
        return "broke"
    if not seat.bot and seat.user not in present:
        return "disconnected"
    if seat.entering and at not in seating.playing and seating.big is not None:
        return "waiting"
    return "playing"
