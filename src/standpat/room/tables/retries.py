"""Messages of a table that come again: on another connection, after a break, after a restart of the room.

A client gives what it says a `key`, random text of its own. A message whose key was acknowledged to the same user
before is acknowledged again and not done again; the same key with something else in the message is refused. What moves
chips is remembered in the commit that moves them (`note`), all else in memory, the last `KEPT` of a table. Refusals are
not remembered: they have changed nothing.

A decision needs no key: it names its hand and its number, and `decided` says from the hand's events who took it and
what it was.
"""

import hashlib
from collections import OrderedDict
from collections.abc import Iterable
from typing import Final

import msgspec
from sqlalchemy import Connection

from standpat.engine.action import Action, Discard
from standpat.engine.event import Acted, DiscardAnnounced, DrawResult, Event
from standpat.language.sentence import Sentence
from standpat.protocol.room import Act, Keyed, Leave, Sit, TopUp, write
from standpat.room.store import Op, Store, journal, request_book
from standpat.room.store.request_book import Done
from standpat.room.tables.live_hand import LiveHand
from standpat.room.tables.refusal import Refused

KEPT: Final = 512
RECENT: Final = 5
"""Hands back in which a decision that comes again is looked for."""


class Again:
    """The messages of one table that were done. `table` is the table's id."""

    def __init__(self, table: str, store: Store) -> None:
        self._table = table
        self._store = store
        self._done: OrderedDict[tuple[str, str], str] = OrderedDict()

    async def known(self, user: str, message: Keyed) -> bool:
        """Was it done before?"""
        if not message.key or not user:
            return False
        said = self._done.get((user, message.key))
        if said is None and isinstance(message, Sit | Leave | TopUp):
            done = await self._store.read(request_book.find, user, self._table, message.key)
            said = done.said if done else None
        if said is not None and said != digest(message):
            raise Refused("not-possible", Sentence("key-used"), "a new key for each request")
        return said is not None

    def note(self, user: str, message: Keyed, at: float) -> list[Op]:
        """What is to be written with what this message does."""
        if not message.key:
            return []
        return [request_book.remember(user, self._table, message.key, Done(digest(message), ""), at)]

    def done(self, user: str, message: Keyed) -> None:
        """It is acknowledged."""
        if message.key and user:
            self._done[user, message.key] = digest(message)
            if len(self._done) > KEPT:
                self._done.popitem(last=False)


def digest(message: Keyed) -> str:
    """What a message says, whatever its id."""
    return hashlib.blake2b(write(msgspec.structs.replace(message, id=0)), digest_size=16).hexdigest()


def decided(events: Iterable[Event], number: int) -> tuple[int, Action] | None:
    """Who took decision `number` of a hand, as an engine seat, and what it was; None where that was none of betting or
    drawing."""
    taken = 0
    announced: set[int] = set()
    for event in events:
        match event:
            case Acted(seat=seat, action=action):
                took: tuple[int, Action] = seat, action
            case DiscardAnnounced(seat=seat, discarded=cards):
                announced.add(seat)
                took = seat, Discard(cards)
            case DrawResult(seat=seat, discarded=cards):
                if seat in announced:
                    announced.discard(seat)
                    continue
                took = seat, Discard(cards)
            case _:
                continue
        if taken == number:
            return took
        taken += 1
    return None


async def taken_before(store: Store, table: str, live: LiveHand | None, hands: int, user: str, message: Act) -> bool:
    """Has this user taken this very decision before, so that the message only comes again? `live` is the present hand
    of the table, or the last one, and `hands` the number of its last hand."""
    if live is not None and live.record.hand_no == message.hand_no:
        users, events = live.record.users, live.hand.events
    elif hands - RECENT < message.hand_no <= hands:
        stored = await store.read(_hand_of_table, table, message.hand_no)
        if stored is None or user not in stored.hand.users:
            return False
        users, events = stored.hand.users, stored.events
    else:
        return False
    took = decided(events, message.seq)
    return took is not None and users[took[0]] == user and same(took[1], message.chosen())


def _hand_of_table(connection: Connection, table: str, hand_no: int) -> journal.StoredHand | None:
    for record in journal.hands_of_table(connection, table, 1, hand_no + 1):
        if record.hand_no == hand_no:
            return journal.hand(connection, record.id)
    return None


def same(one: Action, other: Action) -> bool:
    """Are these the same decision? Cards may be thrown in any order."""
    if isinstance(one, Discard) and isinstance(other, Discard):
        return {*one.cards} == {*other.cards}
    return one == other
