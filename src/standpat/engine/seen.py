"""What a viewer may see of a hand.

`seen(event, viewer)` is the only way in which an event reaches a person or a bot. A card that the viewer may not see is
not in the event they get, so it cannot leak later. The viewer is a seat, or None for a spectator.

- A seat sees its own cards, discards and replacements. Of the other seats it sees only how many (R6.1).
- Everybody sees hands shown at the showdown. Nobody sees folded hands, mucked hands and burned cards.
- A wish for the showdown is private to its seat.

Each type of event declares what is private (`standpat.engine.event.Privacy`). The default is closed: an event type
without a declaration of its own (a new one, or one derived from another), or with a declaration that does not fit its
fields, raises `Undeclared` and reaches nobody. So does a betting action that carries cards.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

from msgspec import structs

from standpat.engine.action import Discard
from standpat.engine.event import Acted, Event, Privacy


class Undeclared(TypeError):
    """An event whose type does not declare what is private. It has reached nobody."""


def seen(event: Event, viewer: int | None) -> Event | None:
    """The event as the viewer may see it.

    Args:
        event: The event, unredacted.
        viewer: A seat, or None for a spectator.

    Returns:
        The event without what is private to others, or None where the viewer may see nothing of it.

    Raises:
        Undeclared: The event's type does not declare what is private.
    """
    kind = type(event)
    door = _DOORS.get(kind) or _door(kind)
    if door.public:
        if kind is Acted and type(event.action) is Discard:  # type: ignore[union-attr]
            raise Undeclared("a betting action cannot be a discard, whose cards are private")
        return event
    if door.own and event.seat == viewer:  # type: ignore[union-attr]
        return event
    return None if door.hidden is None else structs.replace(event, **door.hidden)


def view(events: Iterable[Event], viewer: int | None) -> tuple[Event, ...]:
    """The events that a viewer may see, as they may see them (see `seen`)."""
    return tuple([e for e in (seen(event, viewer) for event in events) if e is not None])


class _Door(NamedTuple):
    """The declaration of an event type, ready for use: whether all of it is public, whether its own seat sees all of
    it, and what other viewers see in place of the private fields (None: they do not get the event)."""

    public: bool
    own: bool
    hidden: dict[str, Any] | None


_DOORS: dict[type[Event], _Door] = {}


def _door(kind: type[Event]) -> _Door:
    privacy = vars(kind).get("privacy")
    if not isinstance(privacy, Privacy):
        raise Undeclared(f"{kind.__name__} does not declare which of its fields are private (`privacy`)")
    needed = {*privacy.fields, *(() if privacy == Privacy() or privacy.nobody else ("seat",))}
    if unknown := needed.difference(kind.__struct_fields__):
        raise Undeclared(
            f"the privacy of {kind.__name__} needs the fields {', '.join(sorted(unknown))}, which it does not have"
        )
    hidden = None if privacy.whole else dict.fromkeys(privacy.fields, ())
    door = _DOORS[kind] = _Door(privacy == Privacy(), not privacy.nobody, hidden)
    return door
