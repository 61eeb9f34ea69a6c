"""The heads-up spots of the bot `nolimit`, solved over all lines at once.

`HeadsUp(game, tables)` learns the strategies of two players. For each table it has the whole tree on the menu of sizes,
and an iteration computes the values of every choice with every hand against the whole range of the other
(`tree_kernel`). Nothing is sampled. The two learn in turn, by CFR+; the strategy is the average in which iteration t
counts t squared.

Every line of every table has a spot of its own up to the draw (`nolimit_spot.LINE`), so each of `LEARNED` is learned
alone (`lines_of`). It has one of its own after the draw too, because there the player solves the round again with the
ranges of the line (`resolve`). With `early`, a finished strategy up to the draw, the `TABLES` together learn the spots
after it that a player without solving shares.

`lost` and `seated` compute what a best response wins that knows the whole line, from a strategy as it stands and from
the player who solves the end. A training continues from the checkpoint in its folder with the same numbers, to the last
bit.
"""

import json
import time
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from standpat.bots.nolimit_hand import CHOICES, PASS, NolimitHand
from standpat.bots.nolimit_spot import AFTER_DRAW, ANTES, BEFORE_DRAW, DRAWING, PLAIN, SEARCHED, kind_of_key
from standpat.engine.games import Game
from standpat.solver.nolimit import book_kernel, deal_kernel, tree_kernel
from standpat.solver.nolimit.buckets import AFTER, BEFORE, COUNTS
from standpat.solver.nolimit.ends import table_before
from standpat.solver.nolimit.hands import cards_of, setting_of
from standpat.solver.nolimit.resolve import CUT, ROUNDS, blurred
from standpat.solver.nolimit.strategy import Blocks
from standpat.whole_file import whole_file

NAME: Final = "heads-up.npz"
FORMAT: Final = 2
NODES: Final = 500_000
"""More nodes than a table has."""
SPOTS: Final = 2_000_000
HANDS: Final = 300_000
SEED: Final = 2711
EARLY: Final = 1 << BEFORE_DRAW | 1 << DRAWING
LATE: Final = 1 << AFTER_DRAW
NEVER: Final = np.float32(1e-9)
"""What the strategy of the last iteration counts in the average."""


class Played(NamedTuple):
    """A table that is solved.

    Attributes:
        depth: The stacks, in big blinds.
        ante: What both post, in big blinds.
        big_ante: What the big blind posts for both.
    """

    depth: float
    ante: float = 0.0
    big_ante: float = 0.0


DEPTHS: Final = (1, 2, 3.5, 6, 9, 13, 20, 28, 40, 60, 80, 100, 140, 200)
TABLES: Final = (
    *[Played(depth) for depth in DEPTHS],
    *[Played(depth, 0.25) for depth in (3, 10, 30, 100)],
    *[Played(depth, 0, 1) for depth in (5, 20, 60, 150)],
)
"""The tables that share the spots after the draw."""
LEARNED: Final = (
    *[Played(depth) for depth in PLAIN],
    *[Played(depth, 0.25) for depth in ANTES],
    *[Played(depth, 0, 1) for depth in ANTES],
)
"""The tables whose lines are learned (`nolimit_spot.table_of`)."""


