"""How long the player thinks that solves the last round at the table, and what more time would win:
`python bench/resolve_time.py [--game 27td] [--seats N] [--hands N] [--lines N]`.

The bot `resolve` plays hands against itself, and each decision's processor time is measured on one thread: how many
decisions solve a round, and their quantiles. Later decisions of the same hand in the round take less than a
millisecond and are left out.

Then the curve: the same lines, solved for fewer and more hands of each seat and with fewer and more iterations. Each
row has the median processor time of a decision and what perfect play in the round wins from the player, in mSB a hand:
a lower and an upper bound (`standpat.solver.subgame.last_round_loss`). With three to six seats there is no curve.
"""

import argparse
import os
import time
from collections.abc import Callable
from functools import partial
from random import Random

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from report import table
from standpat import Dealer, Hand, Stakes, game
from standpat.bots.blueprint import strategy_files
from standpat.bots.multiway import multiway_files
from standpat.bots.multiway_file import MultiwayFile
from standpat.bots.player import Player, situation
from standpat.bots.strategy_file import StrategyFile
from standpat.solver.subgame.bot import solves
from standpat.solver.subgame.last_round import ITERATIONS, TYPES
from standpat.solver.subgame.last_round_heads_up_loss import LastRounds, loss_of_solved
from standpat.solver.subgame.last_round_player import LastRoundPlayer
from standpat.solver.subgame.last_round_several_player import LastTwoPlayer

SEED = 2029
SOLVES_MS = 5.0
"""A decision that takes longer solves a round."""
CURVE = ((15_000, ITERATIONS), (TYPES, 30), (TYPES, ITERATIONS), (TYPES, 120), (120_000, ITERATIONS), (240_000, 120))


def played(player: Player, id: str, seats: int, hands: int) -> list[float]:
    """The milliseconds of the decisions that solve a round."""
    record, stakes, random = game(id), Stakes.limit(2), Random(SEED)
    times = []
    for number in range(hands):
        hand = Hand(record, stakes, [1000 * stakes.big_blind] * seats, 0, Dealer(seed=number))
        while hand.to_act is not None:
            now = situation(hand, random)
            began = time.process_time()
            action = player(now)
            took = 1000 * (time.process_time() - began)
            if took > SOLVES_MS and solves(now):
                times.append(took)
            hand.apply(action)
    return times


def curve(file: StrategyFile, lines: int) -> None:
    """Print what more hands and iterations win."""
    came = LastRounds(file, 200_000, SEED)
    unit, contexts, rows = 1000 / file.big_blind * came.share, list(came.drawn(lines, SEED)), []
    for types, iterations in CURVE:
        lost = [loss_of_solved(came.beliefs, at, types=types, iterations=iterations) for at in contexts]
        ms = 1000 * float(np.median([loss.seconds for loss in lost]))
        least, most = unit * np.mean([loss.least for loss in lost]), unit * np.mean([loss.most for loss in lost])
        rows.append((f"{types:,}", str(iterations), f"{ms:.0f}", f"{least:.1f}", f"{most:.1f}"))
    print(table(("hands", "iterations", "ms", "loses at least, mSB", "at most"), rows))


def main() -> None:
    parser = argparse.ArgumentParser(description="how long resolve thinks, and what more time would win")
    parser.add_argument("--game", default="27td")
    parser.add_argument("--seats", type=int, default=2, choices=range(2, 7))
    parser.add_argument("--hands", type=int, default=400)
    parser.add_argument("--lines", type=int, default=20, help="lines of the curve (default: %(default)s)")
    args = parser.parse_args()
    make: Callable[[], Player] = partial(LastRoundPlayer, StrategyFile.load(strategy_files()[args.game]))
    if args.seats > 2:
        make = partial(LastTwoPlayer, MultiwayFile.load(multiway_files()[args.game]))
    played(make(), args.game, args.seats, 6)  # compiles
    ms = np.array(played(make(), args.game, args.seats, args.hands))
    half, most, worst = np.median(ms), np.quantile(ms, 0.99), ms.max()
    row = ("last round", f"{len(ms)}", f"{half:.0f}", f"{most:.0f}", f"{worst:.0f}")
    print(table((f"solved in {args.hands} hands, ms of CPU", "decisions", "median", "99%", "at most"), [row]))
    if args.seats == 2:
        print()
        curve(StrategyFile.load(strategy_files()[args.game]), args.lines)


if __name__ == "__main__":
    main()
