"""Counts what people and addresses ask for, and refuses what is above `Limits`.

A person is a user; a bot with an owner counts as its owner, so that bots do not raise anybody's limits. A visitor
without an account is counted only by address, and a visitor from a trusted address only by person.
"""

import math
from collections import Counter
from typing import Literal, NamedTuple

from standpat.room.limits.limit import Limits
from standpat.room.limits.limit_name import LimitName, OnRefusal, not_counted
from standpat.room.limits.rate import Gate

Kind = Literal[
    "guest",
    "bot",
    "table",
    "read",
    "change",
    "report",
    "summary",
    "export",
    "hint",
    "club",
    "new-club",
    "code",
    "entry",
]


class Asker(NamedTuple):
    """Who asks.

    Attributes:
        person: The person's id; "" for none.
        client: The client's address; None for an address without limits.
        settled: Whether the person has an account with a password, which takes longer to make than a guest.
    """

    person: str = ""
    client: str | None = None
    settled: bool = False


class Quotas:
    """The counts of a room. A method that returns True has counted the request.

    Args:
        limits: The limits.
        refused: Called with each limit that refuses something.
    """

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
        self._reports = Gate(*limits.reports)
        self._summaries = Gate(*limits.summaries)
        self._exports = Gate(*limits.exports)
        self._hints = Gate(*limits.hints)
        self._clubs = Gate(*limits.clubs)
        self._new_clubs = Gate(*limits.new_clubs)
        self._codes = Gate(*limits.codes)
        self._entries = Gate(*limits.entries)
        self._address_entries = Gate(*limits.address_entries)
        self._sockets: Counter[str] = Counter()

    def guest(self, client: str | None) -> bool:
        """Whether an address may have a new guest."""
        return self._within("guests", self._guests, client)

    def bot(self, asker: Asker) -> bool:
        """Whether the asker may have a new bot."""
        return self._within("new_bots", self._bots, asker.client)

    def table(self, asker: Asker) -> bool:
        """Whether the asker may open a new table."""
        whose = (asker.person, asker.client)
        return all(self._within("new_tables", self._tables, who) for who in whose)

    def report(self, asker: Asker) -> bool:
        """Whether the asker may report somebody."""
        return all(self._within("reports", self._reports, who) for who in (asker.person, asker.client))

    def summary(self, asker: Asker) -> bool:
        """Whether the asker may read the summary of a session."""
        return all(self._within("summaries", self._summaries, who) for who in (asker.person, asker.client))

    def export(self, asker: Asker) -> bool:
        """Whether the asker may have a whole tournament as a file."""
        return all(self._within("exports", self._exports, who) for who in (asker.person, asker.client))

    def hint(self, asker: Asker) -> bool:
        """Whether the asker may have a hint."""
        return all(self._within("hints", self._hints, who) for who in (asker.person, asker.client))

    def club(self, asker: Asker) -> bool:
        """Whether the asker may read a club."""
        return all(self._within("clubs", self._clubs, who) for who in (asker.person, asker.client))

    def new_club(self, asker: Asker) -> bool:
        """Whether the asker may found a club."""
        return all(self._within("new_clubs", self._new_clubs, who) for who in (asker.person, asker.client))

    def code(self, asker: Asker) -> bool:
        """Whether the asker may try an invitation code."""
        return all(self._within("codes", self._codes, who) for who in (asker.person, asker.client))

    def entry(self, asker: Asker) -> bool:
        """Whether the asker may enter a tournament, or take an entry back."""
        own = self._within("entries", self._entries, asker.person)
        return own and self._within("address_entries", self._address_entries, asker.client)

    def change(self, session: str | None, client: str | None) -> bool:
        """Whether a change by the API is allowed.

        Args:
            session: The token of the request; None for none.
            client: The client's address; None for an address without limits.
        """
        own = self._within("posts", self._posts, session)
        return own and self._within("address_posts", self._address_posts, client)

    def read(self, client: str | None) -> bool:
        """Whether an address may read by the API."""
        return self._within("reads", self._reads, client)

    def speak(self, asker: Asker) -> bool:
        """Whether the asker may send a chat message."""
        if not self._within("chat", self._chat, asker.person):
            return False
        return asker.settled or self._within("guest_chat", self._guest_chat, asker.client)

    def seconds(self, kind: Kind, *who: str | None) -> int:
        """The number of whole seconds, at least 1, until a request that was refused is possible again.

        Args:
            kind: What was asked for.
            *who: The persons, sessions and addresses that were counted.
        """
        gates = {
            "guest": [self._guests],
            "bot": [self._bots],
            "table": [self._tables],
            "read": [self._reads],
            "report": [self._reports],
            "summary": [self._summaries],
            "export": [self._exports],
            "hint": [self._hints],
            "club": [self._clubs],
            "new-club": [self._new_clubs],
            "code": [self._codes],
            "entry": [self._entries, self._address_entries],
            "change": [self._posts, self._address_posts],
        }
        return max([1, *[math.ceil(gate.wait(one)) for gate in gates[kind] for one in who if one]])

    def connect(self, asker: Asker) -> bool:
        """Whether the asker may open a WebSocket. `disconnect` gives it back."""
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
        """Give back a WebSocket that `connect` allowed."""
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
