"""The package: the cost of importing it, and the wheel in an empty environment (slow; `make package` runs only
that)."""

import os
import re
import signal
import subprocess
import sys
import time
import venv
from pathlib import Path
from urllib.request import urlopen

import pytest

import standpat
from standpat.compute.shipped import SETTING
from standpat.room.port import HeldPort

ROOT = Path(__file__).parents[1]
HEAVY = {"alembic", "argon2", "numba", "numpy", "psycopg", "sqlalchemy", "starlette", "uvicorn", "websockets"}
"""Dependencies that neither `import standpat` nor the parser of the command may load."""


@pytest.mark.parametrize(
    ("code", "loads"),
    [
        ("import standpat", "standpat"),
        ("from standpat.cli import parser; parser()", "argparse"),
        ("from standpat import *; Hand(game('27td'), Stakes(5, 10), [400, 400], button=0, dealer=Dealer())", "msgspec"),
    ],
)
def test_heavy_libraries_wait_until_they_are_needed(code: str, loads: str) -> None:
    code += "; import sys; print(*sorted({name.split('.')[0] for name in sys.modules}))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not HEAVY & set(loaded.stdout.split())
    assert loads in loaded.stdout.split()


ONE_HAND = """
import asyncio, sys, time
from standpat import Call, Check, Discard, Fold
from standpat.room.clients.client import Lobby

def by_others(table):
    return any(type(event).__name__ == "Acted" and event.seat != table.my_seat for event in table.events)

async def play(url):
    async with Lobby(url) as lobby:
        place = await lobby.play_now()
        async with lobby.table(place.table) as table:
            began, told = time.monotonic(), False
            while table.hand_no < 2:
                await table.until(lambda: table.legal is not None or table.hand_no > 1 or not told and by_others(table))
                if not told and by_others(table):
                    print("first decision", time.monotonic() - began)
                    told = True
                elif (legal := table.legal) is not None:
                    await table.act(Discard() if legal.draw is not None else Check() if legal.check else Fold())
                    began = time.monotonic()
    print("hands", table.hand_no)

asyncio.run(asyncio.wait_for(play(sys.argv[1]), 120))
"""
ASKED = {
    "help": ["--help"],
    "odds": ["odds", "2c3d4h7sKc", "--to-come", "2", "--policy", "make:8"],
    "odds of ranges": ["odds", "d1:8", "pat:9-7", "--to-come", "3", "--precision", "0.001"],
    "advice": ["solve", "27td", "--spot", "rc/32/xbc/1", "--hand", "Jd8c7h6s5c"],
}
ANSWER = {
    "help": "usage: standpat",
    "odds": "7-low           29.972%",
    "odds of ranges": "pat:9-7  best",
    "advice": "the button with J8765",
}


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_the_wheel_in_an_empty_environment(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Build sdist and wheel, install the wheel with its own dependencies only, and use it as a newcomer does."""
    build = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(tmp_path / "dist"), str(ROOT)]
    subprocess.run(build, check=True, capture_output=True)
    assert len(list(tmp_path.glob("dist/*.tar.gz"))) == 1
    [wheel] = tmp_path.glob("dist/*.whl")
    assert not wheel.name.endswith("-none-any.whl")
    venv.create(tmp_path / "venv", with_pip=True)
    programs = tmp_path / "venv" / ("Scripts" if os.name == "nt" else "bin")
    python, command = programs / "python", programs / "standpat"
    subprocess.run([python, "-m", "pip", "install", "--quiet", wheel], check=True, cwd=tmp_path)
    environment = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "NUMBA_CACHE_DIR")}
    environment.pop(SETTING, None)
    environment |= {"XDG_DATA_HOME": str(tmp_path / "data"), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    version = subprocess.run([command, "--version"], env=environment, capture_output=True, text=True, check=True)
    assert version.stdout == f"standpat {standpat.__version__}\n"

    figures = []
    for state in ("cold", "warm"):
        for name, arguments in ASKED.items():
            silence, wall, output = _use([str(command), *arguments], environment, tmp_path)
            assert ANSWER[name] in output, output
            assert "standpat: compiling" not in output, output
            figures.append(f"{name}, {state}: {wall:.1f} s, at most {silence:.1f} s without a line")
        figures += [f"{what}, {state}: {seconds:.1f} s" for what, seconds in _room(command, python, environment)]
    with capsys.disabled():
        print("", *figures, sep="\n")


def _use(command: list[str], environment: dict[str, str], folder: Path) -> tuple[float, float, str]:
    """The longest silence of a command and its total time in seconds, and its output."""
    began = last = time.monotonic()
    silence, said = 0.0, []
    with subprocess.Popen(
        command, env=environment, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            now = time.monotonic()
            silence, last = max(silence, now - last), now
            said.append(line)
    assert process.returncode == 0, said
    return silence, time.monotonic() - began, "".join(said)


def _room(command: Path, python: Path, environment: dict[str, str]) -> list[tuple[str, float]]:
    """Start a room and play a hand. Returns the seconds until it answered and until a bot's first decision."""
    kept = HeldPort()
    port = kept.number
    url = f"http://127.0.0.1:{port}"
    began = time.monotonic()
    room = subprocess.Popen([command, "serve", "--port", str(port), "--pace", "0"], env=environment)
    try:
        while True:
            try:
                with urlopen(url + "/", timeout=5) as answer:
                    assert answer.status == 200
                    assert b"<!doctype html>" in answer.read().lower()
                break
            except OSError:
                assert room.poll() is None
                assert time.monotonic() - began < 120
                time.sleep(0.05)
        up = time.monotonic() - began
        played = subprocess.run(
            [python, "-c", ONE_HAND, url], env=environment, capture_output=True, text=True, timeout=180
        )
        assert played.returncode == 0, played.stderr
        assert "hands 2" in played.stdout
        decided = re.search(r"first decision ([\d.]+)", played.stdout)
        assert decided
        return [("the room answers", up), ("first decision at its table", float(decided[1]))]
    finally:
        room.send_signal(signal.SIGINT)
        room.wait(30)
        kept.close()
