"""``python -m standpat.room.torture.machine FILE ARGUMENT…``: the standpat command on a machine whose clock can be set.

FILE holds the seconds by which the clock is ahead; nothing while it is not there. The clock that nobody can set runs on
as it does.
"""

import contextlib
import sys
import time
from pathlib import Path


def main(arguments: list[str]) -> int:
    place, real = Path(arguments[0]), time.time

    def set_clock() -> float:
        ahead = 0.0
        with contextlib.suppress(OSError, ValueError):
            ahead = float(place.read_text("ascii"))
        return real() + ahead

    time.time = set_clock
    from standpat.cli import main as standpat

    return standpat(arguments[1:])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
