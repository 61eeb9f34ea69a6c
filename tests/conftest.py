"""Which examples the property tests take: docs/testing.md.

`fixed` is what `make test` and CI run: the same examples every time and everywhere, no data base of earlier ones.
`sweep` has fresh ones, ten times as many; ``--hypothesis-seed`` makes it repeat itself, and is the seed of the random
tests of our own too.
"""

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


def pytest_xdist_auto_num_workers() -> int:
    """Two workers more than there are cores (`-n auto`): the tests of servers and pages wait half of their time."""
    return (os.cpu_count() or 1) + 2


@pytest.fixture(scope="session")
def first_seed(request: pytest.FixtureRequest) -> int:
    """Where a random test's seeds begin: 0 in the suite, anywhere in a sweep."""
    given = request.config.getoption("hypothesis_seed")
    return 0 if given in (None, "random") else int(given) % 10**9 * 10**6
