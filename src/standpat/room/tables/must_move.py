"""Must-move tables: which player moves to which seat of the main table, and when. Pure: no clock, no I/O (T10.6).

Two tables of one owner can be linked. The must-move table feeds the main table:

- The free seats of the main table are promised to the players of the must-move table, the one who has been there
  longest first (`promised`). A promised seat is nobody else's. So newcomers begin at the must-move table, and get a
  seat of the main table only where more seats are free than there are players to move.
- A player moves between two hands of the must-move table, with their exact stack (T10.2) and what they have asked the
  table to do for them. Sitting out, a break or a lost connection does not change the order. Who has no chips is not
  moved before they have bought some. Bots of the house never move.
- Who has paid the big blind may finish the small blind and the button first (`finishes`).
- At the main table they are a newcomer by R3.7: they wait for the big blind, or post it, and owe nothing else.
- A player of the main table who has asked for a free seat before goes first (T10.4): that seat is promised to nobody,
  and the one that they leave is, after the next deal.
- A called player who leaves refuses. They may sit at neither table for `WAIT` seconds.

The promises follow from the two seatings alone, so nothing has to be stored for them or can be lost. `why_not` says why
two tables cannot be linked.
"""

from collections.abc import Callable
from typing import Final

from msgspec import structs

from standpat.language.sentence import Sentence
from standpat.room.tables.seating import Seat, Seating
from standpat.room.tables.table import TableRules

WAIT: Final = 3600.0
"""Seconds for which a player who refused to move may sit at neither table."""


def promised(main: Seating, feeder: Seating, may: Callable[[Seat], bool] = lambda seat: True) -> dict[int, str]:
    """The players of the must-move table to whom seats of the main table are promised, by these seats.

    Args:
        main: The main table.
        feeder: The must-move table.
        may: Whether a player may sit at the main table.
    """
    asked = {seat.moves_to for seat in main.seats if seat} if len(main.able()) > 1 else set()
    free = [at for at, seat in enumerate(main.seats) if seat is None and at not in asked]
    here = [seat for seat in feeder.seats if seat and not seat.bot and not seat.leaving]
    movers = [seat for seat in here if seat.stack + seat.added and may(seat)]
    movers.sort(key=lambda seat: seat.came)
    return {at: seat.user for at, seat in zip(free, movers, strict=False)}


def finishes(feeder: Seating, user: str) -> bool:
    """Whether a player had the big or the small blind in the last hand, and may play on until they had the button."""
    at, seat = feeder.find(user), feeder.of(user)
    if seat is None or seat.out or seat.entering or not seat.stack or len(feeder.able()) < 2:
        return False
    return at == feeder.big or (at == feeder.small and feeder.small != feeder.button)


def move(main: Seating, feeder: Seating, user: str, at: int) -> Seat:
    """Move a player to an empty seat of the main table. Returns their place there."""
    was = feeder.find(user)
    assert was is not None
    assert was not in feeder.playing
    assert main.seats[at] is None
    seat = feeder.seats[was]
    assert seat is not None
    feeder.seats[was] = None
    moved = structs.replace(
        seat, entering=True, posts=False, owes_small=False, moves_to=None, chops_now=False, came=main.next_to_come
    )
    main.put(at, moved)
    return moved


def why_not(main: TableRules, feeder: TableRules) -> Sentence | None:
    """Why a table cannot feed another one; None if it can."""
    if main.id == feeder.id:
        return Sentence("link-itself")
    for rules in (main, feeder):
        if rules.tournament:
            return Sentence("link-tournament")
        if rules.link is not None:
            return Sentence("link-linked", name=rules.name)
    if main.owner != feeder.owner:
        return Sentence("link-owner")
    if main.rotation != feeder.rotation or (main.rotation is None and _game(main) != _game(feeder)):
        return Sentence("link-game")
    if (main.public, main.password is None) != (feeder.public, feeder.password is None):
        return Sentence("link-private")
    if main.bots.keep:
        return Sentence("link-bots")
    return None


def _game(rules: TableRules) -> tuple[object, ...]:
    return rules.game(), rules.stakes
