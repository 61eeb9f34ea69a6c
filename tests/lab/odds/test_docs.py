"""The examples of docs/odds.md."""

import doctest
from pathlib import Path


def test_examples() -> None:
    page = Path(__file__).parents[3] / "docs" / "odds.md"
    result = doctest.testfile(str(page), module_relative=False)
    assert result.attempted >= 10
    assert result.failed == 0
