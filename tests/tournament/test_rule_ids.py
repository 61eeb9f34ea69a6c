"""The table of rules in docs/tournament_rules.md has every id and every test case, and names tests that exist."""

import re
from pathlib import Path

from standpat.tournament.options import Options

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "tournament_rules.md").read_text()
LAST = {1: 7, 2: 5, 3: 7, 4: 7, 5: 7, 6: 7, 7: 5, 8: 3, 9: 3}
"""The last id of each section of the fact sheet."""
CASES = (1, 2, 3, 4, 6, 8, 9, 10, 11, 12, 13, 14, 16, 18, 19, 20, 21, 22, 24)
"""Its test cases."""


def test_every_id_is_in_the_table_once() -> None:
    ids = re.findall(r"^\| (T\d\.\d) \|", PAGE, re.MULTILINE)
    assert ids == [f"T{section}.{number}" for section, last in LAST.items() for number in range(1, last + 1)]
    assert [int(case) for case in re.findall(r"^\| (\d+) \|", PAGE, re.MULTILINE)] == list(CASES)


def test_every_row_names_tests_that_exist() -> None:
    there = {
        name
        for path in (ROOT / "tests").rglob("test_*.py")
        for name in re.findall(r"^def (test_\w+)", path.read_text(), re.M)
    }
    rows = [row for row in PAGE.splitlines() if re.match(r"\| (T\d\.\d|\d+) \|", row)]
    for row in rows:
        named = re.findall(r"`(test_\w+)`", row)
        assert named, row
        assert there.issuperset(named), (row, set(named) - there)


def test_every_option_is_at_its_rule() -> None:
    named = {
        name for row in PAGE.splitlines() if row.startswith("| T") for name in re.findall(r"`(\w+)`", row.split("|")[3])
    }
    assert named == set(Options.__dataclass_fields__) - {"edition"}
