"""What all events of a tournament have."""

from msgspec import Struct

Row = tuple[str | None, ...]
"""The players of a table by seat; None is an empty seat."""


class Happened(Struct, frozen=True, kw_only=True, tag_field="event"):
    """What all events have: when it happened."""

    at: int
