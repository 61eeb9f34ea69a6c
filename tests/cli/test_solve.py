"""``standpat solve``: its output, its files, and a killed run that ends as an uninterrupted one does."""

import argparse
import io
import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from msgspec import structs

from standpat import Stakes, game
from standpat.cli import main
from standpat.cli import solve as solve_command
from standpat.cli.confirm import confirm
from standpat.solver import Evaluator, Problem, blueprint_problem, load_strategy
from standpat.solver.blueprint.export import export, weights_of

pytestmark = pytest.mark.extended

SHORT = ("27sd-fl", "--ranks", "4")


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    assert main(["solve", *arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize(("name", "value"), [("kuhn", -1 / 18), ("leduc", -0.0856)])
def test_small_games_have_their_values(capsys: pytest.CaptureFixture[str], name: str, value: float) -> None:
    found = told(capsys, name, "--target", "0.3")
    assert found["value"][0] == pytest.approx(value, abs=2e-4)
    assert sum(found["value"]) == pytest.approx(0, abs=1e-9)
    assert found["exploitability"]["msb"] <= 0.3


def test_memory_and_progress_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", *SHORT, "--iterations", "5"]) == 0
    shown = capsys.readouterr()
    assert "GiB" in shown.err
    assert "about" in shown.err
    assert "mSB" in shown.err
    assert "exploitability" in shown.out
    assert "first in" in shown.out


def test_a_result_is_kept_and_taken_up(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "short.npz"
    found = told(capsys, *SHORT, "--iterations", "20", "--save", str(file))
    assert found["file"] == str(file)
    strategy = load_strategy(file)
    assert strategy.iterations == 20
    assert strategy.frequencies("") == pytest.approx(found["frequencies"][""])


def test_a_killed_run_ends_as_an_uninterrupted_one(tmp_path: Path) -> None:
    """A run that is killed between two checkpoints and continued by another process gives the same result to the last
    bit."""
    program = (
        "import os, signal, sys; from standpat.solver import solution as s\n"
        "s.SAVE_EVERY, saves, save = 0.05, int(sys.argv[1]), s.save_training\n"
        "def save_or_die(*of):\n"
        "    global saves\n"
        "    saves -= 1\n"
        "    save(*of) if saves else os.kill(os.getpid(), signal.SIGKILL)\n"
        "s.save_training = save_or_die\n"
        "from standpat.cli import main; sys.exit(main(['solve', *sys.argv[2:]]))"
    )

    def run(folder: str, dies_at_save: int = 0) -> int:
        options = ("--iterations", "5000", "--workers", "1", "--checkpoint", str(tmp_path / folder))
        command = [sys.executable, "-c", program, str(dies_at_save), "leduc", *options]
        return subprocess.run(command, capture_output=True).returncode

    assert run("killed", dies_at_save=2) == -signal.SIGKILL
    assert (tmp_path / "killed/training.npz").exists()
    assert not (tmp_path / "killed/strategy.npz").exists()
    assert [run(folder) for folder in ("killed", "whole")] == [0, 0]
    one, other = (load_strategy(tmp_path / folder / "strategy.npz") for folder in ("killed", "whole"))
    assert one.iterations == other.iterations == 5000
    assert np.array_equal(one.weights, other.weights)


def test_players_are_scored(capsys: pytest.CaptureFixture[str]) -> None:
    found = told(capsys, *SHORT, "--score", "folder")
    assert found["exploitability"]["msb"] == pytest.approx(750, abs=1e-3)
    found = told(capsys, *SHORT, "--score", "random", "--seed", "2")
    assert found["exploitability"]["msb"] > 1500
    assert sum(found["value"]) == pytest.approx(0, abs=1e-9)


@pytest.mark.slow  # tests/solver/response/test_strategy_file_response.py asks the same of the function
def test_a_table_is_scored_from_its_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    record = structs.replace(game("27td", cap=2), bets=(1, 1, 2))
    problem = blueprint_problem(record, Stakes(1, 2), states=(6, 4), counts=[(0, 1), (0, 1)], ranks=4)
    weights, file = np.ones(problem.size, np.float32), tmp_path / "flat.table"
    export(problem, weights, file, iterations=7)
    found = told(capsys, "--score", str(file))
    assert (found["game"], found["iterations"]) == ("27td", 7)
    want = Evaluator(problem).exploitability(weights_of(file, problem))
    assert found["exploitability"]["msb"] == pytest.approx(want.msb, abs=1e-6)
    assert sum(found["value"]) == pytest.approx(0, abs=1e-9)
    assert main(["solve", "--score", str(file)]) == 0
    assert f"{file} in 27td: perfect play wins {want.msb:.1f} mSB a hand from it" in capsys.readouterr().out


@pytest.mark.slow
def test_card_removal_and_menus(capsys: pytest.CaptureFixture[str]) -> None:
    found = told(capsys, *SHORT, "--removal", "--iterations", "30")
    assert found["recipe"]["kind"] == "removal"
    menu = ("27sd", "--ranks", "4", "--stack", "10", "--sizes", "1,all-in", "--ante", "1", "--iterations", "30")
    found = told(capsys, *menu)
    assert (found["recipe"]["stack"], found["recipe"]["ante"]) == (100, 1)
    assert found["recipe"]["sizes"] == [[1.0], True, 3]
    more = told(capsys, *menu, "--against", "0.5,1,2,all-in")
    assert more["finer"]["msb"] > more["exploitability"]["msb"]
    nearest = told(capsys, *menu, "--against", "0.5,1,2,all-in", "--reading", "nearest")
    assert nearest["exploitability"] == more["exploitability"]
    assert nearest["finer"]["msb"] != pytest.approx(more["finer"]["msb"], abs=1)


def test_a_spot_is_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = str(tmp_path / "short.npz")
    told(capsys, *SHORT, "--iterations", "30", "--save", file)
    found = told(capsys, "--strategy", file, "--spot", "rc/", "--hand", "5c5d4h3s2c", "--choice", "5")
    assert found["seat"] == "big blind"
    assert found["hand"] == "55432"
    assert sum(c["frequency"] for c in found["choices"]) == pytest.approx(1)
    value = sum(c["frequency"] * c["value"] for c in found["choices"])
    assert value == pytest.approx(found["value"])
    assert found["loss"] == pytest.approx(0, abs=0.1)
    assert main(["solve", "--strategy", file, "--spot", "rc/11/b", "--choice", "f"]) == 0
    shown = capsys.readouterr().out
    assert "the button with all hands in a pot of 6 small bets" in shown
    assert "f loses" in shown
    assert main(["solve", "--strategy", file, "--spot", "rc/11/b", "--choice", "b"]) == 2
    found = told(capsys, "kuhn", "--iterations", "50", "--spot", "b", "--hand", "K")
    assert found["choices"][0]["choice"] == "c"


def test_a_spot_and_cards_are_read_as_people_write_them(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = str(tmp_path / "short.npz")
    told(capsys, *SHORT, "--iterations", "3", "--save", file)
    found = told(capsys, "--strategy", file, "--spot", "rc/11/b", "--hand", "5c5d4h3s2c")
    assert told(capsys, "--strategy", file, "--spot", "RC11b", "--hand", "5C 5D 4H 3S 2C") == found


def test_a_long_computation_for_advice_is_asked_about(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    build, built = solve_command.problem_of, dict[tuple[object, ...], Problem]()

    def problem_of(args: argparse.Namespace) -> Problem:
        """Each once: the whole deck takes seconds."""
        key = (args.game, args.ranks, args.removal, str(args.sizes))
        if key not in built:
            built[key] = build(args)
        return built[key]

    def solved(args: argparse.Namespace) -> None:
        raise ValueError("this would have taken long")

    monkeypatch.setattr(solve_command, "problem_of", problem_of)
    monkeypatch.setattr(solve_command, "_solved", solved)
    monkeypatch.setattr(solve_command, "LONG_S", 3.0)  # the deck of eight ranks below counts as long
    for arguments in (
        ["27sd", "--sizes", "1,all-in", "--spot", "c"],
        ["27sd-fl", "--removal", "--ranks", "8", "--spot", "r"],
        ["27sd", "--minutes", "1", "--spot", ""],
    ):
        assert main(["solve", *arguments]) == 2
        shown = capsys.readouterr().err
        assert f"there is no strategy of {arguments[0]}; solving it takes" in shown
        assert "GiB: give --yes to do it" in shown
        assert ("about" in shown) == ("--minutes" not in arguments)
    for arguments in (
        ["27sd", "--sizes", "1,all-in", "--spot", "c", "--yes"],
        ["kuhn", "--spot", "b"],
        ["27sd-fl", "--ranks", "4", "--spot", "r"],
    ):
        assert main(["solve", *arguments]) == 2
        assert "this would have taken long" in capsys.readouterr().err
    assert main(["solve", "27sd", "--sizes", "1,all-in", "--spot", "zz"]) == 2
    assert "no betting 'zz'" in capsys.readouterr().err


@pytest.mark.parametrize("answer", ["n", "", "\n", "what"])
def test_a_person_who_does_not_say_yes_gets_nothing(monkeypatch: pytest.MonkeyPatch, answer: str) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr("sys.stderr", Terminal())
    monkeypatch.setattr("sys.stdin", Terminal(answer))
    with pytest.raises(ValueError, match="nothing was done"):
        confirm("this takes an hour", False)
    monkeypatch.setattr("sys.stdin", Terminal("Yes\n"))
    confirm("this takes an hour", False)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["chess"], "unknown game"),
        (["27td"], "standpat train"),
        (["kuhn", "--minutes", "-1"], "more than 0"),
        (["kuhn", "--hand", "7c5d4h3s2c"], "--spot"),
        (["27sd-fl", "--stack", "10"], "without a limit"),
        (["27sd", "--sizes", "big"], "all-in"),
        (["27sd", "--removal"], "limit"),
        (["27sd", "--spot", ""], "give --hand CARDS"),
        (["27sd", "--spot", "r", "--hand", "7c5d4h3s2c"], "has no size: write the total in big blinds"),
        (["27sd", "--spot", "r1", "--hand", "7c5d4h3s2c"], "expected 2 to 100 big blinds"),
        (["27sd", "--spot", "", "--hand", "7c5d4h3s2c", "--seats", "8"], "the strategy is for 2 to 7"),
        (["27sd", "--spot", "", "--hand", "7c5d4h3s2c", "--choice", "c"], "there are frequencies, no values"),
        (["27sd-fl", "--score", "nobody"], "unknown player"),
        (["27sd-fl", "--score", "cmd:ls"], "programs cannot be scored"),
        (["kuhn", "--score", "caller"], "needs a draw game"),
        (["--score", "nowhere.table"], "no such file"),
        (["kuhn", "--ray", "local"], "give --score FILE with it"),
        (["27sd-fl", "--memory", "0.1"], "limit is"),
        (["kuhn", "--save", "/nowhere/at/all.npz", "--iterations", "1"], "no such folder"),
    ],
)
def test_what_is_asked_wrongly(capsys: pytest.CaptureFixture[str], arguments: list[str], reason: str) -> None:
    assert main(["solve", *arguments]) == 2
    shown = capsys.readouterr().err
    assert reason in shown
    assert shown.count("\n") <= 3
