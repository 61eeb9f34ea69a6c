"""Measure everything, into docs/measurements.md: `make bench`, or `python bench/measurements.py [WORD ...]`.

The page names the commands: what stands between ``<!-- python bench/NAME.py … -->`` and ``<!-- end -->`` is replaced by
what the command prints, which is Markdown. With WORDs, only commands that contain one of them are run. The machine must
have nothing else to do; if it has, this says so and stops (``--anyway`` goes on).
"""

import argparse
import os
import re
import shlex
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "measurements.md"
BLOCK = re.compile(r"<!-- (python bench/[^\n]+?) -->\n(.*?)<!-- end -->", re.DOTALL)
BUSY = 0.5
"""Processes that run on average, above which the machine is not quiet."""


def output(command: str) -> str:
    """What a command prints."""
    _, *arguments = shlex.split(command)
    done = subprocess.run([sys.executable, *arguments], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout.strip("\n")


def write(command: str, said: str) -> None:
    """Replace what the page has of a command. The page is read again: measuring takes long, and people edit it."""
    head = f"<!-- {command} -->\n"
    page = PAGE.read_text(encoding="utf-8")
    before, found, rest = page.partition(head)
    if found:
        PAGE.write_text(f"{before}{head}{said}\n{rest[rest.index('<!-- end -->') :]}", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description="measure everything and write it into docs/measurements.md")
    parser.add_argument("words", nargs="*", metavar="WORD", help="only commands with one of these words")
    parser.add_argument("--anyway", action="store_true", help="measure on a busy machine")
    args = parser.parse_args()
    busy = os.getloadavg()[0]
    if busy > BUSY and not args.anyway:
        sys.exit(f"{busy:.1f} processes run on this machine: wait until it is quiet, or give --anyway")
    for command in [command for command, _ in BLOCK.findall(PAGE.read_text(encoding="utf-8"))]:
        if args.words and not any(word in command for word in args.words):
            continue
        print(f"$ {command}", flush=True)
        began, said = time.monotonic(), output(command)
        print(f"{said}\n({time.monotonic() - began:.0f} s)\n", flush=True)
        write(command, said)


if __name__ == "__main__":
    main()
