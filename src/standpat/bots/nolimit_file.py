"""The strategy file of the bot `nolimit`. Reading it needs nothing but Python.

A file begins with `MAGIC` (`standpat.bots.sealed_file`). Its body is the sections `SECTIONS` one after the other. Their
lengths are in the head. All are compressed (`standpat.bots.packed_block`).

- `hands`: the bucket of a hand (1 byte) by round and value, the ranks to keep (2 bytes) by draw, value and number of
  discards, and the numbers of discards that a bucket may choose from (1 byte), a bit each, by draw and bucket;
- `prospects`, with one draw only: the bucket of a final hand (1 byte) by value among the `finer` ones of the head, then
  by number of discards, finer bucket and bucket before the draw the probability of ending there (2 bytes, units of
  1 / `PARTS`), then how often each bucket before the draw is dealt (2 bytes, in the same units);
- `keys`: the spots (8 bytes, `standpat.bots.nolimit_spot`), ascending;
- `pieces`: the blocks of `PIECE` spots compressed together, one piece after the other; their lengths are in the head.
  The block of a spot has the probability of each choice but `REST` by bucket, in units of 1 / `LEVELS` (1 byte), one
  choice after the other; `REST` has what is left. A bucket that has never been met has `UNMET` at the first choice.

In files of earlier formats a piece has fewer spots (`PIECES`). In those of formats 1 and 2 everything is compressed
with zlib. In those of format 1 the block of a spot has a row for each bucket with the probabilities of all choices,
zeros where it has never been met.

Pieces are read when a spot of theirs is asked for, and the latest `KEPT` are kept.
"""

import zlib
from array import array
from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import accumulate, chain
from pathlib import Path
from typing import Any, Final

from standpat.bots import sealed_file
from standpat.bots.nolimit_hand import CHOICES
from standpat.bots.nolimit_spot import DRAWING, kind_of_key
from standpat.bots.packed_block import packed, unpacked
from standpat.bots.sealed_file import Damaged

MAGIC: Final = b"standpat no-limit table\n"
FORMAT: Final = 4
ROWS: Final = 1
"""The format of files with all probabilities of a bucket in a row."""
ZLIB: Final = 2
"""The format of files that are compressed with zlib, as those of `ROWS` are."""
REST: Final = 1
"""The choice that a block leaves out: the rest."""
UNMET: Final = 255
LEVELS: Final = 200
PARTS: Final = 60_000
SMALL_PIECES: Final = 3
"""The format of files with half as many spots in a piece."""
PIECES: Final = {ROWS: 32, ZLIB: 32, SMALL_PIECES: 128, FORMAT: 256}
"""The spots of a piece, by format."""
PIECE: Final = PIECES[FORMAT]
KEPT: Final = 64
COUNTS: Final = 4
SECTIONS: Final = ("hands", "prospects", "keys", "pieces")


