"""Finished hands in a history format with all cards, for the operator.

A player's own download (`standpat.room.server.downloads`) has only what they saw. This export is for disputes and
research.
"""

from datetime import UTC, datetime

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, select

from standpat.engine.rebuild import rebuild
from standpat.history.file import convert
from standpat.history.recording import record_of
from standpat.history.replay import Replay
from standpat.room.server.downloads import number, of_tournament
from standpat.room.store import StoreError, journal, schema
from standpat.room.tables.table import TableRules


class _Kind(Struct):
    """What is read of a table's record."""

    tournament: str = ""


def hand_ids(
    connection: Connection, table: str | None = None, user: str | None = None, *, tournaments: bool = True
) -> list[int]:
    """The ids of finished hands, oldest first.

    Args:
        connection: A connection.
        table: Only hands of this table.
        user: Only hands that this user was dealt into.
        tournaments: Whether hands of tournaments are among them.

    Raises:
        StoreError: There has been no such table.
    """
    query = select(schema.hand.c.id).where(schema.hand.c.ended.is_not(None)).order_by(schema.hand.c.id)
    if table is not None:
        if connection.scalar(select(schema.card_table.c.id).where(schema.card_table.c.id == table)) is None:
            raise StoreError(f"there has been no table {table!r}: expected the id of a table")
        query = query.where(schema.hand.c.table_id == table)
    if user is not None:
        dealt_in = select(schema.player.c.hand_id).where(schema.player.c.person == user)
        query = query.where(schema.hand.c.id.in_(dealt_in))
    if not tournaments:
        records = connection.execute(select(schema.card_table.c.id, schema.card_table.c.record))
        cash = [id for id, record in records if not msgspec.json.decode(record, type=_Kind).tournament]
        query = query.where(schema.hand.c.table_id.in_(cash))
    return list(connection.scalars(query))


def written(connection: Connection, hand_id: int, form: str) -> str:
    """The text of a hand in a history format.

    Args:
        connection: A connection.
        hand_id: The hand.
        form: The format.

    Raises:
        StoreError: There is no such hand.
    """
    stored = journal.hand(connection, hand_id)
    if stored is None:
        raise StoreError(f"there is no hand {hand_id}")
    played = stored.hand
    rules = msgspec.json.decode(journal.table_record(connection, played.table), type=TableRules)
    hand = rebuild(played.game, played.stakes, stored.events, posts=played.posts)
    record = record_of(
        hand,
        played.names,
        hand_id=str(number(played.key)),
        table=rules.name,
        when=datetime.fromtimestamp(played.began, UTC),
        seat_numbers=tuple([place + 1 for place in played.places]),
    )
    record.extra |= of_tournament(connection, rules.tournament, rules.number, played.hand_no)
    return convert(record, form, Replay(record, hand, []))
