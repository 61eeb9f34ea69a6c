"""Finished hands in a history format with all cards, for the operator.

A player's own download (`standpat.room.server.downloads`) has only what they saw. This export is for disputes and
research.
"""

from datetime import UTC, datetime

import msgspec
from sqlalchemy import Connection, select

from standpat.engine.rebuild import rebuild
from standpat.history.file import convert
from standpat.history.recording import record_of
from standpat.history.replay import Replay
from standpat.room.server.downloads import number
from standpat.room.store import StoreError, journal, schema
from standpat.room.tables.table import TableRules


def hand_ids(connection: Connection, table: str | None = None, user: str | None = None) -> list[int]:
    """The ids of finished hands, oldest first.

    Args:
        connection: A connection.
        table: Only hands of this table.
        user: Only hands that this user was dealt into.

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
    hand = rebuild(played.game, played.stakes, stored.events, posts=played.posts)
    record = record_of(
        hand,
        played.names,
        hand_id=str(number(played.key)),
        table=_name(connection, played.table),
        when=datetime.fromtimestamp(played.began, UTC),
        seat_numbers=tuple([place + 1 for place in played.places]),
    )
    return convert(record, form, Replay(record, hand, []))


def _name(connection: Connection, table: str) -> str:
    record = connection.scalar(select(schema.card_table.c.record).where(schema.card_table.c.id == table))
    return msgspec.json.decode(record or "", type=TableRules).name
