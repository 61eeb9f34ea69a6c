"""What others win from the no-limit player: `python bench/nolimit.py FILE [--hands N] [--deals N] [--only WORD]`.

The rows, in big blinds per 100 hands with a 95% interval:

- each scripted opponent (`standpat.solver.nolimit.habits`) alone against the player at all other seats, at 2, 3 and 6
  seats, 40, 100 and 200 big blinds deep, each deck with the opponent at every place;
- a response that begins as the player itself, learns by the training's own walk and is measured on new decks with its
  most frequent choices: heads-up and one against five, with the player's sizes and with others; and against a copy of
  the player that folds three of ten hands that it would call, to see that a response finds a weakness;
- `rule` against the player in the engine's own hands (a hundredth of `--hands`), and the player with its ends solved
  against itself without;
- the decisions by the level of the spot that was known, at tables of all depths with antes, and the time of a decision,
  also where the end is solved.

With `--ends` the matches and the responses are against the player as it is seated, with the end solved
(`standpat.solver.nolimit.ends`).

The matches and the responses are in the compiled game of `standpat.solver.nolimit.deal_kernel`, which a test compares
with the engine. A response has the player's own abstraction, so it is a lower bound. `--only` keeps the rows whose name
has that word. A row is printed when it is done.
"""

import argparse
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray

from standpat import Dealer, Hand, Stakes, game
from standpat.bots import player as known
from standpat.bots.nolimit import Nolimit
from standpat.bots.nolimit_file import NolimitFile
from standpat.bots.player import Player, situation
from standpat.solver.multiway.engine_match import duplicate
from standpat.solver.nolimit.ends import Ends
from standpat.solver.nolimit.habits import HABITS
from standpat.solver.nolimit.match import OTHERS, SMALL, Arena, Response, Table, strangers, timid
from standpat.solver.nolimit.resolve import Resolving
from standpat.solver.nolimit.strategy import load, policy_of
from standpat.solver.nolimit.training import sizes_of

STAKES = Stakes(50, 100)
STEPS = 4
"""Measurements of a response on the way."""


def engine(players: list[Player], hands: int, depth: int) -> str:
    """What player 0 wins in the engine's hands, big blinds per 100 hands."""
    mean = duplicate(players, [1] + [0] * (len(players) - 1), hands, 1, "27sd", depth=depth)
    return f"{mean.scaled(0.1):+7.1f}  ({mean.count * len(players):,} hands)"


def decision_times(player: Player, hands: int) -> str:
    """The CPU time of decisions at random tables against itself, without the first hand."""
    spent = []
    for number in range(hands):
        random = Random(f"time {number}")
        stacks = [round(STAKES.big_blind * 250 ** random.random()) + 1 for _ in range(random.randint(2, 6))]
        hand = Hand(game("27sd"), STAKES, stacks, 0, Dealer(f"time {number}"))
        while hand.to_act is not None:
            here = situation(hand, random)
            begin = time.process_time()
            action = player(here)
            if number:
                spent.append(time.process_time() - begin)
            hand.apply(action)
    at = [1000 * float(np.quantile(spent, part)) for part in (0.5, 0.99, 1)]
    return f"median {at[0]:.2f} ms, 99 of 100 {at[1]:.2f} ms, most {at[2]:.2f} ms ({len(spent):,} decisions)"


def _part(arena: Arena) -> str:
    """How many of the ends were solved, if any."""
    return f", {100 * arena.ends.part:.1f} % of the ends solved" if len(arena.ends.entries) else ""


def main() -> None:
    parser = argparse.ArgumentParser(description="What others win from the no-limit player.")
    parser.add_argument("table", type=Path)
    parser.add_argument("--hands", type=int, default=100_000, help="of a scripted opponent")
    parser.add_argument("--deals", type=int, default=1_000_000, help="that a response learns from")
    parser.add_argument("--ends", action="store_true", help="against the player with the end solved")
    parser.add_argument("--seed", type=int, default=1, help="of the decks of scripted opponents")
    parser.add_argument("--only", default="")
    args = parser.parse_args()
    record, table = game("27sd"), NolimitFile.load(args.table)
    blocks, nolimit, resolving = load(args.table), Nolimit(table), Resolving(table)
    policy = policy_of(blocks)
    arena = Arena(record, policy, Ends(table) if args.ends else None)
    rows: list[tuple[str, Callable[[], str]]] = []

    def scripted(name: str, where: Table) -> Callable[[], str]:
        def row() -> str:
            here = Arena(record, policy, Ends(table)) if args.ends else arena
            won = here.habit(name, where, args.hands // where.seats, seed=args.seed)
            return f"{won}  ({won.hands:,} hands{_part(here)})"

        return row

    def response(where: Table, sizes: NDArray[np.int64], damaged: bool = False) -> Callable[[], str]:
        def row() -> str:
            whom = policy_of(timid(blocks)) if damaged else policy
            ends = Ends(table) if args.ends and not damaged else None
            here = Arena(record, whom, ends)
            if ends is not None:  # the ends that the player needs against itself are known from the beginning
                here.strategy(policy, where, args.hands // where.seats)
            learner, told = Response(record, whom, where, sizes=sizes, ends=ends), []
            for step in range(STEPS):
                learner.learn(args.deals // STEPS)
                told.append(str(here.response(learner, 4 * args.hands // where.seats, seed=50 + step)))
            return f"{' | '.join(told)}  (after each quarter of {args.deals:,} deals{_part(here)})"

        return row

    for seats in (2, 3, 6):
        for depth in (40, 100, 200):
            for name in HABITS:
                where = Table(seats, depth)
                rows.append((f"scripted, {seats} seats, {depth} bb: {name}", scripted(name, where)))
    for seats in (2, 6):
        for what, sizes in {"its sizes": sizes_of(record), "other sizes": OTHERS, "small sizes": SMALL}.items():
            rows.append((f"response, {seats} seats, 100 bb, {what}", response(Table(seats, 100), sizes)))
    rows.append(("response, 2 seats, 100 bb, to one who folds", response(Table(2, 100), sizes_of(record), True)))
    rule = known("rule")
    for seats in (2, 6):
        players: list[Player] = [rule, *[nolimit] * (seats - 1)]
        rows.append((f"rule, {seats} seats, 100 bb", partial(engine, players, args.hands // 100, 100)))

    for seats in (2, 6):
        players = [resolving, *[nolimit] * (seats - 1)]
        rows.append((f"the end solved, {seats} seats, 100 bb", partial(engine, players, args.hands // 100, 100)))

    def unknown() -> str:
        here = Arena(record, policy)
        for seats in range(2, 7):
            here.strategy(policy, Table(seats, None), args.hands // 20, seed=seats)
            for name in HABITS:
                here.habit(name, Table(seats, None), args.hands // 200, seed=seats)
        parts = ", ".join([f"{100 * part:.3f} %" for part in here.levels / here.levels.sum()])
        return f"by level {parts}; none {100 * strangers(here.levels):.4f} % of {here.levels.sum():,}"

    rows += [("spots, all depths", unknown), ("time of a decision", lambda: decision_times(nolimit, 400))]
    rows.append(("time of a decision, the end solved", lambda: decision_times(resolving, 400)))
    print(f"{args.table}: {args.table.stat().st_size:,} bytes, {table.head.get('deals', 0):,} deals learnt")
    for name, row in rows:
        if args.only in name:
            start = time.process_time()
            told = row()
            print(f"{name:52} {told}  {time.process_time() - start:.0f} s", flush=True)


if __name__ == "__main__":
    main()
