"""What commands ask of a strategy file of `multiway` before they take minutes to make another."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from standpat.bots.multiway_file import MultiwayFile


def check_seats(numbers: Iterable[int]) -> None:
    """Raise a ValueError if a number of seats is not one that has a strategy of its own."""
    for seats in numbers:
        if not 3 <= seats <= 6:
            raise ValueError(f"--seats {seats}: expected 3 to 6")


def file_with(name: str, numbers: Iterable[int]) -> "MultiwayFile":
    """The file, which has a strategy for these numbers of seats; else a ValueError."""
    from standpat.bots.multiway_file import MultiwayFile

    file = MultiwayFile.load(Path(name))
    for seats in numbers:
        if seats not in file.seats:
            raise ValueError(f"{name} has no strategy for {seats} seats")
    return file


def file_to_write(name: str) -> Path:
    """Where a file can be written; else a ValueError."""
    path = Path(name)
    if not path.absolute().parent.is_dir():
        raise ValueError(f"{path}: there is no such folder")
    if path.is_dir():
        raise ValueError(f"{path} is a folder: expected a file")
    return path
