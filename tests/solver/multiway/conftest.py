"""What is learned takes gigabytes. Tests give back what they held, and of the largest only as many run side by side as
fit the memory (`alone`)."""

import fcntl
import gc
import os
from collections.abc import Iterator

import pytest

LARGEST = 10 << 30
"""Bytes for each worker that runs one of the largest tests, with room for what others do."""


@pytest.fixture(autouse=True)
def given_back() -> Iterator[None]:
    """After a test, what lies in circles is given back, such as the locals of an error."""
    yield
    gc.collect()


@pytest.fixture
def alone(given_back: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """For tests that take more than 4 GB: those of other workers wait where the memory is too small for both."""
    fit = max(1, os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // LARGEST)
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    with (tmp_path_factory.getbasetemp().parent / f"trainings{worker % fit}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
