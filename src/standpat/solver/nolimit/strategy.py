"""The strategy of a training: averages, filled up from coarser spots, and its file.

`strategy_of(training)` gives every spot of level 0 that was met often enough, and all coarser ones
(`standpat.bots.nolimit_spot`). The weights of a coarser spot are the sums of those of its spots. A row that was reached
seldom is drawn towards the row of the coarser spot, as if that had been met `PRIOR` times. Choices with less than `CUT`
are left out, and all-in with less than `CUT_JAM`: noise of rare visits.

In games of more draws than one the spots of each opener are there too, drawn towards the spot of all openers. In single
draw a training learns them, and the strategy has the sum over them: alone they would take more than twice the bytes and
hardly win more.

`export` writes the file that `standpat.bots.nolimit` plays from; `load` reads one back for the compiled match.
"""

from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from standpat.bots import nolimit_file
from standpat.bots.nolimit_draws_spot import BUCKETS
from standpat.bots.nolimit_file import LEVELS, NolimitFile
from standpat.bots.nolimit_hand import JAM
from standpat.bots.nolimit_spot import (
    DRAWING,
    LINE,
    OPENER,
    SEVERAL,
    at_depth,
    before_last_draw,
    depth_of_key,
    kind_of_key,
    level_of_key,
    of_several_draws,
    of_two,
    without_opener,
)
from standpat.cards.ranking import RANKINGS
from standpat.engine.games import Game
from standpat.solver.nolimit import book_kernel
from standpat.solver.nolimit.buckets import AFTER, BEFORE, buckets_of
from standpat.solver.nolimit.hands import cards_of
from standpat.solver.nolimit.prospects import FINER, finer_of, prospects_of

PRIOR: Final = 300.0
PRIOR_OF_DRAWS: Final = 3_000.0
"""The visits of a coarser spot, in games of one draw and of more."""
OPENER_PRIOR: Final = 30_000.0
"""Those of the spot of all openers for the spot of one."""
DEPTH_PRIOR: Final = 10_000.0
"""Those of the spot for all depths for the spot of one (`with_depth`)."""
SELDOM: Final = 30.0
SELDOM_AT_DEPTH: Final = 300.0
"""Spots with fewer visits are left to the coarser one, and those of a depth to the one for all depths."""
SAMPLED: Final = 10.0
"""So many visits that teach one bucket each count like one that teaches all of them."""
CUT: Final = 0.02
CUT_JAM: Final = 0.05
GRAIN: Final = 4
"""A file has probabilities in steps of so many of its units (`LEVELS`): what is finer is noise. Those of the lines of
two players, which say what hands they have at the end of a hand, are finer."""

Blocks = dict[int, NDArray[np.float32]]
"""By spot: the probabilities by bucket and choice; zeros in rows that were never met."""


class Learned(NamedTuple):
    """What was learned at a spot.

    Attributes:
        coarser: The spot in which it lies.
        visits: How often it was met.
        weights: The average by bucket and choice.
    """

    coarser: int
    visits: float
    weights: NDArray[np.float32]

    def and_(self, other: "Learned") -> "Learned":
        """Both together."""
        return Learned(self.coarser, self.visits + other.visits, self.weights + other.weights)


class Met(NamedTuple):
    """A spot of a training.

    Attributes:
        key: Its number.
        start: Where its numbers begin.
        coarser: Its spots of level 1 and 2.
        visits: How often it was met.
    """

    key: int
    start: int
    coarser: tuple[int, int]
    visits: float


class Policy(NamedTuple):
    """A strategy for the kernels: a row of `book_kernel.BOOK`, and the rows it finds (`book_kernel.policy_choice`)."""

    book: NDArray[np.void]
    rows: NDArray[np.float32]


