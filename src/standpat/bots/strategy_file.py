"""Strategy files for two players: a few bytes for each decision, read in a few milliseconds.

`StrategyFile.load(path)` checks the whole file against its digest and keeps it compressed in memory. A decision is
decompressed when it is needed. Reading needs nothing but Python. `standpat.solver.blueprint.export` writes the files.

A file begins with `MAGIC` (`standpat.bots.sealed_file`). Sections of the body are compressed with LZMA; the head says
where each is:

- `states`: the state of each class of hands (2 bytes each), by street;
- `keeps`: which cards are kept, a bit for each in ascending order of rank (1 byte), by draw, class and count;
- `bets`, `draws`, `ends`: means that replace omitted decisions (`standpat.solver.strategy_file.encode`), a byte for
  each probability; those of a decision are not normalised;
- `same`, in small files: for each context of the next-to-last street the context that replaces what its own block
  omits, perhaps itself (4 bytes); a mean replaces what that one omits too;
- `index`: the length of each block (4 bytes), and `blocks`, one after the other, each compressed separately. A block
  without a decision is empty.

Blocks and the order of decisions are those of `standpat.solver.strategy_file.encode`, and codes are those of
`standpat.solver.strategy_file.probability_codes`. All rounds of a street have the same shape, so that the number of a
context follows from the betting and the counts alone.
"""

import lzma
import math
from array import array
from collections import OrderedDict
from collections.abc import Sequence
from pathlib import Path
from threading import Lock
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from msgspec import Struct

from standpat.bots import sealed_file
from standpat.bots.sealed_file import Damaged

MAGIC: Final = b"standpat table\n"
FORMAT: Final = 1
HELD: Final = 64
"""The number of decompressed blocks that are kept in memory."""
RAW: Final[list[dict[str, Any]]] = [{"id": lzma.FILTER_LZMA2, "preset": 9, "dict_size": 1 << 18}]


class Node(Struct, frozen=True):
    """A node of a street's betting tree.

    Attributes:
        seat: The seat to act.
        letters: Its actions (f, x, c, b, r); empty where the round is over.
        children: The node after each action.
        exit: At the end of a round, the number of the end; -1 for a fold.
        paid: What each player has put in since the round began.
        number: The number of the decision in the street.
        row: The number of its first action in the street.
    """

    seat: int
    letters: str
    children: tuple[int, ...]
    exit: int
    paid: int
    number: int
    row: int


class Street(Struct, frozen=True):
    """A street.

    Attributes:
        states: The number of states of a hand.
        nodes: The betting tree.
        paid: The chips that each player may have paid before the street; the index is the number of the round.
        counts: The numbers of cards that each seat may draw after it.
        first: The seat that draws first.
    """

    states: int
    nodes: tuple[Node, ...]
    paid: tuple[int, ...]
    counts: tuple[tuple[int, ...], tuple[int, ...]]
    first: int

    @property
    def exits(self) -> int:
        """The number of ways in which its betting can end with both players in the hand, plus one for a fold."""
        return 1 + max([node.exit for node in self.nodes])

    @property
    def rows(self) -> int:
        """The number of actions of all its decisions."""
        return sum([len(node.letters) for node in self.nodes])

    @property
    def outcomes(self) -> int:
        """The number of pairs of draws that may follow it."""
        return len(self.counts[0]) * len(self.counts[1])

    @property
    def decisions(self) -> list[Node]:
        """The nodes with an action."""
        return [node for node in self.nodes if node.letters]


Whose: TypeAlias = Literal["own", "alike", "mean"]
"""Where probabilities come from: the decision itself, the decision of a similar context, or the mean of decisions."""


class Found(NamedTuple):
    """The probabilities of a decision's actions, and where they come from."""

    chances: list[float]
    whose: Whose


class Codes(NamedTuple):
    """The encoded probabilities of a decision, for all states: in `data` from `at` on. `levels` is the number of steps
    of a probability code, 0 for means that replace an omitted decision."""

    data: bytes
    at: int
    levels: int
    whose: Whose


