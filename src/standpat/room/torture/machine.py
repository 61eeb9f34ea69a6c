"""``python -m standpat.room.torture.machine FILE ARGUMENT…``: the standpat command with a clock that can be changed.

FILE has the seconds by which the clock is ahead; without the file it is 0. The monotonic clock is not changed.
"""

import contextlib
import runpy
import sys
import time
from pathlib import Path


def main(arguments: list[str]) -> None:
    """Run the standpat command with the clock that the file sets."""
    place, real = Path(arguments[0]), time.time

    def set_clock() -> float:
        ahead = 0.0
        with contextlib.suppress(OSError, ValueError):
            ahead = float(place.read_text("ascii"))
        return real() + ahead

    time.time = set_clock
    sys.argv = ["standpat", *arguments[1:]]
    runpy.run_module("standpat", run_name="__main__")  # by name, because the command is on a floor above the room


if __name__ == "__main__":
    main(sys.argv[1:])
