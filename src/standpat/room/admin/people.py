"""People for the operator: by id or name, with their chips now or at an earlier time."""

from msgspec import Struct
from sqlalchemy import Connection, select

from standpat.room.store import StoreError, Work, ledger, schema, users
from standpat.room.store.users import User


class Holding(Struct, frozen=True):
    """The balance of an account."""

    account: str
    balance: int


def who(connection: Connection, text: str) -> User:
    """The user with an id or a name.

    Raises:
        StoreError: There is no such user.
    """
    user = users.by_id(connection, text) or users.by_name(connection, text)
    if user is None:
        raise StoreError(f"there is no user {text!r}: expected a name or an id")
    return user


def accounts_of(connection: Connection, text: str) -> list[str]:
    """The accounts that a text stands for: one account by its name, or all accounts of a user, their wallet first.

    Raises:
        StoreError: There is no such account or user.
    """
    named = select(schema.account.c.name)
    if connection.scalar(named.where(schema.account.c.name == text)):
        return [text]
    if text.startswith(("wallet:", "seat:")):
        raise StoreError(f"there is no account {text!r}")
    user = who(connection, text).id
    seats = named.where(schema.account.c.name.startswith("seat:"), schema.account.c.name.endswith(f":{user}"))
    return [ledger.wallet(user), *connection.scalars(seats.order_by(schema.account.c.name))]


def holdings(connection: Connection, text: str, at: float | None = None) -> list[Holding]:
    """The balances of the accounts that a text stands for, now or at a time in Unix seconds.

    Raises:
        StoreError: There is no such account or user.
    """
    return [Holding(name, ledger.balance(connection, name, at)) for name in accounts_of(connection, text)]


def grant(user: str, amount: int, reason: str, *, at: float) -> Work:
    """Move chips from the bank to a wallet, or back if the amount is negative. The ledger's reason is ``admin:
    REASON``.

    Raises:
        ValueError: The amount is 0 or the reason is empty.
    """
    if not amount:
        raise ValueError("0 chips: expected an amount above or below zero")
    if not reason.strip():
        raise ValueError("give a reason: it is written into the ledger")
    return ledger.transfer({ledger.BANK: -amount, ledger.wallet(user): amount}, f"admin: {reason.strip()}", at=at)
