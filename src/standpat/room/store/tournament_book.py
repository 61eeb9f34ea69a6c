"""The journal of tournaments: their events, in order and never changed.

`open` writes a new tournament with its first events, `append` more of them. The number of the first event is part of
the call: an event that is written twice, or by somebody who has not seen the last one, is refused. The seed of the
draws is in the row of the tournament, and only `running`, `stored` and `seed` read it.
"""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct, structs
from sqlalchemy import Connection, exists, func, insert, or_, select, update

from standpat.room.store import schema
from standpat.room.store.batch import Insert, StoreError, Work
from standpat.room.store.tournament_door import EVERYBODY, Door
from standpat.tournament.events import Announced, Dealt, Event, decode, encode


class StoredTournament(Struct, frozen=True):
    """A tournament as it is stored. `owner` is its director; None for one of the house. `door` says who gets in."""

    id: str
    seed: bytes
    owner: str | None
    events: tuple[Event, ...]
    door: Door = EVERYBODY


def open(id: str, seed: bytes, owner: str | None, events: Sequence[Event], at: float, door: Door = EVERYBODY) -> Insert:
    """Write a new tournament."""
    row = {"id": id, "seed": seed, "owner": owner, "opened": at, "closed": None, **structs.asdict(door)}
    return Insert(((schema.tournament, [row]), *append(id, 0, events).tables))


def append(id: str, first: int, events: Sequence[Event]) -> Insert:
    """Write more events, of which the first has this number."""
    return Insert(((schema.tournament_event, _rows(id, first, events)),))


def add(connection: Connection, id: str, first: int, events: Sequence[Event]) -> None:
    """Write more events, as `append` does, within a larger work."""
    connection.execute(insert(schema.tournament_event), _rows(id, first, events))


def _rows(id: str, first: int, events: Sequence[Event]) -> list[dict[str, Any]]:
    return [{"tournament_id": id, "no": no, "body": encode(event).decode()} for no, event in enumerate(events, first)]


def close(id: str, at: float) -> Work:
    """Note that a tournament is over. Its events stay."""
    table = schema.tournament

    def run(connection: Connection) -> None:
        done = connection.execute(update(table).where(table.c.id == id, table.c.closed.is_(None)).values(closed=at))
        if done.rowcount != 1:
            raise StoreError(f"tournament {id} is not there, or over already")

    return Work(run)


def not_over(connection: Connection) -> list[str]:
    """The ids of the tournaments that are not over, the first that was opened first."""
    c = schema.tournament.c
    return list(connection.scalars(select(c.id).where(c.closed.is_(None)).order_by(c.opened, c.id)))


def running(connection: Connection) -> list[StoredTournament]:
    """The tournaments that are not over, the first that was opened first."""
    return [stored(connection, id) for id in not_over(connection)]


def every(connection: Connection) -> list[str]:
    """The ids of all tournaments, the first that was opened first."""
    c = schema.tournament.c
    return list(connection.scalars(select(c.id).order_by(c.opened, c.id)))


def stored(connection: Connection, id: str) -> StoredTournament:
    """A tournament, over or not.

    Raises:
        StoreError: There is no such tournament, or an event is missing.
    """
    row = connection.execute(select(schema.tournament).where(schema.tournament.c.id == id)).one_or_none()
    if row is None:
        raise StoreError(f"there is no tournament {id}")
    return StoredTournament(row.id, row.seed, row.owner, events(connection, id), Door(row.private, row.password))


def events(connection: Connection, id: str) -> tuple[Event, ...]:
    """The events of a tournament, over or not; none if there is no such tournament.

    Raises:
        StoreError: An event is missing.
    """
    table = schema.tournament_event
    rows = connection.execute(select(table.c.no, table.c.body).where(table.c.tournament_id == id).order_by(table.c.no))
    found = []
    for place, (no, body) in enumerate(rows.all()):
        if no != place:
            raise StoreError(f"event {place} of tournament {id} is not there")
        found.append(decode(body))
    return tuple(found)


def owner(connection: Connection, id: str) -> str | None:
    """The director of a tournament; None for one of the house, or if there is none."""
    return connection.scalar(select(schema.tournament.c.owner).where(schema.tournament.c.id == id))


def past(connection: Connection, limit: int = 20, person: str | None = None) -> list[str]:
    """The ids of the tournaments that are over, the last one first. With a person, of private ones only theirs."""
    c, guest = schema.tournament.c, schema.tournament_guest.c
    query = select(c.id).where(c.closed.is_not(None))
    if person is not None:
        opened = exists().where(guest.tournament_id == c.id, guest.person == person)
        query = query.where(or_(~c.private, c.owner == person, opened))
    return list(connection.scalars(query.order_by(c.closed.desc()).limit(limit)))


class Extent(Struct, frozen=True):
    """How far a tournament has come: its announcement, how many events it has, and whether it is over."""

    announced: Announced
    events: int
    over: bool


def extent(connection: Connection, id: str) -> Extent | None:
    """How far a tournament has come; None if there is no such tournament."""
    table, event = schema.tournament.c, schema.tournament_event.c
    row = connection.execute(select(table.closed).where(table.id == id)).one_or_none()
    if row is None:
        return None
    (first,) = bodies(connection, id, 0, 1)
    announced = decode(first)
    assert isinstance(announced, Announced)
    last = connection.scalar(select(func.max(event.no)).where(event.tournament_id == id))
    assert last is not None
    return Extent(announced, last + 1, row.closed is not None)


def level_of(connection: Connection, id: str, table: int, hand: int) -> int | None:
    """The level of a hand; None if the tournament has no such hand."""
    c = schema.tournament_event.c
    like = f'{{"event":"dealt",%"table":{table},"hand":{hand},"level":%'
    body = connection.scalar(select(c.body).where(c.tournament_id == id, c.body.like(like)))
    event = None if body is None else decode(body)
    return event.level if isinstance(event, Dealt) else None


def announced(connection: Connection, id: str) -> Announced | None:
    """What a tournament is; None if there is none."""
    c = schema.tournament_event.c
    body = connection.scalar(select(c.body).where(c.tournament_id == id, c.no == 0))
    event = None if body is None else decode(body)
    return event if isinstance(event, Announced) else None


def bodies(connection: Connection, id: str, first: int, end: int) -> list[str]:
    """The JSON of the events from one number up to another.

    Raises:
        StoreError: An event is missing.
    """
    c = schema.tournament_event.c
    query = select(c.no, c.body).where(c.tournament_id == id, c.no >= first, c.no < end).order_by(c.no)
    rows = connection.execute(query).all()
    if [no for no, _ in rows] != list(range(first, end)):
        raise StoreError(f"an event of tournament {id} is not there")
    return [body for _, body in rows]


def seed(connection: Connection, id: str) -> bytes:
    """The seed of a tournament's draws, cards and tables. Never log it or send it.

    Raises:
        StoreError: There is no such tournament.
    """
    value: bytes | None = connection.scalar(select(schema.tournament.c.seed).where(schema.tournament.c.id == id))
    if value is None:
        raise StoreError(f"there is no tournament {id!r}")
    return value
