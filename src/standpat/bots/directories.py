"""Where strategy files to play from lie: the folder in `STANDPAT_STRATEGIES`, then the user's, then the package's."""

import os
from pathlib import Path
from typing import Final

from standpat import folders as user

WHERE: Final = "STANDPAT_STRATEGIES"
"""The environment's name for the folder with strategy files."""
BEFORE: Final = "STANDPAT_TABLES"
"""Its name before version 0.2, which is read where `WHERE` is not set."""
SEVERAL: Final = ("-multiway", "-ring")
"""The ends of the name of a file for more than two: ``GAME-multiway.table``, until version 0.1 ``GAME-ring.table``.
Those for two are ``GAME.table``."""


def folders() -> tuple[Path, ...]:
    """The folders there may be, the first to be looked in first."""
    given = os.environ.get(WHERE) or os.environ.get(BEFORE)
    return (*([Path(given)] if given else []), user.data(), Path(__file__).parent / "strategies")


def files_in(where: tuple[Path, ...], *, several: bool) -> dict[str, Path]:
    """The strategy files in these folders by game: those for more than two (`several`), or those for two."""
    found: dict[str, Path] = {}
    for folder in where:
        for path in sorted(folder.glob("*.table")):
            end = next((end for end in SEVERAL if path.stem.endswith(end)), "")
            if bool(end) == several:
                found.setdefault(path.stem.removesuffix(end), path)
    return found


def no_file(command: str) -> str:
    """What to say where a bot has no strategy file; `command` makes one."""
    return f"it needs a strategy file: make one with `standpat {command}`, and say in {WHERE} in which folder it is"
