"""How much of everything one client, one person and one address may have, as one record.

`Limits()` are the limits of a room at a public address; `standpat serve` changes those an operator needs
(docs/running.md has the table of all). A `Rate` is so many at once, and as many again in so many seconds, evenly.

**Addresses.** A client's address is an IPv4 address or an IPv6 network of 64 bits, as one household has all of it
(`standpat.room.limits.address`). Addresses in `trusted` are not limited one by one: programs on the room's own machine,
a bench, the proxy itself. Somebody whom a proxy names is never one of those.

**Connections.** What the process may open (`descriptors`) is shared out: `reserved` for the database, files and
programs; an eighth of the rest, at most `MOST_REQUESTS`, for connections on which requests are made, and as many for
the files that answer them; all that is left for WebSockets. So neither of the two can take the room from the other.
"""

from typing import Final, NamedTuple

from msgspec import Struct

MOST_REQUESTS: Final = 1024


class Rate(NamedTuple):
    """`most` at once, as many again in `seconds`."""

    most: float
    seconds: float


class Share(NamedTuple):
    """How many connections there may be: with requests, and as WebSockets."""

    requests: int
    sockets: int


class Limits(Struct, frozen=True, kw_only=True):
    """See the module. Fields that end in ``_s`` are seconds."""

    # Connections
    descriptors: int = 0
    """Files and connections that the process may have; 0 asks the system."""
    reserved: int = 256
    address_connections: int = 128
    """Open connections of an address, WebSockets among them."""
    head_s: float = 10.0
    """For the head of a request, from its first byte or the connection's beginning."""
    body_s: float = 20.0
    """For the body of one, from the end of its head."""
    idle_s: int = 5
    """Between two requests of a connection."""
    stuck_s: float = 30.0
    """How long bytes may wait for a reader who takes them too slowly, or not."""
    trusted: tuple[str, ...] = ("127.0.0.0/8", "::1/128")

    # A WebSocket
    messages: Rate = Rate(40, 10)
    control_frames: Rate = Rate(60, 10)
    """Pings, and pongs that nobody asked for."""
    fragments: int = 64
    """Parts of a message."""

    # People and addresses
    sockets: int = 40
    """Open WebSockets of a person, of all tables together."""
    address_sockets: int = 100
    guests: Rate = Rate(60, 3600)
    """New guests of an address."""
    bots: int = 10
    """Bots that a person has, for good."""
    new_bots: Rate = Rate(20, 3600)
    """Of an address."""
    posts: Rate = Rate(60, 10)
    """What a session changes by the API."""
    address_posts: Rate = Rate(240, 10)
    """The same of all sessions of an address."""
    reads: Rate = Rate(200, 10)
    """What an address looks up by the API."""
    chat: Rate = Rate(5, 10)
    """Lines that a person says."""
    guest_chat: Rate = Rate(15, 10)
    """Lines that all guests of an address say."""

    # Tables
    tables: int = 10
    """Open tables of a person."""
    address_tables: int = 20
    new_tables: Rate = Rate(20, 600)
    """Of a person, and of an address."""
    people_tables: int = 1000
    """Tables that people have opened, all together."""
    house_tables: int = 1000
    """The house's, so that there is always one to play at."""
    spare_tables: int = 3
    """Of each game, empty ones of the house's that stay open."""
    shows: int = 40
    """Tables at which the house's players play for those who watch alone."""
    shows_of_one: int = 4
    """Of these at tables of one owner."""
    listed: int = 200
    """Tables in the lobby's list, those with people first."""

    # What is kept
    guest_s: float = 7 * 86_400.0
    """Guests who have never played are forgotten after this time."""

    # Chips
    newcomers: int = 1
    """People of an address who are given their first chips in a day."""

    def share(self, descriptors: int) -> Share:
        """How a process that may open so many shares them out."""
        left = descriptors - min(self.reserved, descriptors // 2)
        requests = max(4, min(MOST_REQUESTS, left // 8))
        return Share(requests, max(4, left - 2 * requests))


LIMITS: Final = Limits()
