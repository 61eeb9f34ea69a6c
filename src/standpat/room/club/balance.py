"""The group's own note of buy-ins, prizes and payments, in whole units of the club's currency. standpat moves no money.

A member's balance is what they are still to get: prizes less buy-ins, plus what they have paid, less what they have
got. Home games are not part of it: the people at a table settle on the page of its session
(`standpat.room.home_game.debts`), and nobody pays twice. Where the results of the members do not sum to zero, people
outside the club played too: they are the party `OUTSIDE`, together.

`settlement` is the fewest payments (`standpat.room.home_game.settle_up`). The payee says that they have got one; for
`OUTSIDE`, and for those who are no longer in the club, an organiser does. In a closed club that can be said too. Only a
payment of the present settlement can be said, so saying it twice is refused the second time. Who may say it can take it
back, with a reason that all members read.
"""

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from msgspec import Struct
from sqlalchemy import Connection, case, func, insert, select

from standpat.language.sentence import Sentence
from standpat.room.club import record
from standpat.room.club.book import Entered, entered
from standpat.room.club.record import LONGEST_REASON
from standpat.room.club.refusal import ClubRefused, line
from standpat.room.club.roles import may
from standpat.room.home_game.settle_up import MOST_PLAYERS, Payment, Settlement, settle_up
from standpat.room.store import club_schema as schema
from standpat.room.store.batch import Work

OUTSIDE: Final = "outside"
"""People outside the club, as one party."""
PAYMENTS: Final = 5000
"""Payments of a club that are said or taken back."""

_P: Final = schema.payment.c


class Said(Struct, frozen=True):
    """A payment that somebody said they have got. One that takes another back `replaces` it, and has a reason."""

    id: int
    at: float
    by: str
    payer: str
    payee: str
    amount: int
    reason: str
    replaces: int | None


def balances(connection: Connection, club: str) -> dict[str, int]:
    """What each party of a club is still to get, negative for one who is to pay. The sum is zero.

    The database adds up the results, because `say` asks for it in the room's one writer.
    """
    line, e = schema.line.c, schema.evening.c
    results = (
        select(line.person, func.sum(line.prize - line.buy_in).label("net"))
        .join(schema.entry, schema.entry.c.id == line.entry_id)
        .join(schema.evening, e.id == schema.entry.c.evening_id)
        .where(e.club_id == club, e.table_id.is_(None), record.holds(club))
        .group_by(line.person)
    )
    total: Counter[str] = Counter({person: int(net) for person, net in connection.execute(results)})
    total[OUTSIDE] = -total.total()
    taken_back = case((_P.replaces.is_(None), 1), else_=-1)
    paid = select(_P.payer, _P.payee, func.sum(_P.amount * taken_back).label("amount")).where(_P.club_id == club)
    for payer, payee, amount in connection.execute(paid.group_by(_P.payer, _P.payee)):
        total[payer] += int(amount)
        total[payee] -= int(amount)
    return {party: amount for party, amount in total.items() if amount}


def settlement(owed: Mapping[str, int]) -> Settlement | None:
    """The payments that settle the balances; None for too many parties."""
    return _settled(tuple(sorted(owed.items()))) if len(owed) <= MOST_PLAYERS else None


@lru_cache(maxsize=256)
def _settled(owed: tuple[tuple[str, int], ...]) -> Settlement:
    return settle_up(dict(owed))


def last_payments(connection: Connection, club: str, most: int) -> tuple[Said, ...]:
    """The last payments of a club, newest first."""
    query = select(schema.payment).where(_P.club_id == club).order_by(_P.id.desc()).limit(most)
    return tuple(
        [
            Said(row.id, row.at, row.made_by, row.payer, row.payee, row.amount, row.reason, row.replaces)
            for row in connection.execute(query)
        ]
    )


def say(club: str, person: str, paid: Payment, *, at: float) -> Work:
    """Say that a payment of the settlement has been made. The result is its number.

    Raises:
        ClubRefused: It is not a payment of the settlement now, or is not theirs to say.
    """

    def run(connection: Connection) -> int:
        there = entered(connection, club, person, "paid")
        _check_own(connection, there, person, paid.payee)
        settled = settlement(balances(connection, club))
        if settled is None or paid not in settled.payments:
            raise ClubRefused("not-found", Sentence("club-no-payment"))
        return _add(connection, club, person, paid, at)

    return Work(run)


def take_back(club: str, person: str, payment: int, reason: str, *, at: float) -> Work:
    """Take back what was said. The result is the number of the entry that does so.

    Raises:
        ClubRefused: There is no such payment, it was taken back, or it is not theirs to say.
    """

    def run(connection: Connection) -> int:
        there = entered(connection, club, person, "paid")
        known = 0 < payment < 2**53
        mine = _P.club_id == club, _P.id == payment, _P.replaces.is_(None)
        row = connection.execute(select(schema.payment).where(*mine)).first() if known else None
        if row is None or connection.scalar(select(_P.id).where(_P.replaces == payment)) is not None:
            raise ClubRefused("not-found", Sentence("club-no-payment"))
        _check_own(connection, there, person, row.payee)
        why = line(reason, LONGEST_REASON)
        return _add(connection, club, person, Payment(row.payer, row.payee, row.amount), at, why, payment)

    return Work(run)


def _check_own(connection: Connection, there: Entered, person: str, payee: str) -> None:
    """Check that a member may speak for the payee.

    Raises:
        ClubRefused: They are somebody else.
    """
    m = schema.member.c
    here = select(m.person).where(m.club_id == there.club.id, m.person == payee, m.state == "in")
    absent = payee.isprintable() and connection.scalar(here) is None
    if payee != person and not (absent and may(there.role, "record")):
        raise ClubRefused("not-allowed", Sentence("club-payee"))


def _add(
    connection: Connection,
    club: str,
    person: str,
    paid: Payment,
    at: float,
    reason: str = "",
    replaces: int | None = None,
) -> int:
    if (connection.scalar(select(func.count()).where(_P.club_id == club)) or 0) >= PAYMENTS:
        raise ClubRefused("not-possible", Sentence("club-payments", most=PAYMENTS))
    row = {"club_id": club, "payer": paid.payer, "payee": paid.payee, "amount": paid.amount, "at": at}
    more = {"made_by": person, "reason": reason, "replaces": replaces}
    (number,) = connection.execute(insert(schema.payment), {**row, **more}).inserted_primary_key or (0,)
    return int(number)
