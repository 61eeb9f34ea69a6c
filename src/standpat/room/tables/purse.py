"""Whose chips a seat plays with: the account that paid for them, and that gets back what is left of them.

A seat remembers its purse, so that chips go back to who paid, whoever owns the table by then. People play from their
own wallet and their bots from their owner's. The house's players at a person's table are staked by that person; only at
the house's own tables do they play with the bank's chips.
"""

from standpat.room.store import ledger
from standpat.room.tables import house_player
from standpat.room.tables.table import TableRules

_WALLET = ledger.wallet("")


def of_seat(user: str, purse: str) -> str:
    """The account of a seat. `purse` is what the seat remembers: "" in those of a room that remembered none."""
    return purse or (ledger.BANK if house_player.is_house_player(user) else ledger.wallet(user))


def of_bots(rules: TableRules) -> str:
    """The account that stakes a table's house players."""
    staker = rules.staked_by or rules.owner
    return ledger.BANK if staker is None else ledger.wallet(staker)


def person(account: str) -> str | None:
    """Whose wallet an account is, None for the bank."""
    return account.removeprefix(_WALLET) if account.startswith(_WALLET) else None
