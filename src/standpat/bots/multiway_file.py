"""The strategy file of the bot `multiway`. Reading it needs nothing but Python.

A file begins with `MAGIC` (`standpat.bots.sealed_file`). The body is blocks one after the other, each compressed with
LZMA; the head has their lengths (`blocks`). A block is read when it is first needed. The block `hands` has the
classes of hands:

- `bucket`: the class of a hand (1 byte), by draws left and value;
- `keep`: the set of kept ranks (2 bytes), by draws left less one, value and number of discards.

Each other block is a strategy for a number of seats dealt in, which is its name; `0` is for every number. It has

- `bet`: the probability of a fold at each spot of `standpat.bots.multiway_spot`, then the probability of a bet or
  raise, in units of 1 / `LEVELS` (1 byte each); the rest is a check or call;
- `draw`: the probability of discarding one card at each spot, then of two, then of three; the rest is to stand pat.

Files of format 1 are one block, with `bucket`, `keep`, and the `bet` and `draw` of a strategy for every number.
"""

import lzma
from array import array
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final

from standpat.bots import sealed_file
from standpat.bots.multiway_spot import BET_SPOTS, COUNTS, DRAW_SPOTS
from standpat.bots.sealed_file import Damaged

MAGIC: Final = b"standpat ring table\n"
FORMAT: Final = 2
LEVELS: Final = 100
HANDS: Final = "hands"
EVERY: Final = 0
"""The number of seats of a strategy that is for every number."""
_LEFT: Final = 4
"""Numbers of draws left, 0 to 3."""
_FILTERS: Final[list[dict[str, Any]]] = [{"id": lzma.FILTER_LZMA2, "preset": 9, "dict_size": 1 << 22}]


class Strategy:
    """A strategy for one number of seats: probabilities by spot.

    Attributes:
        bets: The section `bet` of the block.
        draws: The section `draw`.
    """

    def __init__(self, bets: bytes, draws: bytes) -> None:
        self.bets, self.draws = bets, draws

    def bet(self, spot: int) -> tuple[float, float, float]:
        """The probabilities of a fold, of a check or call, and of a bet or raise at a spot."""
        fold, wager = self.bets[spot], self.bets[BET_SPOTS + spot]
        return fold / LEVELS, (LEVELS - fold - wager) / LEVELS, wager / LEVELS

    def draw(self, spot: int) -> tuple[float, ...]:
        """The probabilities of discarding 0, 1, 2 and 3 cards at a spot."""
        chances = [self.draws[k * DRAW_SPOTS + spot - BET_SPOTS] for k in range(COUNTS - 1)]
        return tuple([chance / LEVELS for chance in (LEVELS - sum(chances), *chances)])


class MultiwayFile:
    """A file with strategies for some numbers of seats. `load` reads one.

    Attributes:
        head: The head of the file.
        game: The id of its game.
        seats: The numbers of seats that the file has strategies for; `(EVERY,)` if one strategy is for all of them.
    """

    def __init__(self, head: Mapping[str, Any], hands: bytes, strategies: Mapping[int, Callable[[], bytes]]) -> None:
        self.head = head
        self.game: str = head["game"]
        self.seats = tuple(sorted(strategies))
        self._values: int = head["values"]
        self._blocks = strategies
        self._strategies: dict[int, Strategy] = {}
        self._bucket = hands[: _LEFT * self._values]
        self._keep = array("H", hands[_LEFT * self._values :])

    @classmethod
    def load(cls, path: Path) -> "MultiwayFile":
        """Read a strategy file; a `Damaged` error if it cannot be read."""
        head, body = sealed_file.read(path, MAGIC, "a strategy file of the bot multiway")
        if head["format"] not in (1, FORMAT) or head["spots"] != [BET_SPOTS, DRAW_SPOTS]:
            raise Damaged(f"{path} was made by another version of standpat: train it again")
        if head["format"] == 1:
            block, many = _unpacked(body), head["lengths"]["bucket"] + head["lengths"]["keep"]
            return cls(head, block[:many], {EVERY: lambda: block[many:]})
        blocks, start = {}, 0
        for name, length in head["blocks"].items():
            blocks[name] = partial(_unpacked, body[start : start + length])
            start += length
        hands = blocks.pop(HANDS)()
        return cls(head, hands, {int(name): block for name, block in blocks.items()})

    def strategy(self, seats: int) -> Strategy:
        """The strategy for a number of seats dealt in; if there is none, that for every number or for the nearest."""
        nearest = min(self.seats, key=lambda held: (held != seats, held != EVERY, abs(held - seats), -held))
        if nearest not in self._strategies:
            block = self._blocks[nearest]()
            self._strategies[nearest] = Strategy(block[: 2 * BET_SPOTS], block[2 * BET_SPOTS :])
        return self._strategies[nearest]

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


def _unpacked(block: bytes | memoryview) -> bytes:
    return lzma.decompress(block, format=lzma.FORMAT_RAW, filters=_FILTERS)


def _packed(data: bytes) -> bytes:
    return lzma.compress(data, format=lzma.FORMAT_RAW, filters=_FILTERS)


def write(
    path: Path, head: Mapping[str, Any], bucket: bytes, keep: bytes, strategies: Mapping[int, tuple[bytes, bytes]]
) -> int:
    """Write a strategy file: a temporary file first, which is then renamed.

    Args:
        path: The file.
        head: Entries of the head; the format and the lengths of the blocks are added.
        bucket: The section `bucket`.
        keep: The section `keep`.
        strategies: The sections `bet` and `draw` by number of seats (`EVERY` for all of them).

    Returns:
        The size of the file in bytes.
    """
    blocks = {HANDS: _packed(bucket + keep)}
    blocks |= {str(seats): _packed(bet + draw) for seats, (bet, draw) in sorted(strategies.items())}
    lengths = {name: len(block) for name, block in blocks.items()}
    entries = {"format": FORMAT, "spots": [BET_SPOTS, DRAW_SPOTS], "blocks": lengths, **head}
    return sealed_file.write(path, MAGIC, entries, list(blocks.values()))
