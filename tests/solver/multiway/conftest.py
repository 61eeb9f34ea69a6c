"""What is learned takes gigabytes. After each test, what lies in circles is given back (the locals of an error)."""

import gc
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def given_back() -> Iterator[None]:
    yield
    gc.collect()
