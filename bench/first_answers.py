"""How long a person waits for a first answer: `python bench/first_answers.py [--rounds N] [--no-wheel]`.

The time on the wall of whole commands, the median of the rounds:

- warm: an earlier process compiled what the command needs;
- from a wheel: the first time after the installation of a wheel, which is built for this (half a minute);
- from the sources: the first time, where nothing is compiled (`standpat compile` not run either).

Then the first decision of each bot in a new process, in milliseconds, the table's set-up left out. The last rows are
what a command cannot do without: the interpreter's start, and numpy's.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path

from report import spread, table

ROOT = Path(__file__).parents[1]
COMMANDS: tuple[tuple[str, float | None, float | None], ...] = (
    ("--help", 0.06, None),
    ("rank 7c5d4h3s2c", 0.1, None),
    ("odds 2c3d 5s6d8c --to-come 1", 0.5, 2),
    ("odds d1:8 pat:9-7 --to-come 3 --precision 0.001", 0.8, 4),
    ("solve 27td --spot rc/32/xbc/1 --hand Jd8c7h6s5c", 0.6, 4),
    ("match blueprint rule --hands 100", 0.7, None),
)
"""Commands, and how long they may take: warm and from a wheel."""
BOTS = (("rule", 2), ("rule", 6), ("blueprint", 2), ("multiway", 3), ("multiway", 6), ("resolve", 2))
DECISION = """
import sys, time
from random import Random
from standpat import Dealer, Hand, Stakes, game, player
from standpat.bots.player import situation
hand = Hand(game("27td"), Stakes(5, 10), [1000] * int(sys.argv[2]), button=0, dealer=Dealer(seed=1))
now = situation(hand, Random(1))
began = time.perf_counter()
player(sys.argv[1])(now)
print(1000 * (time.perf_counter() - began))
"""


def wall(command: list[str], environment: dict[str, str]) -> tuple[float, str]:
    began = time.perf_counter()
    done = subprocess.run(command, env=os.environ | environment, cwd="/", capture_output=True, text=True, check=True)
    return time.perf_counter() - began, done.stdout


def unpacked_wheel(folder: Path) -> Path:
    """The wheel of these sources, unpacked."""
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    subprocess.run(build, check=True, capture_output=True)
    [wheel] = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "wheel")
    return folder / "wheel"


def main() -> None:
    parser = argparse.ArgumentParser(description="how long a person waits for a first answer")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--no-wheel", action="store_true", help="build no wheel")
    args = parser.parse_args()
    python, rows = sys.executable, []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        sources = {"PYTHONPATH": str(ROOT / "src"), "STANDPAT_SHIPPED_CODE": "no"}
        wheel = None if args.no_wheel else {"PYTHONPATH": str(unpacked_wheel(folder))}
        for text, wanted_warm, wanted_cold in COMMANDS:
            command = [python, "-m", "standpat", *text.split()]
            empty, kept = {"NUMBA_CACHE_DIR": str(folder / "empty")}, {"NUMBA_CACHE_DIR": str(folder / "kept")}
            cold, _ = wall(command, sources | kept)
            wall(command, sources | kept)
            warm = [wall(command, sources | kept)[0] for _ in range(args.rounds)]
            shipped = [wall(command, wheel | empty)[0] for _ in range(args.rounds)] if wheel else []
            assert not (folder / "empty").exists(), "the wheel has no code for a first answer"
            rows.append(
                (
                    f"`standpat {text}`",
                    f"{statistics.median(warm):.2f}",
                    spread(warm),
                    f"{wanted_warm}",
                    f"{statistics.median(shipped):.2f}" if shipped else "",
                    "" if wanted_cold is None else f"{wanted_cold}",
                    f"{cold:.1f}",
                )
            )
        for what in ("pass", "import standpat", "import numpy", "import numba"):
            took = [wall([python, "-c", what], sources)[0] for _ in range(args.rounds)]
            wanted = "0.04" if what == "import standpat" else ""
            rows.append((f"`python -c '{what}'`", f"{statistics.median(took):.2f}", spread(took), wanted, "", "", ""))
        print(table(("seconds", "warm", "spread", "goal", "from a wheel", "goal", "from the sources"), rows))
        decisions = []
        for bot, seats in BOTS:
            asked = [python, "-c", DECISION, bot, str(seats)]
            took = [float(wall(asked, sources)[1]) for _ in range(args.rounds)]
            decisions.append((f"{bot}, {seats} seats", f"{statistics.median(took):.0f}", spread(took), "50"))
        print()
        print(table(("first decision of a bot, ms", "", "spread", "goal"), decisions))


if __name__ == "__main__":
    main()
