"""Tables that forms offer to begin with: each is a whole request for a table (``POST /api/tables``).

They come with the options of the room (``GET /api/options``). A form fills its fields with one; the owner may change
everything before they send it. The games of people are unlisted, because they invite by link.
"""

from typing import Final

from msgspec import Struct

from standpat.bots import strongest
from standpat.room.tables.rotation import NewEntry, NewRotation
from standpat.room.tables.table import BotRules, NewTable


class Preset(Struct, frozen=True):
    """A table to begin with. `id` is also the key of its name in a form."""

    id: str
    table: NewTable


def _games(*ids: str) -> list[NewEntry]:
    return [NewEntry(id) for id in ids]


PRESETS: Final = (
    Preset("triple-draw", NewTable("27td", public=False)),
    Preset("lowball-mix", NewTable(public=False, rotation=NewRotation(_games("27td", "a5td", "27sd")))),
    Preset(
        "dealers-choice",
        NewTable(
            public=False,
            rotation=NewRotation(_games("27td", "a5td", "27sd", "27td-pl", "a5sd"), picked_by="button"),
        ),
    ),
    Preset("single-draw", NewTable("27sd", public=False, seats=7)),
    Preset("practice", NewTable("27td", public=False, bots=BotRules((strongest("27td", 6),), keep=5))),
)
"""The presets, in the order in which forms show them."""
