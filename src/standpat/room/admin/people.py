"""People as their operator knows them: by id or name; with their chips; what they had at a time."""

from msgspec import Struct
from sqlalchemy import Connection, select

from standpat.room.store import StoreError, Work, ledger, schema, users
from standpat.room.store.users import User


class Holding(Struct, frozen=True):
    """What an account had at a time."""

    account: str
    balance: int


def who(connection: Connection, text: str) -> User:
    """The user with this id or name; an error if there is none."""
    user = users.by_id(connection, text) or users.by_name(connection, text)
    if user is None:
        raise StoreError(f"there is no user {text!r}: expected a name or an id")
    return user


def accounts_of(connection: Connection, text: str) -> list[str]:
    """The accounts meant: one by its name, or all of a user, their wallet first."""
    named = select(schema.account.c.name)
    if connection.scalar(named.where(schema.account.c.name == text)):
        return [text]
    if text.startswith(("wallet:", "seat:")):
        raise StoreError(f"there is no account {text!r}")
    user = who(connection, text).id
    seats = named.where(schema.account.c.name.startswith("seat:"), schema.account.c.name.endswith(f":{user}"))
    return [ledger.wallet(user), *connection.scalars(seats.order_by(schema.account.c.name))]


def holdings(connection: Connection, text: str, at: float | None = None) -> list[Holding]:
    """What the accounts meant had at a time, now unless said."""
    return [Holding(name, ledger.balance(connection, name, at)) for name in accounts_of(connection, text)]


def grant(user: str, amount: int, reason: str, *, at: float) -> Work:
    """Chips from the bank into a wallet; an amount below zero takes them back. It stands in the ledger as
    ``admin: REASON``."""
    if not amount:
        raise ValueError("0 chips: expected an amount above or below zero")
    if not reason.strip():
        raise ValueError("give a reason: it is written into the ledger")
    return ledger.transfer({ledger.BANK: -amount, ledger.wallet(user): amount}, f"admin: {reason.strip()}", at=at)
