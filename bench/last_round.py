"""What perfect play in the last round wins from the player as it is seated, before and after solving it again:
`python bench/last_round.py [--game 27td a5td] [--seats N] [--lines N] [--deals N] [--minutes M]`.

`standpat.solver.subgame.last_round_loss` says what is measured. A row has the gain of the responder in mSB a hand, the
mean over all seats: its lower and its upper bound, each with the 95% interval over the lines. Then the processor time
of a decision: median, 99% and at most. All players meet the same lines.

With three to six seats the round is that of the last two, and *real deals* is what the player wins more than the file
from an opponent who plays the file, with the hands that the two really hold
(`standpat.solver.subgame.last_round_several_loss`). All figures are of all hands at the table, also of those that end
before.
"""

import argparse
import os
import time
from functools import partial
from typing import cast, get_type_hints

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from report import table
from standpat.bots.blueprint import strategy_files
from standpat.bots.multiway import multiway_files
from standpat.bots.multiway_file import MultiwayFile
from standpat.bots.strategy_file import StrategyFile
from standpat.lab.match.interval import Mean
from standpat.solver.subgame.last_round import Options
from standpat.solver.subgame.last_round_heads_up_loss import LastRounds, loss_of_blueprint, loss_of_solved
from standpat.solver.subgame.last_round_loss import RESPONDERS, SAMPLE, loss_of_solution
from standpat.solver.subgame.last_round_several_loss import LastTwo, course_of, gain, loss_of_file
from standpat.solver.subgame.last_round_several_player import LastTwoPlayer

SEED = 2031


def measure(game: str, args: argparse.Namespace, options: Options) -> list[tuple[str, ...]]:
    """The rows of a game."""
    file = StrategyFile.load(strategy_files()[game])
    came = LastRounds(file, args.deals, SEED)
    unit = 1000 / file.big_blind * came.share
    least, most = {n: Mean() for n in ("blueprint", "seated")}, {n: Mean() for n in ("blueprint", "seated")}
    times, ends = [], time.monotonic() + 60 * args.minutes
    sizes = args.hands, args.sample
    for number, context in enumerate(came.drawn(args.lines, SEED)):
        seated = loss_of_solved(came.beliefs, context, *sizes, **options)
        for name, loss in (("blueprint", loss_of_blueprint(came.beliefs, context, *sizes)), ("seated", seated)):
            least[name].add(unit * loss.least)
            most[name].add(unit * loss.most)
        if number:  # the first also compiles
            times.append(1000 * seated.seconds)
        if time.monotonic() > ends:
            break
    return rows_of(f"{game}, 2", least, most, times)


def measure_several(game: str, args: argparse.Namespace, options: Options) -> list[tuple[str, ...]]:
    """The rows of a game with three to six seats."""
    file = MultiwayFile.load(multiway_files()[game])
    player = LastTwoPlayer(file, **options)
    came = LastTwo(file, args.seats, args.deals, SEED)
    chip = came.unit
    least, most = {n: Mean() for n in ("multiway", "seated")}, {n: Mean() for n in ("multiway", "seated")}
    times, real, ends = [], Mean(), time.monotonic() + 60 * args.minutes
    sizes = args.hands, args.sample
    for number, hand in enumerate(came.hands):
        if number < args.lines:
            start = course_of(hand).start
            seated = loss_of_solution(partial(player.ranges.line, start), *sizes, **options)
            for name, loss in (("multiway", loss_of_file(player.ranges, hand, *sizes)), ("seated", seated)):
                least[name].add(chip * loss.least)
                most[name].add(chip * loss.most)
            if number:  # the first also compiles
                times.append(1000 * seated.seconds)
        if number < args.real:
            real.add(chip * gain(player, hand))
        if time.monotonic() > ends or number >= max(args.lines, args.real):
            break
    return rows_of(f"{game}, {args.seats}", least, most, times, f"{real:+.1f} ({real.count})")


def rows_of(
    game: str, least: dict[str, Mean], most: dict[str, Mean], times: list[float], real: str = ""
) -> list[tuple[str, ...]]:
    """A row for each player; `real` is shown for the last one."""
    half, high, worst = np.median(times), np.quantile(times, 0.99), max(times)
    *_, last = least
    return [
        (
            game,
            name,
            f"{least[name]:+.1f}",
            f"{most[name]:+.1f}",
            str(least[name].count),
            *((f"{half:.0f}", f"{high:.0f}", f"{worst:.0f}", real) if name == last else ("",) * 4),
        )
        for name in least
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description="what perfect play in the last round wins from the seated player")
    parser.add_argument("--game", nargs="+", default=["27td", "a5td"])
    parser.add_argument("--seats", type=int, default=2, choices=range(2, 7))
    parser.add_argument("--deals", type=int, help="to draw the lines from (500,000; with more than two seats 2,000)")
    parser.add_argument("--real", type=int, default=400, help="real deals, with more than two seats")
    parser.add_argument("--hands", type=int, default=RESPONDERS, help="of the responder in a seat of a line")
    parser.add_argument("--sample", type=int, default=SAMPLE, help="of the player's hands")
    parser.add_argument("--lines", type=int, default=2_000)
    parser.add_argument("--minutes", type=float, default=60.0)
    for name, kind in get_type_hints(Options).items():
        parser.add_argument(f"--{name}", type=kind, help="of LastRound")
    args = parser.parse_args()
    options = cast(Options, {name: n for name in Options.__annotations__ if (n := getattr(args, name)) is not None})
    args.deals = args.deals or (500_000 if args.seats == 2 else 2_000)
    rows = [row for game in args.game for row in (measure if args.seats == 2 else measure_several)(game, args, options)]
    print(
        table(("game, seats", "player", "at least", "at most", "lines", "CPU ms", "99%", "worst", "real deals"), rows)
    )


if __name__ == "__main__":
    main()
