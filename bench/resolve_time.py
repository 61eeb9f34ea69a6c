"""How long the study `standpat.solver.subgame.resolve` thinks, and what more time would win:
`python bench/resolve_time.py [--game 27td] [--hands N]`.

The bot plays hands against itself, and each decision's processor time is measured on one thread: how many decisions
solve something, and their quantiles. Decisions that follow from a solution that is there already take less than a
millisecond and are left out.

Then the curve: the last draws that these hands come to are solved with more and more iterations. Each row has the mean
processor time of the whole decision and what perfect play within the subgame wins from the solution (the mean of both
seats, in thousandths of a small bet). The last row is the blueprint's draw with the solution's bets, for comparison.
"""

import argparse
import os
import time
from random import Random

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from report import table
from standpat import Dealer, Hand, Stakes, game
from standpat.bots.blueprint import strategy_files
from standpat.bots.player import Situation, situation
from standpat.bots.strategy_file import StrategyFile
from standpat.solver.subgame.from_line import drawing
from standpat.solver.subgame.resolve import DRAW_ITERATIONS, Resolving

SEED = 2029
SOLVES_MS = 3.0
"""A decision that takes longer solves something."""
CURVE = (10, 20, 30, DRAW_ITERATIONS, 60, 100, 200)


def played(player: Resolving, hands: int) -> tuple[list[tuple[bool, float]], list[Situation]]:
    """The decisions that solve something (whether it is a draw, and milliseconds), and the last draws of the hands."""
    record, stakes, random = game(player.file.game), Stakes.limit(player.file.big_blind), Random(SEED)
    times, draws = [], []
    for number in range(hands):
        hand = Hand(record, stakes, [1000 * stakes.big_blind] * 2, 0, Dealer(seed=number))
        come = False
        while hand.to_act is not None:
            now = situation(hand, random)
            began = time.process_time()
            action = player(now)
            took = 1000 * (time.process_time() - began)
            draw = now.legal.draw is not None
            if took > SOLVES_MS:
                times.append((draw, took))
                if draw and not come:
                    draws.append(now)
                    come = True
            hand.apply(action)
    return times, draws


def curve(player: Resolving, draws: list[Situation]) -> None:
    """Print what more iterations win."""
    unit = 1000 / player.file.big_blind
    lost = np.zeros((len(CURVE) + 1, len(draws)))
    took = np.zeros((len(CURVE), len(draws)))
    for n, now in enumerate(draws):
        place, reach = player._ranges(player._before_draw(now))
        for k, iterations in enumerate(CURVE):
            began = time.process_time()
            line = drawing(player.beliefs, place, reach, player._bet)
            play = line.game.solve(iterations)
            took[k, n] = 1000 * (time.process_time() - began)
            lost[k, n] = unit * line.game.exploitability(play)
        lost[-1, n] = unit * line.game.exploitability(line.blueprint_play._replace(bets=play.bets))
    rows = [
        (f"{iterations} iterations", f"{took[k].mean():.0f}", f"{lost[k].mean():.1f}")
        for k, iterations in enumerate(CURVE)
    ]
    rows.append(("the blueprint's draws", "", f"{lost[-1].mean():.1f}"))
    print(table(("last draw", "ms", "loses in its own game, mSB"), rows))


def main() -> None:
    parser = argparse.ArgumentParser(description="how long resolve thinks, and what more time would win")
    parser.add_argument("--game", default="27td")
    parser.add_argument("--hands", type=int, default=400)
    parser.add_argument("--lines", type=int, default=20, help="last draws of the curve (default: %(default)s)")
    args = parser.parse_args()
    player = Resolving(StrategyFile.load(strategy_files()[args.game]))
    played(player, 3)  # compiles and loads
    player = Resolving(player.file)
    times, draws = played(player, args.hands)
    rows = []
    for name, some in (("last draw", True), ("last round", False)):
        ms = np.array([took for draw, took in times if draw == some])
        half, most, worst = np.median(ms), np.quantile(ms, 0.99), ms.max()
        rows.append((name, f"{len(ms)}", f"{half:.0f}", f"{most:.0f}", f"{worst:.0f}"))
    print(table((f"solved in {args.hands} hands, ms of CPU", "decisions", "median", "99%", "at most"), rows))
    print()
    curve(player, draws[: args.lines])


if __name__ == "__main__":
    main()
