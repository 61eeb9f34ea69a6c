"""What is learned takes gigabytes, so tests here run one at a time, and give back what they held."""

import fcntl
import gc
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def alone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Other workers wait for this test. After it, what lies in circles is given back (the locals of an error)."""
    with (tmp_path_factory.getbasetemp().parent / "trainings.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
        gc.collect()
