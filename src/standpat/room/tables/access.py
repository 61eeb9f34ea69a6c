"""Who may look at a table, and who may see the hands that were played there.

A table with a password opens to those who know it, to its owner, and to those who sit there. A private table's hands
are for those who sit or have been there (`standpat.room.tables.guest_list`). A barred person has neither, except for
the hand that they are still in.
"""

from standpat.language.sentence import Sentence
from standpat.room.store.account import Accounts
from standpat.room.store.password import ANYBODY, Party
from standpat.room.tables.actor import TableActor
from standpat.room.tables.guest_list import GuestList
from standpat.room.tables.refusal import Refused


class Access:
    """See the module. A `user` is an id, "" for nobody."""

    def __init__(self, accounts: Accounts, guests: GuestList) -> None:
        self._accounts = accounts
        self._guests = guests

    async def enter(self, user: str, actor: TableActor, password: str, party: Party = ANYBODY) -> None:
        """Let a user in who knows the password. A wrong one is `Refused`."""
        if not await self._accounts.check(actor.rules.password, password, party):
            raise Refused("not-possible", Sentence("wrong-password"))
        await self._guests.add(user, actor.rules.id)

    def may_enter(self, user: str, actor: TableActor) -> bool:
        """May they look at this table?"""
        rules = actor.rules
        if self.barred(user, actor):
            return False
        return rules.password is None or _at_home(user, actor) or self._guests.has(user, rules.id)

    async def came(self, user: str, actor: TableActor) -> None:
        """A user who may look at this table does so. At a private table they are on its guest list from now on."""
        if user and actor.rules.private and not _at_home(user, actor):
            await self._guests.add(user, actor.rules.id)

    def may_see_hands(self, user: str, actor: TableActor) -> bool:
        """May they see any hand that was played here?"""
        if self.barred(user, actor):
            return False
        return not actor.rules.private or _at_home(user, actor) or self._guests.has(user, actor.rules.id)

    def barred(self, user: str, actor: TableActor) -> bool:
        """Are they barred from a private table, and not in the hand that is played there?"""
        return actor.rules.private and user in actor.rules.barred and not actor.playing(user)


def _at_home(user: str, actor: TableActor) -> bool:
    """Is it their own table, or do they sit there?"""
    return bool(user) and (user == actor.rules.owner or actor.seating.find(user) is not None)
