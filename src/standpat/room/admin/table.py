"""Tables as their operator sees them: who sits there, whether the ledger agrees, and closing one while no room runs."""

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, select

from standpat.room import house_player
from standpat.room.seating import Seating
from standpat.room.store import StoreError, Work, journal, ledger, schema
from standpat.room.table import TableRules


class Place(Struct, frozen=True):
    """Somebody at a table; `chips` with those bought in mid-hand."""

    seat: int
    user: str
    name: str
    chips: int
    bot: bool


class Standing(Struct, frozen=True):
    """A table; `hands` were dealt, `playing` is one in hand."""

    id: str
    name: str
    game: str
    public: bool
    opened: float
    hands: int
    playing: bool
    places: list[Place]


class _State(Struct):
    """Of a table's state, what is looked at here."""

    seating: Seating


def standings(connection: Connection) -> list[Standing]:
    """The open tables, oldest first."""
    playing = {story.hand.table for story in journal.unfinished(connection)}
    return [_standing(row, row.id in playing) for row in journal.tables(connection)]


def audit(connection: Connection) -> list[str]:
    """What is wrong, in words: the ledger in itself, against the tables' stacks, and against the hands' results."""
    stacks: dict[str, int] = {}
    for table in standings(connection):
        for place in table.places:
            stacks[ledger.seat(table.id, place.user)] = place.chips
    return [*ledger.audit(connection, stacks), *_hands_unlike_the_ledger(connection)]


def close(table: str, *, at: float) -> Work:
    """Close a table between two hands: everybody's chips go to his wallet, the house players' to the bank."""

    def run(connection: Connection) -> int:
        row = next((row for row in journal.tables(connection) if row.id == table), None)
        if row is None:
            raise StoreError(f"there is no open table {table!r}")
        if any(story.hand.table == table for story in journal.unfinished(connection)):
            raise StoreError(
                f"a hand is being played at {table}: start the room, and have an admin close it by the room's API"
            )
        for place in _standing(row, False).places:
            if place.chips:
                source = ledger.seat(table, place.user)
                target = ledger.BANK if house_player.is_house_player(place.user) else ledger.wallet(place.user)
                ledger.move(source, target, place.chips, "cash-out", at=at).run(connection)
        state = msgspec.json.decode(row.state)
        state["seating"]["seats"] = [None] * len(state["seating"]["seats"])
        journal.save_table(table, msgspec.json.encode(state).decode()).run(connection)
        journal.close_table(table, at).run(connection)
        return len(_standing(row, False).places)

    return Work(run)


def _standing(row: journal.TableRow, playing: bool) -> Standing:
    rules = msgspec.json.decode(row.record, type=TableRules)
    seats = msgspec.json.decode(row.state, type=_State).seating.seats
    places = [
        Place(at, seat.user, seat.name, seat.stack + seat.added, seat.bot) for at, seat in enumerate(seats) if seat
    ]
    hands = row.next_hand_no - 1
    return Standing(row.id, rules.name, rules.game_id, rules.public, row.opened, hands, playing, places)


def _hands_unlike_the_ledger(connection: Connection) -> list[str]:
    """Finished hands whose transfers are not what the hands brought."""
    booked: dict[str, dict[str, int]] = {}
    entries = select(schema.transfer.c.once, schema.entry.c.account, schema.entry.c.amount).join(
        schema.entry, schema.entry.c.transfer == schema.transfer.c.id
    )
    for once, account, amount in connection.execute(entries.where(schema.transfer.c.once.startswith("hand:"))):
        booked.setdefault(once, {})[account] = amount
    wrong = []
    for hand in connection.execute(select(schema.hand).where(schema.hand.c.ended.is_not(None))).all():
        users = msgspec.json.decode(hand.setup, type=_Users).users
        nets = msgspec.json.decode(hand.nets, type=list[int])
        brought = {ledger.seat(hand.table_id, user): net for user, net in zip(users, nets, strict=True) if net}
        if brought != booked.pop(f"hand:{hand.id}", {}):
            wrong.append(f"hand {hand.id} brought its players other amounts than the ledger has")
    return wrong + [f"the ledger has {once}, but no such hand is over" for once in sorted(booked)]


class _Users(Struct):
    users: list[str]
