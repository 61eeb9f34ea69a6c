"""The bodies of ``standpat replay`` and ``standpat convert`` (`standpat.history.command`)."""

import json
from pathlib import Path

import pytest

from handwritten import ARENA, PHH
from pokerstars_sample import CASH
from standpat.history.command import convert_file, replay_files


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "27sd-nl.jsonl").write_text(ARENA)
    (tmp_path / "good.phh").write_text(PHH)
    (tmp_path / "bad.phh").write_text(PHH.replace("'p1 sd 6h'", "'p1 sd 6d'"))
    (tmp_path / "broken.phh").write_text(PHH.replace("'p1 sd Js',", "'p1 sd Js,"))
    return tmp_path


def test_agreement_is_status_0(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert replay_files([folder / "27sd-nl.jsonl", folder / "good.phh"]) == 0
    assert capsys.readouterr().out == "2 hands, 0 disagreements, 0 damaged, 0 skipped\n"


def test_findings_have_their_file_and_line(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    paths = [str(folder / name) for name in ("27sd-nl.jsonl", "bad.phh", "broken.phh")]
    assert replay_files(paths) == 1
    first, second, summary = capsys.readouterr().out.splitlines()
    assert first == f"{paths[1]}:15: seat 0 holds 7c6h4c3d2c: 6d not"
    assert second.startswith(f"{paths[2]}:26: not TOML")
    assert summary == "2 hands, 1 disagreements, 1 damaged, 0 skipped"
    assert replay_files([folder / "broken.phh"]) == 1


def test_the_report_as_json(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert replay_files([folder / "bad.phh", folder / "broken.phh"], json=True) == 1
    report = json.loads(capsys.readouterr().out)
    assert (report["hands"], report["disagreements"], report["damaged"]) == (1, 1, 1)
    assert report["files"][0] == {
        "file": str(folder / "bad.phh"),
        "hands": 1,
        "disagreements": [{"line": 15, "reason": "seat 0 holds 7c6h4c3d2c: 6d not"}],
        "damaged": [],
        "skipped": [],
    }


def test_hands_of_other_games_are_skipped_and_no_fault(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mixed = folder / "mixed.txt"
    other = CASH.replace("Triple Draw 2-7 Lowball Limit", "Razz Limit")
    mixed.write_text(f"{CASH}\n{other}\n{CASH}", encoding="utf-8")
    assert replay_files([mixed]) == 0
    line, summary = capsys.readouterr().out.splitlines()
    assert line == f"{mixed}:{CASH.count(chr(10)) + 2}: skipped: unknown game: 'Razz Limit' is not draw lowball"
    assert summary == "2 hands, 0 disagreements, 0 damaged, 1 skipped"
    assert replay_files([mixed], json=True) == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["hands"], report["damaged"], report["skipped"]) == (2, 0, 1)
    assert [found["line"] for found in report["files"][0]["skipped"]] == [CASH.count("\n") + 2]
    assert convert_file(mixed, "phh", folder / "out.phhs") == 0
    assert "skipped" in capsys.readouterr().err
    wrong = CASH.replace("Torvald: folds\nTorvald is", "Torvald: checks\nTorvald is")
    assert wrong != CASH
    mixed.write_text(f"{other}\n{wrong}", encoding="utf-8")
    assert replay_files([mixed]) == 1


def test_game_and_house_options(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert replay_files([folder / "27sd-nl.jsonl"], game="27sd-fl") == 1
    assert "may not raise to 30" in capsys.readouterr().out
    assert replay_files([folder / "27sd-nl.jsonl"], house="online") == 0
    with pytest.raises(ValueError, match="unknown game"):
        replay_files([folder / "27sd-nl.jsonl"], game="holdem")
    with pytest.raises(OSError, match="nowhere"):
        replay_files([folder / "nowhere.phh"])


@pytest.mark.parametrize("to", ["arena", "phh", "pokerstars"])
@pytest.mark.parametrize("name", ["27sd-nl.jsonl", "good.phh"])
def test_converted_files_replay(folder: Path, name: str, to: str, capsys: pytest.CaptureFixture[str]) -> None:
    out = folder / "out.txt"
    assert convert_file(folder / name, to, out) == 0
    assert replay_files([out]) == 0
    capsys.readouterr()
    assert convert_file(folder / name, to) == 0
    assert capsys.readouterr().out == out.read_text(encoding="utf-8")


def test_what_cannot_be_converted_is_said(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    both = folder / "both.phhs"
    both.write_text(f"[1]\n{(folder / 'broken.phh').read_text()}\n[2]\n{(folder / 'bad.phh').read_text()}\n[3]\n{PHH}")
    out = folder / "out.txt"
    assert convert_file(both, "pokerstars", out) == 1
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 3
    assert "not TOML" in said[0]
    assert "6d not" in said[1]
    assert "not converted" in said[2]
    assert replay_files([out]) == 0
    with pytest.raises(ValueError, match="'pgn' is not a known format"):
        convert_file(both, "pgn", out)
