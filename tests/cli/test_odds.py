"""``standpat odds``: its tables as text, JSON, CSV and pictures, and what it refuses."""

import csv
import io
import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from standpat.cli import main


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["odds", *arguments]) == 0
    return capsys.readouterr().out


def test_one_hand(capsys: pytest.CaptureFixture[str]) -> None:
    lines = told(capsys, "2c3d4h7sKc", "--to-come", "2", "--policy", "make:8").splitlines()
    assert lines[0] == "2c3d4h7sKc, 2 draws to come, policy make:8: exact"
    assert lines[3].split() == ["8-low", "14.986%", "44.958%", "44.958%", "44.958%"]


def test_two_hands_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(told(capsys, "2c3d", "5s6d8c", "--to-come", "1", "--json"))
    assert (found["exact"], found["showdowns"], found["won"][0], found["tied"][0]) == (True, 15_339_390, 7_598_551, 243)
    assert found["players"][0]["hand"] == "2c3d"


def test_random_deals_say_so(capsys: pytest.CaptureFixture[str]) -> None:
    head = told(capsys, "d1:8", "d2:7", "--samples", "5000").splitlines()[0]
    assert head == "3 draws to come: 5,000 random deals, 95% intervals"


def test_csv_and_discards(capsys: pytest.CaptureFixture[str]) -> None:
    text = told(capsys, "2c3d4h7s9c", "--discards", "--make", "8", "--to-come", "1", "--csv")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert len(rows) == 31
    assert rows[0]["throw"] == "9c"
    assert float(rows[0]["worth"]) == pytest.approx(12 / 47)


def test_pictures(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    curve, matrix = tmp_path / "curve.svg", tmp_path / "matrix.svg"
    told(capsys, "2c3d4h7sKc", "--to-come", "1", "--plot", str(curve))
    text = told(capsys, "2c3d4h7s", "2d3h4s8c", "2c5d6h8h", "--matrix", "--to-come", "1", "--plot", str(matrix))
    assert text.splitlines()[2].split()[1] == "50.000%"
    assert "-" in text.splitlines()[2].split()
    name = "{http://www.w3.org/2000/svg}"
    assert len(list(ElementTree.parse(curve).iter(f"{name}circle"))) == 8
    assert len(list(ElementTree.parse(matrix).iter(f"{name}rect"))) == 10


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["2c3d", "--plot", "x.gif", "--to-come", "1"], ".svg or .png"),
        (["2c3d", "4c5d", "--plot", "x.svg"], "--matrix"),
        (["2c3d", "--make", "8"], "--discards"),
        (["2c3d", "4c5d", "6c7d", "--policy", "best", "--policy", "best"], "one each"),
        (["nothing"], "no range"),
        (["d1:8", "--exact"], "cannot be enumerated"),
    ],
)
def test_refused(arguments: list[str], reason: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", *arguments]) == 2
    error = capsys.readouterr().err.splitlines()[-1]
    assert error.startswith("standpat odds: ")
    assert reason in error
