"""A file that is there whole or not at all.

What a program writes in many steps, such as the checkpoint of a training, must not be found half-written after a power
cut or `kill -9`. So it is written beside its place, under the name of the file and `.part`, and takes its place when it
is on the disk. Until then an earlier file stays as it is.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO


@contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """Write a file that replaces the one at a path once it is whole.

    One process at a time may write there. After an exception in the block nothing has changed.

    Args:
        path: The place of the file; its folder must exist.

    Yields:
        The file to write.

    Raises:
        OSError: It cannot be written there.
    """
    beside = path.with_name(f"{path.name}.part")
    try:
        with beside.open("wb") as out:
            yield out
            out.flush()
            os.fsync(out.fileno())
        beside.replace(path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
