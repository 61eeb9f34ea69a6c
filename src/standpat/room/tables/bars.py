"""People who are barred: from one table by its owner, or from the room by an admin.

Who is barred from a table may not sit or speak there, and may not look at a private one. Somebody in the hand that is
being played plays it to its end first (`TableActor.send_away`).
"""

import logging
from collections.abc import Mapping
from typing import Final

from msgspec import structs

from standpat.language.sentence import Sentence
from standpat.room.store import Store, StoreError, users
from standpat.room.store.users import User
from standpat.room.tables.actor import TableActor
from standpat.room.tables.audit import Audit
from standpat.room.tables.guest_list import GuestList
from standpat.room.tables.owner import check_owner
from standpat.room.tables.refusal import Refused

log = logging.getLogger("standpat.room")

MAX_BARRED: Final = 200
"""People barred from one table at most."""


class Bars:
    """See the module. `tables` are the room's own."""

    def __init__(self, store: Store, tables: Mapping[str, TableActor], guests: GuestList, audit: Audit) -> None:
        self._store = store
        self._tables = tables
        self._guests = guests
        self._audit = audit

    async def bar(self, user: User, actor: TableActor, whom: str) -> None:
        """Bar somebody from a table of the user's own, and send them away when the hand there is over."""
        check_owner(user, actor)
        rules = actor.rules
        person = await self._store.read(users.by_id, whom)
        if person is None or whom == rules.owner:
            raise Refused("not-possible", Sentence("nobody-to-bar"))
        if len(rules.barred) >= MAX_BARRED:
            raise Refused("not-possible", Sentence("barred-most", most=MAX_BARRED))
        await self._audit.note("table-bar", user.id, rules.id, whom=whom)
        await actor.change(structs.replace(rules, barred={**rules.barred, whom: person.name}))
        if rules.private:
            await self._guests.strike(whom, rules.id)
        await actor.send_away(whom, person.name, out=rules.private)

    async def let_in(self, user: User, actor: TableActor, whom: str) -> None:
        """Somebody who was barred from a table of the user's own may come again."""
        check_owner(user, actor)
        rules = actor.rules
        if whom in rules.barred:
            await self._audit.note("table-unbar", user.id, rules.id, whom=whom)
        others = {id: name for id, name in rules.barred.items() if id != whom}
        await actor.change(structs.replace(rules, barred=others))

    async def clear_room(self) -> None:
        """Those who were barred from the room lose their pages and seats once the hand they are in is over. An admin
        writes a bar into the database, so this is called now and then."""
        try:
            barred = await self._store.read(users.barred)
        except StoreError:
            log.exception("who is barred cannot be read")
            return
        for actor in list(self._tables.values()) if barred else []:
            present = actor.viewers.users() | {seat.user for seat in actor.seating.seats if seat}
            for user in present & barred.keys():
                await actor.send_away(user, barred[user], out=True)
