"""The server that is measured: it plays at once, and its own limits do not hold the players back.

`cpu` counts all its threads, the writer and SQLite included; PostgreSQL's own processes are not in it.
"""

from typing import Final
from urllib.request import urlopen

from standpat.room.server_process import ServerProcess

PATIENCE: Final = 120.0
OPTIONS: Final = ("--pace", "0", "--limit", "1000000000", "--pages", "1000000")


class Server(ServerProcess):
    """See the module."""

    def __init__(self, database: str) -> None:
        super().__init__(database, OPTIONS)

    def figures(self) -> dict[str, float]:
        """What ``/metrics`` says."""
        with urlopen(f"{self.url}/metrics", timeout=PATIENCE) as response:
            lines = response.read().decode().splitlines()
        pairs = [line.split() for line in lines if line and not line.startswith("#")]
        return {name.removeprefix("standpat_"): float(value) for name, value in pairs}
