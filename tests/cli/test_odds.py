"""``standpat odds``: its tables as text, JSON, CSV and pictures, and the options that it refuses."""

import csv
import io
import json
import sys
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


@pytest.mark.extended
def test_random_deals_say_so(capsys: pytest.CaptureFixture[str]) -> None:
    head = told(capsys, "d1:8", "d2:7", "--samples", "5000").splitlines()[0]
    assert head == "3 draws to come: 5,000 random deals, 95% intervals"


def test_csv_and_discards(capsys: pytest.CaptureFixture[str]) -> None:
    text = told(capsys, "2c3d4h7s9c", "--discards", "--make", "8", "--to-come", "1", "--csv")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert len(rows) == 32
    assert rows[0]["throw"] == "9c"
    assert float(rows[0]["worth"]) == pytest.approx(12 / 47)


def test_pictures(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    picture, matrix = tmp_path / "curve.svg", tmp_path / "matrix.svg"
    told(capsys, "2c3d4h7sKc", "--to-come", "2", "--plot", str(picture))
    text = told(capsys, "2c3d4h7s", "2d3h4s8c", "2c5d6h8h", "--matrix", "--to-come", "1", "--plot", str(matrix))
    assert text.splitlines()[0].endswith("1 draw to come, policy best: exact")
    assert text.splitlines()[2].split()[1] == "50.000%"
    assert "-" in text.splitlines()[2].split()
    name = "{http://www.w3.org/2000/svg}"
    drawn = ElementTree.parse(picture)
    assert len(list(drawn.iter(f"{name}circle"))) == 2 * 8  # one draw and two
    words = [mark.text for mark in drawn.iter(f"{name}text")]
    assert {"What 2♣3♦4♥7♠K♣ becomes", "1 draw", "2 draws", "7-low", "this low or better", "chance"} <= set(words)
    assert len(list(ElementTree.parse(matrix).iter(f"{name}rect"))) == 10


def test_png(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    for name, asked in (
        ("curve", ["2c3d4h7sKc", "--to-come", "1"]),
        ("matrix", ["d1:8", "d2:8", "--matrix", "--samples", "1000"]),
    ):
        file = tmp_path / f"{name}.png"
        told(capsys, *asked, "--plot", str(file))
        head = file.read_bytes()[:24]
        assert head.startswith(b"\x89PNG")
        assert int.from_bytes(head[16:20]) > 1000  # pixels wide


def test_png_without_matplotlib(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    assert main(["odds", "2c3d4h7sKc", "--plot", "x.png"]) == 2
    assert "pip install 'standpat[plot]'" in capsys.readouterr().err


def test_ranks_of_lows(capsys: pytest.CaptureFixture[str]) -> None:
    lines = told(capsys, "2c3d4h7sKc", "--to-come", "1", "--ranks").splitlines()
    assert lines[2].split() == ["7-5-4-3-2", "8.511%", "8.511%", "8.511%", "8.511%"]
    assert lines[3].split()[:3] == ["7-6-4-3-2", "8.511%", "17.021%"]
    assert sum([line.split()[0] == "pair" for line in lines]) == 1


def test_threads_change_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ("d1:8", "d2:7", "--samples", "120000", "--json")
    assert told(capsys, *asked, "--threads", "2") == told(capsys, *asked)
    exact = ("2c3d", "5s6d8c", "--to-come", "1", "--json")
    assert told(capsys, *exact, "--threads", "0") == told(capsys, *exact)


def test_discards_against_a_range(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ("Jc8d7h3s2c", "--discards", "--against", "pat:8", "--to-come", "1", "--sampled", "--samples", "2000")
    lines = told(capsys, *asked).splitlines()
    assert lines[0] == "Jc8d7h3s2c, by the share against pat:8: 2,000 random deals, 95% intervals"
    assert lines[2].split()[:2] == ["Jc", "8d7h3s2c"]
    assert any([line.split()[0] == "pat" for line in lines])


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["2c3d", "--plot", "x.gif", "--to-come", "1"], ".svg or .png"),
        (["2c3d", "4c5d", "--plot", "x.svg"], "--matrix"),
        (["2c3d", "--make", "8"], "--discards"),
        (["2c3d", "4c5d", "6c7d", "--policy", "best", "--policy", "best"], "one each"),
        (["nothing"], "is not a range"),
        (["d1:8", "--exact"], "cannot be enumerated"),
        (["2c3d", "4c5d", "--ranks"], "--ranks takes one hand"),
        (["2c3d", "4c5d", "--threads", "-1"], "threads=-1"),
        (["2c3d/4c", "--to-come", "1"], "expected five, with / between"),
        (["2c3d4c5d6d", "4h5h", "--policy", "keep:pair"], "wants a low"),
        (["2c3d4c5d7d", "--policy", "optimal:none"], "is not a range"),
    ],
)
def test_refused(arguments: list[str], reason: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", *arguments]) == 2
    error = capsys.readouterr().err.splitlines()[-1]
    assert error.startswith("standpat odds: ")
    assert reason in error
