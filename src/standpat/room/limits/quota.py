"""Who asks, and whether they may have more: counted by person and by address, as `Limits` says.

A person is a user or, for a bot that belongs to somebody, its owner, so that bots give nobody more than one has.
Whoever is nobody yet, and addresses that are trusted, are counted by the other of the two alone.
"""

import math
from collections import Counter
from typing import Literal, NamedTuple

from standpat.room.limits.limit import Limits
from standpat.room.limits.limit_name import LimitName, OnRefusal, not_counted
from standpat.room.limits.rate import Gate

Kind = Literal["guest", "bot", "table", "read", "change"]


class Asker(NamedTuple):
    """`person` is "" for nobody, `client` None for an address that is not limited; `settled` people have an account
    with a password, so there is something behind them that takes longer to make than a guest."""

    person: str = ""
    client: str | None = None
    settled: bool = False


class Quotas:
    """See the module. What is asked is taken where the answer is yes; `refused` is told which limit said no."""

    def __init__(self, limits: Limits, refused: OnRefusal = not_counted) -> None:
        self.limits = limits
        self._refused = refused
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
        return self._within("guests", self._guests, client)

    def bot(self, asker: Asker) -> bool:
        """A new bot of theirs."""
        return self._within("new_bots", self._bots, asker.client)

    def table(self, asker: Asker) -> bool:
        """A new table of theirs."""
        whose = (asker.person, asker.client)
        return all(self._within("new_tables", self._tables, who) for who in whose)

    def change(self, session: str | None, client: str | None) -> bool:
        """Something is changed; `session` is the token that was shown."""
        own = self._within("posts", self._posts, session)
        return own and self._within("address_posts", self._address_posts, client)

    def read(self, client: str | None) -> bool:
        """Something is looked up."""
        return self._within("reads", self._reads, client)

    def speak(self, asker: Asker) -> bool:
        """A line of chat, whichever page it comes from."""
        if not self._within("chat", self._chat, asker.person):
            return False
        return asker.settled or self._within("guest_chat", self._guest_chat, asker.client)

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
        most: dict[str, tuple[LimitName, int]] = {
            f"person {asker.person}": ("sockets", self.limits.sockets),
            f"address {asker.client}": ("address_sockets", self.limits.address_sockets),
        }
        keys = _keys(asker)
        for key in keys:
            limit, number = most[key]
            if self._sockets[key] >= number:
                self._refused(limit)
                return False
        self._sockets.update(keys)
        return True

    def disconnect(self, asker: Asker) -> None:
        """One that was let in is over."""
        for key in _keys(asker):
            self._sockets[key] -= 1
            if not self._sockets[key]:
                del self._sockets[key]

    def _within(self, limit: LimitName, gate: Gate, who: str | None) -> bool:
        if not who or gate.take(who):
            return True
        self._refused(limit)
        return False


def _keys(asker: Asker) -> list[str]:
    return [f"person {asker.person}"] * bool(asker.person) + [f"address {asker.client}"] * (asker.client is not None)
