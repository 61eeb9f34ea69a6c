"""Parallel work with results in order: on threads of this process, or on a `Pool`.

Kernels release the GIL (`standpat.compute.compiled`), so threads use all cores. The pieces of work do not depend on the
number of threads or on the pool, and results come in the order of the items, so that only the time depends on who does
the work. `standpat.compute.ray_pool` is a pool of many machines.
"""

import os
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Final, Protocol, TypeAlias, TypeVar

T = TypeVar("T")
R = TypeVar("R")

MOST: Final = 1024
"""Hardly a machine has as many cores, and threads without a core only take memory."""


class Pool(Protocol):
    """Workers outside of this process. `work`, items and results are copied, so side effects of the work are lost."""

    def in_order(self, work: Callable[[T], R], items: Iterable[T]) -> Generator[R, None, None]:
        """The results of `work` for each item, in order (see the function `in_order`)."""


Threads: TypeAlias = int | Pool
"""A number of threads of this process, 0 for one on each core; or a pool."""


def count_of(threads: int) -> int:
    """The number of threads, 0 being one on each core.

    Raises:
        ValueError: It is negative, or more than `MOST`.

    >>> count_of(3)
    3
    """
    if not 0 <= threads <= MOST:
        raise ValueError(f"threads={threads}: expected 1 or more, at most {MOST:,}, or 0 for one on each core")
    return threads or os.cpu_count() or 1


def in_order(work: Callable[[T], R], items: Iterable[T], threads: Threads) -> Generator[R, None, None]:
    """The results of `work` for each item, in order.

    Items are read a little ahead of the results. Closing the iterator ends the work.

    Args:
        work: The function.
        items: Its arguments.
        threads: The number of threads, or a pool.

    Raises:
        ValueError: The number of threads is negative or more than `MOST`.

    >>> list(in_order(lambda n: n * n, range(5), 2))
    [0, 1, 4, 9, 16]
    """
    if not isinstance(threads, int):
        yield from threads.in_order(work, items)
        return
    threads = count_of(threads)
    if threads == 1:
        yield from map(work, items)
        return
    pool = ThreadPoolExecutor(threads)
    ahead: deque[Future[R]] = deque()
    try:
        for item in items:
            ahead.append(pool.submit(work, item))
            if len(ahead) > threads:
                yield ahead.popleft().result()
        while ahead:
            yield ahead.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)
