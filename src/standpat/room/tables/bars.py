"""People who are banned: from a table by its owner, or from the room by its operator (`standpat.room.tables.office`).

A person who is banned from a table may not sit or chat there, and may not look at it if it is private. A player in the
present hand plays it to its end first (`TableActor.send_away`).
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
from standpat.room.tables.close_codes import BARRED
from standpat.room.tables.guest_list import GuestList
from standpat.room.tables.host import check_host, forget_rights
from standpat.room.tables.office import Office
from standpat.room.tables.refusal import Refused
from standpat.room.tables.table import TableRules

log = logging.getLogger("standpat.room")

MAX_BARRED: Final = 200
"""The largest number of people banned from one table."""


class Bars:
    """Bans and lifts bans, for hosts of tables. `tables` are those of the room, `office` has the operator's bars."""

    def __init__(
        self, store: Store, tables: Mapping[str, TableActor], guests: GuestList, audit: Audit, office: Office
    ) -> None:
        self._store = store
        self._tables = tables
        self._guests = guests
        self._audit = audit
        self._office = office

    async def bar(self, user: User, actor: TableActor, whom: str) -> None:
        """Ban somebody from the user's own table, and remove them after the present hand.

        Raises:
            Refused: The user is no host of the table, there is no such person, or too many people are banned.
        """
        check_host(user, actor, whom)
        rules = actor.rules
        person = await self._store.read(users.by_id, whom)
        if person is None or whom == rules.owner:
            raise Refused("not-possible", Sentence("nobody-to-bar"))
        if len(rules.barred) >= MAX_BARRED:
            raise Refused("not-possible", Sentence("barred-most", most=MAX_BARRED))
        await self._audit.note("table-bar", user.id, rules.id, whom=whom)
        name = person.name
        await actor.change(lambda rules: structs.replace(rules, barred={**rules.barred, whom: name}))
        await forget_rights(actor, whom)
        if rules.private:
            await self._guests.strike(whom, rules.id)
        await actor.send_away(whom, person.name, out=rules.private)

    async def let_in(self, user: User, actor: TableActor, whom: str) -> None:
        """Lift the ban of a person from the user's own table.

        Raises:
            Refused: The user is no host of the table.
        """
        check_host(user, actor)
        rules = actor.rules
        if whom in rules.barred:
            await self._audit.note("table-unbar", user.id, rules.id, whom=whom)

        def without(rules: TableRules) -> TableRules:
            return structs.replace(rules, barred={id: name for id, name in rules.barred.items() if id != whom})

        await actor.change(without)

    async def clear_room(self) -> None:
        """Close the pages and free the seats of people who are banned from the room, after the hand that they are in.

        The operator stores a bar in the database, so this is called regularly.
        """
        try:
            barred = set(await self._store.read(users.barred))
        except StoreError:
            log.exception("who is barred cannot be read")
            return
        for viewer, _ in self._office.barred_pages():
            if viewer.user:
                barred.add(viewer.user)
            else:
                viewer.close(BARRED, "you are barred")
        for actor in list(self._tables.values()):
            names = {viewer.user: viewer.name for viewer in actor.viewers if viewer.user}
            names |= {seat.user: seat.name for seat in actor.seating.seats if seat}
            for user in names.keys() & (barred | self._office.barred_among(names)):
                await actor.send_away(user, names[user], out=True)
