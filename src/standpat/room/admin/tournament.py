"""Tournaments for the operator: all of them, one of them, one as a file with every card, and what is asked of one.

A command never writes events of a tournament: `order` leaves that to the room, which does it within a second, or when
it starts.
"""

import asyncio
import time
from collections.abc import AsyncIterator
from typing import Final, Literal

from msgspec import Struct
from sqlalchemy import Connection

from standpat.language.sentence import Sentence
from standpat.protocol.tournament import TournamentRow, TournamentView
from standpat.room.server import tournament_export
from standpat.room.store import Store, StoreError, log, tournament_book, tournament_order
from standpat.room.store.tournament_order import Act, Order
from standpat.room.tournaments.orders import COMMANDS
from standpat.room.tournaments.seats import table_id
from standpat.room.tournaments.view import row, view
from standpat.tournament.commands import words
from standpat.tournament.fold.apply import folded
from standpat.tournament.registration import Refused

LOOK_S: Final = 0.2
"""How often a command looks for the room's answer, in seconds."""
OPPOSITE: Final[dict[str, Act]] = {"pause": "resume", "resume": "pause"}


class Outcome(Struct, frozen=True):
    """What came of an order: the room has done it, it waits for the room, or it was taken back before that."""

    tournament: str
    act: Act
    state: Literal["done", "waits", "withdrawn"]


def rows(connection: Connection, now: int, limit: int) -> list[TournamentRow]:
    """The tournaments that are not over, then the last ones that are.

    Args:
        connection: A connection.
        now: The time, in milliseconds.
        limit: At most so many that are over.
    """
    present = [folded(stored.events) for stored in tournament_book.running(connection)]
    past = [folded(tournament_book.events(connection, id)) for id in tournament_book.past(connection, limit)]
    return [row(one, now) for one in (*present, *past)]


def shown(connection: Connection, id: str, now: int) -> TournamentView:
    """A tournament, as its director sees it.

    Args:
        connection: A connection.
        id: The tournament.
        now: The time, in milliseconds.

    Raises:
        StoreError: There is no such tournament.
    """
    seed = tournament_book.seed(connection, id)
    state = folded(tournament_book.events(connection, id))
    return view(state, "", now, lambda _, number: table_id(seed, number), director=True)


async def file(store: Store, id: str) -> AsyncIterator[bytes]:
    """The lines of a tournament's file, with every card of its finished hands.

    Raises:
        StoreError: There is no such tournament.
    """
    extent = await store.read(tournament_book.extent, id)
    if extent is None:
        raise StoreError(f"there is no tournament {id!r}")
    return tournament_export.lines(store, id, extent, None, whole=True)


async def order(store: Store, id: str, act: Act, why: str, patience: float) -> Outcome:
    """Ask the room to do something with a tournament. The opposite of what still waits takes that back.

    Args:
        store: The database, beside the room.
        id: The tournament.
        act: What to do.
        why: The reason.
        patience: How long to wait for the room, in seconds. Without an answer the order waits until a room runs.

    Raises:
        StoreError: There is no such tournament, the same is asked for already, or the room has refused it.
        Refused: It is not possible.
    """
    now = time.time()
    why = words(why, least=0)
    events = await store.read(tournament_book.events, id)
    if not events:
        raise StoreError(f"there is no tournament {id!r}")
    former = await store.read(tournament_order.find, id)
    if former is not None and former.answer is None and former.act == OPPOSITE.get(act):
        await store.commit(tournament_order.withdraw(former, now))
        return Outcome(id, former.act, "withdrawn")
    state = folded(events)
    if state.status in ("finished", "cancelled"):
        raise Refused(Sentence("tournament-over"))
    COMMANDS[act](state, log.OPERATOR, int(now * 1000), why=why)
    asked = tournament_order.new(id, act, why)
    await store.commit(tournament_order.put(asked, now))
    return await _answer(store, asked, patience)


async def _answer(store: Store, asked: Order, patience: float) -> Outcome:
    """Wait for the room's answer, and remove the order then."""
    last = time.monotonic() + patience
    while True:
        known = await store.read(tournament_order.find, asked.tournament)
        if known is None or known.key != asked.key:
            raise StoreError(f"{asked.act} was taken back, or something else was asked for meanwhile")
        if known.answer is not None:
            await store.commit(tournament_order.remove(asked))
            if known.answer:
                raise StoreError(known.answer)
            return Outcome(asked.tournament, asked.act, "done")
        if time.monotonic() >= last:
            return Outcome(asked.tournament, asked.act, "waits")
        await asyncio.sleep(LOOK_S)
