"""The configuration that the room's uvicorn protocols use."""

import uvicorn

from standpat.room.limits.limit import Limits
from standpat.room.limits.limit_name import OnRefusal
from standpat.room.server.connections import Door
from standpat.room.server.keepalive import Keepalive


class DoorConfig(uvicorn.Config):
    """A configuration with the door that admits connections.

    Attributes:
        limits: The limits.
        refused: Called with each limit that refuses something.
        door: The door.
        keepalive: The pings of WebSockets.
        arrived: Where the data of a WebSocket arrives. It is taken out before the next data arrives.
    """

    limits: Limits
    refused: OnRefusal
    door: Door
    keepalive: Keepalive
    arrived: memoryview
