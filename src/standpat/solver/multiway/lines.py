"""Limit single draw with three seats, solved over all its public states, for the bot `multiway`.

`LineTraining(game, folder)` is CFR+ (Tammelin 2014) in the class game (`class_game_kernel`): nothing is sampled, every
iteration learns for one place after the other, and the average strategy counts iteration t with t². It continues
from the checkpoint in its folder, to the same numbers as without interruption. `coded` is what a strategy file has of
a strategy (`standpat.bots.multiway_file`), `weights_of_file` what a file plays at every decision of the tree, and
`losses` what that can lose (`standpat.solver.multiway.class_game.Losses`): the best responder sees the whole line.
"""

import json
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from standpat.bots.multiway_file import LEVELS, MultiwayFile
from standpat.bots.multiway_spot import BUCKETS, CHOICES
from standpat.engine.games import Game
from standpat.solver.cfr.memory import RUNTIME
from standpat.solver.multiway import tree_kernel
from standpat.solver.multiway.class_game import Losses, class_table
from standpat.solver.multiway.class_game_kernel import BEST, OWN
from standpat.solver.multiway.export import policy_of_file
from standpat.solver.multiway.match import MSB
from standpat.solver.multiway.public_tree import tree_of
from standpat.solver.multiway.training import cards_of
from standpat.whole_file import whole_file

NAME: Final = "lines.npz"
FORMAT: Final = 1
UNLIKELY: Final = 1e-5
"""A class is left out of a line at which it arrives less likely than this, by its own play."""
RARE: Final = 1e-4
"""A line is left out if nobody can make it likelier than this."""
GIVEN: Final = {False: [0, 2], True: [1, 2, 3]}
"""The choices whose probabilities a file has, at a bet and at a draw."""

Weights = NDArray[np.float32]
"""Shape (decisions, CHOICES, BUCKETS), in proportion to the probabilities."""


class LineTraining:
    """A training in a folder.

    Args:
        game: A limit game of one draw.
        folder: The folder of the checkpoint; it is made if missing.
        seats: The number of seats, 2 or 3.

    Attributes:
        iterations: Iterations done.
        regrets: The regrets, none below 0.
        averages: The sums of the strategies: weights of the average strategy.

    Raises:
        ValueError: The game is of another kind, or the checkpoint is of another training.
    """

    def __init__(self, game: Game, folder: Path, seats: int = 3) -> None:
        self.game, self.seats, self.iterations = game, seats, 0
        self.tree = tree_of(game, seats)
        shape = (int((self.tree["decision"] >= 0).sum()), CHOICES, BUCKETS)
        self.regrets, self.averages = np.zeros(shape, np.float32), np.zeros(shape, np.float32)
        self._path = folder / NAME
        folder.mkdir(parents=True, exist_ok=True)
        if self._path.exists():
            self._load()

    def iterate(self) -> None:
        """Do one more iteration."""
        self.iterations += 1
        table, cards, weight = class_table(self.game), cards_of(self.game), self.iterations**2 / 1e4
        for place in range(self.seats):
            tree_kernel.learn(self.tree, place, table, cards, self.regrets, self.averages, weight)

    def exported(self) -> dict[int, tuple[bytes, bytes]]:
        """The average strategy for `standpat.solver.multiway.export.export`."""
        return {self.seats: coded(self.game, self.seats, self.averages)}

    def save(self) -> None:
        """Write the checkpoint beside its place and rename it."""
        head = json.dumps({**self._head(), "iterations": self.iterations}).encode()
        with whole_file(self._path) as out:
            arrays = {"regrets": self.regrets, "averages": self.averages}
            np.savez(out, allow_pickle=False, head=np.frombuffer(head, np.uint8), **arrays)

    def _head(self) -> dict[str, Any]:
        return {"format": FORMAT, "game": self.game.id, "seats": self.seats}

    def _load(self) -> None:
        with np.load(self._path) as archive:
            head = json.loads(archive["head"].tobytes())
            for what, want in self._head().items():
                if head.get(what) != want:
                    raise ValueError(f"{self._path}: its {what} is {head.get(what)}, not {want}; give another folder")
            self.regrets, self.averages = archive["regrets"], archive["averages"]
            self.iterations = head["iterations"]


