"""The epochs of a training, and of a response, on a graphics card.

`GpuPlay` has on the card what a training has learned, and learns there from more deals, many thousands at the same time
(`gpu_kernel`). What one deal teaches counts for those that come after it and not for those under way. The numbers are
not repeatable to the last bit. `fetch` brings them to the learner of the training. `GpuResponse` is the same for a
response.
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


class _Table:
    """Threads of a card and the deals that they play.

    Args:
        gpu: The card.
        cards: A row of `hand_kernel.CARDS`.
        seeds: What the random streams of the threads depend on.
    """

    def __init__(self, gpu: Gpu, cards: Any, seeds: tuple[int, ...]) -> None:
        self.gpu, self.kernel = gpu, _kernel()
        threads = np.zeros(gpu.threads, THREAD)
        threads["random"] = np.random.default_rng(seeds).integers(1 << 64, size=gpu.threads, dtype=np.uint64)
        self.threads, self.cards = gpu.copy(threads), gpu.copy(np.array([cards]))
        self._space: list[Any] = []
        self._room = 0

    def dealt(self, plan: Any) -> tuple[Any, ...]:
        """Deal, and put all deals on the pile. Returns the first arguments of what plays them."""
        gpu, deals = self.gpu, int(plan["deals"])
        if deals > self._room:
            self._space, self._room = [gpu.empty((deals,), kind) for kind in SPACE], deals
        plans = gpu.copy(np.array([plan], PLAN))
        gpu.run(self.kernel.deal_all, *self._space, self.threads, self.cards, plans)
        return (gpu.copy(np.zeros(1, np.int64)), *self._space, plans)

    def counts(self) -> dict[str, int]:
        """The deals done and the decisions visited."""
        threads = self.gpu.fetch(self.threads)
        return {name: int(threads[name].sum()) for name in ("deals", "nodes")}


class GpuPlay:
    """What a training has learned, on a card.

    Args:
        gpu: The card.
        learner: A row of `cfr_kernel.LEARNER`, in an array.
        cards: A row of `hand_kernel.CARDS`.
        seeds: What the random streams of the threads depend on.
    """

    def __init__(self, gpu: Gpu, learner: NDArray[np.void], cards: Any, seeds: tuple[int, ...]) -> None:
        self._table = _Table(gpu, cards, seeds)
        self._sums = [gpu.copy(learner[name][0]) for name in OF_SPOTS]
        self._before = {name: int(learner[name][0]) for name in ("deals", "nodes")}
        self._response: tuple[NDArray[np.uint8], Any] | None = None

    def learn(self, plan: Any, response: NDArray[np.uint8]) -> None:
        """Learn from more deals.

        Args:
            plan: A row of `cfr_kernel.PLAN`.
            response: As in `cfr_kernel.learn`.
        """
        table = self._table
        if self._response is None or self._response[0] is not response:
            self._response = (response, table.gpu.copy(response))
        known = (self._response[1], *self._sums, table.threads, table.cards)
        table.gpu.run(table.kernel.learn_all, *table.dealt(plan), *known)

    def counts(self) -> dict[str, int]:
        """The deals done and the decisions visited, of the training."""
        return {name: self._before[name] + more for name, more in self._table.counts().items()}

    def fetch(self, learner: NDArray[np.void]) -> None:
        """Bring what was learned to a learner."""
        for name, sums in zip(OF_SPOTS, self._sums, strict=True):
            learner[name][0] = self._table.gpu.fetch(sums)
        for name, count in self.counts().items():
            learner[name] = count


class GpuResponse:
    """What a responder has learned, on a card.

    Args:
        gpu: The card.
        tables: As in `response_kernel.walk`.
        policy: A row of `cfr_kernel.POLICY`, in an array: the player.
        codes: A row of `coded_policy.CODES`, the same.
        least: As in `response_kernel.walk`.
        cards: A row of `hand_kernel.CARDS`.
        seeds: What the random streams of the threads depend on.
    """

    def __init__(
        self,
        gpu: Gpu,
        tables: NDArray[np.float32],
        policy: NDArray[np.void],
        codes: Any,
        least: float,
        cards: Any,
        seeds: tuple[int, ...],
    ) -> None:
        self._table = _Table(gpu, cards, seeds)
        self._tables, self._won = gpu.copy(tables), gpu.copy(np.zeros(gpu.threads))
        self._player = (gpu.copy(policy), gpu.copy(np.array([codes])), least)

    def respond(self, plan: Any, weight_of_epoch: float) -> tuple[float, dict[str, int]]:
        """Learn from more deals.

        Args:
            plan: A row of `cfr_kernel.PLAN`.
            weight_of_epoch: As in `response_kernel.walk`.

        Returns:
            The sum of the responder's values, in small blinds; and the deals done and the decisions visited, in all.
        """
        table = self._table
        known = (weight_of_epoch, self._tables, *self._player, table.threads, table.cards, self._won)
        table.gpu.run(table.kernel.respond_all, *table.dealt(plan), *known)
        return float(table.gpu.fetch(self._won).sum()), table.counts()

    def fetch(self, tables: NDArray[np.float32]) -> None:
        """Bring what was learned to tables."""
        self._table.gpu.fetch(self._tables, tables)


def bytes_on_card(deals: int) -> int:
    """The memory of a card that a training takes with so many deals in an epoch, in bytes, about."""
    sums = sum([LEARNER[name].itemsize for name in OF_SPOTS])
    return sums + CARDS.itemsize + deals * sum([kind.itemsize for kind in SPACE])


def _kernel() -> Any:
    from standpat.solver.multiway import gpu_kernel

    return gpu_kernel
