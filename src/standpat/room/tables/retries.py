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

from standpat.engine.action import Action, Discard
from standpat.engine.event import Acted, DiscardAnnounced, DrawResult, Event
from standpat.language.sentence import Sentence
from standpat.protocol.room import Keyed, Leave, Sit, TopUp, write
from standpat.room.store import Op, Store, request_book
from standpat.room.store.request_book import Done
from standpat.room.tables.refusal import Refused

KEPT: Final = 512


class Again:
    """See the module. `table` is the table's id."""

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
            found = await self._store.read(request_book.find, user, self._table, message.key)
            said = found.said if found else None
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


def same(one: Action, other: Action) -> bool:
    """Are these the same decision? Cards may be thrown in any order."""
    if isinstance(one, Discard) and isinstance(other, Discard):
        return {*one.cards} == {*other.cards}
    return one == other
