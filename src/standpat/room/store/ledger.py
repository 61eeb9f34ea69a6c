"""Every chip in double entry: append-only, whole chips, nothing made or lost.

Accounts are `BANK` (which issues play chips, and alone may be below zero), `wallet(user)`, and
`seat(table, user)`: a player's chips on a table, those in the pot included until the hand is over. A transfer is a
set of amounts by account that sums to zero, with a reason, a reference and a time. An account is there from its
first transfer on.

Always: a transfer is written whole or not at all; no wallet or seat is ever below zero; an account's balance is
the sum of its entries; the balances of all accounts sum to zero. Between hands a seat's balance is its stack.
`audit` checks all of it, and the stacks with it. The database itself refuses to change or delete an entry.

Functions that write return an operation for `Store.commit`, whose result is the transfer's number.
"""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct
from sqlalchemy import Connection

from standpat.room.store.batch import StoreError, Work

BANK: Final = "bank"


class Overdraft(StoreError):
    """An account has not that many chips. Nothing was moved."""


class AlreadyDone(StoreError):
    """A transfer that may be made once was made before. Nothing was moved."""


class Line(Struct, frozen=True):
    """One entry of an account: `balance` is what it had after it."""

    transfer: int
    at: float
    reason: str
    reference: str
    amount: int
    balance: int


def wallet(user: str) -> str:
    """The account of what somebody has off the tables."""
    return f"wallet:{user}"


def seat(table: str, user: str) -> str:
    """The account of what somebody has on a table."""
    return f"seat:{table}:{user}"


def transfer(
    amounts: Mapping[str, int], reason: str, *, at: float, reference: str = "", once: str | None = None
) -> Work:
    """Move chips between any number of accounts; the amounts sum to zero. With `once`, a second transfer of the
    same text is `AlreadyDone`."""
    raise NotImplementedError


def move(
    source: str, target: str, amount: int, reason: str, *, at: float, reference: str = "", once: str | None = None
) -> Work:
    """Move `amount` chips, 1 or more, from one account to another."""
    raise NotImplementedError


def settle(table: str, hand_id: int, nets: Mapping[str, int], *, at: float) -> Work:
    """What a hand did to its players' chips, by user. Once a hand; nets of zero all round are no transfer."""
    raise NotImplementedError


def balance(connection: Connection, account: str, at: float | None = None) -> int:
    """What an account has, or had at a time; 0 if it has never been used."""
    raise NotImplementedError


def balances(connection: Connection, prefix: str = "") -> dict[str, int]:
    """The accounts whose names begin so, and what they have: ``seat:T1:`` is everybody at table T1."""
    raise NotImplementedError


def statement(connection: Connection, account: str, since: float = 0, until: float | None = None) -> list[Line]:
    """The entries of an account in a time, oldest first."""
    raise NotImplementedError


def audit(connection: Connection, stacks: Mapping[str, int] | None = None) -> list[str]:
    """What is wrong, in words; nothing if all is well. `stacks` are the chips on tables by seat account, counted
    by the tables themselves: every seat account is compared with them."""
    raise NotImplementedError
