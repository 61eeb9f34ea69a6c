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
from standpat.solver.multiway.in_step_kernel import Met
from standpat.solver.multiway.learned_rows import Learned

SPACE: Final = (HAND, DECK, ROLES)
"""What a deal takes on the card, besides its learning."""


class _Table:
    """Threads of a card and the deals that they play.

    Args:
        gpu: The card.
        learner: An array of a row with the fields of `cfr_kernel.THREAD`. Its deals and nodes are counted on.
        cards: A row of `hand_kernel.CARDS`.
        seeds: What the random streams of the threads depend on.
    """

    def __init__(self, gpu: Gpu, learner: NDArray[np.void], cards: Any, seeds: tuple[int, ...]) -> None:
        self.gpu, self.kernel = gpu, _kernel()
        threads = np.zeros(gpu.threads, THREAD)
        threads["random"] = np.random.default_rng(seeds).integers(1 << 64, size=gpu.threads, dtype=np.uint64)
        self.threads, self.cards = gpu.copy(threads), gpu.copy(np.array([cards]))
        self.learner = learner
        self._before = {name: int(learner[name][0]) for name in ("deals", "nodes")}
        self._space: list[Any] = []
        self._room = 0

    def play(self, entry: Any, plan: Any, *known: Any) -> None:
        """Deal, and play all deals.

        Args:
            entry: `learn_all` or `respond_all` of the kernel.
            plan: A row of `cfr_kernel.PLAN`.
            known: What it needs besides the pile, the deals and the plan.
        """
        gpu, deals = self.gpu, int(plan["deals"])
        if deals > self._room:
            self._space, self._room = [gpu.empty((deals,), kind) for kind in SPACE], deals
        plans = gpu.copy(np.array([plan], PLAN))
        gpu.run(self.kernel.deal_all, *self._space, self.threads, self.cards, plans)
        gpu.run(entry, gpu.copy(np.zeros(1, np.int64)), *self._space, plans, *known)
        threads = gpu.fetch(self.threads)
        for name, before in self._before.items():
            self.learner[name] = before + threads[name].sum()


class GpuPlay:
    """What a training has learned, on a card.

    Args:
        gpu: The card.
        learner: A row of `cfr_kernel.LEARNER`, in an array. Its deals and nodes are counted on; `fetch` sets its sums.
        cards: A row of `hand_kernel.CARDS`.
        seeds: What the random streams of the threads depend on.
    """

    def __init__(self, gpu: Gpu, learner: NDArray[np.void], cards: Any, seeds: tuple[int, ...]) -> None:
        self._table = _Table(gpu, learner, cards, seeds)
        self._sums = [gpu.copy(learner[name][0]) for name in OF_SPOTS]
        self._given: dict[str, tuple[NDArray[Any], Any]] = {}
        self._fetched = True

    def learn(self, plan: Any, met: Met) -> None:
        """Learn from more deals.

        Args:
            plan: A row of `cfr_kernel.PLAN`.
            met: The players whom the training meets.
        """
        table = self._table
        others = [self._on_card(name, array) for name, array in met._asdict().items()]
        self._fetched = False
        table.play(table.kernel.learn_all, plan, *others, *self._sums, table.threads, table.cards)

    def _on_card(self, name: str, array: NDArray[Any]) -> Any:
        """An array on the card. It is copied again if it is another one than before."""
        if name not in self._given or self._given[name][0] is not array:
            self._given[name] = array, self._table.gpu.copy(array)
        return self._given[name][1]

    def fetch(self) -> None:
        """Bring what was learned to the learner, unless it is there already."""
        if self._fetched:
            return
        for name, sums in zip(OF_SPOTS, self._sums, strict=True):
            self._table.gpu.fetch(sums, self._table.learner[name][0])
        self._fetched = True


class GpuResponse:
    """What a responder has learned, on a card.

    Args:
        gpu: The card.
        learner: A row of `cfr_kernel.THREAD`, in an array. Its deals and nodes are counted on.
        learned: As in `response_kernel.walk`, with a place for every row; `fetch` sets the sums.
        policy: A row of `cfr_kernel.POLICY`, in an array: the player.
        codes: A row of `coded_policy.CODES`, the same.
        least: As in `response_kernel.walk`.
        cards: A row of `hand_kernel.CARDS`.
        seeds: What the random streams of the threads depend on.
    """

    def __init__(
        self,
        gpu: Gpu,
        learner: NDArray[np.void],
        learned: Learned,
        policy: NDArray[np.void],
        codes: Any,
        least: float,
        cards: Any,
        seeds: tuple[int, ...],
    ) -> None:
        self._table, self._sums = _Table(gpu, learner, cards, seeds), learned.sums
        self._learned, self._won = [gpu.copy(part) for part in learned], gpu.copy(np.zeros(gpu.threads))
        self._player = (gpu.copy(policy), gpu.copy(np.array([codes])), least)

    def respond(self, plan: Any, weight_of_epoch: float) -> float:
        """Learn from more deals.

        Args:
            plan: A row of `cfr_kernel.PLAN`.
            weight_of_epoch: As in `response_kernel.walk`.

        Returns:
            The sum of the responder's values, in small blinds.
        """
        table = self._table
        known = (weight_of_epoch, *self._learned, *self._player, table.threads, table.cards, self._won)
        table.play(table.kernel.respond_all, plan, *known)
        return float(table.gpu.fetch(self._won).sum())

    def fetch(self) -> None:
        """Bring what was learned to the sums."""
        self._table.gpu.fetch(self._learned[0], self._sums)


def bytes_on_card(deals: int) -> int:
    """The memory of a card that a training takes with so many deals in an epoch, in bytes, about."""
    sums = sum([LEARNER[name].itemsize for name in OF_SPOTS])
    return sums + CARDS.itemsize + deals * sum([kind.itemsize for kind in SPACE])


def _kernel() -> Any:
    from standpat.solver.multiway import gpu_kernel

    return gpu_kernel
