"""What deals in step and in threads save a training: `python bench/lanes.py DIR GAME [--lanes N …] [--threads N …]`.

DIR has the checkpoint of a training, which is read and not changed: late in a training a deal has a tenth of the
decisions that it has at first, at other places. Epochs are played with each number of lanes in turn
(`standpat.solver.multiway.in_step_kernel`), and with each number of threads
(`standpat.solver.multiway.common_sums`). A row has the decisions for each second of processor time, and how many
times as many that is as in the first row. One lane waits for memory at every decision. Threads that cost each other
nothing have as many as one.
"""

import argparse
from collections.abc import Callable
from pathlib import Path
from statistics import median

from report import in_turn, spread, table, times
from standpat import game
from standpat.solver.multiway.common_sums import learn
from standpat.solver.multiway.in_step_kernel import Met, lanes_of
from standpat.solver.multiway.known_player import NO_PLAYER
from standpat.solver.multiway.self_play import chance_of
from standpat.solver.multiway.training import NOBODY, MultiwayTraining, plan_of

EPOCHS = 10


def playing(training: MultiwayTraining, lanes: int, threads: int) -> Callable[[], float]:
    """Plays some epochs in so many lanes and threads, and returns the decisions."""
    space, cards = [lanes_of(lanes) for _ in range(threads)], training.cards
    others = [chance_of(0, 0, thread) for thread in range(1, threads)]
    plan = plan_of(training.deals * EPOCHS, training.kind.shares, training.kind.strays, epoch=training.epoch + 1)

    def work() -> float:
        before = int(training.learner["nodes"][0])
        learn(training.learner, cards, plan, Met(NOBODY, *NO_PLAYER), space, others)
        return int(training.learner["nodes"][0]) - before

    return work


def main() -> None:
    parser = argparse.ArgumentParser(description="what deals in step and in threads save a training")
    parser.add_argument("folder", type=Path, metavar="DIR", help="the folder of the checkpoint")
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--lanes", type=int, nargs="+", default=[1, 4, 8, 16, 32], metavar="N")
    parser.add_argument("--threads", type=int, nargs="+", default=[1], metavar="N")
    parser.add_argument("--rounds", type=int, default=5, metavar="N")
    args = parser.parse_args()
    training = MultiwayTraining(game(args.game), args.folder)
    works = {f"{lanes}, {n}": playing(training, lanes, n) for n in args.threads for lanes in args.lanes}
    for work in works.values():
        work()  # compiles, and fills the caches
    rates = in_turn(works, args.rounds)
    first = next(iter(rates.values()))
    rows = [
        (way, f"{median(each) / 1e6:.2f}", spread(each), f"{times(each, first):.2f}") for way, each in rates.items()
    ]
    print(table(["lanes, threads", "million decisions a second", "spread", "times as many"], rows))


if __name__ == "__main__":
    main()
