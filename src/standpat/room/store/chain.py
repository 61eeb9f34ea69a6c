"""The hash chain over permanent records.

A link is added for each transfer, each finished hand and each line of the audit log, in the transaction that writes the
record. A link has the digest of its record and a hash over the previous link's hash (`following`). Whoever changes,
removes or inserts a record later has to compute all later links again. If the hash of the last link was noted
elsewhere, even that is found.

The chain has no secret. A record that is added at the end with a correct link is not found by its hash.
`standpat.room.admin.replay` finds it if no such transfer is possible.

Digests are SHA-256 of a JSON array in ASCII without spaces. Records that are older than the chain were linked by the
migration that introduced it.
"""

import hashlib
import json
from collections.abc import Iterable, Sequence
from typing import Any, Final, Literal

from sqlalchemy import Connection, bindparam, func, select

from standpat.room.store import schema
from standpat.room.store.statement import Statement

Kind = Literal["transfer", "hand", "log"]
BEGINNING: Final = bytes(32)
"""The hash before the first link."""


def digest(*parts: object) -> bytes:
    """SHA-256 of the arguments as a JSON array."""
    return hashlib.sha256(json.dumps(parts, separators=(",", ":")).encode("ascii")).digest()


def following(before: bytes, no: int, kind: str, of: int, what: bytes) -> bytes:
    """The hash of a link.

    Args:
        before: The hash of the previous link.
        no: The number of the link, from 1.
        kind: The kind of the record (`Kind`).
        of: The id of the record.
        what: The digest of the record.
    """
    return digest(before.hex(), no, kind, of, what.hex())


def transfer_digest(
    id: int, at: float, reason: str, reference: str, once: str | None, entries: Iterable[Sequence[Any]]
) -> bytes:
    """The digest of a transfer. `entries` are (account, amount, balance), in any order."""
    return digest(id, float(at), reason, reference, once, sorted([list(entry) for entry in entries]))


def hand_digest(hand: Sequence[Any], seed: str, people: Sequence[str], events: Sequence[str]) -> bytes:
    """The digest of a finished hand.

    Args:
        hand: The hand's row, with the columns of `HAND`.
        seed: The dealer's seed.
        people: The players by seat.
        events: The events as stored. Those after the end of the hand (cards shown later) are not part of the digest.
    """
    return digest(list(hand), seed, list(people), list(events[: end_of(events)]))


def end_of(events: Sequence[str]) -> int:
    """The number of events up to the end of the hand; all events if the hand has no end."""
    for place in range(len(events) - 1, -1, -1):
        if '"hand-end"' in events[place]:
            return place + 1
    return len(events)


_HAND = schema.hand.c
HAND: Final = (_HAND.id, _HAND.table_id, _HAND.hand_no, _HAND.began, _HAND.setup, _HAND.ended, _HAND.nets)
"""The columns of a hand's row that its digest covers."""
_ROW: Final = Statement(
    select(*HAND, schema.seed.c.seed)
    .outerjoin(schema.seed, schema.seed.c.hand_id == schema.hand.c.id)
    .where(schema.hand.c.id == bindparam("hand"))
)
_PEOPLE: Final = Statement(
    select(schema.player.c.person).where(schema.player.c.hand_id == bindparam("hand")).order_by(schema.player.c.seat)
)
_EVENTS: Final = Statement(
    select(schema.event.c.body).where(schema.event.c.hand_id == bindparam("hand")).order_by(schema.event.c.no)
)
_MOST: Final = select(func.max(schema.link.c.no)).scalar_subquery()
_LAST: Final = Statement(select(schema.link.c.no, schema.link.c.hash).where(schema.link.c.no == _MOST))
_ADD: Final = Statement(schema.link.insert())


def head(connection: Connection) -> tuple[int, bytes]:
    """The number and the hash of the last link; (0, `BEGINNING`) if there is none."""
    rows = _LAST.rows(connection, {})
    return (rows[0][0], rows[0][1]) if rows else (0, BEGINNING)


def add(connection: Connection, kind: Kind, of: int, what: bytes) -> None:
    """Add a link for a record that was written in this transaction."""
    last, before = head(connection)
    no = last + 1
    row = {"no": no, "kind": kind, "of": of, "digest": what, "hash": following(before, no, kind, of, what)}
    _ADD.run(connection, row)


def add_hand(connection: Connection, hand_id: int) -> None:
    """Add the link of a hand that has just been finished. All its events must be written."""
    of = {"hand": hand_id}
    (row,) = _ROW.rows(connection, of)
    people = [person for (person,) in _PEOPLE.rows(connection, of)]
    events = [body for (body,) in _EVENTS.rows(connection, of)]
    add(connection, "hand", hand_id, hand_digest(row[:-1], row[-1] or "", people, events))
