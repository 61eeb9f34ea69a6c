"""The frames of our own encoder equal those of the WebSocket library."""

import pytest
from websockets.frames import Frame, Opcode

from standpat.protocol.websocket import text_frame


@pytest.mark.parametrize("length", [0, 1, 125, 126, 127, 65_535, 65_536, 70_000])
def test_a_text_frame(length: int) -> None:
    payload = b"x" * length
    assert text_frame(payload) == Frame(Opcode.TEXT, payload).serialize(mask=False)