class HeadsUp:
    """A training over whole trees in a folder.

    Args:
        game: A no-limit game of one draw.
        folder: The folder of the checkpoint, which is made if missing; None to keep none.
        tables: The tables.
        early: The strategy before the draw and in it, if only the spots after it are to be learned; these are then
            shared by the lines.

    Attributes:
        epoch: Iterations done.
        seconds: Seconds of training.
        won: By table, what place 0 won with the strategies of the last iteration, in big blinds a hand.

    Raises:
        ValueError: The game is of another kind, or the checkpoint is of another training.
    """

    def __init__(
        self,
        game: Game,
        folder: Path | None = None,
        tables: tuple[Played, ...] = TABLES,
        early: Blocks | None = None,
    ) -> None:
        self.game, self.folder, self.tables = game, folder, tables
        self.epoch, self.seconds, self.won = 0, 0.0, [0.0] * len(tables)
        self._cards, self._late = cards_of(game), early is not None
        book, keys = np.zeros(1, book_kernel.BOOK), np.zeros((SPOTS, len(SEARCHED)), np.int64)
        alone = EARLY if self._late else EARLY | LATE
        self._trees = [_grown(table, book[0], keys, alone) for table in tables]
        self._known = keys[: int(book["used"][0])].copy()
        self._keys = np.ascontiguousarray(self._known[:, 0])
        kinds = self._keys // (1 << 50) % 4
        sizes = 2 * np.array([BEFORE * CHOICES, BEFORE * COUNTS, AFTER * CHOICES], np.int64)[kinds]
        self._starts = np.cumsum(sizes) - sizes
        self.mind, self._work = np.zeros(sizes.sum(), np.float32), np.zeros(sizes.sum(), np.float32)
        self._mass, self._masks = np.zeros((len(keys := self._keys), BEFORE), np.float32), np.zeros(len(keys), np.int64)
        for tree in self._trees:
            inner = tree[tree["player"] < tree_kernel.FOLDED]
            np.bitwise_or.at(self._masks, inner["spot"], inner["allowed"])
        self._dealt, self._clash = _clashes(self._cards)
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
            if (folder / NAME).exists():
                self._load(folder / NAME)
        self._step(0.0, EARLY | LATE)
        if early is not None:
            self._play(early)

    def iterate(self) -> None:
        """Do one more iteration: first one player learns, then the other."""
        begin = time.monotonic()
        for mine in range(2):
            for number, tree in enumerate(self._trees):
                won = self._sweep(tree, mine, 0)
                if mine == 0:
                    self.won[number] = won
            self._step(_counts(self.epoch), LATE if self._late else EARLY | LATE)
        self.epoch += 1
        self.seconds += time.monotonic() - begin

    def blocks(self) -> Blocks:
        """The strategy at the lines up to the draw, or with `early` at the spots after it."""
        solved: Blocks = {}
        for number, key in enumerate(self._keys.tolist()):
            if (kind_of_key(key) == AFTER_DRAW) == self._late:
                solved[key] = self._average(number)
        return solved

    def lost(self, blocks: Blocks | None = None) -> list[float]:
        """What a best response wins that knows the whole line, by table, in big blinds a hand: the mean of both places.

        Args:
            blocks: The strategy that is responded to, without solving; that of the training if left out. Spots that it
                lacks at all levels count as played without a look at the hand.
        """
        kept = self._work.copy()
        if blocks is None:
            for number in range(len(self._keys)):
                self._set(number, self._average(number))
        else:
            self._play(blocks)
        won = self._best()
        self._work[:] = kept
        return won

    def seated(self, blocks: Blocks) -> list[float]:
        """As `lost`, from the player with a strategy file who solves the end as `resolve` does, but with the sizes and
        the buckets of the tree. What the training has learned is lost.

        Args:
            blocks: The strategy of the file.
        """
        early = {key: chances for key, chances in blocks.items() if kind_of_key(key) != AFTER_DRAW}
        self.mind[:] = 0
        self._work[:] = 0
        self._step(0.0, EARLY | LATE)
        self._play({key: blurred(chances, chances.shape[1]).astype(np.float32) for key, chances in early.items()})
        for iteration in range(ROUNDS):
            for mine in range(2):
                for tree in self._trees:
                    self._sweep(tree, mine, 0)
                self._step(_counts(iteration), LATE)
        for number, key in enumerate(self._keys.tolist()):
            if kind_of_key(key) == AFTER_DRAW:
                chances = self._average(number)
                chances[chances < CUT] = 0
                self._set(number, chances / chances.sum(axis=1, keepdims=True))
        self._play(early)
        return self._best()

    def reached(self) -> dict[str, float]:
        """How far the training is: iterations, minutes, nodes and spots."""
        nodes = sum([len(tree) for tree in self._trees])
        minutes = round(self.seconds / 60, 2)
        return {"iterations": self.epoch, "minutes": minutes, "nodes": nodes, "spots": len(self._keys)}

    def save(self) -> None:
        """Write the checkpoint, if there is a folder, beside its place and rename it."""
        if self.folder is None:
            return
        head = json.dumps({**self._kind(), "epoch": self.epoch, "seconds": self.seconds})
        with whole_file(self.folder / NAME) as out:
            np.savez(out, head=np.frombuffer(head.encode(), np.uint8), mind=self.mind)

    def _kind(self) -> dict[str, Any]:
        tables = [[float(number) for number in table] for table in self.tables]
        return {"format": FORMAT, "game": self.game.id, "late": self._late, "tables": tables}

    def _load(self, path: Path) -> None:
        with np.load(path) as archive:
            head = json.loads(archive["head"].tobytes())
            for what, want in self._kind().items():
                if head.get(what) != want:
                    raise ValueError(f"{path}: its {what} is {head.get(what)}, not {want}; give another folder")
            if len(archive["mind"]) != len(self.mind):
                raise ValueError(f"{path} has other spots than this version; give another folder")
            self.mind[:] = archive["mind"]
        self.epoch, self.seconds = head["epoch"], head["seconds"]

    def _shape(self, number: int) -> tuple[int, int]:
        """The choices and the buckets of a spot."""
        kind = kind_of_key(int(self._keys[number]))
        return (COUNTS if kind == DRAWING else CHOICES), (AFTER if kind == AFTER_DRAW else BEFORE)

    def _average(self, number: int) -> NDArray[np.float32]:
        """The strategy at a spot, by bucket and choice."""
        shape = self._shape(number)
        size, start = shape[0] * shape[1], int(self._starts[number]) + shape[0] * shape[1]
        weights = self.mind[start : start + size] + NEVER * self._work[start : start + size]
        chances: NDArray[np.float32] = (weights.reshape(shape) / weights.reshape(shape).sum(axis=0)).T
        return chances

    def _set(self, number: int, chances: NDArray[np.float32]) -> None:
        start = int(self._starts[number]) + chances.size
        self._work[start : start + chances.size] = chances.T.ravel()

    def _play(self, blocks: Blocks) -> None:
        """Take a strategy where it has one."""
        for number, keys in enumerate(self._known.tolist()):
            known = [key for key in keys if key in blocks]
            if known:
                self._set(number, _within(blocks[known[0]], int(self._masks[number])))

    def _best(self) -> list[float]:
        return [sum([self._sweep(tree, mine, 1) for mine in range(2)]) / 2 for tree in self._trees]

    def _sweep(self, tree: NDArray[np.void], mine: int, best: int) -> float:
        return float(
            tree_kernel.sweep(
                tree, mine, best, self._starts, self._work, self._mass, self._masks, self._cards["allowed"][0],
                self._cards["become"], self._dealt, self._clash,
            )
        )  # fmt: skip

    def _step(self, often: float, learning: int) -> None:
        tree_kernel.step(
            self._keys, self._starts, self.mind, self._work, self._mass, self._masks, self._cards["allowed"][0], often,
            learning,
        )  # fmt: skip


