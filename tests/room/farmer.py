"""A farmer: a person who tries to get as many chips as possible from the bank, with any tables, bots and accounts.

`room.farm` has the actions of a farmer, `room.farm_plots` the ways to farm. `gain` is what all accounts together have
won after one of them. As a program this module shows the gain for an hour of each plot, or of the named ones:

    PYTHONPATH=tests python -m room.farmer
    PYTHONPATH=tests python -m room.farmer --plot house_folders --minutes 600

The farmer plays as fast as a program can and raises at every chance. House players take as long as in a room (`PACE`).
All random decisions have a seed, except the cards.
"""

import argparse
import asyncio
import json
import random
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from room.farm import NOON, Farm
from room.farm_plots import PLOTS, STARTS, TRAINED, Plot, bound
from standpat.room.tables.hand_runner import PACE


async def gain(file: Path, name: str, plot: Plot, **farm_: Any) -> tuple[int, Farm]:
    """The chips that a farmer gains, without those that newcomers get."""
    farm = Farm(file, start=STARTS.get(name, NOON), **farm_)
    await farm.open()
    try:
        ann = await farm.guest()
        await plot(farm, ann)
        wrong = await farm.audit()
        assert wrong == [], wrong
        return await farm.worth() - farm.brought, farm
    finally:
        await farm.room.store.close()


def main() -> int:
    plots = {**PLOTS, **TRAINED}
    parser = argparse.ArgumentParser()
    parser.add_argument("--minutes", type=float, default=60.0, help="of play, by the room's clock (default: 60)")
    parser.add_argument("--hands", type=int, default=10**9, help="at most")
    parser.add_argument("--plot", action="append", choices=plots, help="this one; may be repeated")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    broken = 0
    if not args.json:
        print(f"{'plot':32} {'hands':>6} {'minutes':>8} {'gain':>9} {'bound':>7} {'took':>7}")
    for name in args.plot or plots:
        random.seed(1)
        began = time.monotonic()
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "room.sqlite"
            how = {"pace": PACE, "most": args.hands, "seconds": 60 * args.minutes}
            won, farm = asyncio.run(gain(file, name, plots[name], **how))
        took, minutes = time.monotonic() - began, (farm.time - farm.start) / 60
        broken += won > bound(name)
        if args.json:
            row = {
                "plot": name,
                "hands": farm.hands,
                "minutes": minutes,
                "gain": won,
                "bound": bound(name),
                "took": took,
            }
            print(json.dumps(row), flush=True)
        else:
            line = f"{name:32} {farm.hands:6,} {minutes:8.1f} {won:+9,} {bound(name):7,} {took:5.0f} s"
            print(line + "  TOO MUCH" * (won > bound(name)), flush=True)
    return int(broken > 0)


if __name__ == "__main__":
    sys.exit(main())
