"""Parallel work on threads: results in order, work that ends early, and numbers of threads that are refused."""

import os
import threading
from collections.abc import Iterator

import pytest

from standpat.compute.threads import MOST, count_of, in_order


@pytest.mark.parametrize("threads", [0, 1, 3])
def test_results_come_in_the_order_of_the_items(threads: int) -> None:
    """The first item waits for the second where there is a second thread."""
    second = threading.Event()

    def work(item: int) -> int:
        if item == 1:
            second.set()
        elif item == 0 and threads == 3:
            assert second.wait(30)
        return item * item

    assert list(in_order(work, range(20), threads)) == [item * item for item in range(20)]


@pytest.mark.parametrize("threads", [1, 2])
def test_items_are_read_little_ahead_and_closing_ends_the_work(threads: int) -> None:
    read = 0

    def items() -> Iterator[int]:
        nonlocal read
        for item in range(1000):
            read += 1
            yield item

    results = in_order(lambda item: item, items(), threads)
    assert next(results) == 0
    results.close()
    assert read <= threads + 1


def test_a_fault_of_the_work_is_raised() -> None:
    with pytest.raises(ZeroDivisionError):
        list(in_order(lambda item: 1 // item, [1, 0], 2))


def test_none_is_one_on_each_core() -> None:
    assert count_of(0) == (os.cpu_count() or 1)


@pytest.mark.parametrize("threads", [-1, MOST + 1, 10**9])
def test_a_number_of_threads_that_cannot_be_is_refused(threads: int) -> None:
    with pytest.raises(
        ValueError, match=f"threads={threads}: expected 1 or more, at most 1,024, or 0 for one on each core"
    ):
        count_of(threads)
    with pytest.raises(ValueError, match=f"threads={threads}"):
        next(in_order(abs, [1], threads))
