"""The journal: tables, hands, and all events of hands, written before anybody sees them.

Functions that write return an operation for `Store.commit`. Functions that read take a connection and are passed to
`Store.read`. Times are in Unix seconds. The journal does not know what a table's rules and seating look like: `record`
and `state` are JSON of the caller.

A hand is one `begin`, any number of `append`, and one `finish`. Its events are numbered from 0 and stored as the JSON
of `standpat.engine.event`. An event or a decision that is written twice is refused, and no event can be changed or
removed. The events here are complete, with hole cards. `standpat.engine.seen` decides what a viewer may see of them.
The dealer's seed is in its own table, and only `seed` reads it.

The `id` of a hand counts up and stays on the server. The address of a hand is its `key`, 96 random bits in hexadecimal
(`new_key`). `hand_of_key` finds a hand by its key.

A decision says which seat is to act and until when. `clock` is JSON of the caller for the rest of the clock's state
(time banks). Only `move_deadline` (one decision) and `extend_deadlines` (all open decisions) change deadlines.
"""

import secrets
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any, Final

import msgspec
from msgspec import Struct, field, structs
from sqlalchemy import Connection, Row, Select, bindparam, false, func, insert, or_, select, true, tuple_, update

from standpat.engine.blind import ForcedBet
from standpat.engine.event import Event, HandEnd, decode, encode
from standpat.engine.games import Game, Stakes
from standpat.room.store import chain, schema
from standpat.room.store.batch import Insert, StoreError, Work
from standpat.room.store.statement import Statement


class TableRow(Struct, frozen=True):
    """A table as it was last saved. `next_hand_no` is one more than the number of its last hand, or 1."""

    id: str
    record: str
    state: str
    opened: float
    closed: float | None
    next_hand_no: int


def new_key() -> str:
    """Make a random key of 96 bits in hexadecimal, which nobody can guess."""
    return secrets.token_hex(12)


class HandRecord(Struct, frozen=True):
    """The start of a hand, and its result when it is over.

    Engine seat k is table seat `places[k]`, where user `users[k]` sits, with the name `names[k]`. A new record has a
    new key.
    """

    id: int
    table: str
    hand_no: int
    began: float
    game: Game
    stakes: Stakes
    button: int
    stacks: tuple[int, ...]
    posts: tuple[ForcedBet, ...]
    places: tuple[int, ...]
    users: tuple[str, ...]
    names: tuple[str, ...]
    bots: tuple[bool, ...]
    ended: float | None = None
    nets: tuple[int, ...] | None = None
    key: str = field(default_factory=new_key)


class Decision(Struct, frozen=True):
    """Decision number `seq` of a hand, which seat `seat` must make before `deadline`. `clock` is JSON of the caller."""

    seq: int
    seat: int
    asked: float
    deadline: float
    clock: str = "{}"


class StoredHand(Struct, frozen=True):
    """A hand and its events.

    `decision` is the last decision that was asked for. `shown` has the events of cards that players showed after the
    end of the hand.
    """

    hand: HandRecord
    events: tuple[Event, ...]
    decision: Decision | None
    shown: tuple[Event, ...] = ()


# Tables ----------------------------------------------------------------------------------------------------


def open_table(table: str, record: str, state: str, at: float) -> Insert:
    """Store a new table."""
    row = {"id": table, "record": record, "state": state, "opened": at, "closed": None}
    return Insert(((schema.card_table, [row]),))


def change_table(table: str, record: str) -> Work:
    """Change the rules of a table."""
    return _change(_CHANGE_TABLE, f"there is no table {table!r}", of=table, value=record)


def save_table(table: str, state: str) -> Work:
    """Save the state of a table between hands: seats, button, missed blinds."""
    return _change(_SAVE_TABLE, f"there is no table {table!r}", of=table, value=state)


def close_table(table: str, at: float) -> Work:
    """Close a table. Its hands stay."""
    return _change(_CLOSE_TABLE, f"there is no table {table!r}", of=table, value=at)


def tables(connection: Connection, table: str | None = None) -> list[TableRow]:
    """The tables that are open, or only the one with this id if it is open."""
    last = select(func.max(schema.hand.c.hand_no)).where(schema.hand.c.table_id == schema.card_table.c.id)
    rows = connection.execute(
        select(schema.card_table, func.coalesce(last.scalar_subquery(), 0) + 1)
        .where(schema.card_table.c.closed.is_(None))
        .where(true() if table is None else schema.card_table.c.id == table)
        .order_by(schema.card_table.c.opened, schema.card_table.c.id)
    )
    return [TableRow(*row) for row in rows]


