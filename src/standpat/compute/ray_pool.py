"""Work on a Ray cluster: matches, odds and simulations on many machines.

`ray_pool(address)` is a `standpat.compute.threads.Pool`. Each piece of work is a Ray task of one CPU that depends on
nothing but its item, and results come out in the order of the items, each once: so the result is that of one process. A
piece whose worker or machine died is done again by another, `RETRIES` times; while no worker is left Ray waits for new
ones. An error that the work itself raises is raised here.

All machines need this version of standpat with the extra `ray`, and the same Python. Whoever may connect to
a Ray cluster can run what they like on it.
"""

import os
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Final, TypeVar

T = TypeVar("T")
R = TypeVar("R")

RETRIES: Final = 10
AHEAD: Final = 4
"""So many pieces for each CPU are under way or wait for an earlier one."""


class RayPool:
    """The cluster that this process is connected to; `cpus` it had then."""

    def __init__(self, ray: Any, cpus: int) -> None:
        self._ray, self.cpus = ray, cpus
        self._task = ray.remote(num_cpus=1, max_retries=RETRIES)(_done)

    def __repr__(self) -> str:
        return f"<RayPool cpus={self.cpus}>"

    def in_order(self, work: Callable[[T], R], items: Iterable[T]) -> Generator[R, None, None]:
        """`work` of each item, in their order."""
        ray = self._ray
        shared = ray.put(work)
        under_way: deque[Any] = deque()
        try:
            for item in items:
                under_way.append(self._task.remote(shared, item))
                if len(under_way) > AHEAD * self.cpus:
                    yield self._result(under_way)
            while under_way:
                yield self._result(under_way)
        finally:
            for piece in under_way:
                ray.cancel(piece)

    def _result(self, under_way: deque[Any]) -> Any:
        errors = self._ray.exceptions
        try:
            return self._ray.get(under_way.popleft())
        except errors.RayTaskError as error:
            raise error.cause from None
        except (errors.WorkerCrashedError, errors.NodeDiedError, errors.OutOfMemoryError) as error:
            raise RuntimeError(f"a task ended its worker {RETRIES + 1} times: {error}") from None


@contextmanager
def ray_pool(address: str = "local") -> Iterator[RayPool]:
    """A pool for as long as the block lasts: ``local`` starts Ray on this machine alone, ``auto`` finds the cluster
    that runs on it, else the address of a cluster's head, such as ``10.0.0.1:6379``. A process that is connected
    already, `ray.init()`, stays so and its cluster is taken.

    Where Ray is not installed this is an `ImportError`, where no cluster answers a `ConnectionError`.
    """
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # else Ray warns of a default to come
    try:
        import ray
    except ImportError as error:
        raise ImportError("Ray is not installed: pip install 'standpat[ray]'") from error
    connected = ray.is_initialized()
    if not connected:
        local: dict[str, Any] = {}
        if address == "local":
            os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
            local = {"include_dashboard": False, "_node_ip_address": "127.0.0.1"}
        ray.init(address, logging_level="error", log_to_driver=False, **local)
    try:
        cpus = int(ray.cluster_resources().get("CPU", 0))
        if cpus < 1:
            raise ConnectionError(f"the cluster {address} has no CPU: let a worker join it, ray start --address=…")
        yield RayPool(ray, cpus)
    finally:
        if not connected:
            ray.shutdown()


def _done(work: Callable[[T], R], item: T) -> R:
    return work(item)
