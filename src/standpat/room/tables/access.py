"""Who may look at a table, and who may see the hands that were played there.

A table with a password is open to those who know it, to its owner, and to those who sit there. A table of a tournament
is open to those whom its tournament admits. The hands of a private table are for those who sit there or have been there
(`standpat.room.tables.guest_list`). A banned person may see neither, except for the hand that they are still playing.
"""

from collections.abc import Callable

from msgspec import structs

from standpat.language.sentence import Sentence
from standpat.room.store.account import Accounts
from standpat.room.store.password import ANYBODY, Party
from standpat.room.store.users import User
from standpat.room.tables.actor import TableActor
from standpat.room.tables.audit import Audit
from standpat.room.tables.guest_list import GuestList
from standpat.room.tables.must_move_host import check_free
from standpat.room.tables.owner import check_owner
from standpat.room.tables.refusal import Refused
from standpat.room.tables.table import MAX_PASSWORD


class Access:
    """Checks access to tables. A `user` is an id; "" is nobody.

    Args:
        accounts: The room's accounts.
        guests: Who has been at which private table.
        audit: The log of what owners do.
        admits: Whether a tournament admits a user, from both ids.
    """

    def __init__(self, accounts: Accounts, guests: GuestList, audit: Audit, admits: Callable[[str, str], bool]) -> None:
        self._accounts = accounts
        self._guests = guests
        self._audit = audit
        self._admits = admits

    async def enter(self, user: str, actor: TableActor, password: str, party: Party = ANYBODY) -> None:
        """Admit a user who knows the password.

        Raises:
            Refused: The password is wrong.
        """
        if not await self._accounts.check(actor.rules.password, password, party):
            raise Refused("not-possible", Sentence("wrong-password"))
        await self._guests.add(user, actor.rules.id)

    async def set_password(self, user: User, actor: TableActor, password: str, party: Party = ANYBODY) -> None:
        """Give the user's own table another password, or none if it is "". Everybody who is there stays admitted. A
        table without its password is not in the lobby's list, so its hands stay those of a private table.

        Raises:
            Refused: The user is not the owner, the password is too long, or the table is linked.
        """
        check_owner(user, actor)
        if len(password) > MAX_PASSWORD:
            raise Refused("not-possible", Sentence("table-password", most=MAX_PASSWORD))
        check_free(actor)
        hashed = await self._accounts.hash(password, party) if password else None
        await self._audit.note("table-password", user.id, actor.rules.id, on=bool(password))

        async def job() -> None:
            check_owner(user, actor)
            check_free(actor)
            for present in actor.viewers.users() - actor.rules.barred.keys() if hashed else ():
                await self._guests.add(present, actor.rules.id)
            if hashed or actor.rules.password is not None:
                public = actor.rules.public and hashed is not None
                await actor.put(structs.replace(actor.rules, password=hashed, public=public))

        await actor.ask(job)

    def may_enter(self, user: str, actor: TableActor) -> bool:
        """Whether a user may look at a table."""
        rules = actor.rules
        if self.barred(user, actor):
            return False
        if rules.tournament:
            return _at_home(user, actor) or self._admits(user, rules.tournament)
        return rules.password is None or _at_home(user, actor) or self._guests.has(user, rules.id)

    async def came(self, user: str, actor: TableActor) -> None:
        """Put a user who looks at a private table on its guest list. Call it only for users who may look at it."""
        if user and actor.rules.private and not _at_home(user, actor):
            await self._guests.add(user, actor.rules.id)

    def may_see_hands(self, user: str, actor: TableActor) -> bool:
        """Whether a user may see all hands that were played at a table."""
        if self.barred(user, actor):
            return False
        return not actor.rules.private or _at_home(user, actor) or self._guests.has(user, actor.rules.id)

    def barred(self, user: str, actor: TableActor) -> bool:
        """Whether a user is banned from a private table and not in the hand that is played there."""
        return actor.rules.private and user in actor.rules.barred and not actor.playing(user)


def _at_home(user: str, actor: TableActor) -> bool:
    """Whether the table is their own or they sit there."""
    return bool(user) and (user == actor.rules.owner or actor.seating.find(user) is not None)