class StrategyFile:
    """A strategy for two players. `load` reads one.

    Attributes:
        game: The id of the game.
        big_blind: The big blind in the unit of the file's amounts.
        ranks: The number of ranks in the deck.
        source: The path of the file.
        streets: The streets.
        states: By street, the state of each class of hands.
        keeps: By draw, the kept cards for each class and count.
        levels: The steps of the probability codes before, and on, the last two streets.
        first: The first block of each street.
        same: By block, the block that replaces what it omits.
        widths: By street, the size in bytes of each decision of a block.
    """

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
        self._means: dict[str, bytes] = {}
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
        """Read a strategy file; a `Damaged` error if it cannot be read."""
        head, body = sealed_file.read(path, MAGIC, "a strategy file")
        if head["format"] != FORMAT:
            raise Damaged(f"{path} has format {head['format']}, this version reads {FORMAT}")
        return cls(head, body, str(path))

    def contexts(self, street: int) -> int:
        """The number of contexts of a street."""
        number = 1
        for before in self.streets[:street]:
            number *= before.exits * before.outcomes
        return number

    def bet(self, street: int, context: int, round_: int, node: Node, state: int) -> Found:
        """The probabilities of a node's actions.

        Args:
            street: The street.
            context: The number of the betting and the draws before it.
            round_: The index of the chips paid before it (`Street.paid`).
            node: The betting node.
            state: The state of the hand.
        """
        actions, size = len(node.letters), self.streets[street].states
        codes = self.bet_codes(street, context, round_, node)
        if codes.levels:
            return Found(_chances(codes.data, codes.at + state, size, actions, codes.levels), codes.whose)
        return Found(_normal([codes.data[codes.at + a * size + state] for a in range(actions)]), "mean")

    def draw(self, street: int, context: int, round_: int, exit_: int, turn: int, state: int) -> Found:
        """The probabilities of the numbers of cards that a player draws.

        Args:
            street: The street before the draw.
            context: The number of the betting and the draws before it.
            round_: The index of the chips paid before it (`Street.paid`).
            exit_: The number of the end of its betting.
            turn: 0 for the first to draw, else 1 + the index of the first player's count.
            state: The state of the hand.
        """
        actions, size = self._seconds(street) if turn else self._firsts(street), self.streets[street].states
        codes = self.draw_codes(street, context, round_, exit_, turn)
        if codes.levels:
            return Found(_chances(codes.data, codes.at + state, size, actions, codes.levels), codes.whose)
        base = codes.at + state * actions
        return Found(_normal(list(codes.data[base : base + actions])), "mean")

    def bet_codes(self, street: int, context: int, round_: int, node: Node) -> Codes:
        """The codes of a node's actions. Means are stored action by action, a byte for each state."""
        this, last = self.streets[street], street == len(self.streets) - 1
        before = street - 1 if last else street
        if last:
            ahead = self.streets[before]
            rest, outcome = divmod(context, ahead.outcomes)
            parent, exit_ = divmod(rest, ahead.exits)
            block, number = self.first[before] + parent, len(ahead.decisions) + node.number
            number += exit_ * self._per_exit(before) + 1 + self._firsts(before) + outcome * len(this.decisions)
        else:
            block, number = self.first[street] + context, node.number
        codes = self._place(block, number, before)
        if codes is not None:
            return codes
        outcomes = self.streets[street - 1].outcomes if street else 1
        base = ((round_ * outcomes + context % outcomes) * this.rows + node.row) * this.states
        return Codes(self._mean("ends" if last else "bets"), base, 0, "mean")

    def draw_codes(self, street: int, context: int, round_: int, exit_: int, turn: int) -> Codes:
        """The codes of the numbers of cards. Means are stored state by state, a byte for each number."""
        this, firsts, seconds = self.streets[street], self._firsts(street), self._seconds(street)
        number = len(this.decisions) + exit_ * self._per_exit(street) + turn
        codes = self._place(self.first[street] + context, number, street)
        if codes is not None:
            return codes
        base = (round_ * this.exits + exit_) * (1 + seconds) * firsts * this.states
        base += (turn and firsts + (turn - 1) * seconds) * this.states
        return Codes(self._mean("draws"), base, 0, "mean")

    def block(self, number: int) -> bytes:
        """A decompressed block. The first, which is the largest, is always in memory. Threads may share a file."""
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
        """The block that replaces what this block omits, then this block unless it is empty."""
        both = [self.block(block) for block in dict.fromkeys((self.same[number], number))]
        return both[:1] + [block for block in both[1:] if block]

    def read(self, number: int) -> bytes:
        """A decompressed block, without keeping it."""
        start, _ = self.head["sections"]["blocks"]
        packed = self.body[start + self._ends[number] : start + self._ends[number + 1]]
        return self._unpacked(packed) if packed else b""

    @property
    def blocks(self) -> int:
        """The number of blocks."""
        return len(self._ends) - 1

    def _place(self, block: int, number: int, street: int) -> Codes | None:
        """The codes of a decision of a block; None where the block and its replacement both omit it."""
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
        """The sizes in bytes of the decisions of a street's blocks."""
        this, after = self.streets[street], self.streets[street + 1]
        bets = [_width(len(node.letters), this.states) for node in this.decisions]
        exit_ = [_width(self._firsts(street), this.states)]
        exit_ += [_width(self._seconds(street), this.states)] * self._firsts(street)
        if street == len(self.streets) - 2:
            exit_ += [_width(len(node.letters), after.states) for node in after.decisions] * this.outcomes
        return bets + exit_ * this.exits

    def _per_exit(self, street: int) -> int:
        last = street == len(self.streets) - 2
        after = self.streets[street].outcomes * len(self.streets[street + 1].decisions) if last else 0
        return 1 + self._firsts(street) + after

    def _firsts(self, street: int) -> int:
        this = self.streets[street]
        return len(this.counts[this.first])

    def _seconds(self, street: int) -> int:
        this = self.streets[street]
        return len(this.counts[1 - this.first])

    def _mean(self, name: str) -> bytes:
        """A section of means. Most decisions need none, so it is decompressed when it is first asked for."""
        if name not in self._means:
            self._means[name] = self.section(name)
        return self._means[name]

    def section(self, name: str) -> bytes:
        """A decompressed section of the body."""
        start, length = self.head["sections"][name]
        return self._unpacked(self.body[start : start + length])

    def _unpacked(self, packed: memoryview) -> bytes:
        try:
            return lzma.decompress(packed, format=lzma.FORMAT_RAW, filters=RAW)
        except lzma.LZMAError as error:
            raise Damaged(f"{self.source} cannot be decompressed: {error}") from None


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