def strategy_of(book: NDArray[np.void], mind: NDArray[np.float32], seldom: float = SELDOM) -> Blocks:
    """The strategy of what was learned.

    Args:
        book: A row of `book_kernel.BOOK`.
        mind: What was learned.
        seldom: The visits below which a spot is left to the coarser one.
    """
    met = _met(book)
    sums: list[Blocks] = [{}, {}]
    for key, start, coarser, _ in met:
        weights = _averages(mind, start, key)
        for level, to in zip(sums, coarser, strict=True):
            if to in level:
                level[to] += weights
            else:
                level[to] = weights.copy()
    filled: Blocks = {}
    for key, weights in sums[1].items():
        filled[key] = _parts(_smooth(weights))
    above = dict([coarser for _, _, coarser, _ in met])
    for key, weights in sums[0].items():
        filled[key] = _parts(_parts(weights) + np.float32(0.01) * filled[above[key]])
    spots, openers = _learned(met, mind)
    for finer in (spots, openers):
        for key, learned in finer.items():
            if learned.visits >= seldom:
                filled[key] = _drawn_towards(filled[learned.coarser], _prior(key), learned)
    return {key: _cut(key, chances) for key, chances in filled.items() if chances.any()}


def _met(book: NDArray[np.void]) -> list[Met]:
    """The finest spots that were met."""
    count = int(book["blocks"][0])
    keys, starts, visits = (book[name][0, :count].tolist() for name in ("key", "start", "visits"))
    coarser = zip(*book["coarse"][0, :, :count].tolist(), strict=True)
    found = zip(keys, starts, coarser, visits, strict=True)
    return [Met(*spot) for spot in found if level_of_key(spot[0]) in (0, OPENER)]


def _learned(met: list[Met], mind: NDArray[np.float32]) -> tuple[dict[int, Learned], dict[int, Learned]]:
    """What was learned at each spot of level 0, and in games of more draws than one at those of each opener."""
    spots: dict[int, Learned] = {}
    openers: dict[int, Learned] = {}
    for key, start, (coarser, _), seen in met:
        spot = without_opener(key)
        learned = Learned(coarser, seen / SAMPLED if before_last_draw(spot) else seen, _averages(mind, start, spot))
        spots[spot] = spots[spot].and_(learned) if spot in spots else learned
        if spot != key and of_several_draws(key):
            openers[key] = learned._replace(coarser=spot)
    return spots, openers


def _drawn_towards(others: NDArray[np.float32], prior: float, learned: Learned) -> NDArray[np.float32]:
    """What was learned at a spot and the probabilities at another one, which counts `prior` visits. A row that only one
    of them has is that one's."""
    part = prior / (prior + learned.visits)
    return _parts((1 - part) * _parts(learned.weights) + part * others)


def _prior(key: int) -> float:
    """What the coarser spot of a spot counts, in visits."""
    if level_of_key(key) == OPENER:
        return OPENER_PRIOR
    return PRIOR_OF_DRAWS if of_several_draws(key) else PRIOR


def joined(more: Blocks, two: Blocks) -> Blocks:
    """A strategy for hands dealt to more than two, with the spots of another for hands dealt to two.

    Coarse spots are those of the first, and of the second where only that has them.

    Args:
        more: A strategy that was learned with three to six seats.
        two: A strategy with spots of hands dealt to two.
    """
    kept = {key: chances for key, chances in two.items() if of_two(key) or level_of_key(key) in (1, 2)}
    return {**kept, **{key: chances for key, chances in more.items() if not of_two(key)}}


def with_depth(all_depths: Blocks, book: NDArray[np.void], mind: NDArray[np.float32], depth: float) -> Blocks:
    """A strategy for all depths, with the spots of a training for one of them (`nolimit_spot.AT_DEPTH`).

    A spot is drawn towards the one for all depths. At one depth the sizes that players know lead to few ratios of stack
    and pot, and other sizes to spots that this training has seldom met.

    Args:
        all_depths: A strategy that was learned at all depths.
        book: The spots of the training, a row of `book_kernel.BOOK`.
        mind: What it learned.
        depth: Its depth, one of `nolimit_spot.SEVERAL`.
    """
    number = SEVERAL.index(int(depth)) + 1
    blocks = {key: chances for key, chances in all_depths.items() if depth_of_key(key) != number}
    for key, learned in _learned(_met(book), mind)[0].items():
        if learned.visits >= SELDOM_AT_DEPTH:
            known = [all_depths[at] for at in (key, learned.coarser) if at in all_depths]
            chances = _drawn_towards(known[0], DEPTH_PRIOR, learned) if known else _parts(learned.weights)
            blocks[at_depth(key, number)] = _cut(key, chances)
    return blocks


