"""WebSocket frames (RFC 6455) as a server reads and writes them: without masks out, with masks in, no extensions.

`text_frame` and `control_frame` make frames. `payload_of` is the payload of a frame that they made. `parse` takes one
frame from the bytes of a client. A frame that breaks the protocol raises `Broken`, with the code to close with.
"""

from typing import Final

TEXT: Final = 1
BINARY: Final = 2
CLOSE: Final = 8
PING: Final = 9
PONG: Final = 10
FINAL: Final = 0x80
"""The bit of a message's last frame."""
WHOLE_TEXT: Final = FINAL | TEXT
"""The first byte of a text message in one frame."""

BAD_PROTOCOL: Final = 1002
BAD_TEXT: Final = 1007
TOO_BIG: Final = 1009

_OPCODES: Final = frozenset([0, TEXT, BINARY, CLOSE, PING, PONG])
_SENT_CODES: Final = frozenset([*range(1000, 1004), *range(1007, 1015), *range(3000, 5000)])
"""The close codes that a client may send."""


class Broken(Exception):
    """The client broke the protocol.

    Args:
        code: The close code that says how.
        reason: What was wrong.
    """

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


def text_frame(payload: bytes) -> bytes:
    """A text message in one frame."""
    length = len(payload)
    if length < 126:
        return b"\x81%c%b" % (length, payload)
    if length < 65_536:
        return b"\x81\x7e%b%b" % (length.to_bytes(2), payload)
    return b"\x81\x7f%b%b" % (length.to_bytes(8), payload)


def control_frame(opcode: int, payload: bytes) -> bytes:
    """A ping, a pong or a close frame. The payload has at most 125 bytes."""
    return b"%c%c%b" % (FINAL | opcode, len(payload), payload)


def close_frame(code: int, reason: str) -> bytes:
    """A close frame. A reason above 123 bytes is cut."""
    cut = reason.encode()[:123].decode(errors="ignore").encode()
    return control_frame(CLOSE, code.to_bytes(2) + cut)


def payload_of(frame: bytes) -> bytes:
    """The payload of a frame that was made here."""
    length = frame[1]
    return frame[2 if length < 126 else 4 if length == 126 else 10 :]


def parse(data: bytes, at: int, most: int) -> tuple[int, bytes, int] | None:
    """Take a client's frame.

    Args:
        data: The client's bytes.
        at: Where the frame begins.
        most: The longest payload of a frame that is no control frame, in bytes.

    Returns:
        The first byte of the frame (`FINAL` and the opcode), the payload, and where the next frame begins; None if the
            frame is not complete yet.

    Raises:
        Broken: It is not a frame of a client, or it is too long.
    """
    left = len(data) - at
    if left < 2:
        return None
    first, second = data[at], data[at + 1]
    opcode = first & 0x0F
    if opcode not in _OPCODES or not second & 0x80:
        raise Broken(BAD_PROTOCOL, "an unknown opcode, or a client's frame without a mask")
    length, start = second & 0x7F, at + 6
    if length >= 126:
        size = 2 if length == 126 else 8
        if left < 2 + size:
            return None
        length = int.from_bytes(data[at + 2 : at + 2 + size])
        start += size
    if opcode < CLOSE:
        if length > most:
            raise Broken(TOO_BIG, "too long")
    elif length > 125 or not first & FINAL:
        raise Broken(BAD_PROTOCOL, "a control frame is whole and has at most 125 bytes")
    if first & 0x70:
        raise Broken(BAD_PROTOCOL, "reserved bits")
    end = start + length
    if len(data) < end:
        return None
    mask = data[start - 4 : start]
    keys = int.from_bytes((mask * (length // 4 + 1))[:length])
    return first, (int.from_bytes(data[start:end]) ^ keys).to_bytes(length), end


def check_close(payload: bytes) -> None:
    """Check the payload of a client's close frame.

    Raises:
        Broken: It has no valid code, or its reason is not text.
    """
    check_text(payload[2:])
    if payload and (len(payload) < 2 or int.from_bytes(payload[:2]) not in _SENT_CODES):
        raise Broken(BAD_PROTOCOL, "a close frame has a valid code, or nothing")


def check_text(payload: bytes) -> None:
    """Check that a message is text.

    Raises:
        Broken: It is not UTF-8.
    """
    try:
        payload.decode()
    except UnicodeDecodeError:
        raise Broken(BAD_TEXT, "text is UTF-8") from None
