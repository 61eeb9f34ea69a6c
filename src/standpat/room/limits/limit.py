"""All limits of a room, as one record.

`Limits()` are the limits for a room at a public address. `standpat serve` has options for those that an operator needs
(docs/running.md has a table of all limits). A `Rate` allows `most` at once, and refills evenly by as many in `seconds`.

**Addresses.** A client is an IPv4 address or an IPv6 network of 64 bits, which one household has completely
(`standpat.room.limits.address`). Addresses in `trusted` have no limits of their own: programs on the room's machine, a
load test, the proxy itself. An address that a proxy reports is never one of these.

**Connections.** The files that the process may open (`descriptors`) are divided: `reserved` for the database, files and
programs; an eighth of the rest, at most `MOST_REQUESTS`, for connections with requests, and as many for the files that
answer them; the rest for WebSockets. So neither requests nor WebSockets can use up the other's share.
"""

from typing import Final, NamedTuple

from msgspec import Struct

MOST_REQUESTS: Final = 1024
"""The largest number of connections with requests."""


class Rate(NamedTuple):
    """`most` at once, and as many again in `seconds`, evenly."""

    most: float
    seconds: float


class Share(NamedTuple):
    """The largest number of connections: with requests, and as WebSockets."""

    requests: int
    sockets: int


class Limits(Struct, frozen=True, kw_only=True):
    """The limits of a room, as the module says. Fields that end in ``_s`` are seconds."""

    # Connections
    descriptors: int = 0
    """Files and connections that the process may open; 0 asks the operating system."""
    reserved: int = 256
    """Descriptors that are kept for the database, files and programs."""
    address_connections: int = 128
    """Open connections of an address, with its WebSockets."""
    head_s: float = 10.0
    """For the head of a request, from its first byte or from the start of the connection."""
    body_s: float = 20.0
    """For the body of a request, from the end of its head."""
    idle_s: int = 5
    """Between two requests on a connection."""
    stuck_s: float = 30.0
    """How long bytes may wait for a client that reads them too slowly or not at all."""
    trusted: tuple[str, ...] = ("127.0.0.0/8", "::1/128")
    """Networks whose addresses have no limits of their own."""

    # A WebSocket
    messages: Rate = Rate(40, 10)
    """Messages on one WebSocket."""
    control_frames: Rate = Rate(60, 10)
    """Pings, and pongs without a ping, on one WebSocket."""
    fragments: int = 64
    """Fragments of one message."""

    # People and addresses
    sockets: int = 40
    """Open WebSockets of a person, at all tables together."""
    address_sockets: int = 100
    """Open WebSockets of an address."""
    guests: Rate = Rate(60, 3600)
    """New guests of an address."""
    bots: int = 10
    """Bots that a person owns."""
    new_bots: Rate = Rate(20, 3600)
    """New bots of an address."""
    posts: Rate = Rate(60, 10)
    """Changes by the API of a session."""
    address_posts: Rate = Rate(240, 10)
    """Changes by the API of all sessions of an address."""
    reads: Rate = Rate(200, 10)
    """Reads by the API of an address."""
    chat: Rate = Rate(5, 10)
    """Chat messages of a person."""
    guest_chat: Rate = Rate(15, 10)
    """Chat messages of all guests of an address."""
    reports: Rate = Rate(5, 3600)
    """Reports about others, of a person and of an address."""
    summaries: Rate = Rate(20, 60)
    """Summaries of sessions that a person, and an address, may read."""
    exports: Rate = Rate(10, 600)
    """Whole tournaments as files that a person, and an address, may have."""
    clubs: Rate = Rate(60, 60)
    """Clubs that a person, and an address, may read."""
    new_clubs: Rate = Rate(5, 3600)
    """Clubs that a person, and the people of an address, may found."""
    codes: Rate = Rate(10, 600)
    """Invitation codes of clubs that a person, and the people of an address, may try."""
    hints: Rate = Rate(12, 60)
    """Hints at tables of bots that a person, and an address, may have."""

    # Tables
    tables: int = 10
    """Open tables of a person."""
    address_tables: int = 20
    """Open tables of the people of an address."""
    new_tables: Rate = Rate(20, 600)
    """New tables of a person, and of an address."""
    people_tables: int = 1000
    """Open tables of all people together."""
    house_tables: int = 1000
    """Open tables of the house."""
    spare_tables: int = 3
    """Empty tables of the house that stay open, for each game."""
    shows: int = 40
    """Tables at which the house's players play while only spectators are there."""
    shows_of_one: int = 4
    """Such tables of one owner."""
    listed: int = 200
    """Tables in the lobby's list, those with people first."""

    # Tournaments
    address_tournaments: int = 10
    """Tournaments of the people of an address that are not over."""
    people_tournaments: int = 300
    """Tournaments of all people together that are not over."""
    address_entrants: int = 10
    """Entrants of an address in one tournament, except in one of a club."""
    entries: Rate = Rate(30, 600)
    """Entries in tournaments that a person makes or takes back."""
    address_entries: Rate = Rate(120, 600)
    """Entries in tournaments that the people of an address make or take back."""

    # Storage
    guest_s: float = 7 * 86_400.0
    """How long a guest who has never played is kept."""

    # Chips
    newcomers: int = 1
    """People of an address who get their first chips in a day."""

    def share(self, descriptors: int) -> Share:
        """Divide the connections that a process may open.

        Args:
            descriptors: The files and connections that the process may open.
        """
        left = descriptors - min(self.reserved, descriptors // 2)
        requests = max(4, min(MOST_REQUESTS, left // 8))
        return Share(requests, max(4, left - 2 * requests))


LIMITS: Final = Limits()
"""The limits without options."""
