"""The limits of the machine that the other figures are compared with: `python bench/machine.py`.

Memory is read and copied in blocks larger than any cache, on one thread. A cycle is measured by a chain of additions
that wait for each other. A system call is Linux's cheapest; a commit appends a page to a file and waits for the disk.
"""

import os
import platform
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numba
import numpy as np
from numpy.typing import NDArray

from report import spread, table
from standpat.compute.compiled import kernel

BYTES = 1 << 29
LINKS = 200_000_000
ROUNDS = 7


@kernel
def read(words: NDArray[np.int64]) -> int:
    total = 0
    for k in range(len(words)):
        total ^= words[k]
    return total


@kernel
def chain(many: int, by: int) -> np.uint64:
    """`many` dependent steps of two cycles each on x86-64: a rotation and an addition."""
    x = np.uint64(by)
    for _ in range(many):
        x = ((x << np.uint64(7)) | (x >> np.uint64(57))) + np.uint64(by)
    return x


def per_second(work: Callable[[], float], clock: Callable[[], float] = time.process_time) -> list[float]:
    """Things per second of CPU time, or of another clock."""
    work()
    rates = []
    for _ in range(ROUNDS):
        began = clock()
        many = work()
        rates.append(many / (clock() - began))
    return rates


def cycles() -> list[float]:
    """Cycles of the processor per second, in rounds."""

    def stepped() -> float:
        chain(LINKS, 3)
        return 2 * LINKS

    return per_second(stepped)


def system_calls() -> float:
    for _ in range(200_000):
        os.getppid()
    return 200_000


def commits(file: int) -> float:
    for _ in range(20):
        os.write(file, bytes(4096))
        os.fdatasync(file)
    return 20


def model() -> str:
    """The processor's name."""
    lines = Path("/proc/cpuinfo").read_text().splitlines() if Path("/proc/cpuinfo").exists() else []
    return next((line.partition(": ")[2] for line in lines if line.startswith("model name")), platform.processor())


def main() -> None:
    words = np.ones(BYTES // 8, np.int64)
    other = np.empty_like(words)

    def copied() -> float:
        np.copyto(other, words)
        return 2 * BYTES / 1e9

    def looked() -> float:
        read(words)
        return BYTES / 1e9

    with tempfile.TemporaryFile() as file:
        figures = {
            "cycles, billions a second": [rate / 1e9 for rate in cycles()],
            "memory read, one thread, GB/s": per_second(looked),
            "memory copied, one thread, GB/s read and written": per_second(copied),
            "system calls from Python, millions a second": [r / 1e6 for r in per_second(system_calls)],
            "commits to the disk, a second": per_second(lambda: commits(file.fileno()), time.perf_counter),
        }
    versions = f"Python {platform.python_version()}, numpy {np.__version__}, numba {numba.__version__}"
    print(f"{model()}, {os.cpu_count()} cores, {platform.system()} {platform.release()}, {versions}\n")
    rows = [(name, f"{statistics.median(rates):,.3g}", spread(rates)) for name, rates in figures.items()]
    print(table(("limit", "measured", "spread"), rows))


if __name__ == "__main__":
    main()
