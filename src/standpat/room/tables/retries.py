"""Repeated messages of a table: on another connection, after a break, or after a restart of the room.

A client gives its message a `key`, a random text. If a message with the same key was acknowledged to the same user
before, it is acknowledged again and not done again. The same key with another message is refused. Messages that move
chips are remembered in the commit that moves them (`note`), all others in memory, the last `KEPT` of a table. Refusals
are not remembered, because they have changed nothing.

A decision needs no key, because it has the number of its hand and its own. `decided` finds in the hand's events who
made it and what it was.
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
"""Messages of a table that are remembered in memory."""
RECENT: Final = 5
"""Past hands in which a repeated decision is looked for."""


class Again:
    """The messages of one table that were done."""

    def __init__(self, table: str, store: Store) -> None:
        self._table = table
        self._store = store
        self._done: OrderedDict[tuple[str, str], str] = OrderedDict()

    async def known(self, user: str, message: Keyed) -> bool:
        """Whether a message was done before.

        Raises:
            Refused: Its key was used for another message.
        """
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
        """The operations to write with what a message does."""
        if not message.key:
            return []
        return [request_book.remember(user, self._table, message.key, Done(digest(message), ""), at)]

    def done(self, user: str, message: Keyed) -> None:
        """Remember a message that was acknowledged."""
        if message.key and user:
            self._done[user, message.key] = digest(message)
            if len(self._done) > KEPT:
                self._done.popitem(last=False)


def digest(message: Keyed) -> str:
    """A digest of a message without its id."""
    return hashlib.blake2b(write(msgspec.structs.replace(message, id=0)), digest_size=16).hexdigest()


def decided(events: Iterable[Event], number: int) -> tuple[int, Action] | None:
    """The engine seat and the action of decision `number` of a hand; None if it was not a bet or a draw."""
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
    """Whether a user has already made the decision of a message, so that the message is a repetition.

    Args:
        store: The database.
        table: The table's id.
        live: The present hand of the table, or the last one.
        hands: The number of its last hand.
        user: The user.
        message: The message.
    """
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
    """Whether two decisions are the same. The order of discarded cards does not matter."""
    if isinstance(one, Discard) and isinstance(other, Discard):
        return {*one.cards} == {*other.cards}
    return one == other
