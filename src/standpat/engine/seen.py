"""One door out: what one viewer may know of a hand.

`seen(event, viewer)` is the only way an event reaches a person or a bot. A card the viewer may not see is not in
what they get, so no form of it can leak later. The viewer is a seat, or None for a spectator.

- A seat sees its own cards, discards and replacements; of others it sees how many (R6.1).
- Hands shown at the showdown are everybody's; folded and mucked ones nobody's, nor are burned cards.
- A wish for the showdown is the wisher's own.

What is private each type of event declares itself (`standpat.engine.event.Privacy`). The door fails closed: an event of
a type that declares nothing of its own (added in a hurry, or derived from another), or what cannot be (fields it has
not), is an `Undeclared` and reaches nobody; so is a betting action that carries cards.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

from msgspec import structs

from standpat.engine.action import Discard
from standpat.engine.event import Acted, Event, Privacy


class Undeclared(TypeError):
    """An event that does not say what of it is private. It has reached nobody."""


def seen(event: Event, viewer: int | None) -> Event | None:
    """The event as the viewer may see it, or None where it is not for them."""
    kind = type(event)
    door = _DOORS.get(kind) or _door(kind)
    if door.public:
        if kind is Acted and type(event.action) is Discard:  # type: ignore[union-attr]
            raise Undeclared("a betting action cannot be a discard: its cards are nobody else's")
        return event
    if door.own and event.seat == viewer:  # type: ignore[union-attr]
        return event
    return None if door.hidden is None else structs.replace(event, **door.hidden)


def view(events: Iterable[Event], viewer: int | None) -> tuple[Event, ...]:
    """All of the events that the viewer may see, as they may see them."""
    return tuple([e for e in (seen(event, viewer) for event in events) if e is not None])


class _Door(NamedTuple):
    """A type's declaration, ready for use: is all of it public, does its own seat see it whole, and what others see
    in place of its private fields, None where they do not get it."""

    public: bool
    own: bool
    hidden: dict[str, Any] | None


_DOORS: dict[type[Event], _Door] = {}


def _door(kind: type[Event]) -> _Door:
    privacy = vars(kind).get("privacy")
    if not isinstance(privacy, Privacy):
        raise Undeclared(f"{kind.__name__} does not declare what of it is private (`privacy`)")
    needed = {*privacy.fields, *(() if privacy == Privacy() or privacy.nobody else ("seat",))}
    if unknown := needed.difference(kind.__struct_fields__):
        raise Undeclared(
            f"{kind.__name__} declares as private, or needs for it, {', '.join(sorted(unknown))}: it has none"
        )
    hidden = None if privacy.whole else dict.fromkeys(privacy.fields, ())
    door = _DOORS[kind] = _Door(privacy == Privacy(), not privacy.nobody, hidden)
    return door