# Hands -----------------------------------------------------------------------------------------------------


def begin(hand: HandRecord, seed: str, events: Sequence[Event], decision: Decision | None) -> Insert:
    """Store a new hand: its start, its seed, its events so far, and its first decision.

    Raises:
        ValueError: `places`, `users`, `names` or `bots` does not have one entry for each seat.
    """
    seats = len(hand.stacks)
    for name in ("places", "users", "names", "bots"):
        if len(getattr(hand, name)) != seats:
            raise ValueError(f"{name} has {len(getattr(hand, name))} entries for {seats} seats")
    setup = _Setup(
        hand.game,
        hand.stakes,
        hand.button,
        hand.stacks,
        hand.posts,
        hand.places,
        hand.users,
        hand.names,
        hand.bots,
    )
    row = {
        "id": hand.id,
        "table_id": hand.table,
        "hand_no": hand.hand_no,
        "began": hand.began,
        "setup": msgspec.json.encode(setup).decode(),
        "ended": None,
        "nets": None,
        "key": hand.key,
    }
    players = [{"hand_id": hand.id, "seat": seat, "person": user} for seat, user in enumerate(hand.users)]
    seeds = [{"hand_id": hand.id, "seed": seed}]
    start = ((schema.hand, [row]), (schema.seed, seeds), (schema.player, players))
    return Insert((*start, *append(hand.id, 0, events, decision).tables))


def append(hand_id: int, first: int, events: Sequence[Event], decision: Decision | None = None) -> Insert:
    """Add the events that a decision caused, and the next decision if there is one.

    Args:
        hand_id: The hand.
        first: The number of the first of these events.
        events: The events.
        decision: The next decision; None if the hand is over.
    """
    return add(hand_id, first, [encode(event) for event in events], decision)


def add(hand_id: int, first: int, bodies: Iterable[bytes], decision: Decision | None = None) -> Insert:
    """Add events that are encoded already (`standpat.engine.event.encode`), as `append` does."""
    rows = [(hand_id, no, body.decode()) for no, body in enumerate(bodies, first)]
    if decision is None:
        return Insert(((schema.event, rows),))
    asked = (hand_id, decision.seq, decision.seat, decision.asked, decision.deadline, decision.clock)
    return Insert(((schema.event, rows), (schema.decision, [asked])))


def finish(hand_id: int, nets: Sequence[int], at: float) -> Work:
    """Store the result of a hand and add its link to the chain.

    Commit it together with the last events of the hand, after them, and with `ledger.settle`.
    """
    result = msgspec.json.encode(nets).decode()
    change = _change(_FINISH, f"hand {hand_id} is not there, or finished already", of=hand_id, at=at, value=result)

    def run(connection: Connection) -> None:
        change.run(connection)
        chain.add_hand(connection, hand_id)

    return Work(run)


def void(hand_id: int, at: float) -> Work:
    """End a hand that does not count: it has no end event, and nobody wins or loses."""

    def run(connection: Connection) -> None:
        seats = connection.scalar(select(func.count()).where(schema.player.c.hand_id == hand_id)) or 0
        finish(hand_id, [0] * seats, at).run(connection)

    return Work(run)


def move_deadline(hand_id: int, seq: int, deadline: float, clock: str) -> Work:
    """Change the deadline and the clock of a decision: a time bank was opened, or a player lost the connection."""
    return _change(
        _MOVE_DEADLINE, f"hand {hand_id} has no decision {seq}", of=hand_id, no=seq, until=deadline, value=clock
    )


def extend_deadlines(seconds: float) -> Work:
    """Move the start and the deadline of every open decision by some seconds.

    It is used after the room was away or the clock of its machine was changed. A negative number moves them back.
    """
    c = schema.decision.c
    of_open_hands = (
        select(c.hand_id, func.max(c.seq))
        .join(schema.hand, schema.hand.c.id == c.hand_id)
        .where(schema.hand.c.ended.is_(None))
        .group_by(c.hand_id)
    )

    def run(connection: Connection) -> None:
        for hand_id, seq in connection.execute(of_open_hands).all():
            one = update(schema.decision).where(c.hand_id == hand_id, c.seq == seq)
            connection.execute(one.values(asked=c.asked + seconds, deadline=c.deadline + seconds))

    return Work(run)


