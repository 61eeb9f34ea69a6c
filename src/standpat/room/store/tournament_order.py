"""What the operator's command asks of a tournament, for the room to do: only its keeper writes a tournament's events.

A tournament has at most one order. A room that runs looks for orders every second, and a room that starts before it
deals. It does what an order asks in one commit with `answered`, so an order is done once. The command waits for the
answer, and removes the order then. A newer order takes the place of one that was not done yet.
"""

import secrets
from typing import Final, Literal, get_args

from msgspec import Struct
from sqlalchemy import ColumnElement, Connection, delete, insert, select, update

from standpat.room.store import log
from standpat.room.store.batch import StoreError, Work
from standpat.room.store.schema import tournament_order

Act = Literal["pause", "resume", "cancel"]
ACTS: Final[tuple[Act, ...]] = get_args(Act)


class Order(Struct, frozen=True):
    """An order.

    Attributes:
        tournament: The tournament.
        key: What this order is known by; each has another one.
        act: What is to be done.
        why: The reason, which everybody reads.
        answer: Why the room has refused it; "" if it was done, None as long as it waits.
    """

    tournament: str
    key: str
    act: Act
    why: str
    answer: str | None = None


def new(tournament: str, act: Act, why: str) -> Order:
    """A new order."""
    return Order(tournament, secrets.token_hex(8), act, why)


def put(order: Order, at: float) -> Work:
    """Store an order, in the place of a former one of its tournament, and write a line of the log.

    Raises:
        StoreError: The same is asked for already.
    """

    def run(connection: Connection) -> None:
        former = find(connection, order.tournament)
        if former is not None and former.answer is None and former.act == order.act:
            raise StoreError(f"{order.act} is asked for already: the room does it when it runs")
        connection.execute(delete(tournament_order).where(tournament_order.c.tournament_id == order.tournament))
        row = {"tournament_id": order.tournament, "key": order.key, "act": order.act, "why": order.why}
        connection.execute(insert(tournament_order), {**row, "answer": None})
        log.note(f"tournament-{order.act}", actor=log.OPERATOR, about=order.tournament, at=at, why=order.why).run(
            connection
        )

    return Work(run)


def withdraw(order: Order, at: float) -> Work:
    """Take an order back that waits, and write a line of the log.

    Raises:
        StoreError: The room has answered it, or another has taken its place.
    """

    def run(connection: Connection) -> None:
        _change(connection, order, None)
        log.note("tournament-withdraw", actor=log.OPERATOR, about=order.tournament, at=at, asked=order.act).run(
            connection
        )

    return Work(run)


def answered(order: Order, answer: str) -> Work:
    """Note the room's answer.

    Raises:
        StoreError: The order was taken back, or another has taken its place.
    """
    return Work(lambda connection: _change(connection, order, answer))


def remove(order: Order) -> Work:
    """Remove an order whose answer was read."""
    return Work(lambda connection: connection.execute(delete(tournament_order).where(_it(order))).close())


def find(connection: Connection, tournament: str) -> Order | None:
    """The order of a tournament; None if there is none."""
    c = tournament_order.c
    row = connection.execute(select(tournament_order).where(c.tournament_id == tournament)).first()
    return None if row is None else Order(row.tournament_id, row.key, row.act, row.why, row.answer)


def waiting(connection: Connection) -> list[Order]:
    """The orders that wait for the room."""
    c = tournament_order.c
    rows = connection.execute(select(tournament_order).where(c.answer.is_(None)).order_by(c.tournament_id))
    return [Order(row.tournament_id, row.key, row.act, row.why) for row in rows]


def _it(order: Order) -> ColumnElement[bool]:
    c = tournament_order.c
    return (c.tournament_id == order.tournament) & (c.key == order.key)


def _change(connection: Connection, order: Order, answer: str | None) -> None:
    """Write the answer of an order that waits; remove the order if there is none."""
    which = _it(order) & tournament_order.c.answer.is_(None)
    change = delete(tournament_order) if answer is None else update(tournament_order).values(answer=answer)
    if connection.execute(change.where(which)).rowcount != 1:
        raise StoreError(f"{order.act} is not waiting any more")
