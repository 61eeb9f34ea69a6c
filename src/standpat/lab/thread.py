"""Compiled work on several threads, its results in order.

Kernels release the GIL (`standpat.lab.compiled`), so threads use as many cores as there are. What is worked on is cut
without regard to the number of threads, and results come out in the order of the items: that number changes nothing
but the time it takes.
"""

import os
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")


def in_order(work: Callable[[T], R], items: Iterable[T], threads: int) -> Generator[R, None, None]:
    """`work` of each item. `threads` 0 is one for each core. Items are taken a few ahead of the results; closing the
    iterator ends the work.

    >>> list(in_order(lambda n: n * n, range(5), 2))
    [0, 1, 4, 9, 16]
    """
    if threads < 0:
        raise ValueError(f"threads={threads}: want 1 or more, or 0 for one on each core")
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
