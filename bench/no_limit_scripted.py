"""What simple scripted opponents win from a bot in the engine's own hands, in games without a limit.

`python bench/no_limit_scripted.py [--game 27td-nl] [--bot rule] [--seats N] [--depth BB] [--hands N] [--seed N]
[--only WORD]` prints a row for each opponent (`standpat.solver.strength.scripted`), alone against the bot at all other
seats: big blinds per 100 hands with a 95% interval. Each deck is played with the opponent at every seat. The bot is a
built-in one; in single draw `nolimit` and `resolve` play too.
"""

import argparse
import time

from standpat.bots import player as known
from standpat.bots.player import Player
from standpat.solver.multiway.engine_match import duplicate
from standpat.solver.strength.scripted import Scripted
from standpat.solver.strength.scripted_bound import OPPONENTS


def main() -> None:
    parser = argparse.ArgumentParser(description="Scripted opponents against a bot, in the engine.")
    parser.add_argument("--game", default="27td-nl", choices=("27sd", "27td-nl", "27td-pl"))
    parser.add_argument("--bot", default="rule")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--depth", type=int, default=100)
    parser.add_argument("--hands", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="")
    args = parser.parse_args()
    bot = known(args.bot)
    print(f"{args.game}, {args.seats} seats, {args.depth} bb deep, against {args.bot}: bb per 100 hands")
    for name, habit in OPPONENTS.items():
        if args.only in name:
            start = time.process_time()
            players: list[Player] = [Scripted(habit), *[bot] * (args.seats - 1)]
            kinds = [1] + [0] * (args.seats - 1)
            mean = duplicate(players, kinds, args.hands, args.seed, args.game, depth=args.depth)
            took = time.process_time() - start
            print(f"{name:26} {mean.scaled(0.1):+8.1f}  ({mean.count * args.seats:,} hands)  {took:.0f} s", flush=True)


if __name__ == "__main__":
    main()
