"""Export a blueprint to a strategy file, and read all its weights back.

A strategy file (`standpat.bots.strategy_file` describes its sections) holds two kinds of decisions. Before the last two
streets it has every decision, with probabilities in 2 ** `trunk` - 1 steps. On the last two streets and the draw
between them it has the decisions that a player's own play reaches at least as often as `prune`, in 2 ** `bits` - 1
steps. Mean decisions replace the others. With `contexts`, so many contexts of the last street but one represent all of
them (`standpat.solver.blueprint.merge`), and each keeps the decisions that are worth their bytes, as `detail` says
(`standpat.solver.strategy_file.encode`). `Report` has the size of the result. A strategy that is finer in some contexts
is written with the states of one grade everywhere (`standpat.solver.blueprint.context_weights`). What the file lost is
measured by scoring what was written:

    export(problem, average, path, bits=6, prune=1e-6, iterations=700)
    Evaluator(problem).exploitability(weights_of(path, problem))
"""

import json
import lzma
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from standpat.bots import sealed_file
from standpat.bots.strategy_file import FORMAT, MAGIC, RAW, StrategyFile
from standpat.engine.games import game as catalogue
from standpat.solver.blueprint.context_weights import ContextWeights, Window
from standpat.solver.blueprint.merge import Merged, merge
from standpat.solver.cfr.sweep import Step, Sweep
from standpat.solver.game.betting_tree import letter
from standpat.solver.game.grades import in_grade
from standpat.solver.game.hand_classes import HandClasses, hand_classes
from standpat.solver.game.problem import Abstraction, Draws, Problem
from standpat.solver.game.public_tree import DECISION, Nodes
from standpat.solver.kernels.layout import VALUE, Buffers, Real, Span, StrategyTables
from standpat.solver.strategy_file.blocks import BlockShape, means_of
from standpat.solver.strategy_file.encode import FAINT, EncodingOptions, Means, Reaches, Selection, encode_blocks
from standpat.solver.strategy_file.probability_codes import Scratch

BUFFER_BYTES = 1 << 25
"""Bytes that the buffers of one street may take."""
PACKING = [{**RAW[0], "pb": 0, "lc": 0}]
"""How sections are compressed: codes have no alignment, and their high bits say nothing. A file is 2% smaller so. The
stream itself tells the reader.
"""


class Report(NamedTuple):
    """What an export wrote.

    Attributes:
        size: The bytes of the file.
        decisions: The decisions of the last two streets.
        kept: How many of these were kept.
    """

    size: int
    decisions: int
    kept: int


def export(
    problem: Problem,
    average: NDArray[np.float32],
    path: Path,
    *,
    bits: int = 4,
    trunk: int = 8,
    prune: float = 1e-5,
    contexts: int | None = None,
    detail: float = 0.0,
    grade: int = 0,
    iterations: int = 0,
    workers: int = 1,
) -> Report:
    """Write the strategy of a blueprint to a strategy file.

    Args:
        problem: The problem of the blueprint, over coarse states.
        average: The weights of the strategy, shape (slots,).
        path: The file to write. It is written beside its place and then renamed.
        bits: Bits of a probability on the last two streets, 2 to 8.
        trunk: Bits of a probability before them, 2 to 8.
        prune: The least reach probability of a kept decision on the last two streets.
        contexts: The number of representatives; None for none.
        detail: With representatives, the least worth of a kept decision for each byte.
        grade: For a problem that is finer in some contexts, the grade whose states the file has.
        iterations: The iterations of training, for the head of the file.
        workers: Threads.

    Returns:
        The size of the file and what was kept.

    Raises:
        ValueError: A number is out of its range, the weights are not those of the problem, or the problem cannot be
            exported: it needs coarse states, the same draws for both seats, and rounds of one shape for each
            street.
    """
    for name, number in (("bits", bits), ("trunk", trunk)):
        if not 2 <= number <= 8:
            raise ValueError(f"{name}={number}: expected 2 to 8")
    for name, least in (("prune", prune), ("detail", detail)):
        if least < 0:
            raise ValueError(f"{name}={least}: expected 0 or more")
    if average.shape != (problem.size,):
        raise ValueError(f"a strategy of this problem has {problem.size} weights, not {average.shape}")
    streets = _streets(in_grade(problem, grade))
    levels = ((1 << trunk) - 1, (1 << bits) - 1)
    weights = ContextWeights(problem, average, grade)
    problem, merged = weights.problem, merge(weights, contexts) if contexts else None
    walk = _Walk(weights, average, levels, prune, detail, workers, merged)
    walk.gather()
    blocks = walk.blocks()
    abstraction = problem.abstraction
    assert abstraction is not None
    recipe = problem.recipe
    classes = hand_classes(catalogue(recipe["game"]).ranking, recipe["ranks"])
    sections = {
        "states": np.concatenate(abstraction.of).astype("<u2").tobytes(),
        "keeps": b"".join([_keeps(abstraction, classes, d) for d in range(len(problem.links))]),
        **walk.means(),
        **({} if merged is None else {"same": merged.same.astype("<u4").tobytes()}),
        "index": np.array([len(block) for block in blocks], "<u4").tobytes(),
    }
    body, places = bytearray(), {}
    for name, section in sections.items():
        packed = _packed(section)
        places[name] = [len(body), len(packed)]
        body += packed
    places["blocks"] = [len(body), sum(map(len, blocks))]
    head = {
        "format": FORMAT,
        "recipe": dict(problem.recipe),
        "iterations": iterations,
        "bits": bits,
        "prune": prune,
        "detail": detail,
        "levels": levels,
        "streets": streets,
        "sections": places,
    }
    size = sealed_file.write(path, MAGIC, head, [body, *blocks])
    return Report(size, walk.decisions, walk.kept)


