"""Thirty calls of advice as people make them, each with its time, and what came of it.

    python bench/advice.py [--rounds N]

Each is `standpat solve …` in a new process. The first run may compile; printed are the wall-clock time of the first run
and the best of the other `rounds`, its CPU time with that of its children, and the first line of the answer or of the
error. Nothing is asked: where a long computation is needed the command refuses.
"""

import argparse
import os
import subprocess
import sys
import time

from report import table

CALLS = (
    ("27td", ""),
    ("27td", "", "7c5d4h3s2c"),
    ("27td", "rc/", "Kc7d4h3s2c"),
    ("27td", "rrc/2", "7c7d4h3s2c"),
    ("27td", "RC33", "Jd8c7h6s5c"),
    ("27td", "rc/33/", "Jd8c7h6s5c"),
    ("27td", "rc/33/x", "10D 8c 7h 6s 5c"),
    ("27td", "rc/32/xbc/1", "Jd8c7h6s5c"),
    ("27td", "rc/32/xbc/11/", "8d7c4h3s2c"),
    ("27td", "rc/32/xbc/11/xbc/00/xb", "8d7c4h3s2c"),
    ("27td", "rc/55/", "8d7c4h3s2c"),
    ("27td", "rc/3"),
    ("27td", "rcq", "8d7c4h3s2c"),
    ("27td", "rc/32/xbc/1", "Jd8c7h6s"),
    ("27td", "rc/32/xbc/1", "Jd8c7h6sJd"),
    ("27td", "rrrrrrc/11/", "8d7c4h3s2c"),
    ("a5td", "rc/21/b", "8d7c4h3sAc"),
    ("a5td", "r", "8d7c4h3sAc"),
    ("27sd-fl", "rc/1", "Jd7c4h3s2c"),
    ("27sd-fl", "", "Jd7c4h3s2c"),
    ("27sd-fl", "rrrc/11/b"),
    ("a5sd", "rc/10/x", "9d7c4h3sAc"),
    ("27sd", "", "Jd7c4h3s2c"),
    ("badugi", "", "Jd7c4h3s2c"),
    ("27td", "rfc/12", "8c5d4h3s2c", "--seats", "3"),
    ("27td", "", "7c5d4h3s2c", "--seats", "6"),
    ("27td", "ffrffc/12/b", "8c5d4h3s2c", "--seats", "6", "--dead", "Kd 10h"),
    ("a5td", "rcc/223/xxbcc/112/xbc", "8c7d4h3sAc", "--seats", "3"),
    ("27sd-fl", "rffc", "8c5d4h3s2c", "--seats", "4"),
    ("27td", "fff", "8c5d4h3s2c", "--seats", "3"),
)


def asked(call: tuple[str, ...]) -> tuple[float, float, str]:
    """Wall-clock and CPU seconds of a call, and what it says first."""
    game, spot, *rest = call
    hand = ["--hand", rest[0]] if rest else []
    before, began = os.times(), time.monotonic()
    done = subprocess.run(
        [sys.executable, "-m", "standpat", "solve", game, "--spot", spot, *hand, *rest[1:]],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
    )
    wall, after = time.monotonic() - began, os.times()
    cpu = after.children_user + after.children_system - before.children_user - before.children_system
    said = [line for line in (done.stdout + done.stderr).splitlines() if "compiling" not in line]
    if done.returncode and "Traceback" in done.stderr:
        return wall, cpu, "TRACEBACK " + said[-1]
    return wall, cpu, said[0] if said else "nothing"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--rounds", type=int, default=1, help="warm runs of each call")
    args = parser.parse_args()
    rows = []
    for call in CALLS:
        cold, _, _ = asked(call)
        warm = [asked(call) for _ in range(args.rounds)]
        wall, cpu, said = min(warm)
        game, spot, *rest = call
        title = f"{game} `{spot}` {' '.join(rest)}"
        rows.append([f"{title}: {said[:100]}", f"{cold:.2f}", f"{wall:.2f}", f"{cpu:.2f}"])
        print(" | ".join(rows[-1]), flush=True)
    print(table(("call: answer or error", "first, s", "warm, s", "CPU, s"), rows))


if __name__ == "__main__":
    main()
