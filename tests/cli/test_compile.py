"""`standpat compile` asks all first answers, with code of the wheel left aside, and reports those that fail."""

import sys

import pytest

from standpat.cli import COMMANDS, compile, main
from standpat.compute.shipped import SETTING


def test_every_answer_is_asked_and_a_failure_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(compile, "ANSWERS", (("rank", "7c5d4h3s2c"), ("rank", "9c"), ("rank", "8c5d4h3s2c")))
    assert main(["compile", "--processes", "1"]) == 1
    first, *lines = capsys.readouterr().err.splitlines()
    assert "compiling the first answers" in first
    assert lines[0].startswith("1 of 3, ")
    assert lines[1].startswith("standpat rank 9c failed: standpat")
    assert lines[-1].startswith("3 of 3, ")
    monkeypatch.setattr(compile, "ANSWERS", (("rank", "7c5d4h3s2c"),))
    assert main(["compile"]) == 0


def test_what_came_with_the_wheel_is_compiled_too(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[dict[str, str]] = []
    monkeypatch.setattr(compile, "_ask", lambda answer, environment: asked.append(environment))
    assert main(["compile"]) == 0
    assert {environment[SETTING] for environment in asked} == {"no"}
    assert len(asked) == len(compile.ANSWERS)
    assert {answer[0] for answer in compile.ANSWERS} <= set(COMMANDS)


def test_a_count_of_no_processes_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        sys.exit(main(["compile", "--processes", "0"]))
    assert stop.value.code == 2
    assert "--processes 0: expected 1 or more" in capsys.readouterr().err
