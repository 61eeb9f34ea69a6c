"""``python -m standpat.room.torture.machine FILE ARGUMENT…``: the standpat command on a machine whose clock can be set.

FILE holds the seconds by which the clock is ahead; nothing while it is not there. The clock that nobody can set runs on
as it does.
"""

import contextlib
import runpy
import sys
import time
from pathlib import Path


def main(arguments: list[str]) -> None:
    """Run the standpat command with a clock that a file sets."""
    place, real = Path(arguments[0]), time.time

    def set_clock() -> float:
        ahead = 0.0
        with contextlib.suppress(OSError, ValueError):
            ahead = float(place.read_text("ascii"))
        return real() + ahead

    time.time = set_clock
    sys.argv = ["standpat", *arguments[1:]]
    runpy.run_module("standpat", run_name="__main__")  # by its name, as the shell would: it stands above the room


if __name__ == "__main__":
    main(sys.argv[1:])
