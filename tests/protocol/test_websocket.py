"""WebSocket frames equal those of the WebSocket library, and are read as the library reads them."""

import random

import pytest
from websockets.frames import Frame, Opcode
from websockets.protocol import OPEN
from websockets.server import ServerProtocol

from standpat.protocol import websocket
from standpat.protocol.websocket import BAD_PROTOCOL, BAD_TEXT, TOO_BIG, Broken, parse

LENGTHS = (0, 1, 4, 125, 126, 127, 65_535, 65_536, 70_000)


@pytest.mark.parametrize("length", LENGTHS)
def test_a_text_frame(length: int) -> None:
    payload = b"x" * length
    frame = websocket.text_frame(payload)
    assert frame == Frame(Opcode.TEXT, payload).serialize(mask=False)
    assert websocket.payload_of(frame) == payload


@pytest.mark.parametrize("opcode", [Opcode.PING, Opcode.PONG, Opcode.CLOSE])
def test_a_control_frame(opcode: Opcode) -> None:
    for payload in (b"", b"abcd", b"\x03\xe8" + b"y" * 123):
        assert websocket.control_frame(opcode, payload) == Frame(opcode, payload).serialize(mask=False)


def test_a_close_frame() -> None:
    assert websocket.close_frame(1013, "slow") == Frame(Opcode.CLOSE, b"\x03\xf5slow").serialize(mask=False)
    long = websocket.close_frame(1013, "ø" * 100)
    assert len(long) <= 2 + 125
    assert long[4:].decode() == "ø" * 61  # a character is never cut in two


@pytest.mark.parametrize("length", LENGTHS)
def test_a_clients_frame_is_read_when_it_is_complete(length: int) -> None:
    payload = random.Random(length).randbytes(length)
    data = b"before" + Frame(Opcode.BINARY, payload).serialize(mask=True)
    assert parse(data + b"after", 6, length) == (0x82, payload, len(data))
    for short in {7, 8, 11, 12, len(data) - 1} & set(range(7, len(data))):
        assert parse(data[:short], 6, length) is None


def masked(first: int, payload: bytes, length: bytes | None = None) -> bytes:
    """A client's frame with a mask of zero."""
    return bytes([first]) + (length or bytes([0x80 | len(payload)])) + bytes(4) + payload


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (masked(0xC1, b"x"), BAD_PROTOCOL),
        (masked(0xA1, b"x"), BAD_PROTOCOL),
        (masked(0x91, b"x"), BAD_PROTOCOL),
        (masked(0x83, b"x"), BAD_PROTOCOL),
        (masked(0x8B, b"x"), BAD_PROTOCOL),
        (b"\x81\x01x", BAD_PROTOCOL),  # no mask
        (masked(0x09, b"x"), BAD_PROTOCOL),  # a part of a ping
        (masked(0x81, b"x" * 101), TOO_BIG),
        (masked(0x81, b"", b"\xff" + b"\xff" * 8), TOO_BIG),
        (masked(0x00, b"x" * 101), TOO_BIG),
    ],
)
def test_a_frame_that_breaks_the_protocol(data: bytes, code: int) -> None:
    with pytest.raises(Broken) as error:
        parse(data, 0, 100)
    assert error.value.code == code
    protocol = ServerProtocol(state=OPEN, max_size=100)
    protocol.receive_data(data)
    assert protocol.close_sent is not None
    assert protocol.close_sent.code == code


@pytest.mark.parametrize("payload", [b"", b"\x03\xe8", b"\x03\xe8bye", b"\x0f\xa0", b"\x13\x87", "\u0bb8".encode()])
@pytest.mark.parametrize("tail", [b"", b"\xff"])
def test_close_payloads_are_judged_as_by_the_library(payload: bytes, tail: bytes) -> None:
    judged_as_by_the_library(payload + tail)


@pytest.mark.parametrize("code", [0, 999, *range(1000, 1017), 2999, 3000, 4999, 5000, 65_535])
def test_close_codes_are_judged_as_by_the_library(code: int) -> None:
    judged_as_by_the_library(code.to_bytes(2))


def judged_as_by_the_library(payload: bytes) -> None:
    protocol = ServerProtocol(state=OPEN)
    protocol.receive_data(Frame(Opcode.CLOSE, payload).serialize(mask=True))
    wrong: int | None = None
    if protocol.parser_exc is not None:
        assert protocol.close_sent is not None
        wrong = protocol.close_sent.code
    if wrong is None:
        websocket.check_close(payload)
        return
    with pytest.raises(Broken) as error:
        websocket.check_close(payload)
    assert error.value.code == wrong


def test_a_long_control_frame_breaks_the_protocol() -> None:
    with pytest.raises(Broken) as error:
        parse(masked(0x89, b"x" * 126, b"\xfe\x00\x7e"), 0, 100)  # the library says TOO_BIG below 126
    assert error.value.code == BAD_PROTOCOL


def test_text_is_utf8() -> None:
    websocket.check_text("grøt 🂡".encode())
    with pytest.raises(Broken) as error:
        websocket.check_text("grøt".encode("latin-1"))
    assert error.value.code == BAD_TEXT
