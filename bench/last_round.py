"""What perfect play in the last round wins from the player as it is seated, before and after solving it again:
`python bench/last_round.py [--game 27td a5td] [--lines N] [--deals N] [--minutes M]`.

`standpat.solver.subgame.last_round_loss` says what is measured. A row has the gain of the responder in mSB a hand, the
mean over both seats: its lower and its upper bound, each with the 95% interval over the lines. Then the processor time
of a decision: median, 99% and at most. All players meet the same lines.
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
from standpat.solver.subgame.last_round_loss import RESPONDERS, SAMPLE, LastRounds, loss_of_blueprint, loss_of_solution

SEED = 2031


def measure(game: str, args: argparse.Namespace, options: dict[str, int]) -> list[tuple[str, ...]]:
    """The rows of a game."""
    file = StrategyFile.load(strategy_files()[game])
    came = LastRounds(file, args.deals, SEED)
    unit = 1000 / file.big_blind * came.share
    least, most = {n: Mean() for n in ("blueprint", "seated")}, {n: Mean() for n in ("blueprint", "seated")}
    times, ends = [], time.monotonic() + 60 * args.minutes
    sizes = args.hands, args.sample
    for number, context in enumerate(came.drawn(args.lines, SEED)):
        seated = loss_of_solution(came.beliefs, context, *sizes, **options)
        for name, loss in (("blueprint", loss_of_blueprint(came.beliefs, context, *sizes)), ("seated", seated)):
            least[name].add(unit * loss.least)
            most[name].add(unit * loss.most)
        if number:  # the first also compiles
            times.append(1000 * seated.seconds)
        if time.monotonic() > ends:
            break
    half, high, worst = np.median(times), np.quantile(times, 0.99), max(times)
    shown = {"blueprint": ("", "", ""), "seated": (f"{half:.0f}", f"{high:.0f}", f"{worst:.0f}")}
    return [
        (game, name, f"{least[name]:+.1f}", f"{most[name]:+.1f}", str(least[name].count), *shown[name])
        for name in ("blueprint", "seated")
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description="what perfect play in the last round wins from the seated player")
    parser.add_argument("--game", nargs="+", default=["27td", "a5td"])
    parser.add_argument("--deals", type=int, default=500_000, help="to draw the lines from (default: %(default)s)")
    parser.add_argument("--hands", type=int, default=RESPONDERS, help="of the responder in a seat of a line")
    parser.add_argument("--sample", type=int, default=SAMPLE, help="of the player's hands")
    parser.add_argument("--lines", type=int, default=2_000)
    parser.add_argument("--minutes", type=float, default=60.0)
    for name in ("types", "iterations"):
        parser.add_argument(f"--{name}", type=int, help="of LastRound")
    args = parser.parse_args()
    options = {name: n for name in ("types", "iterations") if (n := getattr(args, name)) is not None}
    rows = [row for game in args.game for row in measure(game, args, options)]
    print(table(("game", "player", "at least", "at most", "lines", "CPU ms", "99%", "worst"), rows))


if __name__ == "__main__":
    main()
