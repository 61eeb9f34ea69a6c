"""Self-play on many machines: an epoch in pieces, each of which starts from the same learner.

Every piece starts with the state of the learner at the beginning of the epoch and learns by itself from deals of its
own. When all pieces are done, what their regrets and averages grew by is added up in the order of the pieces. A piece
depends on nothing but that state, the seed and its number. So the epoch is the same, byte for byte, whoever plays the
pieces, in whatever order they end, and also if a piece is played again because its worker died (on processors of one
kind: code is compiled for each). Another number of pieces is another training.
"""

import hashlib
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from standpat.compute.threads import Threads, in_order
from standpat.solver.kernels.deck import DECK
from standpat.solver.multiway import cfr_kernel, hand_kernel

GROWS = ("regret", "average", "deals", "nodes")


@dataclass(frozen=True)
class Stretch:
    """Plays a piece of an epoch. Call it with the number of the piece; it returns by how much the learner grew.

    Attributes:
        learner: A row of `cfr_kernel.LEARNER`, the state at the beginning of the epoch.
        cards: As in `cfr_kernel.learn`.
        plan: As in `cfr_kernel.learn`.
        seed: The seed of the training.
        epoch: The number of the epoch.
        response: As in `cfr_kernel.learn`.
    """

    learner: NDArray[np.void]
    cards: Any
    plan: Any
    seed: int
    epoch: int
    response: NDArray[np.uint8]

    def __call__(self, piece: int) -> NDArray[np.void]:
        """Play one piece of an epoch; what the learner's tables gained by it."""
        learner = np.array(self.learner)
        learner["random"] = _chance(self.seed, self.epoch, piece)
        hands, decks = np.zeros(cfr_kernel.DEPTH, hand_kernel.HAND), np.zeros(1, DECK)
        cfr_kernel.learn(learner[0], self.cards, hands, decks, self.plan, self.response)
        for name in GROWS:
            learner[name] -= self.learner[name]
        return learner


def play_together(
    learner: NDArray[np.void],
    cards: Any,
    plan: Any,
    seed: int,
    epoch: int,
    pieces: int,
    threads: Threads,
    response: NDArray[np.uint8],
) -> None:
    """Play an epoch of several pieces.

    Args:
        learner: A row of `cfr_kernel.LEARNER`, which learns what the pieces learned.
        cards: As in `cfr_kernel.learn`.
        plan: As in `cfr_kernel.learn`, for one piece.
        seed: The seed of the training.
        epoch: The number of the epoch.
        pieces: The number of pieces.
        threads: Threads or a pool.
        response: As in `cfr_kernel.learn`.
    """
    stretch = Stretch(learner.copy(), cards, plan, seed, epoch, response)
    for grown in in_order(stretch, range(pieces), threads):
        for name in GROWS:
            learner[name] += grown[name]


def _chance(seed: int, epoch: int, piece: int) -> np.uint64:
    """Where the random stream of a piece begins."""
    digest = hashlib.sha256(f"{seed} {epoch} {piece}".encode()).digest()
    return np.uint64(int.from_bytes(digest[:8], "little"))
