"""A block of a strategy file, compressed with LZMA.

It is a raw stream (LZMA2) without a header of its own: the head of the file has the lengths of its blocks.
"""

import lzma
from typing import Any, Final

_FILTERS: Final[list[dict[str, Any]]] = [{"id": lzma.FILTER_LZMA2, "preset": 9, "dict_size": 1 << 22}]


def packed(data: bytes) -> bytes:
    """Compress a block."""
    return lzma.compress(data, format=lzma.FORMAT_RAW, filters=_FILTERS)


def unpacked(block: bytes | memoryview) -> bytes:
    """Decompress a block."""
    return lzma.decompress(block, format=lzma.FORMAT_RAW, filters=_FILTERS)
