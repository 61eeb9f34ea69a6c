"""Where tables to play from lie: the folder in `STANDPAT_TABLES`, then the user's, then the package's."""

import os
from pathlib import Path
from typing import Final

WHERE: Final = "STANDPAT_TABLES"
"""The environment's name for the folder with tables."""
RING: Final = "-ring"
"""The end of the name of a table for more than two: ``GAME-ring.table``. Those for two are ``GAME.table``."""


def folders() -> tuple[Path, ...]:
    """The folders there may be, the first to be looked in first."""
    data = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    given = os.environ.get(WHERE)
    return (*([Path(given)] if given else []), data / "standpat", Path(__file__).parent / "strategies")


def tables_in(where: tuple[Path, ...], *, ring: bool) -> dict[str, Path]:
    """The tables in these folders by game, for more than two or for two."""
    found: dict[str, Path] = {}
    for folder in where:
        for path in sorted(folder.glob("*.table")):
            if path.stem.endswith(RING) == ring:
                found.setdefault(path.stem.removesuffix(RING), path)
    return found
