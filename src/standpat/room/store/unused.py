"""Guests who came and never played: who they are, and how they are forgotten.

`unused` looks for some of them, `forget` takes them out with all that was theirs: sessions, notes, entries to tables.
Their chips go back to the bank as any chips move, so the ledger stays whole; their accounts stay in it, empty. Who has
ever been dealt in, has something besides the bank's own gifts, owns a bot or is barred is not forgotten. A bot that
never played goes as its owner would, if that is a guest.
"""

from collections.abc import Collection, Iterable
from typing import Final

from sqlalchemy import Connection, Select, delete, exists, literal, or_, select

from standpat.room.store import ledger
from standpat.room.store.batch import Work
from standpat.room.store.schema import entry, metadata, person, player, transfer

GIFTS: Final = ("welcome", "daily")
REASON: Final = "forgotten"


def unused(connection: Connection, before: float, most: int, but: Collection[str] = ()) -> list[str]:
    """Some of those who came before this time and have not been used; `but` are here now."""
    ids: list[str] = []
    rows = connection.scalars(_unused().where(person.c.created < before).order_by(person.c.created)).yield_per(most)
    for user in rows:
        if user not in but:
            ids.append(user)
        if len(ids) == most:
            break
    return ids


def forget(users: Iterable[str], at: float) -> Work:
    """Take them out, those of them that are still unused; the result is how many."""
    wanted = list(users)

    def run(connection: Connection) -> int:
        going = list(connection.scalars(_unused().where(person.c.id.in_(wanted))))
        for user in going:
            chips = ledger.balance(connection, ledger.wallet(user))
            if chips:
                ledger.move(ledger.wallet(user), ledger.BANK, chips, REASON, at=at, reference=user).run(connection)
        for table in reversed(metadata.sorted_tables):
            for column in table.c:
                if table is not person and any([key.column is person.c.id for key in column.foreign_keys]):
                    connection.execute(delete(table).where(column.in_(going)))
        connection.execute(delete(person).where(person.c.id.in_(going)))
        return len(going)

    return Work(run)


def _unused() -> Select[str]:
    """Those of the present, whenever they came."""
    owner, bot = person.alias(), person.alias()
    wallet = literal("wallet:") + person.c.id
    moved = exists().where(
        entry.c.account == wallet, transfer.c.id == entry.c.transfer, transfer.c.reason.not_in(GIFTS)
    )
    guests_bot = exists().where(owner.c.id == person.c.owner, owner.c.kind == "guest")
    return select(person.c.id).where(
        or_(person.c.kind == "guest", (person.c.kind == "bot") & guests_bot),
        person.c.role == "player",
        ~person.c.barred,
        ~exists().where(player.c.person == person.c.id),
        ~exists().where(bot.c.owner == person.c.id),
        ~moved,
    )
