"""``standpat train``: its output, the continuation of a training, the files it writes, and the options it refuses."""

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from standpat.bots.strategy_file import StrategyFile
from standpat.cli import main

pytestmark = pytest.mark.extended

SHORT = ("--ranks", "4", "--states", "12,8,5", "--counts", "1,1,1", "--workers", "1")


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[Any, str]:
    assert main(["train", *SHORT, *arguments]) == 0
    shown = capsys.readouterr()
    return json.loads(shown.out), shown.err


@pytest.mark.slow  # tests/solver/blueprint/test_training.py has a smaller one
def test_it_goes_on_to_the_same_numbers_and_writes_a_table(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    once, said = told(capsys, "--checkpoint", str(tmp_path / "once"), "--iterations", "4")
    assert "takes 0." in said
    assert "mSB inside" in said
    folder, table, plot = str(tmp_path / "twice"), tmp_path / "27td.table", tmp_path / "curve.svg"
    told(capsys, "--checkpoint", folder, "--iterations", "2")
    twice, said = told(capsys, "--checkpoint", folder, "--iterations", "4", "--export", str(table), "--plot", str(plot))
    assert "goes on from iteration 2" in said
    assert twice["inside"] == once["inside"]
    assert twice["export"]["size"] == table.stat().st_size
    assert StrategyFile.load(table).head["iterations"] == 4
    rows = (tmp_path / "twice" / "curve.csv").read_text().splitlines()
    lines = ElementTree.parse(plot).iter("{http://www.w3.org/2000/svg}polyline")
    (curve,) = [line for line in lines if line.get("stroke-width") == "2.5"]
    assert len(curve.get("points", "").split()) == len(rows) - 1
    assert rows[0] == "minutes,iteration,msb,button,blind"
    assert float(rows[-1].split(",")[2]) == pytest.approx(twice["inside"]["msb"], abs=1e-4)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("--game", "27sd"), "this is for limit games"),
        (("--memory", "0.1"), "give more, or fewer --states"),
        (("--states", "12,8"), "expected 3 whole numbers"),
        (("--minutes", "0"), "expected more than 0"),
        (("--export", "nowhere/27td.table"), "no such folder"),
        (("--ray", "auto"), "distributes the --exact"),
    ],
)
def test_what_is_asked_wrongly(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, arguments: tuple[str, ...], reason: str
) -> None:
    assert main(["train", *SHORT, "--checkpoint", str(tmp_path / "folder"), *arguments]) == 2
    assert reason in " ".join(capsys.readouterr().err.split())


def test_a_folder_is_of_one_game(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    folder = str(tmp_path / "one")
    told(capsys, "--checkpoint", folder, "--iterations", "1")
    assert main(["train", "--game", "a5td", "--checkpoint", folder, "--iterations", "2"]) == 2
    assert "give another folder" in capsys.readouterr().err
