"""The epochs of a training on a graphics card.

`GpuPlay` has on the card what a training has learned, and learns there from more deals, many thousands at the same time
(`gpu_kernel`). What one deal teaches counts for those that come after it and not for those under way. The numbers are
not repeatable to the last bit. `fetch` brings them to the learner of the training.
"""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from standpat.compute.gpu import Gpu
from standpat.solver.kernels.deck import DECK
from standpat.solver.multiway.cfr_kernel import LEARNER, OF_SPOTS, PLAN, ROLES, THREAD
from standpat.solver.multiway.hand_kernel import CARDS, HAND

SPACE: Final = (HAND, DECK, ROLES)
"""What a deal takes on the card, besides its learning."""


class GpuPlay:
    """What a training has learned, on a card.

    Args:
        gpu: The card.
        learner: A row of `cfr_kernel.LEARNER`, in an array.
        cards: A row of `hand_kernel.CARDS`.
        seeds: What the random streams of the threads depend on.
    """

    def __init__(self, gpu: Gpu, learner: NDArray[np.void], cards: Any, seeds: tuple[int, ...]) -> None:
        self._gpu, self._kernel = gpu, _kernel()
        threads = np.zeros(gpu.threads, THREAD)
        threads["random"] = np.random.default_rng(seeds).integers(1 << 64, size=gpu.threads, dtype=np.uint64)
        self._threads = gpu.copy(threads)
        self._sums = [gpu.copy(learner[name][0]) for name in OF_SPOTS]
        self._cards = gpu.copy(np.array([cards]))
        self._before = {name: int(learner[name][0]) for name in ("deals", "nodes")}
        self._space: list[Any] = []
        self._room = 0
        self._response: tuple[NDArray[np.uint8], Any] | None = None

    def learn(self, plan: Any, response: NDArray[np.uint8]) -> None:
        """Learn from more deals.

        Args:
            plan: A row of `cfr_kernel.PLAN`.
            response: As in `cfr_kernel.learn`.
        """
        gpu, deals = self._gpu, int(plan["deals"])
        if deals > self._room:
            self._space, self._room = [gpu.empty((deals,), kind) for kind in SPACE], deals
        if self._response is None or self._response[0] is not response:
            self._response = (response, gpu.copy(response))
        plans, pile = gpu.copy(np.array([plan], PLAN)), gpu.copy(np.zeros(1, np.int64))
        gpu.run(self._kernel.deal_all, *self._space, self._threads, self._cards, plans)
        gpu.run(
            self._kernel.learn_all,
            pile,
            *self._space,
            plans,
            self._response[1],
            *self._sums,
            self._threads,
            self._cards,
        )

    def counts(self) -> dict[str, int]:
        """The deals done and the decisions visited, of the training."""
        threads = self._gpu.fetch(self._threads)
        return {name: before + int(threads[name].sum()) for name, before in self._before.items()}

    def fetch(self, learner: NDArray[np.void]) -> None:
        """Bring what was learned to a learner."""
        for name, sums in zip(OF_SPOTS, self._sums, strict=True):
            learner[name][0] = self._gpu.fetch(sums)
        for name, count in self.counts().items():
            learner[name] = count


def bytes_on_card(deals: int) -> int:
    """The memory of a card that a training takes with so many deals in an epoch, in bytes, about."""
    sums = sum([LEARNER[name].itemsize for name in OF_SPOTS])
    return sums + CARDS.itemsize + deals * sum([kind.itemsize for kind in SPACE])


def _kernel() -> Any:
    from standpat.solver.multiway import gpu_kernel

    return gpu_kernel
