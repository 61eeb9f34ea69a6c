"""The strategy file of the bot `multiway`. Reading it needs nothing but Python.

A file is `MAGIC`, the length of the head (4 bytes, little-endian), the head in JSON, the SHA-256 of head and body
(32 bytes), and the body. The body is the sections `SECTIONS` one after the other, compressed together with LZMA; their
lengths are in the head.

- `bucket`: the class of a hand (1 byte), by draws left and value;
- `keep`: the set of kept ranks (2 bytes), by draws left less one, value and number of discards;
- `bet`: the probability of a fold at each spot of `standpat.bots.multiway_spot`, then the probability of a bet or
  raise, in units of 1 / `LEVELS` (1 byte each); the rest is a check or call;
- `draw`: the probability of discarding one card at each spot, then of two, then of three; the rest is to stand pat.
"""

import hashlib
import json
import lzma
from array import array
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from standpat.bots.multiway_spot import BET_SPOTS, COUNTS, DRAW_SPOTS

MAGIC: Final = b"standpat ring table\n"
FORMAT: Final = 1
LEVELS: Final = 100
SECTIONS: Final = ("bucket", "keep", "bet", "draw")
_FILTERS: Final[list[dict[str, Any]]] = [{"id": lzma.FILTER_LZMA2, "preset": 9, "dict_size": 1 << 22}]


class Damaged(ValueError):
    """A file that is not a strategy file, or a damaged one. The message says which file and what is wrong."""


class MultiwayFile:
    """A strategy for three to six players. `load` reads one. `game` is the id of its game."""

    def __init__(self, head: Mapping[str, Any], sections: Mapping[str, bytes]) -> None:
        self.head = head
        self.game: str = head["game"]
        self._values: int = head["values"]
        self._bucket, self._bet, self._draw = sections["bucket"], sections["bet"], sections["draw"]
        self._keep = array("H", sections["keep"])

    @classmethod
    def load(cls, path: Path) -> "MultiwayFile":
        """Read a strategy file; a `Damaged` error if it cannot be read."""
        data = path.read_bytes()
        at = len(MAGIC) + 4
        if not data.startswith(MAGIC) or len(data) < at:
            raise Damaged(f"{path} is not a strategy file of the bot multiway")
        end = at + int.from_bytes(data[len(MAGIC) : at], "little")
        if hashlib.sha256(data[at:end] + data[end + 32 :]).digest() != data[end : end + 32]:
            raise Damaged(f"{path} is damaged: its digest is not that of its contents; get it again")
        head = json.loads(data[at:end])
        if head["format"] != FORMAT or head["spots"] != [BET_SPOTS, DRAW_SPOTS]:
            raise Damaged(f"{path} was made by another version of standpat: train it again")
        body = lzma.decompress(data[end + 32 :], format=lzma.FORMAT_RAW, filters=_FILTERS)
        sections, start = {}, 0
        for name in SECTIONS:
            sections[name] = body[start : start + head["lengths"][name]]
            start += head["lengths"][name]
        return cls(head, sections)

    def bucket(self, left: int, value: int) -> int:
        """The class of a hand.

        Args:
            left: The number of draws left.
            value: The value of the hand.
        """
        return self._bucket[left * self._values + value]

    def keep(self, left: int, value: int, thrown: int) -> int:
        """The ranks that a hand keeps, as a bit set.

        Args:
            left: The number of draws left.
            value: The value of the hand.
            thrown: The number of discards.
        """
        return self._keep[((left - 1) * self._values + value) * COUNTS + thrown]

    def bet(self, spot: int) -> tuple[float, float, float]:
        """The probabilities of a fold, of a check or call, and of a bet or raise at a spot."""
        fold, wager = self._bet[spot], self._bet[BET_SPOTS + spot]
        return fold / LEVELS, (LEVELS - fold - wager) / LEVELS, wager / LEVELS

    def draw(self, spot: int) -> tuple[float, ...]:
        """The probabilities of discarding 0, 1, 2 and 3 cards at a spot."""
        chances = [self._draw[k * DRAW_SPOTS + spot - BET_SPOTS] for k in range(COUNTS - 1)]
        return tuple([chance / LEVELS for chance in (LEVELS - sum(chances), *chances)])


def write(path: Path, head: Mapping[str, Any], sections: Mapping[str, bytes]) -> int:
    """Write a strategy file: a temporary file first, which is then renamed.

    Args:
        path: The file.
        head: Entries of the head; the format and the lengths of the sections are added.
        sections: The sections by name (`SECTIONS`).

    Returns:
        The size of the file in bytes.
    """
    lengths = {name: len(sections[name]) for name in SECTIONS}
    entries = {"format": FORMAT, "spots": [BET_SPOTS, DRAW_SPOTS], "lengths": lengths, **head}
    first = json.dumps(entries).encode()
    body = lzma.compress(b"".join([sections[name] for name in SECTIONS]), format=lzma.FORMAT_RAW, filters=_FILTERS)
    data = MAGIC + len(first).to_bytes(4, "little") + first + hashlib.sha256(first + body).digest() + body
    beside = path.with_name(path.name + ".part")
    beside.write_bytes(data)
    beside.replace(path)
    return len(data)
