"""Messages between a process and its pool: bytes with their length before them."""

from typing import IO, Final

LENGTH: Final = 4
"""The bytes of the length before a message."""


def write(pipe: IO[bytes], message: bytes) -> None:
    """Write a message: its length, and itself."""
    pipe.write(len(message).to_bytes(LENGTH, "little") + message)
    pipe.flush()


def read(pipe: IO[bytes]) -> bytes | None:
    """Read a message; None at the end of the pipe, also in the middle of a message."""
    head = pipe.read(LENGTH)
    if len(head) < LENGTH:
        return None
    size = int.from_bytes(head, "little")
    message = pipe.read(size)
    return message if len(message) == size else None
