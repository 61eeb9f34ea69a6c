"""Button and blinds of the checker of tournaments: its own reading of T4.1 to T4.4 and of who waits (T1.3, T5.5).

Seats are numbered from 0. `Blinds` are the button, the seat where the small blind is due, and the big blind.
"""

from collections.abc import Collection, Iterator
from typing import NamedTuple

from standpat.tournament.options import Options


class Blinds(NamedTuple):
    button: int
    due: int
    big: int


def clockwise(seat: int, capacity: int) -> Iterator[int]:
    """The other seats, from the next one on."""
    return iter([(seat + step) % capacity for step in range(1, capacity)])


def after(seat: int, among: Collection[int], capacity: int) -> int:
    """The first of these seats after a seat; itself if it is the only one."""
    return next((at for at in clockwise(seat, capacity) if at in among), seat)


def between(first: int, last: int, capacity: int) -> set[int]:
    """The seats after the first and before the last one."""
    found: set[int] = set()
    for at in clockwise(first, capacity):
        if at == last or first == last:
            break
        found.add(at)
    return found


def first_allowed(live: Collection[int], capacity: int, options: Options) -> set[Blinds]:
    """What the first hand of a table may have (T4.3)."""
    found = set()
    for button in live:
        if options.first_button == "seat_1" and button != min(live):
            continue
        if options.first_button == "dealers_right" and button != max(live):
            continue
        due = button if len(live) == 2 else after(button, live, capacity)
        found.add(Blinds(button, due, after(due, live, capacity)))
    return found


def allowed(
    last: Blinds, live: Collection[int], dealt: Collection[int], new: set[int], capacity: int, options: Options
) -> set[Blinds]:
    """What a later hand may have. `live` are all seats with chips, `dealt` those that are dealt in, `new` those of
    players who have come since."""
    heads_up = last.button == last.due  # the last hand
    big = after(last.big, dealt, capacity)
    if len(set(dealt) - new) < 2:  # nobody or one is left of those who played: as a table that starts
        return {
            Blinds(button, due, after(due, dealt, capacity))
            for button in range(capacity)
            for due in ({button} if len(dealt) == 2 else {after(button, dealt, capacity), last.big})
        }
    if len(dealt) == 2:
        small = after(big, dealt, capacity)
        return {Blinds(small, small, big)}
    if heads_up:  # two became three or more (T4.4)
        before = [at for at in clockwise(last.big, capacity) if at in dealt][-1]
        stays = last.button in dealt and last.button != big and len(dealt) > 3
        return {Blinds(at, last.big, big) for at in ({last.button, before} if stays else {before})}
    if options.button == "forward":
        return _forward(last, set(dealt), new, capacity)
    found = {Blinds(last.due, last.big, big)}
    if options.dead_button_advances and last.due not in live:
        found.clear()
        for taken in (set(live), set(live) - new):  # whether who has just come counts, the sheet does not say
            button = last.due
            while (following := (button + 1) % capacity) != last.big and following not in taken:
                button = following
            found.add(Blinds(button, last.big, big))
    return found


def _forward(last: Blinds, dealt: set[int], new: set[int], capacity: int) -> set[Blinds]:
    """The button goes to the next player. Who has come between the last button and the last big blind is passed over;
    after the small blind's seat they may be too, and must be where somebody there would have a blind twice. Or the
    blinds go on by one player, and who has come before the last big blind has the button: the sheet says neither."""
    first = between(last.button, last.due, capacity)
    found = set()
    for passed in (first, first | between(last.due, last.big, capacity)):
        old = dealt - (new & passed)
        button = after(last.button, old, capacity)
        due = after(button, old, capacity)
        found.add(Blinds(button, due, after(due, dealt, capacity)))
    if last.big in dealt and new & between(last.due, last.big, capacity):
        before = min(dealt - {last.big}, key=lambda seat: (last.big - seat) % capacity)
        found.add(Blinds(before, last.big, after(last.big, dealt, capacity)))
    right = {blinds for blinds in found if blinds.big != last.big}
    return right or found


def waits(blinds: Blinds, capacity: int) -> set[int]:
    """The seats whose players are not dealt in when they have just come."""
    return between(blinds.button, blinds.due, capacity)


def waits_heads_up(last: Blinds, capacity: int) -> set[int]:
    """The seats whose new players may have to wait while the two who are left play: those before the small blind."""
    return between(last.due, last.big, capacity) | between(last.button, last.due, capacity)