class NolimitFile:
    """A strategy for a no-limit or pot-limit game. `load` reads one. `game` is the id of its game."""

    def __init__(
        self, head: Mapping[str, Any], hands: bytes, prospects: memoryview, keys: bytes, pieces: memoryview
    ) -> None:
        self.head = head
        self.game: str = head["game"]
        self.draws: int = head.get("draws", 1)
        self.buckets: tuple[int, int] = tuple(head["buckets"])
        values: int = head["values"]
        kept = (self.draws + 1) * values
        allowed = kept + 2 * self.draws * values * COUNTS
        self._values = values
        self._unpacked, self._piece = _packing(head["format"])
        self._bucket = hands[:kept]
        self._keep = array("H", hands[kept:allowed])
        self._allowed = hands[allowed:]
        self._prospects = prospects
        self.keys = array("q", keys)
        self._pieces = pieces
        self._ends = list(accumulate(head["pieces"], initial=0))
        self._open: OrderedDict[int, tuple[bytes, list[int]]] = OrderedDict()
        """Pieces that were read last: their blocks, one after the other, and where each begins and the last ends."""

    @classmethod
    def load(cls, path: Path) -> "NolimitFile":
        """Read a strategy file; a `Damaged` error if it cannot be read."""
        head, body = sealed_file.read(path, MAGIC, "a strategy file of the bot nolimit")
        if head["format"] not in PIECES:
            raise Damaged(f"{path} was made by another version of standpat: train it again")
        parts, start = [], 0
        for name in SECTIONS:
            parts.append(body[start : start + head["lengths"][name]])
            start += head["lengths"][name]
        hands, prospects, keys, pieces = parts
        read, _ = _packing(head["format"])
        return cls(head, read(hands), prospects, read(keys), pieces)

    def prospects(self) -> tuple[bytes, bytes, bytes]:
        """The section `prospects`: the finer buckets by value, what hands become, and how often buckets are dealt."""
        section = self._unpacked(self._prospects)
        dealt = len(section) - 2 * self.buckets[0]
        return section[: self._values], section[self._values : dealt], section[dealt:]

    def bucket(self, street: int, value: int) -> int:
        """The bucket of a hand in a round, 0 before the first draw."""
        return self._bucket[street * self._values + value]

    def keep(self, value: int, thrown: int, street: int = 0) -> int:
        """The ranks that a hand keeps if it discards a number of cards in a draw, as a bit set."""
        return self._keep[(street * self._values + value) * COUNTS + thrown]

    def allowed(self, bucket: int, street: int = 0) -> int:
        """The numbers of discards that a bucket may choose from in a draw, a bit each."""
        return self._allowed[street * self.buckets[0] + bucket]

    def block(self, key: int) -> bytes | None:
        """The rows of a spot by bucket, a byte for each choice; None for an unknown spot."""
        block = self._block(key)
        if block is None or self.head["format"] == ROWS:
            return block
        _, rows = _shape(key, self.buckets)
        return _rows([block[at : at + rows] for at in range(0, len(block), rows)])

    def _block(self, key: int) -> bytes | None:
        """The block of a spot as it is in the file."""
        at = bisect_left(self.keys, key)
        if at == len(self.keys) or self.keys[at] != key:
            return None
        number, place = divmod(at, self._piece)
        opened = self._open.get(number)
        if opened is None:
            keys = self.keys[number * self._piece : (number + 1) * self._piece]
            starts = list(accumulate(map(self.size, keys), initial=0))
            opened = self._unpacked(self._pieces[self._ends[number] : self._ends[number + 1]]), starts
            self._open[number] = opened
            if len(self._open) > KEPT:
                self._open.popitem(last=False)
        else:
            self._open.move_to_end(number)
        piece, starts = opened
        return piece[starts[place] : starts[place + 1]]

    def size(self, key: int) -> int:
        """The bytes of a block."""
        width, rows = _shape(key, self.buckets)
        return rows * (width if self.head["format"] == ROWS else width - 1)

    def row(self, key: int, bucket: int) -> Sequence[int] | None:
        """The probabilities of the choices at a spot with a hand of a bucket, in units of 1 / `LEVELS`; None if it is
        unknown."""
        block = self._block(key)
        if block is None:
            return None
        width, rows = _shape(key, self.buckets)
        if self.head["format"] == ROWS:
            row = block[bucket * width : (bucket + 1) * width]
        else:
            row = _rows([bytes([told]) for told in block[bucket::rows]])
        return row if any(row) else None


def _packing(format: int) -> tuple[Callable[[bytes | memoryview], bytes], int]:
    """How sections of a format are decompressed, and the spots of a piece."""
    return zlib.decompress if format <= ZLIB else unpacked, PIECES[format]


def _shape(key: int, buckets: tuple[int, int]) -> tuple[int, int]:
    """The choices and the buckets of a spot.

    Args:
        key: The spot.
        buckets: The number of buckets before the first draw and after it.
    """
    kind = kind_of_key(key)
    return (COUNTS if kind == DRAWING else CHOICES), buckets[kind > DRAWING]


def _rows(columns: Iterable[bytes]) -> bytes:
    """The rows of some buckets with all choices, from their columns in a block of the present format."""
    first, *others = columns
    rest = bytes([max(0, LEVELS - sum(told)) for told in zip(first, *others, strict=True)])
    whole = [first.replace(bytes([UNMET]), bytes(1)), *others]
    whole.insert(REST, rest)
    return bytes(chain.from_iterable(zip(*whole, strict=True)))


def _columns(block: bytes, width: int) -> bytes:
    """The block of a spot from its rows."""
    columns = [bytearray(block[choice::width]) for choice in range(width)]
    for bucket in [bucket for bucket, row in enumerate(zip(*columns, strict=True)) if not any(row)]:
        columns[0][bucket] = UNMET
    return b"".join([column for choice, column in enumerate(columns) if choice != REST])


def write(path: Path, head: Mapping[str, Any], hands: bytes, prospects: bytes, blocks: Mapping[int, bytes]) -> int:
    """Write a strategy file: a temporary file first, which is then renamed.

    Args:
        path: The file.
        head: Entries of the head: ``game``, ``values``, ``buckets`` and others; the format and lengths are added.
        hands: The section `hands`.
        prospects: The section `prospects`.
        blocks: By spot, its rows by bucket, a byte for each choice. The bytes of a row add up to about `LEVELS`.

    Returns:
        The size of the file in bytes.
    """
    keys = sorted(blocks)
    columns = [_columns(blocks[key], COUNTS if kind_of_key(key) == DRAWING else CHOICES) for key in keys]
    pieces = [packed(b"".join(columns[at : at + PIECE])) for at in range(0, len(keys), PIECE)]
    sections = {
        "hands": packed(hands),
        "prospects": packed(prospects),
        "keys": packed(array("q", keys).tobytes()),
        "pieces": b"".join(pieces),
    }
    lengths = {name: len(sections[name]) for name in SECTIONS}
    entries = {"format": FORMAT, "lengths": lengths, "pieces": [len(piece) for piece in pieces], **head}
    return sealed_file.write(path, MAGIC, entries, [sections[name] for name in SECTIONS])
