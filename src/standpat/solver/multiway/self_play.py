"""Self-play on many machines: an epoch in pieces, each of which starts from the same learner.

Every piece starts with the regrets of the learner at the beginning of the epoch and learns by itself from deals of its
own. When all pieces are done, what their regrets and averages grew by is added up in the order of the pieces. A piece
depends on nothing but these, the seed and its number. So the epoch is the same, byte for byte, whoever plays the
pieces, in whatever order they end, and also if a piece is played again because its worker died (on processors of one
kind: code is compiled for each). Another number of pieces is another training.
"""

import hashlib
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from standpat.compute.threads import Threads, in_order
from standpat.solver.multiway import cfr_kernel, common_sums, in_step_kernel
from standpat.solver.multiway.changed_rows import changed_rows, either


class Grown(NamedTuple):
    """What a piece learned.

    Attributes:
        spots: The spots about which it learned something.
        regret: By how much their regrets grew.
        average: By how much their averages grew.
        deals: The deals.
        nodes: The decisions visited.
    """

    spots: NDArray[np.uint32]
    regret: NDArray[np.float32]
    average: NDArray[np.float64]
    deals: int
    nodes: int


@dataclass(frozen=True)
class Stretch:
    """Plays a piece of an epoch. Call it with the number of the piece; it returns what the piece learned.

    Attributes:
        regret: The regrets of `cfr_kernel.LEARNER` at the beginning of the epoch.
        cards: As in `in_step_kernel.learn`.
        plan: As in `in_step_kernel.learn`.
        seed: The seed of the training.
        epoch: The number of the epoch.
        met: The players whom the training meets.
    """

    regret: NDArray[np.float32]
    cards: Any
    plan: Any
    seed: int
    epoch: int
    met: in_step_kernel.Met

    def __call__(self, piece: int) -> Grown:
        """Play one piece of an epoch."""
        learner = np.zeros(1, cfr_kernel.LEARNER)
        learner["regret"][0] = self.regret
        learner["random"] = chance_of(self.seed, self.epoch, piece)
        common_sums.learn(learner, self.cards, self.plan, self.met, [in_step_kernel.lanes_of()])
        regret, average = learner["regret"][0], learner["average"][0]
        spots = either(regret, changed_rows(regret, self.regret), changed_rows(average)).astype(np.uint32)
        grown = regret[spots] - self.regret[spots]
        return Grown(spots, grown, average[spots], int(learner["deals"][0]), int(learner["nodes"][0]))


def play_together(
    learner: NDArray[np.void],
    cards: Any,
    plan: Any,
    seed: int,
    epoch: int,
    pieces: int,
    threads: Threads,
    met: in_step_kernel.Met,
) -> None:
    """Play an epoch of several pieces.

    Args:
        learner: A row of `cfr_kernel.LEARNER`, which learns what the pieces learned.
        cards: As in `in_step_kernel.learn`.
        plan: As in `in_step_kernel.learn`, for one piece.
        seed: The seed of the training.
        epoch: The number of the epoch.
        pieces: The number of pieces.
        threads: Threads or a pool.
        met: The players whom the training meets.
    """
    stretch = Stretch(learner["regret"][0].copy(), cards, plan, seed, epoch, met)
    for grown in in_order(stretch, range(pieces), threads):
        learner["regret"][0, grown.spots] += grown.regret
        learner["average"][0, grown.spots] += grown.average
        learner["deals"] += grown.deals
        learner["nodes"] += grown.nodes


def chance_of(seed: int, epoch: int, piece: int) -> np.uint64:
    """Where the random stream of a piece, or of another thread, begins."""
    digest = hashlib.sha256(f"{seed} {epoch} {piece}".encode()).digest()
    return np.uint64(int.from_bytes(digest[:8], "little"))
