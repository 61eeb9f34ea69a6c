"""Who asks, and whether they may have more: counted by person and by address, as `Limits` says.

A person is a user or, for a bot that belongs to somebody, its owner, so that bots give nobody more than one has.
Whoever is nobody yet, and addresses that are trusted, are counted by the other of the two alone.
"""

import math
from collections import Counter
from typing import Literal, NamedTuple

from standpat.room.limits.limit import Limits
from standpat.room.limits.rate import Gate

Kind = Literal["guest", "bot", "table", "read", "change"]


class Asker(NamedTuple):
    """`person` is "" for nobody, `client` None for an address that is not limited; `settled` people have an account
    with a password, so there is something behind them that takes longer to make than a guest."""

    person: str = ""
    client: str | None = None
    settled: bool = False


class Quotas:
    """See the module. What is asked is taken where the answer is yes."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._guests = Gate(*limits.guests)
        self._bots = Gate(*limits.new_bots)
        self._tables = Gate(*limits.new_tables)
        self._posts = Gate(*limits.posts)
        self._address_posts = Gate(*limits.address_posts)
        self._reads = Gate(*limits.reads)
        self._chat = Gate(*limits.chat)
        self._guest_chat = Gate(*limits.guest_chat)
        self._sockets: Counter[str] = Counter()

    def guest(self, client: str | None) -> bool:
        """A new guest of this address."""
        return _within(self._guests, client)

    def bot(self, asker: Asker) -> bool:
        """A new bot of theirs."""
        return _within(self._bots, asker.client)

    def table(self, asker: Asker) -> bool:
        """A new table of theirs."""
        return _within(self._tables, asker.person) and _within(self._tables, asker.client)

    def change(self, session: str | None, client: str | None) -> bool:
        """Something is changed; `session` is the token that was shown."""
        return _within(self._posts, session) and _within(self._address_posts, client)

    def read(self, client: str | None) -> bool:
        """Something is looked up."""
        return _within(self._reads, client)

    def speak(self, asker: Asker) -> bool:
        """A line of chat, whichever page it comes from."""
        if not _within(self._chat, asker.person):
            return False
        return asker.settled or _within(self._guest_chat, asker.client)

    def seconds(self, kind: Kind, *who: str | None) -> int:
        """In how many whole seconds they have one more of this kind, one at least: for who was refused."""
        gates = {
            "guest": [self._guests],
            "bot": [self._bots],
            "table": [self._tables],
            "read": [self._reads],
            "change": [self._posts, self._address_posts],
        }
        return max([1, *[math.ceil(gate.wait(one)) for gate in gates[kind] for one in who if one]])

    def connect(self, asker: Asker) -> bool:
        """A WebSocket; `disconnect` gives it back."""
        most = {f"person {asker.person}": self.limits.sockets, f"address {asker.client}": self.limits.address_sockets}
        keys = _keys(asker)
        if any([self._sockets[key] >= most[key] for key in keys]):
            return False
        self._sockets.update(keys)
        return True

    def disconnect(self, asker: Asker) -> None:
        """One that was let in is over."""
        for key in _keys(asker):
            self._sockets[key] -= 1
            if not self._sockets[key]:
                del self._sockets[key]


def _keys(asker: Asker) -> list[str]:
    return [f"person {asker.person}"] * bool(asker.person) + [f"address {asker.client}"] * (asker.client is not None)


def _within(gate: Gate, who: str | None) -> bool:
    return not who or gate.take(who)
