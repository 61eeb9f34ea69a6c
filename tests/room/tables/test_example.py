"""The programs in docs/protocol.md run as printed."""

import asyncio
import re
import subprocess
import sys
from pathlib import Path

from room_scene import serving
from standpat.room.clients.client import Lobby

PAGE = Path(__file__).parents[3] / "docs" / "protocol.md"


def test_the_bot_in_python_plays(tmp_path: Path) -> None:
    (program,) = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    path = tmp_path / "bot.py"
    path.write_text(program, "utf-8")

    async def token(url: str) -> str:
        async with Lobby(url) as owner:
            return str((await owner.post("/api/token", name="Example"))["token"])

    with serving(f"sqlite:///{tmp_path / 'room.sqlite'}") as served:
        shown = asyncio.run(token(served.url))
        done = subprocess.run(
            [sys.executable, path, served.url, shown, "3"], timeout=60, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        host = next(host for host in served.room.tables.values() if host.hands >= 3)
        assert all("Example" in hand.names for hand in list(host.runner.last)[:3])
