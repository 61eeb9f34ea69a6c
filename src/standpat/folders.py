"""Where the user's files lie: the room's database and strategy files (`data`), and compiled code (`cache`).

Each is ``standpat`` in the folder that the platform has for such files (platformdirs): ``~/.local/share`` and
``~/.cache`` on Linux, below ``~/Library`` on macOS, below ``%LOCALAPPDATA%`` on Windows. Up to version 0.1 they were in
``~/.local/share`` and ``~/.cache`` everywhere; a folder that is there from then goes on being used. `XDG_DATA_HOME` and
`XDG_CACHE_HOME` decide on every platform. Nothing is created here.
"""

import os
from pathlib import Path
from typing import Final

NAME: Final = "standpat"


def data() -> Path:
    """The folder of what the user would not want to lose."""
    former = _former("XDG_DATA_HOME", ".local/share")
    if former is not None:
        return former
    from platformdirs import user_data_path  # not needed before: `standpat --help` would wait for it

    return user_data_path(NAME, appauthor=False)


def cache() -> Path:
    """The folder of what can be made again."""
    former = _former("XDG_CACHE_HOME", ".cache")
    if former is not None:
        return former
    from platformdirs import user_cache_path

    return user_cache_path(NAME, appauthor=False)


def _former(variable: str, below_home: str) -> Path | None:
    """The folder of version 0.1, where the user names its place or it is there."""
    if named := os.environ.get(variable):
        return Path(named) / NAME
    folder = Path.home() / below_home / NAME
    return folder if folder.is_dir() else None
