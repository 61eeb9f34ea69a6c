"""The examples of the property tests (docs/testing.md).

`fixed` is the profile of `make test` and CI: the same examples every time and everywhere, without a database of earlier
examples. `sweep` has ten times as many new examples. ``--hypothesis-seed`` repeats a sweep; it is also the seed of our
own random tests.
"""

import gc
import os

import pytest
from hypothesis import HealthCheck, settings

SLOW_IS_NO_FAULT = (HealthCheck.too_slow,)

settings.register_profile(
    "fixed", derandomize=True, database=None, deadline=None, max_examples=100, suppress_health_check=SLOW_IS_NO_FAULT
)
settings.register_profile(
    "sweep",
    derandomize=False,
    database=None,
    deadline=None,
    max_examples=1000,
    print_blob=True,
    suppress_health_check=SLOW_IS_NO_FAULT,
)
settings.load_profile("fixed")


os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as the command does; numpy is not loaded yet

collect_ignore = ["mutate.py"]  # a program without examples; each worker would load mutmut for it, which takes a second

gc.set_threshold(20_000, 20, 20)  # compiling and property tests make many objects, and few of them circles


def pytest_collection_finish() -> None:
    """Leave the tests themselves out of every search for circles."""
    gc.collect()
    gc.freeze()


def pytest_xdist_auto_num_workers() -> int:
    """Two workers more than cores (`-n auto`), because tests of servers and pages wait half of the time."""
    return (os.cpu_count() or 1) + 2


@pytest.fixture(scope="session")
def first_seed(request: pytest.FixtureRequest) -> int:
    """The first seed of a random test: 0 in the suite, any number in a sweep."""
    given = request.config.getoption("hypothesis_seed")
    return 0 if given in (None, "random") else int(given) % 10**9 * 10**6
