"""The strategy file of the bot `nolimit`. Reading it needs nothing but Python.

A file begins with `MAGIC` (`standpat.bots.sealed_file`). Its body is the sections `SECTIONS` one after the other. Their
lengths are in the head.

- `hands` (zlib): the bucket of a hand (1 byte) before and after the draw by value, the ranks to keep (2 bytes) by value
  and number of discards, and the numbers of discards that a bucket may choose from (1 byte), a bit each;
- `prospects` (zlib): the bucket of a final hand (1 byte) by value among the `finer` ones of the head, then by number of
  discards, finer bucket and bucket before the draw the probability of ending there (2 bytes, units of 1 / `PARTS`),
  then how often each bucket before the draw is dealt (2 bytes, in the same units);
- `keys` (zlib): the spots (8 bytes, `standpat.bots.nolimit_spot`), ascending;
- `pieces`: the blocks of `PIECE` spots compressed together (zlib), one piece after the other; their lengths are in the
  head. The block of a spot has a row for each bucket, with the probability of each choice in units of 1 / `LEVELS` (1
  byte). A row of zeros has never been met.

Pieces are read when a spot of theirs is asked for, and the latest `KEPT` are kept.
"""

import zlib
from array import array
from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from itertools import accumulate
from pathlib import Path
from typing import Any, Final

from standpat.bots import sealed_file
from standpat.bots.nolimit_hand import CHOICES
from standpat.bots.nolimit_spot import DRAWING, kind_of_key
from standpat.bots.sealed_file import Damaged

MAGIC: Final = b"standpat no-limit table\n"
FORMAT: Final = 1
LEVELS: Final = 200
PARTS: Final = 60_000
PIECE: Final = 32
KEPT: Final = 256
COUNTS: Final = 4
SECTIONS: Final = ("hands", "prospects", "keys", "pieces")


class NolimitFile:
    """A strategy for no-limit single draw. `load` reads one. `game` is the id of its game."""

    def __init__(
        self, head: Mapping[str, Any], hands: bytes, prospects: memoryview, keys: bytes, pieces: memoryview
    ) -> None:
        self.head = head
        self.game: str = head["game"]
        self.buckets: tuple[int, int] = tuple(head["buckets"])
        values: int = head["values"]
        self._values = values
        self._bucket = hands[: 2 * values]
        self._keep = array("H", hands[2 * values : 2 * values * (1 + COUNTS)])
        self._allowed = hands[2 * values * (1 + COUNTS) :]
        self._prospects = prospects
        self.keys = array("q", keys)
        self._pieces = pieces
        self._ends = list(accumulate(head["pieces"], initial=0))
        self._open: OrderedDict[int, bytes] = OrderedDict()

    @classmethod
    def load(cls, path: Path) -> "NolimitFile":
        """Read a strategy file; a `Damaged` error if it cannot be read."""
        head, body = sealed_file.read(path, MAGIC, "a strategy file of the bot nolimit")
        if head["format"] != FORMAT:
            raise Damaged(f"{path} was made by another version of standpat: train it again")
        parts, start = [], 0
        for name in SECTIONS:
            parts.append(body[start : start + head["lengths"][name]])
            start += head["lengths"][name]
        hands, prospects, keys, pieces = parts
        return cls(head, zlib.decompress(hands), prospects, zlib.decompress(keys), pieces)

    def prospects(self) -> tuple[bytes, bytes, bytes]:
        """The section `prospects`: the finer buckets by value, what hands become, and how often buckets are dealt."""
        section = zlib.decompress(self._prospects)
        dealt = len(section) - 2 * self.buckets[0]
        return section[: self._values], section[self._values : dealt], section[dealt:]

    def bucket(self, street: int, value: int) -> int:
        """The bucket of a hand before (street 0) and after the draw."""
        return self._bucket[street * self._values + value]

    def keep(self, value: int, thrown: int) -> int:
        """The ranks that a hand keeps if it discards a number of cards, as a bit set."""
        return self._keep[value * COUNTS + thrown]

    def allowed(self, bucket: int) -> int:
        """The numbers of discards that a bucket may choose from, a bit each."""
        return self._allowed[bucket]

    def block(self, key: int) -> memoryview | None:
        """The rows of a spot by bucket, a byte for each choice; None for an unknown spot."""
        at = bisect_left(self.keys, key)
        if at == len(self.keys) or self.keys[at] != key:
            return None
        number = at // PIECE
        piece = self._open.get(number)
        if piece is None:
            piece = zlib.decompress(self._pieces[self._ends[number] : self._ends[number + 1]])
            self._open[number] = piece
            if len(self._open) > KEPT:
                self._open.popitem(last=False)
        else:
            self._open.move_to_end(number)
        start = sum([self.size(self.keys[k]) for k in range(number * PIECE, at)])
        return memoryview(piece)[start : start + self.size(key)]

    def size(self, key: int) -> int:
        """The bytes of a block."""
        return size_of_block(key, self.buckets)

    def row(self, key: int, bucket: int) -> Sequence[int] | None:
        """The probabilities of the choices at a spot with a hand of a bucket, in units of 1 / `LEVELS`; None if it is
        unknown."""
        block = self.block(key)
        if block is None:
            return None
        width = COUNTS if kind_of_key(key) == DRAWING else CHOICES
        row = block[bucket * width : (bucket + 1) * width]
        return row if any(row) else None


def size_of_block(key: int, buckets: tuple[int, int]) -> int:
    """The bytes of the block of a spot.

    Args:
        key: The spot.
        buckets: The number of buckets before and after the draw.
    """
    kind = kind_of_key(key)
    return buckets[kind > DRAWING] * (COUNTS if kind == DRAWING else CHOICES)


def write(path: Path, head: Mapping[str, Any], hands: bytes, prospects: bytes, blocks: Mapping[int, bytes]) -> int:
    """Write a strategy file: a temporary file first, which is then renamed.

    Args:
        path: The file.
        head: Entries of the head: ``game``, ``values``, ``buckets`` and others; the format and lengths are added.
        hands: The section `hands`.
        prospects: The section `prospects`.
        blocks: By spot, its block.

    Returns:
        The size of the file in bytes.
    """
    keys = sorted(blocks)
    pieces = [
        zlib.compress(b"".join([blocks[key] for key in keys[start : start + PIECE]]), 9)
        for start in range(0, len(keys), PIECE)
    ]
    sections = {
        "hands": zlib.compress(hands, 9),
        "prospects": zlib.compress(prospects, 9),
        "keys": zlib.compress(array("q", keys).tobytes(), 9),
        "pieces": b"".join(pieces),
    }
    lengths = {name: len(sections[name]) for name in SECTIONS}
    entries = {"format": FORMAT, "lengths": lengths, "pieces": [len(piece) for piece in pieces], **head}
    return sealed_file.write(path, MAGIC, entries, [sections[name] for name in SECTIONS])
