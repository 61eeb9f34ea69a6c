"""The server under load. Bots do not pause, and its own limits do not restrict the players.

`cpu` counts all threads of the server, including the writer and SQLite, but no processes of PostgreSQL.
"""

from typing import Final
from urllib.request import urlopen

from standpat.room.server_process import ServerProcess

PATIENCE: Final = 120.0
OPTIONS: Final = ("--pace", "0", "--limit", "1000000000", "--pages", "1000000")
"""Options of ``standpat serve``."""


class Server(ServerProcess):
    """A server under load."""

    def __init__(self, database: str) -> None:
        super().__init__(database, OPTIONS)

    def figures(self) -> dict[str, float]:
        """The values of ``/metrics`` by name, without the prefix ``standpat_``."""
        with urlopen(f"{self.url}/metrics", timeout=PATIENCE) as response:
            lines = response.read().decode().splitlines()
        pairs = [line.split() for line in lines if line and not line.startswith("#")]
        return {name.removeprefix("standpat_"): float(value) for name, value in pairs}
