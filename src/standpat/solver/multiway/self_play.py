"""Self-play on many machines: an epoch in pieces, each a stretch of deals from the same mind.

Every piece starts with the mind that the epoch began with and learns by itself from deals of its own. What its regrets
and averages grew by is added up over the pieces, in their order, when all are done. A piece depends on nothing but that
mind, the seed and its number: the epoch is the same, byte for byte, whoever plays the pieces, in whatever order they
end, and if one is played again because its worker died (on processors of one kind: code is compiled for each). Another
number of pieces is another training.
"""

import hashlib
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from standpat.compute.threads import Threads, in_order
from standpat.solver.multiway import cfr_kernel, hand_kernel

GROWS = ("regret", "average", "deals", "nodes")


@dataclass(frozen=True)
class Stretch:
    """A call plays the piece of that number and gives a row of `cfr_kernel.MIND`: by how much `mind` grew.

    `cards` and `plan` are those of `cfr_kernel.learn`; `epoch` is the number of the one that is played.
    """

    mind: NDArray[np.void]
    cards: Any
    plan: Any
    seed: int
    epoch: int

    def __call__(self, piece: int) -> NDArray[np.void]:
        mind = np.array(self.mind)
        mind["random"] = _chance(self.seed, self.epoch, piece)
        rivals = np.zeros(1, cfr_kernel.POLICY)
        hands, decks = np.zeros(cfr_kernel.DEPTH, hand_kernel.HAND), np.zeros(1, hand_kernel.DECK)
        cfr_kernel.learn(mind[0], rivals[0], 0, self.cards, hands, decks, self.plan)
        for name in GROWS:
            mind[name] -= self.mind[name]
        return mind


def play_together(
    mind: NDArray[np.void], cards: Any, plan: Any, seed: int, epoch: int, pieces: int, threads: Threads
) -> None:
    """Plays an epoch of so many pieces; `mind` learns what they learnt."""
    stretch = Stretch(mind.copy(), cards, plan, seed, epoch)
    for grown in in_order(stretch, range(pieces), threads):
        for name in GROWS:
            mind[name] += grown[name]


def _chance(seed: int, epoch: int, piece: int) -> np.uint64:
    """Where the chance of a piece begins."""
    digest = hashlib.sha256(f"{seed} {epoch} {piece}".encode()).digest()
    return np.uint64(int.from_bytes(digest[:8], "little"))
