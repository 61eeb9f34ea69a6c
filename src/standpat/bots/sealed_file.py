"""The frame of a strategy file: a head in JSON and a body, sealed by a digest of both.

A file is a magic text, the length of the head (4 bytes, little-endian), the head, the SHA-256 of head and body (32
bytes), and the body. What is in head and body is the business of the kind of file, and so is the number of its format.
"""

import hashlib
import json
import mmap
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from standpat.whole_file import whole_file

DIGEST: Final = 32
"""The bytes of the digest."""
_MAPPED: Final = list[bool]()
"""Not empty where files are mapped."""


def map_files() -> None:
    """Map files from now on instead of reading them, so that several processes share their pages.

    Somebody who overwrites a mapped file in place ends the process, so this is for processes that may end. `write`
    never does that.
    """
    _MAPPED.append(True)


class Damaged(ValueError):
    """A file that is not a strategy file, or a damaged one. The message says which file and what is wrong."""


def read(path: Path, magic: bytes, what: str) -> tuple[dict[str, Any], memoryview]:
    """Read a file.

    Args:
        path: The file.
        magic: How a file of this kind begins.
        what: What such a file is, for the message.

    Returns:
        Its head and its body.

    Raises:
        Damaged: The file is of another kind, or its digest is not that of its contents.
    """
    data = memoryview(_mapped(path) if _MAPPED else path.read_bytes())
    at = len(magic) + 4
    if data[: len(magic)] != magic or len(data) < at:
        raise Damaged(f"{path} is not {what}")
    end = at + int.from_bytes(data[len(magic) : at], "little")
    head, body = data[at:end], data[end + DIGEST :]
    actual = hashlib.sha256(head)
    actual.update(body)
    if data[end : end + DIGEST] != actual.digest():
        raise Damaged(f"{path} is damaged: its digest is not that of its contents; get it again")
    return json.loads(bytes(head)), body


def _mapped(path: Path) -> mmap.mmap | bytes:
    with path.open("rb") as file:
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) if path.stat().st_size else b""


def write(path: Path, magic: bytes, head: Mapping[str, Any], body: Sequence[bytes | bytearray]) -> int:
    """Write a file: a temporary file first, which is then renamed.

    Args:
        path: The file.
        magic: How a file of this kind begins.
        head: The head.
        body: The parts of the body.

    Returns:
        The size of the file in bytes.
    """
    text = json.dumps(head).encode()
    digest = hashlib.sha256(text)
    for part in body:
        digest.update(part)
    with whole_file(path) as out:
        out.write(magic + len(text).to_bytes(4, "little") + text + digest.digest())
        out.writelines(body)
    return path.stat().st_size
