"""The owner links two of their tables, or ends the link (`standpat.room.tables.must_move`).

Only the owner of both tables, or an admin, may do so. While tables are linked, their games, stakes and passwords stay
as they are, and the main table has no bots (`check_free`). A link ends with a table that is closed, and when one of the
tables is handed over; nobody moves any more, and everybody keeps the seat that they have.
"""

from collections.abc import Mapping

from msgspec import structs

from standpat.language.sentence import Sentence
from standpat.protocol.room import Notice, Person
from standpat.room.store.users import User
from standpat.room.tables import must_move
from standpat.room.tables.actor import TableActor
from standpat.room.tables.audit import Audit
from standpat.room.tables.coming_rules import changed
from standpat.room.tables.owner import check_owner
from standpat.room.tables.refusal import Refused
from standpat.room.tables.table import MAX_NAME, Link, TableRules


class MustMoveHost:
    """Links and unlinks tables.

    Args:
        tables: The tables of the room.
        audit: The audit log.
    """

    def __init__(self, tables: Mapping[str, TableActor], audit: Audit) -> None:
        self._tables = tables
        self._audit = audit

    def candidates(self, user: User, main: TableActor) -> list[Person]:
        """The tables, by id and name, that could be the must-move table of the user's own table.

        Raises:
            Refused: The table is not the user's own.
        """
        check_owner(user, main)
        return [Person(one.rules.id, one.rules.name) for one in self._tables.values() if _why_not(main, one) is None]

    def mains(self, user: User) -> list[Person]:
        """The user's own tables, by id and name, that could have a new must-move table."""
        own = [one for one in self._tables.values() if one.rules.owner == user.id]
        return [Person(one.rules.id, one.rules.name) for one in own if _second(one, "")[1] is None]

    def second(self, user: User, main: TableActor, id: str) -> TableRules:
        """The record of a new must-move table with the settings of the user's own table.

        Raises:
            Refused: The table is not the user's own, or cannot have a must-move table.
        """
        check_owner(user, main)
        second, why = _second(main, id)
        if why:
            raise Refused("not-possible", why)
        return second

    async def link(self, user: User, main: TableActor, feeder: TableActor) -> None:
        """Make a table the must-move table of another one.

        Raises:
            Refused: The user does not own both, or they cannot be linked.
        """
        for actor in (main, feeder):
            check_owner(user, actor)
        _check(main, feeder)
        await self._audit.note("table-link", user.id, main.rules.id, table=feeder.rules.id)

        async def job() -> None:
            for actor in (main, feeder):
                check_owner(user, actor)
            _check(main, feeder)
            ends = [(actor.rules.id, actor.rules.name) for actor in (main, feeder)]
            link = Link(*ends)
            for actor in (feeder, main):
                await actor.put(structs.replace(actor.rules, link=link))
            args = {"main": main.rules.name, "name": feeder.rules.name}
            for actor in (feeder, main):
                actor.viewers.say(lambda v: Notice(v, "room.linked", args))

        await feeder.ask(lambda: main.ask(job))

    async def unlink(self, user: User, actor: TableActor) -> None:
        """End the link of the user's own table. A table without a link stays so.

        Raises:
            Refused: The table is not the user's own.
        """
        check_owner(user, actor)
        if actor.rules.link is None:
            return
        await self._audit.note("table-unlink", user.id, actor.rules.id)
        check_owner(user, actor)
        await self.end(actor)

    async def end(self, actor: TableActor) -> None:
        """End the link of a table, at both tables."""
        link = actor.rules.link
        if link is None:
            return
        for table in (link.feeder[0], link.main[0]):
            one = self._tables.get(table)
            if one is not None and not one.unsound and one.rules.link == link:
                await _end(one, link)

    async def tidy(self, aside: Mapping[str, object]) -> None:
        """End the links with tables that are gone or have no such link, after a table was closed or the room opened.
        `aside` are the tables that are being repaired, whose links stay.
        """
        for actor in list(self._tables.values()):
            link = actor.rules.link
            if link is None or actor.unsound:
                continue
            table = link.view(actor.rules.id).table
            other = self._tables.get(table)
            if table not in aside and (other is None or other.rules.link != link):
                await _end(actor, link)


def _second(main: TableActor, id: str) -> tuple[TableRules, Sentence | None]:
    """The record of a new must-move table of a table, and why there cannot be one."""
    rules = changed(main.rules, main.desk.state.coming)
    name = f"{rules.name[: MAX_NAME - 2]} 2"
    second = structs.replace(rules, id=id, name=name, link=None)
    return second, Sentence("closing") if main.closing or main.unsound else must_move.why_not(rules, second)


async def _end(actor: TableActor, link: Link) -> None:
    async def job() -> None:
        if actor.rules.link == link:
            await actor.put(structs.replace(actor.rules, link=None))
            actor.viewers.say(lambda v: Notice(v, "room.unlinked", {"name": link.view(actor.rules.id).name}))

    await actor.ask(job)


def check_free(actor: TableActor) -> None:
    """Check that a table is not linked, because what it has in common with the other table is to change.

    Raises:
        Refused: It is linked.
    """
    if actor.rules.link is not None:
        raise Refused("not-possible", Sentence("link-first"))


def _check(main: TableActor, feeder: TableActor) -> None:
    if why := _why_not(main, feeder):
        raise Refused("not-possible", why)


def _why_not(main: TableActor, feeder: TableActor) -> Sentence | None:
    """Why a table cannot feed another one. What changes with the next hand counts as changed."""
    for actor in (main, feeder):
        if actor.closing or actor.unsound:
            return Sentence("closing")
    return must_move.why_not(*[changed(actor.rules, actor.desk.state.coming) for actor in (main, feeder)])
