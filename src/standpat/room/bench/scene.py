"""A database with full tables, from which the server of a load test starts.

The room's own store writes it, so the server finds a room that was stopped between two hands. Seats have chips for a
hundred thousand bets, so that nobody goes broke, and the clock gives players plenty of time.
"""

import asyncio
from typing import Final

import msgspec
from msgspec import Struct, structs

from standpat.room.bench.stored_hands import store_hands
from standpat.room.store import Op, Store, journal, ledger
from standpat.room.store.account import Accounts
from standpat.room.tables.resume import TableState
from standpat.room.tables.seating import Seating
from standpat.room.tables.table import ClockRules, NewTable, TableRules, make

PEOPLE_AT_MOST: Final = 600
"""The largest number of people. With more seats, the same people sit at several tables."""
CHIPS: Final = 1_000_000
"""The stack of each player."""
SOCKETS_A_TABLE: Final = 100
"""Idle sockets at each empty table."""
_CLOCK: Final = ClockRules(600, 600, 600, 600, 0, 600, 0)
_AT_ONCE: Final = 200


class Place(Struct):
    """A table and the tokens of those who sit there or watch it."""

    table: str
    tokens: list[str]


class Scene(Struct):
    """The tables with play, and the tables with idle sockets."""

    busy: list[Place]
    idle: list[Place]


class NotEmpty(ValueError):
    """The database already has a room."""


async def build(database: str, tables: int, seats: int, idle: int, stored: int = 0) -> Scene:
    """Fill an empty database.

    Args:
        database: Its URL.
        tables: Tables with play.
        seats: Seats at each.
        idle: Idle sockets, for which empty tables are made.
        stored: Finished hands, for which an empty table is made.

    Raises:
        NotEmpty: The database already has a room.
    """
    store = Store.open(database)
    try:
        if await store.read(journal.tables):
            raise NotEmpty("the database has a room in it; the bench wants an empty one, and fills it")
        people = min(PEOPLE_AT_MOST - PEOPLE_AT_MOST % seats, tables * seats)
        accounts = Accounts(store)
        guests = [await accounts.guest() for _ in range(people or 1)]
        busy: list[Place] = []
        batches: list[list[Op]] = []
        for number in range(tables):
            first = number * seats % people
            sitting = guests[first : first + seats]
            rules = _rules(f"bench{number}", seats)
            seating = Seating(rules.stakes, [None] * seats, *rules.buy_in)
            moves: list[Op] = []
            for at, guest in enumerate(sitting):
                seating.sit(at, guest.user.id, guest.user.name, CHIPS)
                account = ledger.seat(rules.id, guest.user.id)
                moves.append(ledger.move(ledger.BANK, account, CHIPS, "buy-in", at=0.0))
            batches.append([_opened(rules, seating), *moves])
            busy.append(Place(rules.id, [guest.token for guest in sitting]))
        quiet: list[Place] = []
        for number in range(-(-idle // SOCKETS_A_TABLE)):
            rules = _rules(f"quiet{number}", seats)
            batches.append([_opened(rules, Seating(rules.stakes, [None] * seats, *rules.buy_in))])
            sockets = min(SOCKETS_A_TABLE, idle - number * SOCKETS_A_TABLE)
            quiet.append(Place(rules.id, [guests[(number + k) % len(guests)].token for k in range(sockets)]))
        for start in range(0, len(batches), _AT_ONCE):
            await asyncio.gather(*[store.commit(*ops) for ops in batches[start : start + _AT_ONCE]])
        if stored:
            rules = _rules("stored", seats)
            await store.commit(_opened(rules, Seating(rules.stakes, [None] * seats, *rules.buy_in)))
            await store_hands(store, rules, stored)
        return Scene(busy, quiet)
    finally:
        await store.close()


def _rules(id: str, seats: int) -> TableRules:
    wish = NewTable("27td", id, big_blind=10, seats=seats, buy_in=(100, CHIPS))
    return structs.replace(make(wish, id), clock=_CLOCK)


def _opened(rules: TableRules, seating: Seating) -> Op:
    state = msgspec.json.encode(TableState(seating, {}, {})).decode()
    return journal.open_table(rules.id, msgspec.json.encode(rules).decode(), state, 0.0)
