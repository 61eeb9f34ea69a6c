"""The pages and the package agree on what ships: the sizes of its files, and what heads-up strategies lose."""

import re
from pathlib import Path

import pytest

from standpat.bots.directories import PACKAGE

ROOT = Path(__file__).parent.parent
MOST = 60_000_000
"""Bytes of all strategy files together."""


def rows(page: str, begin: str) -> list[list[str]]:
    """The cells of the table rows of a page that begin with a text."""
    lines = (ROOT / page).read_text().splitlines()
    return [
        [cell.strip(" *") for cell in line.strip("| ").split("|")] for line in lines if line.startswith(f"| {begin}")
    ]


def exact() -> dict[str, float]:
    """What the heads-up limit strategies lose, in mSB a hand, by game."""
    [header] = [row for row in rows("docs/solver.md", "mSB a hand, class game") if "27sd-fl" in row]
    [row] = rows("docs/solver.md", "the export of `train`")
    return dict(zip(header[1:], map(float, row[1:]), strict=True))


def test_the_readme_has_what_the_files_lose() -> None:
    [row] = rows("README.md", "in the package")
    games = ("27td", "a5td", "27sd-fl", "a5sd")
    for id, told in zip(games, row[1:], strict=True):
        digits = len(told.partition(".")[2])
        assert float(told) == pytest.approx(round(exact()[id], digits)), id
    megabytes = sum((PACKAGE / f"{id}.table").stat().st_size for id in games) / 1e6
    [told] = re.findall(r"\((\d+) MB", row[0])
    assert int(told) == round(megabytes)


@pytest.mark.parametrize("id", ["27td", "a5td", "27sd-fl", "a5sd"])
def test_the_table_of_strength_has_it_too(id: str) -> None:
    [row] = [row for row in rows("docs/strength.md", f"{id}, 2 | blueprint") if row[-1] == "exact"]
    told = float(row[-2].removesuffix(" mSB"))
    assert told == pytest.approx(exact()[id], abs=0.005 if told < 1 else 0.05)


def test_the_table_of_strength_has_the_sizes_of_the_files() -> None:
    names = {"blueprint": "", "multiway": "-multiway", "nolimit": "-nolimit"}
    seen = set()
    for row in rows("docs/strength.md", ""):
        if len(row) == 6 and re.fullmatch(r"[\d.]+ MB", row[2]) and (player := row[1].split(",")[0]) in names:
            file = PACKAGE / f"{row[0].split(',')[0]}{names[player]}.table"
            assert float(row[2].removesuffix(" MB")) == round(file.stat().st_size / 1e6, 1), row
            seen.add(file)
    assert seen == set(PACKAGE.glob("*.table"))


def test_all_files_together_are_as_large_as_the_page_says() -> None:
    size = sum(file.stat().st_size for file in PACKAGE.glob("*.table"))
    assert size <= MOST
    [told] = re.findall(r"All strategies of the package have ([\d.]+) MB", (ROOT / "docs/training.md").read_text())
    assert float(told) == round(size / 1e6, 1)