def _averages(mind: NDArray[np.float32], start: int, key: int) -> NDArray[np.float32]:
    rows, half = _shape(key)
    averages: NDArray[np.float32] = mind[start + rows * half : start + 2 * rows * half].reshape(half, rows).T
    return averages


def _shape(key: int) -> tuple[int, int]:
    """The buckets and the choices of a spot."""
    return book_kernel.rows_of_key(key), book_kernel.choices_of_key(key)


def _smooth(weights: NDArray[np.float32]) -> NDArray[np.float32]:
    """Weights with a little of those of neighbouring buckets, so that no row is empty."""
    padded = weights + np.float32(1e-3) * (np.roll(weights, 1, 0) + np.roll(weights, -1, 0))
    smooth: NDArray[np.float32] = padded + np.float32(1e-6) * weights.sum(axis=0)
    return smooth


def _parts(weights: NDArray[np.float32]) -> NDArray[np.float32]:
    total = weights.sum(axis=1, keepdims=True)
    parts: NDArray[np.float32] = np.where(total > 0, weights / np.where(total > 0, total, 1), 0).astype(np.float32)
    return parts


def _cut(key: int, chances: NDArray[np.float32]) -> NDArray[np.float32]:
    """Without choices that are hardly ever taken."""
    least = np.full(chances.shape[1], CUT, np.float32)
    if kind_of_key(key) != DRAWING:
        least[JAM] = CUT_JAM
    return _parts(np.where(chances < least, 0, chances))


def policy_of(blocks: Blocks) -> Policy:
    """A strategy for the kernels."""
    book = np.zeros(1, book_kernel.BOOK)
    size = sum([2 * chances.size for chances in blocks.values()])
    rows = np.zeros(size, np.float32)
    if len(blocks) > book_kernel.BLOCKS:
        raise ValueError(f"{len(blocks):,} spots: expected at most {book_kernel.BLOCKS:,}")
    used = 0
    for block, (key, chances) in enumerate(blocks.items()):
        half = chances.shape[1]
        rows[used + chances.size : used + 2 * chances.size].reshape(half, -1)[:] = chances.T
        book["slot"][0, book_kernel.find(book[0], key)] = block + 1
        book["key"][0, block], book["start"][0, block] = key, used
        used += 2 * chances.size
    book["blocks"], book["used"] = len(blocks), used
    return Policy(book, rows)


def export(game: Game, blocks: Blocks, path: Path, facts: dict[str, Any]) -> int:
    """Write a strategy file for the bot `nolimit`.

    Args:
        game: The game.
        blocks: The strategy.
        path: The file to write.
        facts: What else the head of the file says, such as the number of deals.

    Returns:
        The bytes of the file.
    """
    kinds: dict[str, Any] = {"draws": game.draw_rounds, "buckets": [BUCKETS, BUCKETS]}
    hands, prospects = buckets_of(game), b""
    if game.draw_rounds == 1:
        draws = prospects_of(cards_of(game))
        finer, become = finer_of(draws)
        kinds = {"buckets": [BEFORE, AFTER], "finer": FINER}
        parts = [np.rint(nolimit_file.PARTS * table).astype("<u2").tobytes() for table in (become, draws.dealt)]
        prospects = finer.tobytes() + b"".join(parts)
    head = {"game": game.id, "values": RANKINGS[game.ranking].count + 1, **kinds, **facts}
    section = hands.bucket.tobytes() + hands.keep.astype("<u2").tobytes() + hands.allowed.tobytes()
    coded = {}
    for key, chances in blocks.items():
        grain = 1 if level_of_key(key) == LINE else GRAIN
        coded[key] = (grain * np.rint(chances * (LEVELS / grain))).astype(np.uint8).tobytes()
    return nolimit_file.write(path, head, section, prospects, coded)


def load(path: Path) -> Blocks:
    """The strategy of the file at a path."""
    return blocks_of(NolimitFile.load(path))


def blocks_of(table: NolimitFile) -> Blocks:
    """The strategy of a file."""
    blocks: Blocks = {}
    for key in table.keys:
        block = table.block(key)
        assert block is not None
        rows, half = _shape(key)
        blocks[key] = _parts(np.frombuffer(block, np.uint8).reshape(rows, half).astype(np.float32))
    return blocks
