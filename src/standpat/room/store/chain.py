"""The chain: what is written once and for all, in the order in which it was, each link's hash over the one before.

A link is added with each transfer, each hand that is finished, and each line of the audit log, in the transaction that
writes it. It has the digest of what it stands for, and `following` of the hash before it; so whoever changes, removes
or puts in something afterwards has to make all later links anew, and the hash of the last link, noted elsewhere, shows
even that. There is no secret in it: something that is put at the end with a link of its own is found by
`standpat.room.admin.replay`, if it is not what such a transfer can be, and not by its hash.

Digests are SHA-256 of a JSON array in ASCII without spaces. What was there before the chain was is linked by the
migration that began it.
"""

import hashlib
import json
from collections.abc import Iterable, Sequence
from typing import Any, Final, Literal

from sqlalchemy import Connection, bindparam, select

from standpat.room.store import schema

Kind = Literal["transfer", "hand", "log"]
BEGINNING: Final = bytes(32)
"""What the first link follows."""


def digest(*parts: object) -> bytes:
    """SHA-256 of these as JSON."""
    return hashlib.sha256(json.dumps(parts, separators=(",", ":")).encode("ascii")).digest()


def following(before: bytes, no: int, kind: str, of: int, what: bytes) -> bytes:
    """The hash of link `no` after a link whose hash is `before`."""
    return digest(before.hex(), no, kind, of, what.hex())


def transfer_digest(
    id: int, at: float, reason: str, reference: str, once: str | None, entries: Iterable[Sequence[Any]]
) -> bytes:
    """Of a transfer; `entries` are account, amount and balance."""
    return digest(id, float(at), reason, reference, once, sorted([list(entry) for entry in entries]))


def hand_digest(hand: Sequence[Any], seed: str, people: Sequence[str], events: Sequence[str]) -> bytes:
    """Of a finished hand: its row (`HAND`), its seed, its players by seat, and its events up to its end as stored; what
    was shown when it was over is no part of it."""
    return digest(list(hand), seed, list(people), list(events[: end_of(events)]))


def end_of(events: Sequence[str]) -> int:
    """How many events of a hand there are up to its end; all, where it has none."""
    for place in range(len(events) - 1, -1, -1):
        if '"hand-end"' in events[place]:
            return place + 1
    return len(events)


_HAND = schema.hand.c
HAND: Final = (_HAND.id, _HAND.table_id, _HAND.hand_no, _HAND.began, _HAND.setup, _HAND.ended, _HAND.nets)
# Built once: a statement that is the same object is compiled once.
_ROW: Final = (
    select(*HAND, schema.seed.c.seed)
    .outerjoin(schema.seed, schema.seed.c.hand_id == schema.hand.c.id)
    .where(schema.hand.c.id == bindparam("hand"))
)
_PEOPLE: Final = (
    select(schema.player.c.person).where(schema.player.c.hand_id == bindparam("hand")).order_by(schema.player.c.seat)
)
_EVENTS: Final = (
    select(schema.event.c.body).where(schema.event.c.hand_id == bindparam("hand")).order_by(schema.event.c.no)
)
_LAST: Final = select(schema.link.c.no, schema.link.c.hash).order_by(schema.link.c.no.desc()).limit(1)
_ADD: Final = schema.link.insert()


def head(connection: Connection) -> tuple[int, bytes]:
    """The last link: its number and hash."""
    row = connection.execute(_LAST).first()
    return (0, BEGINNING) if row is None else (row.no, row.hash)


def add(connection: Connection, kind: Kind, of: int, what: bytes) -> None:
    """One more link, for what was written just now."""
    last, before = head(connection)
    no = last + 1
    row = {"no": no, "kind": kind, "of": of, "digest": what, "hash": following(before, no, kind, of, what)}
    connection.execute(_ADD, row)


def add_hand(connection: Connection, hand_id: int) -> None:
    """The link of a hand that is finished now, with all its events written."""
    of = {"hand": hand_id}
    row = connection.execute(_ROW, of).one()
    people = [person for (person,) in connection.execute(_PEOPLE, of).all()]
    events = [body for (body,) in connection.execute(_EVENTS, of).all()]
    add(connection, "hand", hand_id, hand_digest(row[:-1], row[-1] or "", people, events))
