"""Guests who came and never played, and how they are deleted.

`unused` finds some of them. `forget` deletes them with all that was theirs: sessions, notes, admissions. Their chips go
back to the bank by transfers, so the ledger stays complete; their accounts stay in it, empty. A guest is not deleted
who has ever been dealt in, has had chips other than gifts of the bank, owns a bot, has opened a tournament, has a role,
is banned, or has had to do with a club. A bot of a guest is deleted by the same rules.
"""

from collections.abc import Collection, Iterable
from typing import Final

from sqlalchemy import Connection, Select, delete, exists, literal, or_, select

from standpat.room.store import ledger
from standpat.room.store.batch import Work
from standpat.room.store.club_schema import member
from standpat.room.store.schema import entry, metadata, person, player, tournament, transfer

GIFTS: Final = ("welcome", "daily")
"""Reasons of transfers that are gifts of the bank."""
REASON: Final = "forgotten"
"""The reason of the transfers that return chips to the bank."""


def unused(connection: Connection, before: float, most: int, but: Collection[str] = ()) -> list[str]:
    """Some of the unused guests and bots.

    Args:
        connection: A connection.
        before: Only those created before this time, in Unix seconds.
        most: The largest number.
        but: Users who are present, and therefore left out.

    Returns:
        Their ids, oldest first.
    """
    ids: list[str] = []
    rows = connection.scalars(_unused().where(person.c.created < before).order_by(person.c.created)).yield_per(most)
    for user in rows:
        if user not in but:
            ids.append(user)
        if len(ids) == most:
            break
    return ids


def forget(users: Iterable[str], at: float) -> Work:
    """Delete those of the users who are still unused. The result is their number."""
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
    """The ids of all unused guests and bots, whenever they came."""
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
        ~exists().where(member.c.person == person.c.id),
        ~exists().where(tournament.c.owner == person.c.id),
        ~moved,
    )