def training_bytes(game: Game, seats: int = 3) -> int:
    """The memory that a training takes, in bytes, about: both arrays, the states, Python."""
    tree = tree_of(game, seats)
    return 8 * int((tree["decision"] >= 0).sum()) * CHOICES * BUCKETS + tree.nbytes + RUNTIME


def losses(game: Game, seats: int, weights: Weights) -> Losses:
    """What a strategy for all lines can lose in the class game."""
    tree, table, won = tree_of(game, seats), class_table(game), np.zeros((2, BUCKETS))
    gains, values = [], []
    for place in range(seats):
        tree_kernel.respond(tree, place, table, cards_of(game), weights, won)
        best, own = (MSB * won @ table["deal"][0])[[BEST, OWN]].tolist()
        gains.append(best - own)
        values.append(own)
    return Losses(tuple(gains), tuple(values), len(tree))


def coded(game: Game, seats: int, weights: Weights) -> tuple[bytes, bytes]:
    """The lines of a strategy that are likely enough, and their probabilities, as a strategy file has them.

    Rounding comes first, so that a class is left out where only rounded-off play brings it.
    """
    tree = tree_of(game, seats)
    at = tree[tree["decision"] >= 0]
    drawing = at["drawing"].astype(bool)
    codes = _codes(weights, drawing)
    rounded = _unfolded(codes, drawing)
    own, others = np.zeros((len(at), BUCKETS), np.float32), np.zeros(len(at))
    tree_kernel.reaches(tree, class_table(game), cards_of(game), rounded, own, others)
    codes[own < UNLIKELY] = 0
    kept = np.flatnonzero((others >= RARE) & (own >= UNLIKELY).any(axis=1))
    kept = kept[np.argsort(at["line"][kept])]
    return at["line"][kept].astype("<u8").tobytes(), np.ascontiguousarray(codes[kept]).tobytes()


def weights_of_file(game: Game, seats: int, file: MultiwayFile) -> Weights:
    """What a file plays at every decision of the tree: its lines, and its spots where there are none."""
    tree = tree_of(game, seats)
    at = tree[tree["decision"] >= 0]
    chances = policy_of_file(file.strategy(seats))["chance"][0]
    weights = np.ascontiguousarray(chances[at["spot"][:, None] + np.arange(BUCKETS)].transpose(0, 2, 1))
    lines = file.lines(seats)
    if lines is not None:
        order = np.argsort(at["line"])
        rows = order[np.searchsorted(at["line"][order], np.array(lines.lines, np.uint64))]
        codes = np.frombuffer(lines.codes, np.uint8).reshape(len(rows), BUCKETS, -1)
        weights[rows] = _unfolded(codes, at["drawing"][rows].astype(bool))
    return weights


def _codes(weights: Weights, drawing: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """The probabilities that a file has, by decision, class and choice."""
    total = weights.sum(axis=1, keepdims=True)
    chances = np.divide(weights, total, out=np.zeros_like(weights), where=total > 0)
    codes = np.zeros((len(weights), BUCKETS, CHOICES - 1), np.uint8)
    for draws, given in GIVEN.items():
        rounded = np.rint(chances[drawing == draws][:, given] * LEVELS).astype(np.uint8)
        codes[drawing == draws, :, : len(given)] = rounded.transpose(0, 2, 1)
    over = codes.sum(axis=2, dtype=np.int64) - LEVELS  # of a rounding up twice
    most = codes.argmax(axis=2)
    rows, buckets = np.nonzero(over > 0)
    codes[rows, buckets, most[rows, buckets]] -= over[rows, buckets].astype(np.uint8)
    return codes


def _unfolded(codes: NDArray[np.uint8], drawing: NDArray[np.bool_]) -> Weights:
    """The weights of all choices, from the probabilities that a file has."""
    weights = np.zeros((len(codes), CHOICES, BUCKETS), np.float32)
    for draws, given in GIVEN.items():
        some = np.flatnonzero(drawing == draws)
        for n, choice in enumerate(given):
            weights[some, choice] = codes[some, :, n]
        weights[some, 0 if draws else 1] = LEVELS - codes[some].sum(axis=2, dtype=np.float32)
    return weights
