"""``standpat compile``: compile the first answers for this machine, so that nobody waits for the compiler later.

It asks what `ANSWERS` has, in processes side by side. What they compile is kept for later processes, as always. A wheel
is built with it too (``build_wheel.py``), for all machines of an architecture; ``make install`` runs it for the machine
at hand.
"""

import argparse
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from typing import Final

ANSWERS: Final = (
    ("solve", "27td", "--spot", "rc/32/xbc/1", "--hand", "Jd8c7h6s5c"),
    ("odds", "d1:8", "pat:9-7", "--to-come", "3", "--samples", "1000"),
    ("match", "resolve", "caller", "--game", "27td", "--hands", "6"),
    ("solve", "27td", "--seats", "3", "--spot", "rfc/12", "--hand", "8c5d4h3s2c"),
    ("odds", "2c3d", "5s6d8c", "--to-come", "1"),
    ("odds", "2c3d4h7sKc", "--to-come", "2", "--policy", "make:8"),
    ("odds", "2c3d4h7sKc", "--discards", "--make", "8", "--to-come", "1"),
    ("odds", "2c3d4h", "d1:8", "pat:9-7", "--to-come", "2", "--samples", "1000"),
)
"""Commands whose kernels are compiled; those that take longest first."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options of ``standpat compile``."""
    parser.add_argument(
        "--processes", type=int, metavar="N", help="processes side by side, 1 or more (default: one for each core)"
    )


def run(args: argparse.Namespace) -> int:
    """Compile; the exit status is 1 if a command failed."""
    processes = os.cpu_count() or 1 if args.processes is None else args.processes
    if processes < 1:
        raise ValueError(f"--processes {processes}: expected 1 or more")
    from standpat.compute.shipped import SETTING

    environment = {**os.environ, SETTING: "no"}  # the code of the wheel would be used instead
    began, failed = time.monotonic(), 0
    print("compiling the first answers for this machine, once; it takes up to a minute", file=sys.stderr, flush=True)
    with ThreadPoolExecutor(processes) as pool:
        asked = [pool.submit(_ask, answer, environment) for answer in ANSWERS]
        for done, one in enumerate(as_completed(asked), 1):
            fault = one.result()
            failed += fault is not None
            print(fault or f"{done} of {len(ANSWERS)}, {time.monotonic() - began:.0f} s", file=sys.stderr, flush=True)
    return int(failed > 0)


def _ask(answer: tuple[str, ...], environment: dict[str, str]) -> str | None:
    """Run a command; what it said if it failed."""
    done = subprocess.run([sys.executable, "-m", "standpat", *answer], env=environment, capture_output=True, text=True)
    return f"standpat {' '.join(answer)} failed: {done.stderr}" if done.returncode else None
