"""What uvicorn's protocols of the room read of their configuration."""

import uvicorn

from standpat.room.limits.limit import Limits
from standpat.room.limits.limit_name import OnRefusal
from standpat.room.server.connections import Door


class DoorConfig(uvicorn.Config):
    """A configuration with the door that admits connections."""

    limits: Limits
    refused: OnRefusal
    door: Door
