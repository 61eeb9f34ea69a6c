"""A whole tournament as one file (`standpat.history.tournament_file`), for those who may see it and for the operator.

The file has the tournament as it was when the export began: its events until then, and after each event that ended a
hand the hand. A hand that is being played is in no file. A player's file has of each hand what they saw at the table;
of hands without them, what everybody could see there. Only the operator's has all cards, as their export of hands has.

The lines come one part after the other (`lines`), so a file of any size takes little memory.
"""

from collections.abc import AsyncIterator, Sequence
from typing import Final

from sqlalchemy import Connection

from standpat.engine.seen import view
from standpat.history.tournament_file import VERSION, Head, PlayedHand, event_line, hand_line, head_line
from standpat.room.server.downloads import apart, number, viewer_of
from standpat.room.store import Store, StoreError, journal, tournament_book
from standpat.room.store.journal import StoredHand
from standpat.room.store.tournament_book import Extent
from standpat.room.tournaments.seats import table_id
from standpat.tournament.events import Played, Voided, decode

AT_ONCE: Final = 200
"""Events that are read at once."""


async def lines(
    store: Store, id: str, extent: Extent, viewer: str | None, *, whole: bool = False
) -> AsyncIterator[bytes]:
    """The file, in parts of whole lines.

    Args:
        store: The database.
        id: The tournament.
        extent: How far it has come.
        viewer: The player who gets the file; None for somebody without an account.
        whole: Whether the file has all cards; for the operator alone.

    Raises:
        StoreError: An event or a hand is missing.
    """
    name, events = extent.announced.name, extent.events
    yield head_line(Head(VERSION, id, name, "all" if whole else "seen", viewer, events))
    for first in range(0, events, AT_ONCE):
        end = min(first + AT_ONCE, events)
        yield await store.read(_part, id, first, end, None if whole else viewer or "")


def _part(connection: Connection, id: str, first: int, end: int, viewer: str | None) -> bytes:
    """The lines of some events. With `viewer` None hands have all cards."""
    bodies = tournament_book.bodies(connection, id, first, end)
    events = [decode(body) for body in bodies]
    hands = _hands(connection, id, [event for event in events if isinstance(event, Played | Voided)])
    written = []
    for body, event in zip(bodies, events, strict=True):
        written.append(event_line(body.encode()))
        if isinstance(event, Played | Voided):
            written.append(hand_line(_played(event, hands[event.table, event.hand], viewer)))
    return b"".join(written)


def _hands(connection: Connection, id: str, ends: Sequence[Played | Voided]) -> dict[tuple[int, int], StoredHand]:
    """The hands that these events ended, by the number of the table and their own."""
    if not ends:
        return {}
    seed = tournament_book.seed(connection, id)
    ids = {table_id(seed, table): table for table in {event.table for event in ends}}
    of = {table: id for id, table in ids.items()}
    stored = journal.hands_numbered(connection, [(of[event.table], event.hand) for event in ends])
    hands = {(ids[table], hand_no): one for (table, hand_no), one in stored.items()}
    for event in ends:
        if (event.table, event.hand) not in hands:
            raise StoreError(f"hand {event.hand} of table {event.table} of tournament {id} is not there")
    return hands


def _played(event: Played | Voided, stored: StoredHand, viewer: str | None) -> PlayedHand:
    hand = stored.hand
    return PlayedHand(
        table=event.table,
        number=event.hand,
        id=str(number(hand.key)),
        began=hand.began,
        game=hand.game,
        stakes=hand.stakes,
        button=hand.button,
        stacks=hand.stacks,
        posts=hand.posts,
        seats=hand.places,
        players=hand.users,
        names=apart(hand),
        events=stored.events if viewer is None else view(stored.events, viewer_of(stored, viewer)),
        shown=stored.shown if viewer is None else view(stored.shown, None),
    )
