"""A block of a strategy file, compressed."""

import lzma

import pytest

from standpat.bots.packed_block import packed, unpacked


@pytest.mark.parametrize("data", [b"", b"a", bytes(range(256)) * 40])
def test_a_block_is_read_back(data: bytes) -> None:
    assert unpacked(packed(data)) == unpacked(memoryview(packed(data))) == data


def test_it_is_small_and_has_no_header() -> None:
    """A file has thousands of them."""
    assert len(packed(bytes(10_000))) < 100
    assert len(packed(b"abc")) < 10


def test_a_damaged_block_is_told() -> None:
    with pytest.raises(lzma.LZMAError):
        unpacked(b"\x07" + packed(b"abc"))