def lines_of(game: Game, table: Played, iterations: int, folder: Path | None = None) -> Blocks:
    """The strategy at each line of a table up to the draw, learned alone.

    Args:
        game: A no-limit game of one draw.
        table: The table.
        iterations: The iterations.
        folder: Where the strategy is kept, and read again; None to keep nothing.
    """
    path = None if folder is None else folder / f"{table.depth:g}-{table.ante:g}-{table.big_ante:g}-{iterations}.npz"
    if path is not None and path.exists():
        with np.load(path) as archive:
            return {
                **dict(zip(archive["bets"].tolist(), archive["chances"], strict=True)),
                **dict(zip(archive["draws"].tolist(), archive["drawn"], strict=True)),
            }
    training = HeadsUp(game, tables=(table,))
    for _ in range(iterations):
        training.iterate()
    blocks = training.blocks()
    if path is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
        with whole_file(path) as out:
            bets, draws = [[key for key in blocks if (kind_of_key(key) == DRAWING) == drawn] for drawn in (False, True)]
            chances, drawn = [np.array([blocks[key] for key in keys]) for keys in (bets, draws)]
            np.savez_compressed(out, bets=np.array(bets), chances=chances, draws=np.array(draws), drawn=drawn)
    return blocks


def _counts(epoch: int) -> float:
    """What an iteration counts in the average."""
    return (epoch + 1.0) ** 2 / 1000


def _within(chances: NDArray[np.float32], mask: int) -> NDArray[np.float32]:
    """The strategy of a spot without choices that are not possible. Where nothing is left the player checks, calls or
    stands pat."""
    within = np.where(mask >> np.arange(chances.shape[1]) & 1, chances, 0).astype(np.float32)
    total = within.sum(axis=1, keepdims=True)
    within[total[:, 0] == 0, PASS if chances.shape[1] == CHOICES else 0] = 1
    within /= np.where(total > 0, total, 1)
    return within


def _grown(table: Played, book: Any, keys: NDArray[np.int64], alone: int) -> NDArray[np.void]:
    """The nodes of a table."""
    setting = setting_of([table.depth, table.depth], table.ante, table.big_ante, roll=1 << 15)
    plain, start = table_before(setting), np.zeros(1, deal_kernel.HAND)[0]
    for name in NolimitHand.__slots__:
        start[name] = getattr(plain, name)
    nodes = np.zeros(NODES, tree_kernel.NODE)
    many = tree_kernel.grow(book, keys, start, setting, nodes, alone)
    if not many:
        raise ValueError(f"there is no space for the lines of {table}")
    return nodes[:many].copy()


def _clashes(cards: Any) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """How often each bucket is dealt, and by bucket how much likelier each is where the other has it."""
    clash, dealt = np.zeros((BEFORE, BEFORE), np.float32), np.zeros(BEFORE)
    tree_kernel.count_clashes(cards, HANDS, SEED, clash, dealt)
    chances = (dealt / dealt.sum()).astype(np.float32)
    clash /= np.maximum(clash @ chances, np.float32(1e-9))[:, None]
    return chances, clash
