"""Who may see which finished hand, and from which seat.

`by_key` finds a hand by its address. A player who was dealt in may always see it, as they saw it then. While its table
is open, spectators may see it too: anybody at a public table, and at a private one those who sit there or have been
there and may return (`Access.may_see_hands`). Whoever may see a tournament may see its hands. `by_link` is for anybody
with a link that a player of the hand has made and not withdrawn. It shows what that player saw.

The result is None if there is no such hand, if it is not over, or if it may not be seen, so nobody learns which. Events
are read only for viewers who may see the hand. The description of the table (`Finished.table`) has its id and owner
only for viewers who may look at the table.
"""

import re
from typing import Any, Final, NamedTuple

import msgspec
from sqlalchemy import Connection

from standpat.room.club import tournament as club
from standpat.room.server.downloads import of_tournament
from standpat.room.store import journal, share, tournament_door
from standpat.room.tables.room import Room
from standpat.room.tables.table import TableRules

KEY: Final = re.compile(r"[0-9a-f]{24}")
"""The form of a key or a token."""


class Finished(NamedTuple):
    """A finished hand for a viewer.

    Attributes:
        stored: The hand.
        user: The user as whom it is seen.
        key: The hand's key; None if it was found by a link.
        name: The table's name.
        table: The table's rules, as plain values.
        tournament: What files say of its tournament; empty for a cash game.
    """

    stored: journal.StoredHand
    user: str
    key: str | None
    name: str
    table: dict[str, Any]
    tournament: dict[str, str]


async def by_key(room: Room, key: str, user: str) -> Finished | None:
    """The hand with a key, for a user ("" for nobody); None if they may not see it."""
    if not KEY.fullmatch(key):
        return None
    record = await room.store.read(journal.hand_of_key, key)
    if record is None:
        return None
    actor = room.tables.get(record.table)
    seen = user in record.users or (actor is not None and room.access.may_see_hands(user, actor))
    if not seen and not await room.store.read(_of_open_tournament, record.table, user):
        return None
    return await _finished(room, record.id, user, key, known=actor is not None and room.access.may_enter(user, actor))


async def by_link(room: Room, token: str) -> Finished | None:
    """The hand that a link shares; None if there is none."""
    if not KEY.fullmatch(token):
        return None
    link = await room.store.read(share.shared, token)
    return link and await _finished(room, link.hand_id, link.person, None, known=False)


def _of_open_tournament(connection: Connection, table: str, user: str) -> bool:
    """Whether a table belongs to a tournament that a user may see."""
    rules = msgspec.json.decode(journal.table_record(connection, table), type=TableRules)
    if not rules.tournament or club.hidden(connection, [rules.tournament], user):
        return False
    return not tournament_door.closed_to(connection, [rules.tournament], user)


async def _finished(room: Room, hand_id: int, user: str, key: str | None, *, known: bool) -> Finished | None:
    stored = await room.store.read(journal.hand, hand_id)
    if stored is None or stored.hand.ended is None:
        return None
    rules = msgspec.json.decode(await room.store.read(journal.table_record, stored.hand.table), type=TableRules)
    table: dict[str, Any] = msgspec.to_builtins(rules.view())
    if not known:
        table |= {"id": None, "owner": None}
    said = await room.store.read(of_tournament, rules.tournament, rules.number, stored.hand.hand_no)
    return Finished(stored, user, key, rules.name, table, said)
