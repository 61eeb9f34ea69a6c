"""What is learned takes gigabytes. Tests give back what they held, and the largest run one at a time (`alone`)."""

import fcntl
import gc
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def given_back() -> Iterator[None]:
    """After a test, what lies in circles is given back, such as the locals of an error."""
    yield
    gc.collect()


@pytest.fixture
def alone(given_back: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """For tests that take more than 4 GB: those of other workers wait."""
    with (tmp_path_factory.getbasetemp().parent / "trainings.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
