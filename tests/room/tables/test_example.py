"""The programs in docs/protocol.md run as printed."""

import asyncio
import re
import subprocess
import sys
from pathlib import Path

from room_scene import serving
from standpat.room.clients.client import Lobby

PAGE = Path(__file__).parents[3] / "docs" / "protocol.md"


def programs() -> list[str]:
    return re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)


async def token(url: str) -> str:
    async with Lobby(url) as owner:
        return str((await owner.post("/api/token", name="Example"))["token"])


def test_the_bot_in_python_plays(tmp_path: Path) -> None:
    path = tmp_path / "bot.py"
    path.write_text(programs()[0], "utf-8")

    with serving(f"sqlite:///{tmp_path / 'room.sqlite'}") as served:
        shown = asyncio.run(token(served.url))
        done = subprocess.run(
            [sys.executable, path, served.url, shown, "3"], timeout=60, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        host = next(host for host in served.room.tables.values() if host.hands >= 3)
        assert all("Example" in hand.names for hand in list(host.runner.last)[:3])


def test_the_bot_in_a_tournament_plays_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "bot.py"
    path.write_text(programs()[1], "utf-8")
    level = {"minutes": 1, "games": {"27sd": {"small_blind": 10, "big_blind": 20}}}
    structure = {"name": "Short", "games": ["27sd"], "levels": [level], "seats": 3, "minimum": 3, "most": 3}

    async def opened(url: str) -> str:
        async with Lobby(url) as owner:
            wanted = {**structure, "starting_stack": 60, "sit_and_go": True}
            return str((await owner.post("/api/tournaments", structure=wanted, bots=2))["tournament"])

    with serving(f"sqlite:///{tmp_path / 'room.sqlite'}", first=()) as served:
        words = [asyncio.run(token(served.url)), asyncio.run(opened(served.url))]
        done = subprocess.run(
            [sys.executable, path, served.url, *words], timeout=60, capture_output=True, text=True, check=False
        )
    assert done.returncode == 0, done.stderr
    assert re.fullmatch(r"place [123], prize 0\n", done.stdout)
