"""A strategy for two players as a file, and how it is read: a few bytes a decision, a few milliseconds to find them.

`StrategyFile.load(path)` checks the whole file against its digest and keeps it in memory as it is; what a decision
needs is unpacked when it is asked for. It wants nothing but Python. `standpat.solver.blueprint.export` writes these
files.

A file is `MAGIC`, the length of the head (4 bytes, least first), the head in JSON, the SHA-256 of head and body
(32 bytes), and the body. Sections of the body are packed by LZMA; the head says where each is:

- `states`: by street, the state of each class of hands (2 bytes each);
- `keeps`: by draw, class and count, which cards are kept, a bit for each in ascending order of ranks (1 byte);
- `bets`, `draws`, `ends`: what stands in for decisions left out (`standpat.solver.strategy_file.encode`: means), a byte
  for each probability, those of a decision not summing to anything;
- `same`, in a small table: for each context of the next-to-last street the one that stands in for what its own block
  leaves out, perhaps itself (4 bytes); what that leaves out too, a mean stands in for;
- `index`: the length of each block (4 bytes), and `blocks`, one after the other, each packed by itself. One without a
  decision is empty.

Blocks and the order of decisions are those of `standpat.solver.strategy_file.encode`, codes of
`standpat.solver.strategy_file.probability_codes`. All rounds of a street have the same shape, so that a context can be
reckoned from the betting and the counts alone.
"""

import hashlib
import json
import lzma
import math
from array import array
from collections import OrderedDict
from collections.abc import Sequence
from pathlib import Path
from threading import Lock
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from msgspec import Struct

MAGIC: Final = b"standpat table\n"
FORMAT: Final = 1
HELD: Final = 64
"""Unpacked blocks kept."""
RAW: Final[list[dict[str, Any]]] = [{"id": lzma.FILTER_LZMA2, "preset": 9, "dict_size": 1 << 18}]


class Damaged(ValueError):
    """A file that is no table, or not all of one. The message says which file and what is wrong."""


class Node(Struct, frozen=True):
    """A place in a street's betting. `seat` is to act and each of `letters` (f, x, c, b, r) leads to a child.

    Where there are no letters the round is over: `exit` counts those ends that go on, -1 is a fold. `paid` is what
    each has put in since the round began. `number` counts decisions, `row` actions.
    """

    seat: int
    letters: str
    children: tuple[int, ...]
    exit: int
    paid: int
    number: int
    row: int


class Street(Struct, frozen=True):
    """A street: its number of states, its betting, and for each `paid` chips on arriving the number of the round.

    `counts` are the cards that each seat may draw after it, `first` the seat that draws first.
    """

    states: int
    nodes: tuple[Node, ...]
    paid: tuple[int, ...]
    counts: tuple[tuple[int, ...], tuple[int, ...]]
    first: int

    @property
    def exits(self) -> int:
        """In how many ways its betting can end with both players in the hand, and one more for a fold."""
        return 1 + max([node.exit for node in self.nodes])

    @property
    def rows(self) -> int:
        """Actions of all its decisions together."""
        return sum([len(node.letters) for node in self.nodes])

    @property
    def outcomes(self) -> int:
        """Pairs of numbers of cards that the two may draw after it."""
        return len(self.counts[0]) * len(self.counts[1])

    @property
    def decisions(self) -> list[Node]:
        """The nodes at which somebody acts."""
        return [node for node in self.nodes if node.letters]


Whose: TypeAlias = Literal["own", "alike", "mean"]
"""Whether a decision is one that the table has, one of a context that stands in, or the mean of such decisions."""


class Found(NamedTuple):
    """The probabilities of a decision, and whose they are."""

    chances: list[float]
    whose: Whose


class Codes(NamedTuple):
    """Where the probabilities of a decision lie, those of all its states: in `data` from `at` on, in steps of `levels`,
    which is 0 where means stand in for a decision left out."""

    data: bytes
    at: int
    levels: int
    whose: Whose


