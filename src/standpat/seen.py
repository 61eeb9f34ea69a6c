"""One door out: what one viewer may know of a hand.

`seen(event, viewer)` is the only way an event reaches a person or a bot. A card the viewer may not see is not in
what he gets, so no form of it can leak later. The viewer is a seat, or None for a spectator.

- A seat sees its own cards, discards and replacements; of others it sees how many (R6.1).
- Hands shown at the showdown are everybody's; folded and mucked ones nobody's, nor are burned cards.
- A wish for the showdown is the wisher's own.
"""

from collections.abc import Iterable

from msgspec import structs

from standpat.event import Burned, DealHole, DiscardAnnounced, DrawResult, Event, Wished


def seen(event: Event, viewer: int | None) -> Event | None:
    """The event as the viewer may see it, or None where it is not for him."""
    match event:
        case DealHole(seat=seat) if seat != viewer:
            return structs.replace(event, cards=())
        case DiscardAnnounced(seat=seat) if seat != viewer:
            return structs.replace(event, discarded=())
        case DrawResult(seat=seat) if seat != viewer:
            return structs.replace(event, discarded=(), drawn=())
        case Burned():
            return structs.replace(event, cards=())
        case Wished(seat=seat) if seat != viewer:
            return None
    return event


def view(events: Iterable[Event], viewer: int | None) -> tuple[Event, ...]:
    """All of the events that the viewer may see, as he may see them."""
    return tuple([e for e in (seen(event, viewer) for event in events) if e is not None])
