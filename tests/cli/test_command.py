"""The command: ranking, errors in one line with status 2, and which modules do the work of replay and convert."""

import argparse
import json
import os
import subprocess
import sys
from types import ModuleType

import pytest

from standpat.cli import COMMANDS, main


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["--version"])
    assert stop.value.code == 0
    assert capsys.readouterr().out.startswith("standpat 0")


def test_numpy_multiplies_in_one_thread_unless_told_otherwise() -> None:
    """It reads the number when it is loaded."""
    code = "import os, sys; from standpat.cli import main; early = 'numpy' in sys.modules"
    code += "; main(['rank', '7c5d4h3s2c']); print(early, os.environ['OPENBLAS_NUM_THREADS'])"
    plain = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    for given, number in ({}, "1"), ({"OPENBLAS_NUM_THREADS": "3"}, "3"):
        ran = subprocess.run([sys.executable, "-c", code], env=plain | given, capture_output=True, text=True)
        assert ran.stdout.splitlines()[-1:] == [f"False {number}"], ran.stderr


def test_rank_names_each_hand(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rank", "2c3h4d5s7c", "9c 7d 5h 4s 2c"]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert " ".join(first.split()) == "7c5s4d3h2c 1 of 7462 seven-low: 7-5-4-3-2, the wheel, number one"
    assert second.endswith("nine-low: 9-7-5-4-2, nine-seven")


def test_rank_in_json_and_another_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rank", "Ac", "2c", "3c", "4c", "5c", "--game", "a5td", "--language", "nb", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "cards": ["Ac", "2c", "3c", "4c", "5c"],
        "game": "a5td",
        "ranking": "ace-to-five",
        "value": 1,
        "of": 6175,
        "name": "fem-lav: 5-4-3-2-A, wheel, nummer én",
    }


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["rank", "7c5d4h3s"], "five cards"),
        (["rank", "7c7c4h3s2c"], "twice"),
        (["rank", "7x5d4h3s2c"], "'7x' is not a card"),
        (["rank", "7c5d4h3s2c", "--game", "omaha"], "expected one of 27td"),
        (["rank"], "CARDS"),
        (["shuffle"], "play"),
        (["play", "--game", "omaha"], "expected one of 27td"),
        (["play", "--house", "mine"], "expected one of online"),
        (["play", "--seats", "7"], "2 to 6"),
        (["play", "--bot", "genius"], "rule"),
        (["play", "--stakes", "10/30"], "10/20"),
        (["play", "--stakes", "10"], "two amounts"),
        (["play", "--game", "27sd", "--stakes", "20/10"], "small_blind"),
        (["play", "--stack", "0"], "1 chip"),
        (["play", "--cap", "many"], "--cap"),
        (["play", "--cap-heads-up", "maybe"], "yes or no"),
        (["play", "--showdown", "never"], "muck_losers"),
        (["play", "--pause", "-1"], "seconds"),
        (["play", "--language", "xx"], "nb"),
        (["play", "--log", "no/such/folder/log"], "no/such/folder/log"),
    ],
)
def test_a_wrong_call_is_one_line_and_status_2(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        status: object = main(arguments)
    except SystemExit as stop:
        status = stop.code
    told = capsys.readouterr()
    assert status == 2
    assert words in told.err
    assert told.err.count("\n") == 1
    assert not told.out


def test_replay_and_convert_are_the_histories_own(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[object] = []
    command = ModuleType("standpat.history.command")

    def replay_files(paths: list[str], **options: object) -> int:
        calls.append((paths, options))
        return 1

    def convert_file(path: str, to: str, out: str | None) -> int:
        calls.append((path, to, out))
        return 0

    vars(command).update(replay_files=replay_files, convert_file=convert_file)
    monkeypatch.setitem(sys.modules, "standpat.history.command", command)
    assert main(["replay", "a", "b", "--house", "wsop", "--json"]) == 1
    assert main(["convert", "a", "--to", "phh", "-o", "b"]) == 0
    assert calls == [(["a", "b"], {"json": True, "game": None, "house": "wsop"}), ("a", "phh", "b")]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main([command, "--help"])
    assert stop.value.code == 0
    assert COMMANDS[command][1:] in " ".join(capsys.readouterr().out.split())


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def run(args: argparse.Namespace) -> int:
        raise ModuleNotFoundError("No module named 'numba'", name="numba")

    monkeypatch.setattr("standpat.cli.odds.run", run)
    assert main(["odds", "2c3d4h7sKc"]) == 2
    assert capsys.readouterr().err == "standpat odds: numba is not installed: pip install standpat\n"
