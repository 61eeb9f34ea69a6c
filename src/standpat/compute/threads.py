"""Work in pieces, its results in order: on threads of this process, or on a `Pool` elsewhere.

Kernels release the GIL (`standpat.compute.compiled`), so threads use as many cores as there are. What is worked on is
cut without regard to the number of threads or to the pool, and results come out in the order of the items: who does the
work changes nothing but the time it takes. `standpat.compute.ray_pool` is a pool of many machines.
"""

import os
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Protocol, TypeAlias, TypeVar

T = TypeVar("T")
R = TypeVar("R")


class Pool(Protocol):
    """Somebody else to do the work. What `work` is made of, items and results travel as copies: work that changes its
    surroundings does so in vain."""

    def in_order(self, work: Callable[[T], R], items: Iterable[T]) -> Generator[R, None, None]:
        """As the function of this name."""


Threads: TypeAlias = int | Pool
"""So many threads of this process, 0 for one on each core; or a pool."""


def in_order(work: Callable[[T], R], items: Iterable[T], threads: Threads) -> Generator[R, None, None]:
    """`work` of each item. Items are taken a few ahead of the results; closing the iterator ends the work.

    >>> list(in_order(lambda n: n * n, range(5), 2))
    [0, 1, 4, 9, 16]
    """
    if not isinstance(threads, int):
        yield from threads.in_order(work, items)
        return
    if threads < 0:
        raise ValueError(f"threads={threads}: expected 1 or more, or 0 for one on each core")
    threads = threads or os.cpu_count() or 1
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
