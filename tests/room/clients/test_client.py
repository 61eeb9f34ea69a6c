"""The Python client by itself: how it handles frames, without a room."""

import asyncio
import json
from typing import Any

from standpat.room.clients.client import Lobby, Table


def test_a_message_of_a_later_protocol_is_passed_over() -> None:
    """It does not request the message again and again: it sends nothing, and accepts what follows."""
    table = Table(Lobby("http://127.0.0.1:1"), "T")
    seats = [{"seat": 0, "user": "ann", "name": "ann", "bot": False, "stack": 90, "state": "playing"}]
    frames: list[dict[str, Any]] = [
        {"t": "snapshot", "v": 5, "seats": [], "button": None, "hand": None, "last_hands": [], "chat": []},
        {"t": "fireworks", "v": 6, "colour": "gold"},
        {"t": "fireworks"},
        {"t": "fireworks", "v": "seven"},
        {"t": "seats", "v": 7, "seats": seats, "button": 0},
    ]

    async def run() -> None:
        for frame in frames:
            await table._take(json.dumps(frame))

    asyncio.run(run())
    assert table.v == 7
    assert [seat.user for seat in table.seats] == ["ann"]
