"""How much of everything one client, one person and one address may have, as one record.

`Limits()` are the limits of a room at a public address; `standpat serve` changes those an operator needs
(docs/running.md has the table of all). A `Rate` is so many at once, and as many again in so many seconds, evenly.

**Addresses.** A client's address is an IPv4 address or an IPv6 network of 64 bits, as one household has all of it
(`standpat.room.address`). Addresses in `trusted` are not limited one by one: programs on the room's own machine, a
bench, the proxy itself. Somebody whom a proxy names is never one of those.

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

    def share(self, descriptors: int) -> Share:
        """How a process that may open so many shares them out."""
        left = descriptors - min(self.reserved, descriptors // 2)
        requests = max(4, min(MOST_REQUESTS, left // 8))
        return Share(requests, max(4, left - 2 * requests))


LIMITS: Final = Limits()
