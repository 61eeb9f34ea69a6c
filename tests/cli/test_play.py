"""Whole sessions: scripted through a pipe, and through a real terminal with keys one at a time."""

import io
import json
import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from standpat.cli import main

COMMAND = [sys.executable, "-c", "import sys; from standpat.cli import main; sys.exit(main())"]


def play(script: str, *options: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> str:
    monkeypatch.setattr(sys, "stdin", io.StringIO(script))
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    assert main(["play", *options]) == 0
    return capsys.readouterr().out


def test_a_session_through_a_pipe(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    log = tmp_path / "hands.jsonl"
    options = ["--seats", "2", "--bot", "caller", "--seed", "5", "--log", str(log), "--language", "en"]
    # heads-up against one who always calls: call or check down, discarding 1, 2 and none, three hands
    script = "\n".join(["c\n1\nc\n23\nc\n\nc\n"] * 3) + "q\n"
    page = play(script, *options, monkeypatch=monkeypatch, capsys=capsys)
    assert "draws: 1 · 2 · pat" in page
    assert page.count("[Showdown]") == 3
    last = page.splitlines()[-1]
    assert last.startswith("3 hands played. You ")
    assert str(log) in last
    lines = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
    assert [line["hand"] for line in lines if "seats" in line] == [1, 2, 3]
    nets = [sum(line["ev"]["nets"]) for line in lines if line.get("ev", {}).get("event") == "hand-end"]
    assert nets == [0, 0, 0]
    won = sum(line["ev"]["nets"][0] for line in lines if line.get("ev", {}).get("event") == "hand-end")
    assert ("broke even" if not won else f"{'won' if won > 0 else 'lost'} {abs(won)}.") in last


def test_the_same_seed_is_the_same_session(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    pages = {
        play("c\n\nc\n\n\n", "--seed", "9", "--language", "nb", monkeypatch=monkeypatch, capsys=capsys)
        for _ in range(2)
    }
    assert len(pages) == 1
    assert "Stå pat" in pages.pop()


def test_every_game_to_the_end(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    for id in ("27td", "a5td", "27sd", "27td-pl"):
        page = play(
            "c\n\n" * 30, "--game", id, "--bot", "random", "--seats", "3", monkeypatch=monkeypatch, capsys=capsys
        )
        assert re.search(r"\d+ hands? played\. You (won|lost|broke)", page), id


def test_where_each_shows_or_mucks_the_person_is_asked(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Three hands of single draw, checked down: the person gives up a pot, wins one, and shows a beaten hand."""
    log = tmp_path / "hands.jsonl"
    options = ["--game", "27sd", "--house", "cardroom", "--seats", "2", "--bot", "caller", "--seed", "1"]
    script = "c\n\nc\nx\nm\n\nc\n\nc\ns\n\nc\n\nc\ns\n\nq\n"
    page = play(script, *options, "--language", "en", "--log", str(log), monkeypatch=monkeypatch, capsys=capsys)
    assert "Show, or give up the pot?" in page
    assert "You lost. Show your hand?" in page
    assert "'x' does nothing here. Keys: s Show, m Muck" in page
    for said in (r"You muck · Marit wins 20", r"You show [^·]+ · Marit mucks · You win 20"):
        assert re.search(said, page), said
    lines = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
    told = [line["ev"] for line in lines if line.get("ev", {}).get("event") in ("showdown-show", "mucked")]
    assert [(one["event"], one["seat"]) for one in told if one["seat"] == 0] == [
        ("mucked", 0),
        ("showdown-show", 0),
        ("showdown-show", 0),
    ]
    assert main(["replay", str(log)]) == 0


def test_the_end_of_input_leaves_the_table(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    page = play("", "--seats", "2", "--bot", "caller", monkeypatch=monkeypatch, capsys=capsys)
    assert page.splitlines()[-1].startswith("You left before the first hand was over.")


def test_leaving_is_asked_twice(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    options = ("--seats", "2", "--bot", "caller", "--seed", "5", "--language", "en")
    page = play("q\nx\nq\nq\n", *options, monkeypatch=monkeypatch, capsys=capsys)
    assert page.count("Press q again") == 2
    assert page.splitlines()[-1].startswith("You left before the first hand was over. You lost")


def test_broke_players_buy_in_again(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    options = ("--seats", "2", "--bot", "caller", "--game", "27sd", "--stack", "20", "--seed", "1", "--language", "en")
    monkeypatch.setenv("COLUMNS", "120")
    page = play("r\n\n\n\n\n" * 6 + "q\nq\n", *options, monkeypatch=monkeypatch, capsys=capsys)
    assert "again for 20" in page
    assert "all-in" in page


def _heeds_interrupts() -> None:
    """Handle interrupts as in a terminal.

    A test run in the background may ignore them, which child processes inherit.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Terminal:
    """The command in a pseudo-terminal of 80 by 24. `until` waits for words on the screen."""

    def __init__(self, *options: str) -> None:
        import pty

        self.master, slave = pty.openpty()
        environment = os.environ | {"TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24", "PYTHONUTF8": "1"}
        environment.pop("NO_COLOR", None)
        self.process = subprocess.Popen(
            [*COMMAND, "play", *options],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=environment,
            close_fds=True,
            preexec_fn=_heeds_interrupts,
        )
        os.close(slave)
        self.raw = ""

    def until(self, *words: str, seconds: float = 20) -> str:
        """Return and clear the output up to the moment when all words have appeared, as plain text."""
        end = time.monotonic() + seconds
        while True:
            plain = re.sub(r"\x1b\[[?\d;]*[A-Za-z]", "", self.raw)
            if all(word in plain for word in words):
                self.raw = ""
                return plain
            if time.monotonic() > end:
                raise AssertionError(f"{words!r} did not come in:\n{plain}")
            if select.select([self.master], [], [], 0.2)[0]:
                try:
                    self.raw += os.read(self.master, 65536).decode("utf-8", "replace")
                except OSError:  # the command has ended
                    end = 0

    def type(self, keys: str) -> None:
        os.write(self.master, keys.encode())

    def close(self) -> int:
        self.process.kill() if self.process.poll() is None else None
        os.close(self.master)
        return self.process.wait()


@pytest.fixture
def terminal(request: pytest.FixtureRequest) -> Iterator[Terminal]:
    made = Terminal(*request.param)
    yield made
    made.close()


HEADS_UP = ["--seats", "2", "--bot", "caller", "--seed", "5", "--pause", "0"]


@pytest.mark.skipif(sys.platform == "win32", reason="wants a pseudo-terminal")
@pytest.mark.parametrize("terminal", [[*HEADS_UP, "--language", "en"]], indirect=True)
def test_keys_in_a_terminal(terminal: Terminal) -> None:
    terminal.until("[?] Rules")
    terminal.type("x")
    terminal.until("'x' does nothing here")
    terminal.type("c")
    terminal.until("[Enter] Stand pat")
    terminal.type("1")
    terminal.until("[Enter] Discard 1")
    terminal.type("3")
    terminal.until("[Enter] Discard 2")
    terminal.type("1")
    terminal.until("[Enter] Discard 1")
    terminal.type("\x1b[A")  # arrow keys do nothing
    terminal.until("does nothing here")
    terminal.type("\r")
    page = terminal.until("[bet after 1st draw]", "[c] Check")
    assert "draws: 1" in page
    terminal.type("?")
    terminal.until("rules of this table")
    terminal.type(" ")
    terminal.until("[c] Check")
    terminal.type("c")
    terminal.until("[2nd draw of 3]", "[Enter] Stand pat")
    terminal.type("q")
    terminal.until("to leave the table")
    terminal.type("q")
    terminal.until("You left before the first hand was over.")
    assert terminal.process.wait(10) == 0


@pytest.mark.skipif(sys.platform == "win32", reason="wants a pseudo-terminal")
@pytest.mark.parametrize("terminal", [[*HEADS_UP, "--language", "nb"]], indirect=True)
def test_leaving_with_an_interrupt_gives_the_terminal_back(terminal: Terminal) -> None:
    terminal.until("[q] Avslutt")
    terminal.process.send_signal(signal.SIGINT)
    terminal.until("Du gikk før den første hånden var ferdig.")
    assert terminal.process.wait(10) == 0
