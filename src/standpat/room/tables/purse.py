"""The account behind a seat: it paid for the seat's chips, and gets back what is left of them.

A seat stores its account, so that chips go back to those who paid, whoever owns the table later. People play from their
own wallet, and their bots from their owner's. House players at a person's table are staked by that person. Only at
tables of the house do they play with the bank's chips.
"""

from standpat.room.store import ledger
from standpat.room.tables import house_player
from standpat.room.tables.table import TableRules

_WALLET = ledger.wallet("")


def of_seat(user: str, purse: str) -> str:
    """The account behind a seat. `purse` is the account that the seat stores; "" in seats that were stored before
    accounts were.
    """
    return purse or (ledger.BANK if house_player.is_house_player(user) else ledger.wallet(user))


def of_bots(rules: TableRules) -> str:
    """The account that stakes a table's house players."""
    staker = rules.staked_by or rules.owner
    return ledger.BANK if staker is None else ledger.wallet(staker)


def person(account: str) -> str | None:
    """The person whose wallet an account is; None for the bank."""
    return account.removeprefix(_WALLET) if account.startswith(_WALLET) else None
