"""What playing deals in step saves a training: `python bench/lanes.py DIR GAME [--lanes N …] [--rounds N]`.

DIR has the checkpoint of a training, which is read and not changed: late in a training a deal has a tenth of the
decisions that it has at first, at other places. Epochs are played with each number of lanes in turn
(`standpat.solver.multiway.in_step_kernel`). A row has the decisions for each second of processor time, and how many
times as many that is as with the first number of lanes. One lane waits for memory at every decision.
"""

import argparse
from collections.abc import Callable
from pathlib import Path
from statistics import median

from report import in_turn, spread, table, times
from standpat import game
from standpat.solver.multiway.in_step_kernel import lanes_of, learn
from standpat.solver.multiway.training import NOBODY, UNFACED, MultiwayTraining, plan_of

EPOCHS = 10


def playing(training: MultiwayTraining, lanes: int) -> Callable[[], float]:
    """Plays some epochs in so many lanes, and returns the decisions."""
    space, cards = lanes_of(lanes), training.cards
    plan = plan_of(training.deals * EPOCHS, training.kind.shares, training.kind.strays, epoch=training.epoch + 1)

    def work() -> float:
        before = int(training.learner["nodes"][0])
        learn(training.learner[0], cards, plan, NOBODY, UNFACED, space)
        return int(training.learner["nodes"][0]) - before

    return work


def main() -> None:
    parser = argparse.ArgumentParser(description="what playing deals in step saves a training")
    parser.add_argument("folder", type=Path, metavar="DIR", help="the folder of the checkpoint")
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--lanes", type=int, nargs="+", default=[1, 4, 8, 16, 32], metavar="N")
    parser.add_argument("--rounds", type=int, default=5, metavar="N")
    args = parser.parse_args()
    training = MultiwayTraining(game(args.game), args.folder)
    works = {str(lanes): playing(training, lanes) for lanes in args.lanes}
    for work in works.values():
        work()  # compiles, and fills the caches
    rates = in_turn(works, args.rounds)
    first = rates[str(args.lanes[0])]
    rows = [
        (lanes, f"{median(each) / 1e6:.2f}", spread(each), f"{times(each, first):.2f}") for lanes, each in rates.items()
    ]
    print(table(["lanes", "million decisions a second", "spread", "times as many"], rows))


if __name__ == "__main__":
    main()
