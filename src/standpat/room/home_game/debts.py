"""What was left to pay after earlier evenings, and who has said that it is paid. standpat moves no money.

When a private table with an owner closes, the payments of its settlement are kept as debts between people (`keep`).
The payer can say that they have paid, and the payee that they have it; both can take it back. A debt is settled by the
payee's word alone. A debt that is not settled is shown at every later private session in which both of them are
(`open_between`).

The payments are those of the whole table, however long it was.
"""

from collections.abc import Collection, Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct
from sqlalchemy import ColumnElement, Connection, insert, or_, select, update

from standpat.room.home_game.settle_up import MOST_PLAYERS, Payment, settle_up
from standpat.room.store import ledger, schema
from standpat.room.store.batch import StoreError, Work
from standpat.room.tables import purse
from standpat.room.tables.table import TableRules

BANK: Final = "bank"
"""The house, as a party of a settlement. It has no debts."""
MOST: Final = 50
"""Debts that a session shows."""


class NoDebt(StoreError):
    """There is no such debt."""


class Debt(Struct, frozen=True):
    """A payment that an evening left.

    Attributes:
        table: The id of the table.
        name: Its name.
        at: When it was closed, in Unix seconds.
        payer: Who pays.
        payee: Whom they pay.
        amount: The chips.
        paid: When the payer said that it is paid; None if they did not.
        received: When the payee said so. The debt is settled then.
    """

    table: str
    name: str
    at: float
    payer: str
    payee: str
    amount: int
    paid: float | None = None
    received: float | None = None


def keep(table: str, at: float) -> Work:
    """Keep the payments of a table that closes now, if it is private and has an owner."""

    def run(connection: Connection) -> None:
        record = connection.scalar(select(schema.card_table.c.record).where(schema.card_table.c.id == table))
        rules = msgspec.json.decode(record or "", type=TableRules)
        if rules.owner is None or not rules.private:
            return
        rows = [
            {"table_id": table, "payer": one.payer, "payee": one.payee, "amount": one.amount, "at": at}
            for one in _payments(connection, table)
            if BANK not in (one.payer, one.payee)
        ]
        if rows:
            connection.execute(insert(schema.debt), rows)

    return Work(run)


def say(table: str, payer: str, payee: str, who: str, on: bool, *, at: float) -> Work:
    """Note that one of the two says that a debt is paid, or no longer says so. Twice is the same as once.

    Raises:
        NoDebt: There is no such debt, or it is not theirs.
    """
    c = schema.debt.c

    def run(connection: Connection) -> None:
        this = (c.table_id == table) & (c.payer == payer) & (c.payee == payee)
        row = connection.execute(select(c.paid, c.received).where(this)).first()
        if row is None or who not in (payer, payee):
            raise NoDebt("there is no such debt of theirs")
        name = "paid" if who == payer else "received"
        if (getattr(row, name) is not None) != on:
            connection.execute(update(schema.debt).where(this).values({name: at if on else None}))

    return Work(run)


def of_table(connection: Connection, table: str) -> tuple[Debt, ...]:
    """The debts that a table left, the largest first."""
    c = schema.debt.c
    return _read(connection, c.table_id == table, order=(c.amount.desc(), c.payer, c.payee))


def open_between(connection: Connection, people: Collection[str], but: str) -> tuple[Debt, ...]:
    """The debts between these people that are not settled, from other tables than `but`, oldest first."""
    c, among = schema.debt.c, sorted(people)
    mine = c.payer.in_(among) & c.payee.in_(among) & c.received.is_(None) & (c.table_id != but)
    return _read(connection, mine, order=(c.at, c.payer, c.payee))


def _read(connection: Connection, where: ColumnElement[bool], order: Sequence[ColumnElement[Any]]) -> tuple[Debt, ...]:
    debt, table = schema.debt, schema.card_table
    query = select(debt, table.c.record).join(table, table.c.id == debt.c.table_id).where(where).order_by(*order)
    rows = connection.execute(query.limit(MOST)).all()
    return tuple(
        [
            Debt(row.table_id, _name(row.record), row.at, row.payer, row.payee, row.amount, row.paid, row.received)
            for row in rows
        ]
    )


class _Named(Struct):
    name: str


def _name(record: str) -> str:
    """The name in a table's record."""
    return msgspec.json.decode(record, type=_Named).name


def _payments(connection: Connection, table: str) -> tuple[Payment, ...]:
    """Who pays whom after a table whose seats are empty; nobody if the ledger does not add up."""
    entry, transfer, other = schema.entry, schema.transfer, schema.entry.alias("other")
    seat = f"seat:{table}:"
    mine = (entry.c.account >= seat) & (entry.c.account < f"seat:{table};")  # ";" follows ":"
    query = (
        select(entry.c.amount, other.c.account)
        .join(transfer, transfer.c.id == entry.c.transfer)
        .join(other, (other.c.transfer == entry.c.transfer) & (other.c.account != entry.c.account))
        .where(mine, transfer.c.reason != "hand", or_(other.c.account < seat, other.c.account >= f"seat:{table};"))
    )
    balances: dict[str, int] = {}
    for amount, account in connection.execute(query):
        party = purse.person(account) or BANK
        balances[party] = balances.get(party, 0) - amount
    left = sum(ledger.balances(connection, seat).values())
    if left or sum(balances.values()) or sum([bool(amount) for amount in balances.values()]) > MOST_PLAYERS:
        return ()
    return settle_up(balances).payments