def weights_of(path: Path, problem: Problem, into: NDArray[np.float32] | None = None) -> NDArray[np.float32]:
    """Read all weights of a strategy file, with the mean decisions in their places.

    Args:
        path: The strategy file.
        problem: The problem that it was exported from.
        into: An array to fill and return, if one is at hand.

    Returns:
        The weights, shape (slots,).

    Raises:
        ValueError: The file is of another problem or has other states.
        Damaged: The file is no strategy file, or it is damaged.
    """
    file = StrategyFile.load(path)
    want = json.loads(json.dumps(dict(problem.recipe)))
    if file.head["recipe"] != want:
        raise ValueError(f"{path} is of another problem: {file.head['recipe']}, not {want}")
    abstraction = problem.abstraction
    assert abstraction is not None
    if [list(states) for states in file.states] != [of.tolist() for of in abstraction.of]:
        raise ValueError(
            f"{path} has other states than this problem: blueprint_problem(…, of=table.states) has its own"
        )
    weights = np.zeros(problem.size, np.float32) if into is None else into
    means = means_of(file)
    for street in range(len(problem.links)):
        shape = BlockShape(problem, street)
        slots = shape.slots(problem.layout)
        for context in range(problem.tree.streets[street].size):
            shape.decode_context(file, context, slots, means, weights)
    return weights


