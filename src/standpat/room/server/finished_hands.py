"""Finished hands: who may see which, and as whom.

`by_key` finds a hand for somebody who asks for it by its address. Who was dealt into it sees it always, as they saw it
then. While its table is open, spectators see it too: everybody if the table is everybody's, else those who sit or have
been there and may come again (`Access.may_see_hands`). `by_link` is for whoever has a link that a player of the hand
has made and not taken back, and shows what that player saw.

`None` is the answer where there is no such hand, where it is not over, and where it is not to be seen: nobody learns
which. The events of a hand are read only for who may see them. What a page is told of the table (`Finished.table`)
names it and its owner only to those who may look at it.
"""

import re
from typing import Any, Final, NamedTuple

import msgspec

from standpat.room.store import journal, share
from standpat.room.tables.room import Room
from standpat.room.tables.table import TableRules

KEY: Final = re.compile(r"[0-9a-f]{24}")


class Finished(NamedTuple):
    """A hand and as whom it is seen; `key` is None where it was found by a link."""

    stored: journal.StoredHand
    user: str
    key: str | None
    name: str
    table: dict[str, Any]


async def by_key(room: Room, key: str, user: str) -> Finished | None:
    """The hand with this key, for this user, "" being nobody."""
    if not KEY.fullmatch(key):
        return None
    record = await room.store.read(journal.hand_of_key, key)
    if record is None:
        return None
    actor = room.tables.get(record.table)
    if user not in record.users and (actor is None or not room.access.may_see_hands(user, actor)):
        return None
    return await _finished(room, record.id, user, key, known=actor is not None and room.access.may_enter(user, actor))


async def by_link(room: Room, token: str) -> Finished | None:
    """The hand that a link shares."""
    if not KEY.fullmatch(token):
        return None
    link = await room.store.read(share.shared, token)
    return link and await _finished(room, link.hand_id, link.person, None, known=False)


async def _finished(room: Room, hand_id: int, user: str, key: str | None, *, known: bool) -> Finished | None:
    stored = await room.store.read(journal.hand, hand_id)
    if stored is None or stored.hand.ended is None:
        return None
    rules = msgspec.json.decode(await room.store.read(journal.table_record, stored.hand.table), type=TableRules)
    table: dict[str, Any] = msgspec.to_builtins(rules.view())
    if not known:
        table |= {"id": None, "owner": None}
    return Finished(stored, user, key, rules.name, table)
