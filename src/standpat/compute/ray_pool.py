"""Work on a Ray cluster: matches, odds and simulations on many machines.

`ray_pool(address)` is a `standpat.compute.threads.Pool`. Each piece of work is a Ray task of one CPU that depends only
on its item. Results come in the order of the items, each once, so the result is the same as in one process. A task
whose worker or machine died is repeated by another, up to `RETRIES` times. While no worker is left Ray waits for new
ones. An error that the work raises is raised in this process.

All machines need this version of standpat with the extra `ray`, and the same Python. Everyone who can connect to a Ray
cluster can run any code on it.
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
"""The number of tasks for each CPU that run or wait for an earlier result."""


class RayPool:
    """The cluster that this process is connected to, and the number of its CPUs at that time."""

    def __init__(self, ray: Any, cpus: int) -> None:
        self._ray, self.cpus = ray, cpus
        self._task = ray.remote(num_cpus=1, max_retries=RETRIES)(_done)

    def __repr__(self) -> str:
        return f"<RayPool cpus={self.cpus}>"

    def in_order(self, work: Callable[[T], R], items: Iterable[T]) -> Generator[R, None, None]:
        """The results of `work` for each item, in order."""
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
    """A pool for the duration of a ``with`` block.

    If this process is already connected to a cluster (`ray.init()`), that cluster is used and stays connected.

    Args:
        address: ``local`` starts Ray on this machine; ``auto`` finds the cluster that runs on it; else the address of a
            cluster's head, such as ``10.0.0.1:6379``.

    Raises:
        ImportError: Ray is not installed.
        ConnectionError: No cluster answers.
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