class _Walk(Sweep):
    """Carries reach probabilities down the tree and encodes each context's block on the way."""

    def __init__(
        self,
        weights: ContextWeights,
        average: NDArray[np.float32],
        levels: tuple[int, int],
        prune: float,
        detail: float,
        workers: int,
        merged: Merged | None,
    ) -> None:
        problem, self._window = weights.problem, Window(weights, merged.joint if merged else {})
        super().__init__(problem, workers, np.float32, BUFFER_BYTES, self._window.layout)
        self._step = _playing(average)
        self._levels = levels
        self._shapes = [BlockShape(problem, street) for street in range(len(problem.links))]
        self._sums = [Means(*[np.zeros(n) for n in self._shapes[-1].means]) for _ in range(workers)]
        self._total = Means(*[np.zeros(0)] * 3)
        self._blocks: list[list[bytes]] = [[] for _ in problem.links]
        self._gathering = False
        self._same = merged.same if merged else np.zeros(0, np.int64)
        self._joint = np.zeros((2, len(self._same), problem.sizes[-2]), np.float32)
        self._stand_ins: dict[int, bytes] = {}
        flags = np.zeros((len(self._same), (self._shapes[-1].decisions + 7) // 8), np.uint8)
        early = Selection(0.0, prune * FAINT, detail, self._same[:0], flags[:0])
        self._selections = (early, Selection(float(prune), prune * FAINT, detail, self._same, flags))
        self._spaces = [_space(problem) for _ in range(workers)]
        self.decisions = self.kept = 0

    def gather(self) -> None:
        """Compute the means, and the reach probability of each context together with those that it represents."""
        self._gathering = True
        self.run(self._step)
        self._gathering = False
        self._total = Means(*[np.sum([sums[k] for sums in self._sums], axis=0) for k in range(3)])

    def blocks(self) -> list[bytes]:
        """Encode all blocks. A context of the last street but one that keeps nothing has an empty block."""
        street, flags = len(self._shapes) - 1, self._selections[1].flags
        for context in np.unique(self._same).tolist():
            reaches, step = self._joint[:, context : context + 1], _playing(self._window.weights)
            exits, children = self._down(street, context, context + 1, reaches[0], reaches[1], step)
            (block,) = self._pack(self._shapes[-1], context, context + 1, Reaches(*reaches, *exits, *children), step)
            flags[context] = block[: flags.shape[1]]
            self._stand_ins[context] = block.tobytes()
        self.run(self._step)
        return [block for street in self._blocks for block in street]

    def means(self) -> dict[str, bytes]:
        """The encoded means, by name."""
        shape, (here, after) = self._shapes[-1], self.problem.tree.streets[-2:]
        size, later = self.problem.sizes[-2:]
        first, second = shape.blocks.first, shape.blocks.second
        total = self._total
        draws = total[1].reshape(-1, (1 + second) * first * size)
        steps = [_steps(draws[:, : first * size].reshape(-1, size, first), 2)]
        for c in range(first):
            part = draws[:, (first + c * second) * size : (first + (c + 1) * second) * size]
            steps.append(_steps(part.reshape(-1, size, second), 2))
        return {
            "bets": _by_node(total[0].reshape(-1, int(here.nodes.rows.max()), size), here.nodes),
            "draws": np.concatenate([s.reshape(len(draws), -1) for s in steps], axis=1).tobytes(),
            "ends": _by_node(total[2].reshape(-1, int(after.nodes.rows.max()), later), after.nodes),
        }

    def _street(self, street: int, low: int, high: int, reach0: Real, reach1: Real, step: Step) -> Real:
        values = self._buffer("values", street, high - low, self.problem.sizes[street])
        if street == len(self.problem.links):
            return values
        return super()._street(street, low, high, reach0, reach1, step)

    def _before_draw(
        self, street: int, low: int, high: int, reach0: Real, reach1: Real, values: Real, step: Step
    ) -> None:
        shape = self._shapes[street]
        if shape.has_last_street:
            step = _playing(self._window.show(low, high))
        if shape.has_last_street and self._gathering and len(self._same):
            for joint, reach in zip(self._joint, (reach0, reach1), strict=True):
                np.add.at(joint, self._same[low:high], reach)
        exits, children = self._down(street, low, high, reach0, reach1, step)
        if shape.has_last_street or not self._gathering:
            blocks = self._pack(shape, low, high, Reaches(reach0, reach1, *exits, *children), step)
            if not self._gathering:
                self._keep(shape, low, blocks)
        begin, end = [int(self.problem.tree.streets[street].contexts.exit[at]) for at in (low, high)]
        outcomes = self.problem.links[street].outcomes
        self._street(street + 1, begin * outcomes, end * outcomes, children[0], children[1], step)

    def _keep(self, shape: BlockShape, low: int, encoded: list[NDArray[np.uint8]]) -> None:
        """Compress the blocks of the contexts from `low` on."""
        head = (shape.decisions + 7) // 8
        rows = [block.tobytes() for block in encoded]
        if shape.has_last_street:
            if len(self._same):
                rows = [row if len(row) > head else b"" for row in rows]
            rows = [self._stand_ins.get(context, row) for context, row in enumerate(rows, low)]
            self.decisions += shape.decisions * len(rows)
            self.kept += sum([int.from_bytes(row[:head], "little").bit_count() for row in rows])
        self._blocks[shape.street] += self._each(lambda row: _packed(row) if row else b"", rows)

    def _pack(self, shape: BlockShape, low: int, high: int, reaches: Reaches, step: Step) -> list[NDArray[np.uint8]]:
        """Encode the blocks of some contexts; while gathering, only add their part of the means."""
        width = (shape.decisions + 7) // 8 if self._gathering else shape.bytes
        out, lengths = np.zeros((high - low, width), np.uint8), np.zeros(high, np.int64)
        sums = self._sums if self._gathering else [self._total] * self.workers
        slots = shape.slots(self.layout)

        options = EncodingOptions(
            self._gathering, self._selections[shape.has_last_street], self._levels[shape.has_last_street]
        )

        def work(worker: int) -> None:
            span = Span(low, low + worker, high, self.workers)
            blocks, means, play = shape.blocks, sums[worker], step.play
            encode_blocks(blocks, slots, means, span, options, play, reaches, out, lengths, *self._spaces[worker])

        self._each(work, range(self.workers))
        return [out[context - low, : lengths[context]] for context in range(low, high)]

    def _each(self, work: Callable[[Any], Any], items: Any) -> list[Any]:
        if self.workers == 1:
            return [work(item) for item in items]
        with ThreadPoolExecutor(self.workers) as pool:
            return list(pool.map(work, items))


def _playing(weights: NDArray[np.float32]) -> Step:
    none = np.zeros(0, np.float32)
    return Step(0, VALUE, StrategyTables(weights, weights, none, none))


def _space(problem: Problem) -> tuple[Buffers, Buffers, Scratch]:
    nodes = [street.nodes for street in problem.tree.streets]
    many, rows = max([int(np.diff(n.begin).max()) for n in nodes]), max([int(n.rows.max()) for n in nodes])

    def room(size: int) -> Buffers:
        def space(*shape: int) -> Real:
            return np.zeros(shape, np.float32)

        none = space(0)
        reaches = (space(many, size), space(many, size))
        return Buffers(*reaches, space(rows, size), space(0, 0), space(0, 0), none, none, none)

    return (
        room(max(problem.sizes)),
        room(problem.sizes[-1]),
        Scratch(np.zeros(16), np.zeros(16), np.zeros(16), np.zeros(16), np.zeros(0, np.int32)),
    )


def _by_node(means: NDArray[np.float64], nodes: Nodes) -> bytes:
    steps = np.zeros(means.shape, np.uint8)
    for node in range(int(nodes.begin[1])):
        if nodes.kind[node] == DECISION:
            rows = slice(nodes.row[node], nodes.row[node] + nodes.actions[node])
            steps[:, rows] = _steps(means[:, rows], 1)
    return steps.tobytes()


def _steps(means: NDArray[np.float64], axis: int) -> NDArray[np.uint8]:
    """Weights in 255 steps of the largest of each decision, whose actions lie along `axis`."""
    most = means.max(axis=axis, keepdims=True)
    return np.round(255 * means / np.where(most > 0, most, 1)).astype(np.uint8)


def _packed(data: bytes) -> bytes:
    return lzma.compress(data, format=lzma.FORMAT_RAW, filters=PACKING)


def _keeps(abstraction: Abstraction, classes: HandClasses, number: int) -> bytes:
    """By class and count, the cards kept: a bit for each card, in ascending order of ranks."""
    menu = abstraction.menus[number]
    masks = bytearray()
    for index, hand in enumerate(classes.hands):
        for row in menu.row[menu.first[index] : menu.first[index + 1]]:
            left, mask = int(menu.kept[row]), 0
            for place, rank in enumerate(hand):
                if left // 5**rank % 5:
                    left -= 5**rank
                    mask |= 1 << place
            masks.append(mask)
    return bytes(masks)


def _streets(problem: Problem) -> list[dict[str, Any]]:
    """The shape of each street's betting, which must be the same for all its rounds."""
    link = problem.links[-1] if problem.links else None
    if problem.abstraction is None or not isinstance(link, Draws) or link.menus[0] is not link.menus[1]:
        raise ValueError("only strategies over coarse states are exported, with the same draws for both seats")
    limit = problem.tree.wagering.betting == "fixed-limit"
    shapes_of_streets = []
    for number, street in enumerate(problem.tree.streets):
        shapes = []
        for tree in street.rounds:
            nodes, exit_, decision, row = [], 0, 0, 0
            before = tree.paid if number else 0
            for node in tree.nodes:
                letters = "".join([letter(action, limit) for action in node.actions])
                over = node.kind == "over"
                paid = node.paid - before if over else 0
                nodes.append([node.seat, letters, node.children, exit_ if over else -1, paid, decision, row])
                exit_, decision, row = exit_ + over, decision + bool(letters), row + len(letters)
            shapes.append(nodes)
        if any(shape != shapes[0] for shape in shapes):
            raise ValueError(f"the rounds of street {number} differ in shape: only games without all-ins are exported")
        link = problem.links[number] if number < len(problem.links) else None
        counts = [menu.counts.tolist() for menu in link.menus] if isinstance(link, Draws) else [[0], [0]]
        shapes_of_streets.append(
            {
                "states": problem.sizes[number],
                "nodes": shapes[0],
                "paid": [tree.paid for tree in street.rounds],
                "counts": counts,
                "first": link.order[0] if isinstance(link, Draws) else 0,
            }
        )
    return shapes_of_streets
