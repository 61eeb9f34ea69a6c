"""``standpat serve`` as a command: a room in the user's data folder, and errors for wrong options."""

import argparse
import asyncio
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from urllib.request import urlopen

import pytest

from room_scene import patient
from standpat import cli
from standpat.cli import serve
from standpat.room.clients.client import Lobby
from standpat.room.port import HeldPort

CARD = re.compile(r"\b[2-9TJQKA][cdhs]\b")


def test_the_room_is_in_the_data_folder_and_its_log_tells_no_cards(tmp_path: Path) -> None:
    kept = HeldPort()
    port = kept.number
    command = [sys.executable, "-m", "standpat", "serve", "--port", str(port), "--pace", "0"]
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path)}
    with open(tmp_path / "log", "wb") as log:
        process = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
        try:
            for _ in range(300):
                try:
                    urlopen(f"http://127.0.0.1:{port}/healthz", timeout=1).close()
                    break
                except OSError:
                    assert process.poll() is None, (tmp_path / "log").read_text()
                    time.sleep(0.05)
            seeds = asyncio.run(play(f"http://127.0.0.1:{port}"))
            assert serve.answers(f"http://127.0.0.1:{port}/")
        finally:
            process.send_signal(signal.SIGINT)
            assert process.wait(20) == 0
            kept.close()
    assert (tmp_path / "standpat" / "room.sqlite").is_file()
    assert seeds >= 1
    first, *lines = (tmp_path / "log").read_text("utf-8").splitlines()
    assert first == f"standpat: http://localhost:{port}/"
    for line in lines:
        assert json.loads(line)["level"] == "info", line
        assert not CARD.search(line), line


async def play(url: str) -> int:
    async with Lobby(url) as lobby:
        place = await lobby.play_now()
        async with lobby.table(place.table) as table:
            decisions = 0
            while table.hand_no < 2:
                await table.my_turn()
                await table.act(patient(table))
                decisions += 1
                await table.until(lambda: table.legal is not None or table.hand_no > 1)
        assert "standpat_actions_total" in await lobby.get("/metrics")
    return decisions


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["--port", "99999"], "--port 99999"),
        (["--pace", "-1"], "--pace"),
        (["--limit", "0"], "--limit"),
        (["--database", "mongodb://x", "--port", "0"], "mongodb"),
    ],
)
def test_wrong_options_are_one_line(arguments: list[str], text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["serve", *arguments]) == 2
    error = capsys.readouterr().err.strip()
    assert text in error
    assert "\n" not in error


def test_a_port_that_is_taken(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = str(other.getsockname()[1])
        assert cli.main(["serve", "--port", port, "--database", f"sqlite:///{tmp_path / 'x.sqlite'}"]) == 2
    assert "something else listens there" in capsys.readouterr().err
    assert not (tmp_path / "x.sqlite").exists()


@pytest.mark.parametrize(("arguments", "port"), [([], serve.PORT), (["--port", "9000"], 9000)])
def test_without_a_command_it_is_the_room_in_the_browser(
    arguments: list[str], port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[argparse.Namespace] = []

    def run(args: argparse.Namespace) -> int:
        asked.append(args)
        return 0

    monkeypatch.setattr(serve, "run", run)
    assert cli.main(arguments) == 0
    assert (asked[0].open, asked[0].port) == (True, port)
