"""The strategy file of the bot `multiway`. Reading it needs nothing but Python.

A file begins with `MAGIC` (`standpat.bots.sealed_file`). The body is blocks one after the other, each compressed
(`standpat.bots.packed_block`); the head has their lengths (`blocks`). A block is read when it is first needed. The
block `hands` has the classes of hands:

- `bucket`: the class of a hand (1 byte), by draws left and value;
- `keep`: the set of kept ranks (2 bytes), by draws left less one, value and number of discards.

Each other block is a strategy for a number of seats dealt in, which is its name; `0` is for every number. The spots of
`standpat.bots.multiway_spot` that differ in the class only are a *public spot*; many public spots have the same row of
probabilities, one for each class, in units of 1 / `LEVELS` (1 byte each). It has (`Strategy`)

- `bet rows` and `draw rows`: the number of the row of each public spot (2 bytes each), bets and draws apart;
- `bets`: the probability of a fold in each row, then the probability of a bet or raise; the rest is a check or call;
- `draws`: the probability of discarding one card, then of two, then of three; the rest is to stand pat. Of each the
  first class of all rows comes first, then the next: so it compresses better.

A block `lines N` is for N seats of single draw and comes before the strategy for N seats: where it has the line of a
hand (`standpat.bots.multiway_line`), it is played, and the spot elsewhere. It has the lines (8 bytes each) in
increasing order, then for each line and class the probability of a fold (of discarding one card), those of a bet or
raise (of two), and 0 (of three), as above.

Files of formats 1 to 5 have earlier public spots (`standpat.bots.earlier_multiway_spot`), and `draws` has one row after
the other. Those of formats 1 to 3 have no numbers of rows: each public spot has a row of its own. Files of format 2
have no lines. Files of format 1 are one block, with `bucket`, `keep`, and a strategy for every number.
"""

import sys
from array import array
from bisect import bisect_left
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final

from standpat.bots import earlier_multiway_spot, sealed_file
from standpat.bots.earlier_multiway_spot import OPENED, PLAIN, RAISED, Scheme
from standpat.bots.multiway_spot import BET_SPOTS, BUCKETS, COUNTS, DRAW_SPOTS
from standpat.bots.packed_block import packed, unpacked
from standpat.bots.sealed_file import Damaged
from standpat.engine.games import game

MAGIC: Final = b"standpat ring table\n"
FORMAT: Final = 6
EARLIER: Final = {1: PLAIN, 2: PLAIN, 3: PLAIN, 4: OPENED, 5: RAISED}
"""Formats with earlier spots."""
LEVELS: Final = 100
HANDS: Final = "hands"
LINES: Final = "lines "
ROWS: Final = 1 << 16
"""The most rows that the public spots of a strategy share."""
EVERY: Final = 0
"""The number of seats of a strategy that is for every number."""
_SPOTS: Final = [BET_SPOTS, DRAW_SPOTS]
_LEFT: Final = 4
"""Numbers of draws left, 0 to 3."""


