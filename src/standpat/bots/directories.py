"""The folders with strategy files: the one named in `STANDPAT_STRATEGIES`, then the user's, then the package's."""

import os
from functools import cache
from pathlib import Path
from typing import Final

from standpat import folders as user

PACKAGE: Final = Path(__file__).parent / "strategies"
"""The folder of the package."""
WHERE: Final = "STANDPAT_STRATEGIES"
"""The environment variable that names the folder with strategy files."""
BEFORE: Final = "STANDPAT_TABLES"
"""Its name before version 0.2, which is read where `WHERE` is not set."""
SEVERAL: Final = ("-multiway", "-ring")
"""The ends of the names of files for more than two players: ``GAME-multiway.table``, until version 0.1
``GAME-ring.table``. Files for two players are ``GAME.table``."""
NO_LIMIT: Final = "-nolimit"
"""The end of the names of files for games without a limit, for any number of players: ``GAME-nolimit.table``."""


def folders() -> tuple[Path, ...]:
    """The folders in which strategy files may be, in the order of search. They need not exist."""
    given = os.environ.get(WHERE) or os.environ.get(BEFORE)
    return (*([Path(given)] if given else []), user.data(), PACKAGE)


def files_in(where: tuple[Path, ...], *, several: bool) -> dict[str, Path]:
    """The strategy files in some folders, by game.

    Args:
        where: The folders. A file in an earlier folder hides one of the same game in a later folder.
        several: Whether to look for files for more than two players, or for files for two.
    """
    files: dict[str, Path] = {}
    for folder in where:
        for path in sorted(folder.glob("*.table")):
            end = next((end for end in SEVERAL if path.stem.endswith(end)), "")
            if bool(end) == several and not path.stem.endswith(NO_LIMIT):
                files.setdefault(path.stem.removesuffix(end), path)
    return files


def installed(*, several: bool) -> dict[str, Path]:
    """The strategy files on this machine, by game.

    Args:
        several: Whether to look for files for more than two players, or for files for two.
    """
    return files_in(folders(), several=several)


def find(game: str, *, several: bool) -> Path | None:
    """The strategy file of a game, None if there is none. It is looked for once in the same folders.

    Args:
        game: The game's id.
        several: Whether to look for a file for more than two players, or for one for two.
    """
    return _find(game, folders(), several)


@cache
def _find(game: str, where: tuple[Path, ...], several: bool) -> Path | None:
    return files_in(where, several=several).get(game)


def no_limit_files() -> dict[str, Path]:
    """The strategy files on this machine for games without a limit, by game."""
    files: dict[str, Path] = {}
    for folder in folders():
        for path in sorted(folder.glob(f"*{NO_LIMIT}.table")):
            files.setdefault(path.stem.removesuffix(NO_LIMIT), path)
    return files


def find_no_limit(game: str) -> Path | None:
    """The strategy file of a game without a limit, None if there is none. It is looked for once in the same folders.

    Args:
        game: The game's id.
    """
    return _find_no_limit(game, folders())


@cache
def _find_no_limit(game: str, where: tuple[Path, ...]) -> Path | None:
    return next((path for folder in where if (path := folder / f"{game}{NO_LIMIT}.table").exists()), None)


def no_file(command: str) -> str:
    """The message for a bot without a strategy file; `command` makes one."""
    return f"it needs a strategy file: make one with `standpat {command}`, and name its folder in {WHERE}"