class StrategyFile:
    """Use `load`. `game` is the id, `big_blind` the chips that amounts count in, `ranks` those of the deck, `source`
    the file; `levels` are those of the codes before and on the last two streets, `first` is each street's first block,
    `same` the block that stands in for each, `widths` has the bytes of each decision of a street's blocks."""

    def __init__(self, head: dict[str, Any], body: memoryview, source: str) -> None:
        self.head, self.body, self.source = head, body, source
        self.game: str = head["recipe"]["game"]
        self.big_blind: int = head["recipe"]["big_blind"]
        self.ranks: int = head["recipe"]["ranks"]
        self.streets = [_street(street) for street in head["streets"]]
        self.levels: tuple[int, int] = tuple(head["levels"])
        self.states: list[array[int]] = []
        values = array("H", self.section("states"))
        classes = len(values) // len(self.streets)
        self.states = [values[s * classes : (s + 1) * classes] for s in range(len(self.streets))]
        keeps, at = self.section("keeps"), 0
        self.keeps: list[bytes] = []
        for street in self.streets[:-1]:
            size = classes * len(street.counts[0])
            self.keeps.append(keeps[at : at + size])
            at += size
        self._means = {name: self.section(name) for name in ("bets", "draws", "ends")}
        ends = [0]
        for length in array("I", self.section("index")):
            ends.append(ends[-1] + length)
        self._ends = ends
        self.first = [0]
        for number in range(len(self.streets) - 2):
            self.first.append(self.first[-1] + self.contexts(number))
        late, self.same = self.first[-1], list(range(self.blocks))
        if "same" in head["sections"]:
            self.same[late:] = [late + context for context in array("I", self.section("same"))]
        self.widths = [self._of_block(s) for s in range(len(self.streets) - 1)]
        self._held: OrderedDict[int, bytes] = OrderedDict()
        self._lock = Lock()
        self._root = self.read(0)

    @classmethod
    def load(cls, path: Path) -> "StrategyFile":
        """The table in a file; `Damaged` says what is wrong with it."""
        data = path.read_bytes()
        at = len(MAGIC) + 4
        if not data.startswith(MAGIC) or len(data) < at:
            raise Damaged(f"{path} is no table of a strategy")
        length = int.from_bytes(data[len(MAGIC) : at], "little")
        digest, body = data[at + length : at + length + 32], memoryview(data)[at + length + 32 :]
        found = hashlib.sha256(data[at : at + length])
        found.update(body)
        if digest != found.digest():
            raise Damaged(f"{path} is damaged: its digest is not that of its contents; get it again")
        head = json.loads(data[at : at + length])
        if head["format"] != FORMAT:
            raise Damaged(f"{path} has format {head['format']}, this version reads {FORMAT}")
        return cls(head, body, str(path))

    def contexts(self, street: int) -> int:
        """How many contexts a street has."""
        number = 1
        for before in self.streets[:street]:
            number *= before.exits * before.outcomes
        return number

    def bet(self, street: int, context: int, round_: int, node: Node, state: int) -> Found:
        """The chances of a node's actions."""
        actions, size = len(node.letters), self.streets[street].states
        codes = self.bet_codes(street, context, round_, node)
        if codes.levels:
            return Found(_chances(codes.data, codes.at + state, size, actions, codes.levels), codes.whose)
        return Found(_normal([codes.data[codes.at + a * size + state] for a in range(actions)]), "mean")

    def draw(self, street: int, context: int, round_: int, exit_: int, turn: int, state: int) -> Found:
        """The chances of the counts after an exit: the first player's (`turn` 0) or the second's after the
        first's count of place `turn` - 1."""
        actions, size = self._seconds(street) if turn else self._firsts(street), self.streets[street].states
        codes = self.draw_codes(street, context, round_, exit_, turn)
        if codes.levels:
            return Found(_chances(codes.data, codes.at + state, size, actions, codes.levels), codes.whose)
        base = codes.at + state * actions
        return Found(_normal(list(codes.data[base : base + actions])), "mean")

    def bet_codes(self, street: int, context: int, round_: int, node: Node) -> Codes:
        """Where the chances of a node's actions lie; means action by action, a byte for each state."""
        here, last = self.streets[street], street == len(self.streets) - 1
        before = street - 1 if last else street
        if last:
            ahead = self.streets[before]
            rest, outcome = divmod(context, ahead.outcomes)
            parent, exit_ = divmod(rest, ahead.exits)
            block, number = self.first[before] + parent, len(ahead.decisions) + node.number
            number += exit_ * self._per_exit(before) + 1 + self._firsts(before) + outcome * len(here.decisions)
        else:
            block, number = self.first[street] + context, node.number
        found = self._place(block, number, before)
        if found is not None:
            return found
        outcomes = self.streets[street - 1].outcomes if street else 1
        base = ((round_ * outcomes + context % outcomes) * here.rows + node.row) * here.states
        return Codes(self._means["ends" if last else "bets"], base, 0, "mean")

    def draw_codes(self, street: int, context: int, round_: int, exit_: int, turn: int) -> Codes:
        """Where the chances of the counts lie; means state by state, a byte for each count."""
        here, firsts, seconds = self.streets[street], self._firsts(street), self._seconds(street)
        number = len(here.decisions) + exit_ * self._per_exit(street) + turn
        found = self._place(self.first[street] + context, number, street)
        if found is not None:
            return found
        base = (round_ * here.exits + exit_) * (1 + seconds) * firsts * here.states
        base += (turn and firsts + (turn - 1) * seconds) * here.states
        return Codes(self._means["draws"], base, 0, "mean")

    def block(self, number: int) -> bytes:
        """An unpacked block; the first, the largest, is always at hand. Threads may share a table."""
        if not number:
            return self._root
        with self._lock:
            if number in self._held:
                self._held.move_to_end(number)
                return self._held[number]
            data = self._held[number] = self.read(number)
            if len(self._held) > HELD:
                self._held.popitem(last=False)
            return data

    def layers(self, number: int) -> list[bytes]:
        """The block that stands in for what another leaves out, if there is one, and that over it, unless empty."""
        both = [self.block(block) for block in dict.fromkeys((self.same[number], number))]
        return both[:1] + [block for block in both[1:] if block]

    def read(self, number: int) -> bytes:
        """An unpacked block, which is not kept."""
        start, _ = self.head["sections"]["blocks"]
        packed = self.body[start + self._ends[number] : start + self._ends[number + 1]]
        return self._unpacked(packed) if packed else b""

    @property
    def blocks(self) -> int:
        """Blocks that are unpacked one by one."""
        return len(self._ends) - 1

    def _place(self, block: int, number: int, street: int) -> Codes | None:
        """Where the codes of a decision of a block are; None where it was left out, by what stands in too."""
        widths = self.widths[street]
        for of in dict.fromkeys((block, self.same[block])):
            data = self.block(of)
            if data and data[number >> 3] >> (number & 7) & 1:
                at = (len(widths) + 7) >> 3
                for before in range(number):
                    if data[before >> 3] >> (before & 7) & 1:
                        at += widths[before]
                levels = self.levels[street == len(self.streets) - 2]
                return Codes(data, at, levels, "own" if of == block else "alike")
        return None

    def _of_block(self, street: int) -> list[int]:
        """The widths of the decisions of a street's blocks."""
        here, after = self.streets[street], self.streets[street + 1]
        bets = [_width(len(node.letters), here.states) for node in here.decisions]
        exit_ = [_width(self._firsts(street), here.states)]
        exit_ += [_width(self._seconds(street), here.states)] * self._firsts(street)
        if street == len(self.streets) - 2:
            exit_ += [_width(len(node.letters), after.states) for node in after.decisions] * here.outcomes
        return bets + exit_ * here.exits

    def _per_exit(self, street: int) -> int:
        last = street == len(self.streets) - 2
        after = self.streets[street].outcomes * len(self.streets[street + 1].decisions) if last else 0
        return 1 + self._firsts(street) + after

    def _firsts(self, street: int) -> int:
        here = self.streets[street]
        return len(here.counts[here.first])

    def _seconds(self, street: int) -> int:
        here = self.streets[street]
        return len(here.counts[1 - here.first])

    def section(self, name: str) -> bytes:
        """A section of the body, unpacked."""
        start, length = self.head["sections"][name]
        return self._unpacked(self.body[start : start + length])

    def _unpacked(self, packed: memoryview) -> bytes:
        try:
            return lzma.decompress(packed, format=lzma.FORMAT_RAW, filters=RAW)
        except lzma.LZMAError as error:
            raise Damaged(f"{self.source} cannot be unpacked: {error}") from None


def _street(value: dict[str, Any]) -> Street:
    nodes = tuple([Node(n[0], n[1], tuple(n[2]), *n[3:]) for n in value["nodes"]])
    counts = (tuple(value["counts"][0]), tuple(value["counts"][1]))
    return Street(value["states"], nodes, tuple(value["paid"]), counts, value["first"])


def _width(actions: int, size: int) -> int:
    return size if actions == 2 else actions * size


def _chances(data: bytes, at: int, size: int, actions: int, levels: int) -> list[float]:
    if actions == 2:
        p = math.sin(math.pi / 2 * data[at] / levels) ** 2
        return [1 - p, p]
    return _normal([data[at + a * size] ** 2 for a in range(actions)])


def _normal(weights: Sequence[float]) -> list[float]:
    total = sum(weights)
    return [w / total for w in weights] if total else [1 / len(weights)] * len(weights)
