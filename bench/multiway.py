"""What the player for more than two wins: `python bench/multiway.py FILE [--blueprint FILE] [--hands N] [--only WORD]`.

The rows, each with a 95% interval, mSB a hand (thousandths of a small bet), the blinds included:

- the engine's own hands, each deck played in every cyclic seating of a random arrangement, 1000 big blinds deep:
  against the rule player in every mix at six seats, and one against the others at three and four; against the heads-up
  strategy dropped in (`Dropped`) in every mix at six seats, where `--blueprint` names its table;
- the best habits of four kinds that a search finds, at six seats, in the compiled game of
  `standpat.solver.multiway.hand_kernel`. Responses are measured by ``standpat bench strength``.

`--only` keeps the rows whose name has that word. A row is printed when it is done.
"""

import argparse
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from standpat import game
from standpat.bots import player as known
from standpat.bots.blueprint import Blueprint
from standpat.bots.multiway import Multiway
from standpat.bots.multiway_file import MultiwayFile
from standpat.bots.observation import Reading
from standpat.bots.player import Player, Situation
from standpat.bots.strategy_file import StrategyFile
from standpat.engine.action import Action, Bet, Call, Check, Raise
from standpat.engine.event import Acted, DrawResult, Event, HandStart, Post, StreetStart
from standpat.solver.multiway.engine_match import DEPTH, STAKES, duplicate
from standpat.solver.multiway.export import policy_of_file
from standpat.solver.multiway.match import KINDS, Arena, exploit

STACK = DEPTH * STAKES.big_blind


class Dropped:
    """A heads-up strategy at a larger table: it takes its most dangerous opponent for the only one.

    That is who drew fewest, of those who drew alike the one who wagered last; before the draw the last raiser, and
    where nobody raised the big blind. Every wager of the others is taken for their, wagers that follow one another for
    one. Who of the two acts later is the button; where nobody raised yet they themselves are.
    """

    def __init__(self, blueprint: Blueprint) -> None:
        self._blueprint = blueprint

    def __call__(self, here: Situation) -> Action:
        return self._blueprint(here._replace(seen=self._for_two(here)))

    def _for_two(self, here: Situation) -> tuple[Event, ...]:
        reading = Reading(here)
        start = here.seen[0]
        assert isinstance(start, HandStart)
        seats, me = len(start.stacks), here.seat
        order = [(start.button + k) % seats for k in range(1, seats + 1)]
        rounds = _rounds(here.seen)
        him = self._other(me, reading, rounds)
        button = me if rounds == [[]] else max(me, him, key=order.index)
        blind = me + him - button
        told: list[Event] = [
            HandStart(start.hand_no, button, tuple([STACK if seat in (me, him) else 0 for seat in range(seats)])),
            Post(button, "small-blind", here.stakes.small_blind, False),
            Post(blind, "big-blind", here.stakes.big_blind, False),
        ]
        for street, wagers in enumerate(rounds):
            if street:
                told.append(StreetStart(street, here.game.label(street)))
                drew = [seat for seat in (blind, button) if len(reading.draws[seat]) >= street]
                told += [DrawResult(seat, (), (), reading.draws[seat][street - 1]) for seat in drew]
                if len(drew) < 2:
                    break
            first = blind if street else button
            merged = [seat if seat == me else him for seat in wagers]
            taken = [seat for at, seat in enumerate(merged) if at == 0 or merged[at - 1] != seat][: 4 if street else 3]
            actions: list[tuple[int, Action]] = []
            if taken and taken[0] != first:
                actions.append((first, Check() if street else Call()))
            actions += [(seat, Raise(0) if at or not street else Bet(0)) for at, seat in enumerate(taken)]
            if street < len(rounds) - 1 or here.legal.draw is not None:  # over
                last = taken[-1] if taken else first
                if not taken:
                    actions.append((first, Check() if street else Call()))
                actions.append((me + him - last, Call() if taken else Check()))
            elif not taken and me != first:
                actions.append((first, Check() if street else Call()))
            told += [Acted(seat, action, 0, False) for seat, action in actions]
        return tuple(told)

    def _other(self, me: int, reading: Reading, rounds: Sequence[Sequence[int]]) -> int:
        wagers = [seat for wagers in rounds for seat in wagers]
        last = {seat: at for at, seat in enumerate(wagers)}
        line = {seat: at for at, seat in enumerate(reading.opponents)}

        def danger(seat: int) -> tuple[int, int, int]:
            draws = reading.draws[seat]
            return (-draws[-1] if draws else 0, last.get(seat, -1), line[seat])

        return max(reading.opponents, key=danger)


def _rounds(seen: Sequence[Event]) -> list[list[int]]:
    """By street, who bet or raised."""
    rounds: list[list[int]] = [[]]
    for event in seen:
        if isinstance(event, StreetStart) and event.street:
            rounds.append([])
        elif isinstance(event, Acted) and isinstance(event.action, Bet | Raise):
            rounds[-1].append(event.seat)
    return rounds


def main() -> None:
    parser = argparse.ArgumentParser(description="What the player for more than two wins.")
    parser.add_argument("table", type=Path)
    parser.add_argument("--blueprint", type=Path)
    parser.add_argument("--hands", type=int, default=30_000)
    parser.add_argument("--only", default="")
    args = parser.parse_args()
    table = MultiwayFile.load(args.table)
    multiway, rule = Multiway(table), known("rule")
    rows: list[tuple[str, Callable[[], str]]] = []

    def against(name: str, other: Player, mine: int, seats: int) -> None:
        def row() -> str:
            kinds = [1] * mine + [0] * (seats - mine)
            mean = duplicate([multiway if kind else other for kind in kinds], kinds, args.hands, 5, table.game)
            return f"{mean:+7.1f}  ({mean.count * seats:,} hands)"

        rows.append((f"{mine} multiway, {seats - mine} {name}", row))

    for mine in (1, 3, 5, 2, 4):
        against("rule", rule, mine, 6)
    for seats in (3, 4):
        against("rule", rule, 1, seats)
    if args.blueprint is not None:
        dropped = Dropped(Blueprint(StrategyFile.load(args.blueprint)))
        for mine in (1, 3, 5, 2, 4):
            against("heads-up strategy", dropped, mine, 6)

    def exploiter(kind: str) -> str:
        habit, won = exploit(Arena(game(table.game), [policy_of_file(table.strategy(6))]), kind, 6)
        return f"{won}  ({won.hands:,} hands)  { ({name: round(value, 2) for name, value in habit.items()}) }"

    rows += [(f"{kind}, 5 multiway", partial(exploiter, kind)) for kind in KINDS]
    print(f"{args.table}: {args.table.stat().st_size:,} bytes, {table.head.get('deals', 0):,} deals learnt")
    for name, row in rows:
        if args.only in name:
            start = time.process_time()
            told = row()
            print(f"{name:26} {told}  {time.process_time() - start:.0f} s", flush=True)


if __name__ == "__main__":
    main()