def last_hand_id(connection: Connection) -> int:
    """The highest hand id so far; 0 if there is none. The room numbers its hands from here."""
    return connection.scalar(select(func.coalesce(func.max(schema.hand.c.id), 0))) or 0


def unfinished(connection: Connection, table: str | None = None) -> list[StoredHand]:
    """The unfinished hands of a table or of all tables, each with its last decision, which is the open one."""
    hands = select(schema.hand).where(schema.hand.c.ended.is_(None)).order_by(schema.hand.c.id)
    return _stored_hands(connection, hands if table is None else hands.where(schema.hand.c.table_id == table))


def unfinished_ids(connection: Connection) -> dict[str, list[int]]:
    """The ids of all unfinished hands, by table, without reading the hands."""
    ids: dict[str, list[int]] = {}
    rows = connection.execute(select(schema.hand.c.table_id, schema.hand.c.id).where(schema.hand.c.ended.is_(None)))
    for table, hand_id in rows.all():
        ids.setdefault(table, []).append(hand_id)
    return ids


def hand(connection: Connection, hand_id: int) -> StoredHand | None:
    """A hand with its events; None if there is none with this id."""
    return next(iter(_stored_hands(connection, select(schema.hand).where(schema.hand.c.id == hand_id))), None)


def hands_numbered(connection: Connection, hands: Iterable[tuple[str, int]]) -> dict[tuple[str, int], StoredHand]:
    """Finished hands with their events, by table and number; those that are not there are left out."""
    c = schema.hand.c
    query = select(schema.hand).where(tuple_(c.table_id, c.hand_no).in_(list(hands)), c.ended.is_not(None))
    return {(one.hand.table, one.hand.hand_no): one for one in _stored_hands(connection, query)}


def hand_of_key(connection: Connection, key: str) -> HandRecord | None:
    """The hand with this key; None if there is none."""
    row = connection.execute(select(schema.hand).where(schema.hand.c.key == key)).first()
    return None if row is None else record(row)


def table_record(connection: Connection, table: str) -> str:
    """The record of a table, open or closed.

    Raises:
        StoreError: There is no such table.
    """
    record: str | None = connection.scalar(select(schema.card_table.c.record).where(schema.card_table.c.id == table))
    if record is None:
        raise StoreError(f"there is no table {table!r}")
    return record


def seed(connection: Connection, hand_id: int) -> str:
    """The dealer's seed of a hand. It determines every card: never log it or send it.

    Raises:
        StoreError: There is no such hand.
    """
    value: str | None = connection.scalar(select(schema.seed.c.seed).where(schema.seed.c.hand_id == hand_id))
    if value is None:
        raise StoreError(f"there is no hand {hand_id}")
    return value


def hands_of_table(connection: Connection, table: str, limit: int = 50, before: int | None = None) -> list[HandRecord]:
    """A table's finished hands, newest first.

    Hands that can no longer be read are left out; the audit reports them.

    Args:
        connection: A connection.
        table: The table.
        limit: The largest number of hands.
        before: Only hands with a lower hand number, for paging.
    """
    c = schema.hand.c
    query = select(schema.hand).where(c.table_id == table, c.ended.is_not(None)).order_by(c.hand_no.desc())
    if before is not None:
        query = query.where(c.hand_no < before)
    records = []
    for row in connection.execute(query.limit(limit)):
        with suppress(msgspec.DecodeError):
            records.append(record(row))
    return records


def hands_between(connection: Connection, table: str, spans: Sequence[tuple[int, int]], limit: int) -> list[HandRecord]:
    """A table's finished hands with a number in one of some spans (first and last), in order.

    Hands that can no longer be read are left out; the audit reports them.
    """
    c = schema.hand.c
    within = or_(false(), *[c.hand_no.between(first, last) for first, last in spans])
    query = select(schema.hand).where(c.table_id == table, c.ended.is_not(None), within).order_by(c.hand_no)
    records = []
    for row in connection.execute(query.limit(limit)):
        with suppress(msgspec.DecodeError):
            records.append(record(row))
    return records