class Strategy:
    """A strategy for one number of seats: probabilities by spot.

    Attributes:
        bet_rows: The row of each public spot of bets.
        draw_rows: The row of each public spot of draws.
        bets: The section `bets` of the block.
        draws: The probabilities of discards, one row after the other as in `bets`.
    """

    def __init__(self, bet_rows: "array[int]", draw_rows: "array[int]", bets: bytes, draws: bytes) -> None:
        self.bet_rows, self.draw_rows, self.bets, self.draws = bet_rows, draw_rows, bets, draws

    @classmethod
    def of_block(cls, block: bytes) -> "Strategy":
        """The strategy of a block."""
        held = cls._of_block(block, BET_SPOTS // BUCKETS, DRAW_SPOTS // BUCKETS)
        return cls(held.bet_rows, held.draw_rows, held.bets, _by_row(held.draws))

    @classmethod
    def of_earlier_block(cls, block: bytes, scheme: Scheme, draws: int) -> "Strategy":
        """The strategy of a block with earlier spots.

        Args:
            block: The block.
            scheme: Its spots.
            draws: The draws of the game.
        """
        bets, rest = earlier_multiway_spot.rows(scheme, draws)
        if scheme == PLAIN:
            end = 2 * scheme.bets * BUCKETS
            return cls(array("H", bets), array("H", rest), block[:end], block[end:])
        held = cls._of_block(block, scheme.bets, scheme.draws)
        bet_rows, draw_rows = [
            array("H", map(of.__getitem__, to)) for of, to in ((held.bet_rows, bets), (held.draw_rows, rest))
        ]
        return cls(bet_rows, draw_rows, held.bets, held.draws)

    @classmethod
    def _of_block(cls, block: bytes, bets: int, draws: int) -> "Strategy":
        """The strategy of a block with so many public spots of bets and of draws."""
        rows = array("H", block[: 2 * (bets + draws)])
        if sys.byteorder == "big":  # pragma: no cover
            rows.byteswap()
        bet_rows, draw_rows = rows[:bets], rows[bets:]
        begin = 2 * len(rows)
        end = begin + 2 * BUCKETS * (max(bet_rows) + 1)
        return cls(bet_rows, draw_rows, block[begin:end], block[end:])

    def block(self) -> bytes:
        """The block of the strategy."""
        rows = self.bet_rows + self.draw_rows
        if sys.byteorder == "big":  # pragma: no cover
            rows.byteswap()
        return rows.tobytes() + self.bets + _by_class(self.draws)

    def bet_codes(self, spot: int) -> list[bytes]:
        """The units of a fold and of a bet or raise, by class, at the public spot of a spot."""
        return _row(self.bets, 2, self.bet_rows[spot // BUCKETS])

    def draw_codes(self, spot: int) -> list[bytes]:
        """The units of discarding 1, 2 and 3 cards, by class, at the public spot of a spot."""
        return _row(self.draws, COUNTS - 1, self.draw_rows[(spot - BET_SPOTS) // BUCKETS])

    def bet(self, spot: int) -> tuple[float, float, float]:
        """The probabilities of a fold, of a check or call, and of a bet or raise at a spot."""
        fold, wager = [codes[spot % BUCKETS] for codes in self.bet_codes(spot)]
        return fold / LEVELS, (LEVELS - fold - wager) / LEVELS, wager / LEVELS

    def draw(self, spot: int) -> tuple[float, ...]:
        """The probabilities of discarding 0, 1, 2 and 3 cards at a spot."""
        chances = [codes[spot % BUCKETS] for codes in self.draw_codes(spot)]
        return tuple([chance / LEVELS for chance in (LEVELS - sum(chances), *chances)])


def _row(codes: bytes, choices: int, row: int) -> list[bytes]:
    """A row of each choice. All rows of one choice come before those of the next."""
    many = len(codes) // choices
    return [codes[k * many + row * BUCKETS : k * many + (row + 1) * BUCKETS] for k in range(choices)]


def _by_class(draws: bytes) -> bytes:
    """The section `draws` of probabilities that are one row after the other."""
    many = len(draws) // (COUNTS - 1)
    planes = [draws[begin : begin + many] for begin in range(0, len(draws), many)]
    return b"".join([plane[bucket::BUCKETS] for plane in planes for bucket in range(BUCKETS)])


def _by_row(section: bytes) -> bytes:
    """The probabilities of a section `draws`, one row after the other."""
    draws, many = bytearray(len(section)), len(section) // (COUNTS - 1)
    rows = many // BUCKETS
    for choice in range(COUNTS - 1):
        for bucket in range(BUCKETS):
            begin = choice * many + bucket * rows
            draws[choice * many + bucket : (choice + 1) * many : BUCKETS] = section[begin : begin + rows]
    return bytes(draws)


class Lines:
    """A strategy for the lines of one number of seats.

    Attributes:
        lines: The lines, in increasing order.
        codes: By line, class and choice but one, the probability in units of 1 / `LEVELS`.
    """

    def __init__(self, lines: "array[int]", codes: bytes) -> None:
        self.lines, self.codes = lines, codes

    def at(self, line: int, bucket: int) -> tuple[float, float, float] | None:
        """The probabilities of a fold, a wager and 0 at a bet, of 1, 2 and 3 discards at a draw.

        None if the line is not there.

        Args:
            line: A line.
            bucket: The class of the hand.
        """
        row = bisect_left(self.lines, line)
        if row == len(self.lines) or self.lines[row] != line:
            return None
        first, second, third = self.codes[(row * BUCKETS + bucket) * (COUNTS - 1) :][: COUNTS - 1]
        return first / LEVELS, second / LEVELS, third / LEVELS


class MultiwayFile:
    """A file with strategies for some numbers of seats. `load` reads one.

    Attributes:
        head: The head of the file.
        game: The id of its game.
        seats: The numbers of seats that the file has strategies for; `(EVERY,)` if one strategy is for all of them.
    """

    def __init__(
        self,
        head: Mapping[str, Any],
        hands: bytes,
        strategies: Mapping[int, Callable[[], bytes]],
        lines: Mapping[int, Callable[[], bytes]] | None = None,
    ) -> None:
        self.head = head
        self.game: str = head["game"]
        self.seats = tuple(sorted(strategies))
        self._values: int = head["values"]
        self._blocks = strategies
        self._line_blocks = lines or {}
        self._lines: dict[int, Lines] = {}
        self._strategies: dict[int, Strategy] = {}
        self._bucket = hands[: _LEFT * self._values]
        self._keep = array("H", hands[_LEFT * self._values :])

    @classmethod
    def load(cls, path: Path) -> "MultiwayFile":
        """Read a strategy file; a `Damaged` error if it cannot be read."""
        head, body = sealed_file.read(path, MAGIC, "a strategy file of the bot multiway")
        scheme = EARLIER.get(head["format"])
        if head["format"] not in (*EARLIER, FORMAT) or head["spots"] != (scheme.spots if scheme else _SPOTS):
            raise Damaged(f"{path} was made by another version of standpat: train it again")
        if head["format"] == 1:
            block, many = unpacked(body), head["lengths"]["bucket"] + head["lengths"]["keep"]
            return cls(head, block[:many], {EVERY: lambda: block[many:]})
        blocks, start = {}, 0
        for name, length in head["blocks"].items():
            blocks[name] = partial(unpacked, body[start : start + length])
            start += length
        hands = blocks.pop(HANDS)()
        lines = {int(name[len(LINES) :]): blocks.pop(name) for name in list(blocks) if name.startswith(LINES)}
        return cls(head, hands, {int(name): block for name, block in blocks.items()}, lines)

    def nearest(self, seats: int) -> int:
        """The number of seats whose strategy is played with so many dealt in: the same, else every number (0), else the
        nearest, of two the larger."""
        return min(self.seats, key=lambda held: (held != seats, held != EVERY, abs(held - seats), -held))

    def deals(self, seats: int) -> int | None:
        """The deals from which the strategy for a number of seats was learned (`nearest`); None if the file does not
        say."""
        head, held = self.head, str(self.nearest(seats))
        while held not in head.get("seats", {}) and "kept" in head:
            head = head["kept"]
        if held in head.get("seats", {}):
            return int(head["seats"][held]["deals"])
        return None if "seats" in head else head.get("deals")

    def changes(self, seats: int) -> list[str]:
        """What was done to the strategy for a number of seats after it was learned, in order."""
        head, held, done = self.head, str(self.nearest(seats)), []
        while True:
            if held in head.get("leaned", {}):
                done.append(f"leaned against {head['leaned'][held]['against']}")
            if held in head.get("purified", {}):
                done.append(_purified(head["purified"][held]))
            if held in head.get("seats", {}) or "kept" not in head:
                return done[::-1]
            head = head["kept"]

    def strategy(self, seats: int) -> Strategy:
        """The strategy for a number of seats dealt in (`nearest`)."""
        nearest = self.nearest(seats)
        if nearest not in self._strategies:
            block = self._blocks[nearest]()
            scheme = EARLIER.get(self.head["format"])
            self._strategies[nearest] = (
                Strategy.of_earlier_block(block, scheme, game(self.game).draw_rounds)
                if scheme
                else Strategy.of_block(block)
            )
        return self._strategies[nearest]

    def lines(self, seats: int) -> Lines | None:
        """The strategy for the lines of a number of seats dealt in; None if there is none."""
        if seats not in self._line_blocks:
            return None
        if seats not in self._lines:
            block = self._line_blocks[seats]()
            many = len(block) // (8 + BUCKETS * (COUNTS - 1))
            lines = array("Q", block[: 8 * many])
            if sys.byteorder == "big":  # pragma: no cover
                lines.byteswap()
            self._lines[seats] = Lines(lines, block[8 * many :])
        return self._lines[seats]

    def all_lines(self) -> "dict[int, Lines]":
        """The strategies for lines, by number of seats."""
        return {seats: held for seats in sorted(self._line_blocks) if (held := self.lines(seats)) is not None}

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


def _purified(told: Any) -> str:
    """What a head says of a strategy that was purified: the probability alone if it went by that everywhere."""
    if isinstance(told, dict):
        if "worse" in told:
            return f"without choices that lost in {told['deals'] / 1_000_000:g} million deals"
        return f"purified below {told['below']:g} where a million deals come less than {told['rare']:g} times"
    return f"purified below {told:g}"


def write(
    path: Path,
    head: Mapping[str, Any],
    bucket: bytes,
    keep: bytes,
    strategies: Mapping[int, Strategy],
    lines: Mapping[int, tuple[bytes, bytes]] | None = None,
) -> int:
    """Write a strategy file: a temporary file first, which is then renamed.

    Args:
        path: The file.
        head: Entries of the head; the format and the lengths of the blocks are added.
        bucket: The section `bucket`.
        keep: The section `keep`.
        strategies: The strategies by number of seats (`EVERY` for all of them).
        lines: The lines (8 bytes each, little-endian) and their probabilities by number of seats.

    Returns:
        The size of the file in bytes.
    """
    blocks = {HANDS: packed(bucket + keep)}
    blocks |= {str(seats): packed(strategy.block()) for seats, strategy in sorted(strategies.items())}
    blocks |= {f"{LINES}{seats}": packed(of + codes) for seats, (of, codes) in sorted((lines or {}).items())}
    lengths = {name: len(block) for name, block in blocks.items()}
    entries = {"format": FORMAT, "spots": _SPOTS, "blocks": lengths, **head}
    return sealed_file.write(path, MAGIC, entries, list(blocks.values()))
