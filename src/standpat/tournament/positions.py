"""Button and blinds at a table of a tournament (T4.1-T4.4).

Seats are 0 … n-1 clockwise. Everyone who has a seat is dealt in and posts what is due, also who is absent; nobody owes
anything and nobody posts to come in. So the positions of a hand follow from those of the last hand and from the seats
of the players who are there now (`following`). Who is there now may have come a moment ago: nothing depends on it.

- **Dead button.** The big blind goes to the next player. The small blind is due at the seat of the last big blind, and
  the button is at the seat of the last small blind; either seat may be empty. See `standpat.engine.button`, which the
  cash games use too. With `Options.dead_button_advances` a button at an empty seat goes on to the seat before the small
  blind (T4.2).
- **Forward button.** The button goes to the last small blind, or if that seat is empty to the next player; of those
  who have just come before the last big blind, to the last one. The two players after the button post both blinds.
- **Waiting.** A player between the button and the small blind is not dealt in. Only somebody who has just come can be
  there; they wait one hand and owe nothing.
- **Heads-up.** The big blind goes to the next player, the other has the button and the small blind; so nobody has the
  big blind twice running. When a third player comes, the last big blind has the small blind (T4.4).
- If all but one of the players of the last hand are gone, nobody waits and no position is dead.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from standpat.engine.button import Markers, after, again, before, moved, passed
from standpat.engine.button import first as first_markers
from standpat.tournament.chance import Draw
from standpat.tournament.options import Options


@dataclass(frozen=True, slots=True)
class Positions:
    """The positions of one hand, by seats of the table.

    Attributes:
        button: The seat of the button; it may be empty.
        small: The seat that posts the small blind; None if nobody does.
        big: The seat of the big blind.
        marker: The seat at which the small blind is due, which is `small` unless that is None.
    """

    button: int
    small: int | None
    big: int
    marker: int

    @property
    def heads_up(self) -> bool:
        """Whether two players are dealt in."""
        return self.button == self.small


def first(live: Collection[int], seats: int, options: Options, draw: Draw | None = None) -> Positions:
    """The positions of a table's first hand (T4.3), also after all seats were drawn anew.

    Args:
        live: The seats of the players.
        seats: How many seats the table has.
        options: `first_button` says where the button is.
        draw: Draws the button, if it is drawn.

    Raises:
        ValueError: There are fewer than two players, a seat does not exist, or a draw is needed and missing.

    >>> first([0, 2, 3], 6, Options.of("pokerstars"))
    Positions(button=0, small=2, big=3, marker=2)
    """
    order = _checked(live, seats)
    if options.first_button == "drawn":
        if draw is None:
            raise ValueError("the first button is drawn: give a draw")
        start = order[draw.below(len(order))]
    else:
        start = order[0] if options.first_button == "seat_1" else order[-1]
    return _positions(first_markers(order, start, seats), order)


def following(last: Positions, live: Collection[int], seats: int, options: Options) -> Positions:
    """The positions of the next hand.

    Args:
        last: The positions of the last hand.
        live: The seats of the players who are there now.
        seats: How many seats the table has.
        options: `button` and `dead_button_advances`.

    Raises:
        ValueError: There are fewer than two players, or a seat does not exist.

    >>> following(Positions(0, 1, 2, 1), [0, 1, 3, 4, 5], 6, Options())  # the big blind is out
    Positions(button=1, small=None, big=3, marker=2)
    """
    order = _checked(live, seats)
    if last.heads_up:
        return _positions(again(order, last.big, seats), order)
    forward = options.button == "forward"
    dead = last.marker not in order
    advances = dead and options.dead_button_advances and not forward
    nobody_waits = advances or (dead and forward)
    dealt = [at for at in order if nobody_waits or not passed(last.marker, at, last.big, seats)]
    if len(dealt) < 2:
        return _positions(again(order, last.big, seats), order)
    if forward and len(dealt) > 2:
        return _positions(_forward(last, dealt, seats), order)
    markers = moved(dealt, last.marker, last.big, seats)
    if advances and markers.button == last.marker:
        markers = markers._replace(button=(markers.small - 1) % seats)
    return _positions(markers, order)


def dealt(positions: Positions, live: Collection[int], seats: int) -> tuple[int, ...]:
    """The seats that are dealt in, clockwise from seat 0: all players but those who wait."""
    if positions.heads_up:
        return tuple(sorted((positions.button, positions.big)))
    return tuple([at for at in sorted(live) if not passed(positions.button, at, positions.marker, seats)])


def acts_last(positions: Positions, live: Collection[int], seats: int) -> int:
    """The dealt seat that acts last after the first draw: the button, or the last player before a dead one."""
    return before(positions.button + 1, dealt(positions, live, seats), seats)


def between_small_and_button(
    seat: int, last: Positions | None, live: Collection[int], seats: int, options: Options
) -> bool:
    """Whether somebody who comes to this seat now waits for one hand (T1.3).

    Args:
        seat: The seat.
        last: The positions of the last hand, or of the present one if they come during it; None before the first.
        live: The seats of the other players.
        seats: How many seats the table has.
        options: The options.
    """
    there = {*live, seat}
    if last is None or len(there) < 2:
        return False
    return seat not in dealt(following(last, there, seats, options), there, seats)


def due_big_blind(last: Positions, live: Collection[int], seats: int, options: Options) -> tuple[int, ...]:
    """The players' seats in the order in which the big blind reaches them, the next one first (T5.1)."""
    if len(live) < 2:
        return tuple(live)
    big = following(last, live, seats, options).big
    return tuple(sorted(live, key=lambda at: (at - big) % seats))


def _forward(last: Positions, players: Sequence[int], seats: int) -> Markers:
    """The next hand with a forward button, for three or more players."""
    button = last.marker
    if button not in players:
        arrived = [at for at in players if passed(last.marker, at, last.big, seats)]
        button = before(last.big, arrived, seats) if arrived else after(last.big - 1, players, seats)
    small = after(button, players, seats)
    return Markers(button, small, after(small, players, seats))


def _positions(markers: Markers, live: Collection[int]) -> Positions:
    return Positions(markers.button, markers.small if markers.small in live else None, markers.big, markers.small)


def _checked(live: Collection[int], seats: int) -> list[int]:
    """The seats in order, if they are those of two or more players at such a table."""
    order = sorted(set(live))
    if len(order) < 2:
        raise ValueError(f"a hand needs two or more players, not {len(order)}")
    if order[0] < 0 or order[-1] >= seats:
        raise ValueError(f"a table of {seats} seats has the seats 0 to {seats - 1}, not {order}")
    return order