def hands_of_user(connection: Connection, user: str, limit: int = 50, before: int | None = None) -> list[HandRecord]:
    """The finished hands that a user was dealt into, newest first.

    Args:
        connection: A connection.
        user: The user.
        limit: The largest number of hands.
        before: Only hands with a lower id, for paging.
    """
    c = schema.player.c
    query = (
        select(schema.hand)
        .join(schema.player, c.hand_id == schema.hand.c.id)
        .where(c.person == user, schema.hand.c.ended.is_not(None))
        .order_by(c.hand_id.desc())
    )
    if before is not None:
        query = query.where(c.hand_id < before)
    return [record(row) for row in connection.execute(query.limit(limit))]


# The heartbeat of the room ---------------------------------------------------------------------------------


def heartbeat(at: float) -> Work:
    """Store that the room was alive at this time."""

    def run(connection: Connection) -> None:
        if connection.execute(update(schema.heartbeat).values(at=at)).rowcount == 0:
            connection.execute(insert(schema.heartbeat).values(id=1, at=at))

    return Work(run)


def last_heartbeat(connection: Connection) -> float | None:
    """The time of the last heartbeat; None for a new database."""
    return connection.scalar(select(schema.heartbeat.c.at))


# ----------------------------------------------------------------------------------------------------------


class _Setup(Struct, frozen=True):
    """The start of a hand as it is stored."""

    game: Game
    stakes: Stakes
    button: int
    stacks: tuple[int, ...]
    posts: tuple[ForcedBet, ...]
    places: tuple[int, ...]
    users: tuple[str, ...]
    names: tuple[str, ...]
    bots: tuple[bool, ...]


_TABLE: Final = update(schema.card_table).where(schema.card_table.c.id == bindparam("of"))
_CHANGE_TABLE: Final = Statement(_TABLE.values(record=bindparam("value")))
_SAVE_TABLE: Final = Statement(_TABLE.values(state=bindparam("value")))
_CLOSE_TABLE: Final = Statement(_TABLE.values(closed=bindparam("value")))
_FINISH: Final = Statement(
    update(schema.hand)
    .where(schema.hand.c.id == bindparam("of"), schema.hand.c.ended.is_(None))
    .values(ended=bindparam("at"), nets=bindparam("value"))
)
_MOVE_DEADLINE: Final = Statement(
    update(schema.decision)
    .where(schema.decision.c.hand_id == bindparam("of"), schema.decision.c.seq == bindparam("no"))
    .values(deadline=bindparam("until"), clock=bindparam("value"))
)


def _change(statement: Statement, otherwise: str, **values: Any) -> Work:
    """Change one row. It fails with the message `otherwise` if there is no such row."""

    def run(connection: Connection) -> None:
        if statement.run(connection, values) != 1:
            raise StoreError(otherwise)

    return Work(run)


def record(row: Row[Any]) -> HandRecord:
    """The record of a hand from its row.

    Raises:
        msgspec.DecodeError: The row cannot be read.
    """
    setup = msgspec.json.decode(row.setup, type=_Setup)
    nets = None if row.nets is None else msgspec.json.decode(row.nets, type=tuple[int, ...])
    return HandRecord(
        row.id,
        row.table_id,
        row.hand_no,
        row.began,
        **structs.asdict(setup),
        ended=row.ended,
        nets=nets,
        key=row.key,
    )


def _stored_hands(connection: Connection, hands: Select[Any]) -> list[StoredHand]:
    stored = []
    for row in connection.execute(hands).all():
        happened = connection.execute(
            select(schema.event.c.no, schema.event.c.body)
            .where(schema.event.c.hand_id == row.id)
            .order_by(schema.event.c.no)
        ).all()
        for place, (no, _) in enumerate(happened):
            if no != place:
                raise StoreError(f"event {place} of hand {row.id} is not there")
        asked = connection.execute(
            select(schema.decision).where(schema.decision.c.hand_id == row.id).order_by(schema.decision.c.seq.desc())
        ).first()
        decision = None if asked is None else Decision(asked.seq, asked.seat, asked.asked, asked.deadline, asked.clock)
        events = tuple([decode(body) for _, body in happened])
        end = next((place for place, event in enumerate(events, start=1) if isinstance(event, HandEnd)), len(events))
        stored.append(StoredHand(record(row), events[:end], decision, events[end:]))
    return stored
