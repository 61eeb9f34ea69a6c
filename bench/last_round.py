"""What perfect play in the last round wins from the player as it is seated, before and after solving it again:
`python bench/last_round.py [--game 27td a5td] [--lines N] [--deals N] [--minutes M]`.

`standpat.solver.subgame.last_round_loss` says what is measured. A row has the gain of the responder in mSB a hand, the
mean over both seats, with 95% intervals over the lines: with the opponents' real hands, and over the responder's
ranges. Then the processor time of a solution: median, 99% and at most.
"""

import argparse
import os
import time

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from report import table
from standpat.bots.blueprint import strategy_files
from standpat.bots.strategy_file import StrategyFile
from standpat.lab.match.interval import Mean
from standpat.solver.subgame.last_round_loss import LastRounds, loss_of_blueprint, loss_of_solution

SEED = 2031


def measure(game: str, deals: int, lines: int, minutes: float, options: dict[str, int]) -> list[tuple[str, ...]]:
    """The rows of a game."""
    file = StrategyFile.load(strategy_files()[game])
    came = LastRounds(file, deals, SEED)
    unit = 1000 / file.big_blind * came.share
    real, believed = {n: Mean() for n in ("blueprint", "seated")}, {n: Mean() for n in ("blueprint", "seated")}
    times, ends = [], time.monotonic() + 60 * minutes
    for number, (context, hands, seen) in enumerate(came.drawn(lines, SEED)):
        seated = loss_of_solution(came.beliefs, context, hands, seen, **options)
        for name, loss in (("blueprint", loss_of_blueprint(came.beliefs, context, hands, seen)), ("seated", seated)):
            real[name].add(unit * loss.real)
            believed[name].add(unit * loss.believed)
        if number:  # the first also compiles
            times.append(1000 * seated.seconds)
        if time.monotonic() > ends:
            break
    half, most, worst = np.median(times), np.quantile(times, 0.99), max(times)
    shown = {"blueprint": ("", "", ""), "seated": (f"{half:.0f}", f"{most:.0f}", f"{worst:.0f}")}
    return [
        (game, name, f"{real[name]:+.1f}", f"{believed[name]:+.1f}", str(real[name].count), *shown[name])
        for name in ("blueprint", "seated")
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description="what perfect play in the last round wins from the seated player")
    parser.add_argument("--game", nargs="+", default=["27td", "a5td"])
    parser.add_argument("--deals", type=int, default=2_000_000)
    parser.add_argument("--lines", type=int, default=2_000)
    parser.add_argument("--minutes", type=float, default=60.0)
    for name in ("types", "stretches", "iterations"):
        parser.add_argument(f"--{name}", type=int, help="of LastRound")
    args = parser.parse_args()
    options = {name: n for name in ("types", "stretches", "iterations") if (n := getattr(args, name)) is not None}
    rows = [row for game in args.game for row in measure(game, args.deals, args.lines, args.minutes, options)]
    print(table(("game", "player", "real cards", "over the ranges", "lines", "CPU ms", "99%", "at most"), rows))


if __name__ == "__main__":
    main()
