"""What others win from the no-limit player: `python bench/nolimit.py FILE [--hands N] [--deals N] [--only WORD]`.

The rows, in big blinds per 100 hands with a 95% interval:

- each scripted opponent (`standpat.solver.nolimit.habits`) alone against the player at all other seats, at 2, 3 and 6
  seats, 40, 100 and 200 big blinds deep, each deck with the opponent at every place;
- a response that begins as the player itself, learns by the training's own walk and is measured on new decks with its
  most frequent choices: heads-up and one against five, with the player's sizes and with others;
- `rule` against the player in the engine's own hands (a hundredth of `--hands`);
- the decisions by the level of the spot that was known, at tables of all depths with antes, and the time of a decision.

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

from standpat import Dealer, Hand, Stakes, game
from standpat.bots import player as known
from standpat.bots.nolimit import Nolimit
from standpat.bots.nolimit_file import NolimitFile
from standpat.bots.player import Player, situation
from standpat.lab.match.interval import Mean
from standpat.solver.nolimit.habits import HABITS
from standpat.solver.nolimit.match import OTHERS, Arena, Response, Table, strangers
from standpat.solver.nolimit.strategy import load, policy_of
from standpat.solver.nolimit.training import SIZES

STAKES = Stakes(50, 100)
STEPS = 4
"""Measurements of a response on the way."""


def engine(players: list[Player], hands: int, depth: int) -> str:
    """What player 0 wins in the engine's hands, big blinds per 100 hands."""
    seats, record, mean = len(players), game("27sd"), Mean()
    for deck in range(max(2, hands // seats)):
        random = Random(f"no limit {deck}")
        won = 0
        for hero in range(seats):
            hand = Hand(record, STAKES, [depth * STAKES.big_blind] * seats, 0, Dealer(f"bench no limit {deck}"))
            while hand.to_act is not None:
                hand.apply(players[(hand.to_act - hero) % seats](situation(hand, random)))
            assert hand.nets is not None
            won += hand.nets[hero]
        mean.add(100 * won / STAKES.big_blind / seats)
    return f"{mean:+7.1f}  ({mean.count * seats:,} hands)"


def decision_times(player: Nolimit, hands: int) -> str:
    """The CPU time of decisions at random tables against itself."""
    spent = []
    for number in range(hands):
        random = Random(f"time {number}")
        stacks = [round(STAKES.big_blind * 250 ** random.random()) + 1 for _ in range(random.randint(2, 6))]
        hand = Hand(game("27sd"), STAKES, stacks, 0, Dealer(f"time {number}"))
        while hand.to_act is not None:
            here = situation(hand, random)
            begin = time.process_time()
            action = player(here)
            spent.append(time.process_time() - begin)
            hand.apply(action)
    at = [1000 * float(np.quantile(spent, part)) for part in (0.5, 0.99, 1)]
    return f"median {at[0]:.2f} ms, 99 of 100 {at[1]:.2f} ms, most {at[2]:.2f} ms ({len(spent):,} decisions)"


def main() -> None:
    parser = argparse.ArgumentParser(description="What others win from the no-limit player.")
    parser.add_argument("table", type=Path)
    parser.add_argument("--hands", type=int, default=100_000, help="of a scripted opponent")
    parser.add_argument("--deals", type=int, default=1_000_000, help="that a response learns from")
    parser.add_argument("--only", default="")
    args = parser.parse_args()
    record, table = game("27sd"), NolimitFile.load(args.table)
    policy, nolimit = policy_of(load(args.table)), Nolimit(table)
    arena = Arena(record, policy)
    rows: list[tuple[str, Callable[[], str]]] = []

    def scripted(name: str, where: Table) -> Callable[[], str]:
        def row() -> str:
            won = arena.habit(name, where, args.hands // where.seats)
            return f"{won}  ({won.hands:,} hands)"

        return row

    def response(where: Table, others: bool) -> Callable[[], str]:
        def row() -> str:
            learner, told = Response(record, policy, where, sizes=OTHERS if others else SIZES), []
            for step in range(STEPS):
                learner.learn(args.deals // STEPS)
                told.append(str(arena.response(learner, 4 * args.hands // where.seats, seed=50 + step)))
            return f"{' | '.join(told)}  (after each quarter of {args.deals:,} deals)"

        return row

    for seats in (2, 3, 6):
        for depth in (40, 100, 200):
            for name in HABITS:
                where = Table(seats, depth)
                rows.append((f"scripted, {seats} seats, {depth} bb: {name}", scripted(name, where)))
    for seats in (2, 6):
        for others in (False, True):
            sizes = "other sizes" if others else "its sizes"
            rows.append((f"response, {seats} seats, 100 bb, {sizes}", response(Table(seats, 100), others)))
    rule = known("rule")
    for seats in (2, 6):
        players: list[Player] = [rule, *[nolimit] * (seats - 1)]
        rows.append((f"rule, {seats} seats, 100 bb", partial(engine, players, args.hands // 100, 100)))

    def unknown() -> str:
        here = Arena(record, policy)
        for seats in range(2, 7):
            here.strategy(policy, Table(seats, None), args.hands // 20, seed=seats)
            for name in HABITS:
                here.habit(name, Table(seats, None), args.hands // 200, seed=seats)
        parts = ", ".join([f"{100 * part:.3f} %" for part in here.levels / here.levels.sum()])
        return f"by level {parts}; none {100 * strangers(here.levels):.4f} % of {here.levels.sum():,}"

    rows += [("spots, all depths", unknown), ("time of a decision", lambda: decision_times(nolimit, 400))]
    print(f"{args.table}: {args.table.stat().st_size:,} bytes, {table.head.get('deals', 0):,} deals learnt")
    for name, row in rows:
        if args.only in name:
            start = time.process_time()
            told = row()
            print(f"{name:52} {told}  {time.process_time() - start:.0f} s", flush=True)


if __name__ == "__main__":
    main()
