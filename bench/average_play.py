"""Make the files of average play from which AIVAT solves its values for two players.

    python bench/average_play.py [--games GAME ...] [--hands N] [--watched N] [--out FOLDER]

The blueprint is watched over `--hands` hands in compiled code, from its strategy file; `rule` over `--watched` hands of
the engine. Printed are the size of each file, the CPU time, and the value of the game to the button if both play so.
"""

import argparse
import time
from pathlib import Path

import numpy as np

from standpat.bots.blueprint import strategy_file_of
from standpat.bots.draw import classes
from standpat.bots.rule import rule_policy
from standpat.engine.games import game
from standpat.lab.heads_up import watching
from standpat.lab.heads_up.average_play import AveragePlay
from standpat.lab.heads_up.play_files import FOLDER
from standpat.lab.heads_up.values import values_of
from standpat.solver.response import watched_play


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--games", nargs="+", default=["27td", "a5td", "27sd-fl", "a5sd"])
    parser.add_argument("--hands", type=int, default=8_000_000)
    parser.add_argument("--watched", type=int, default=30_000)
    parser.add_argument("--out", type=Path, default=FOLDER)
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    for id in args.games:
        record = game(id)
        file = strategy_file_of(id)
        for bot in ("blueprint", "rule"):
            began = time.process_time()
            play: AveragePlay
            if bot == "rule":
                play = watching.watched(rule_policy, record, args.watched)
            elif file is None:
                print(f"{id} has no strategy file")
                continue
            else:
                play = watched_play.watched(file, args.hands)
            size = play.save(args.out / f"{id}-{bot}.play", record)
            values = values_of(record, play, play)
            deal = np.bincount(values.states.state[-1], classes(record.ranking).deal, len(values.root))
            spent = time.process_time() - began
            value = deal @ values.root @ deal
            print(f"{id}-{bot}.play: {size:,} bytes, {spent:.0f} s, {value:+.4f} small bets to the button", flush=True)


if __name__ == "__main__":
    main()
