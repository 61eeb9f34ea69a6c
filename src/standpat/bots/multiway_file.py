"""The file that the player for more than two plays from; it wants nothing but Python.

A file is `MAGIC`, the length of the head (4 bytes, least first), the head in JSON, the SHA-256 of head and body
(32 bytes), and the body: the sections `SECTIONS` one after the other, packed by LZMA as one, their lengths in the head.

- `bucket`: by draws left and value, the class of the hand (1 byte);
- `keep`: by draws left less one, value and cards thrown, the set of ranks kept (2 bytes);
- `bet`: how likely a fold is at each spot of `standpat.bots.multiway_spot`, then how likely a bet or raise, `LEVELS`
  for surely (1 byte each); the rest is a check or call;
- `draw`: how likely it is to throw one card at each spot, then two, then three; the rest is to stand pat.
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
    """A file that is no such table, or not all of one. The message says which file and what is wrong."""


class MultiwayFile:
    """Use `load`. `game` is the id of the game it is for."""

    def __init__(self, head: Mapping[str, Any], sections: Mapping[str, bytes]) -> None:
        self.head = head
        self.game: str = head["game"]
        self._values: int = head["values"]
        self._bucket, self._bet, self._draw = sections["bucket"], sections["bet"], sections["draw"]
        self._keep = array("H", sections["keep"])

    @classmethod
    def load(cls, path: Path) -> "MultiwayFile":
        """The table in a file; `Damaged` says what is wrong with it."""
        data = path.read_bytes()
        at = len(MAGIC) + 4
        if not data.startswith(MAGIC) or len(data) < at:
            raise Damaged(f"{path} is no table of the player for more than two")
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
        """The class of a hand with so many draws left."""
        return self._bucket[left * self._values + value]

    def keep(self, left: int, value: int, thrown: int) -> int:
        """The ranks that a hand keeps, a bit each, when it throws so many cards with so many draws left."""
        return self._keep[((left - 1) * self._values + value) * COUNTS + thrown]

    def bet(self, spot: int) -> tuple[float, float, float]:
        """How likely a fold, a check or call, a bet or raise is."""
        fold, wager = self._bet[spot], self._bet[BET_SPOTS + spot]
        return fold / LEVELS, (LEVELS - fold - wager) / LEVELS, wager / LEVELS

    def draw(self, spot: int) -> tuple[float, ...]:
        """How likely it is to throw 0, 1, 2 and 3 cards."""
        chances = [self._draw[k * DRAW_SPOTS + spot - BET_SPOTS] for k in range(COUNTS - 1)]
        return tuple([chance / LEVELS for chance in (LEVELS - sum(chances), *chances)])


def write(path: Path, head: Mapping[str, Any], sections: Mapping[str, bytes]) -> int:
    """Write a table beside and rename it; gives the bytes."""
    lengths = {name: len(sections[name]) for name in SECTIONS}
    told = {"format": FORMAT, "spots": [BET_SPOTS, DRAW_SPOTS], "lengths": lengths, **head}
    first = json.dumps(told).encode()
    body = lzma.compress(b"".join([sections[name] for name in SECTIONS]), format=lzma.FORMAT_RAW, filters=_FILTERS)
    data = MAGIC + len(first).to_bytes(4, "little") + first + hashlib.sha256(first + body).digest() + body
    beside = path.with_name(path.name + ".part")
    beside.write_bytes(data)
    beside.replace(path)
    return len(data)
