"""Chips for today: a newcomer's welcome, and the daily top-up of a wallet."""

from standpat.room.store import Store, ledger
from standpat.room.store.account import Accounts, AlsoGiven, nothing_given
from standpat.room.store.users import User
from standpat.room.tables.allowance import Allowance


class DailyChips:
    """Gives chips for today."""

    def __init__(self, store: Store, accounts: Accounts, allowance: Allowance) -> None:
        self._store = store
        self._accounts = accounts
        self._allowance = allowance

    async def give(
        self, user: User, home: str = "", at_most: int | None = None, also: AlsoGiven = nothing_given
    ) -> int:
        """Give a newcomer's chips, or top up the wallet that a user plays from.

        Args:
            user: The user.
            home: Their household.
            at_most: The largest number of chips; None for no further limit.
            also: Operations to write with it.

        Returns:
            The chips given.
        """
        person, day = user.person, self._allowance.today
        welcome = await self._accounts.welcome(person, home, also)
        if welcome:
            return welcome
        missing = self._accounts.chips - await self._store.read(ledger.balance, ledger.wallet(person))
        chips = min(missing, self._allowance.top_up(person), missing if at_most is None else at_most)
        if chips <= 0:
            return 0
        self._allowance.topped(person, day, chips)  # before the commit, so that no other request gives them too
        given = 0
        try:
            given = await self._accounts.daily(person, chips, also)
        finally:
            self._allowance.topped(person, day, given - chips)
        return given
