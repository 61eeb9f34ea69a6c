"""What bots of each level lose: by game and number of seats, to the strongest and, where that is exact, to anybody.

    python bench/levels.py [losses] [exact] [--games GAME ...] [--seats N ...] [--decks N] [--folder FOLDER]

`losses`: one of a level among players of the strongest kind at that table (`blueprint`, where it has a strategy, else
`rule`), by coupled play (`standpat.lab.coupled_play`), with 95% intervals. In fixed limit in mSB a hand, else in big
blinds per 100 hands; 100 big blinds deep. `--decks` is the number of decks of a table with two players of triple draw;
tables with more have a part of it, single draw twice as many. What is finished is kept in `--folder`, and a run that
was stopped continues there.

`exact`: what perfect play wins from a level heads-up in the class game, mSB a hand. In limit single draw from every
level, in triple draw from `rule` and `blueprint`; minutes each.
"""

import argparse
import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from report import table
from standpat.bots.blueprint import strategy_file_of
from standpat.bots.levels import HABITS
from standpat.bots.registry import policy, strongest
from standpat.engine.games import Game, Stakes, game, ids
from standpat.lab.coupled_play import losses
from standpat.lab.match.interval import Mean
from standpat.solver.game.hand_classes import hand_classes
from standpat.solver.response.level_best_response import level_exploitability
from standpat.solver.response.policy_best_response import PolicyBestResponse, rule_information_key
from standpat.solver.strength.row import Order
from standpat.solver.strength.table import strength

WEAKER = (*HABITS, "rule")
DECKS = 1_500
CHUNK = 50
UNITS = Stakes(1, 2)


def decks_of(record: Game, seats: int, decks: int) -> int:
    """The decks of a table: fewer where more hands are played with each, more where a hand takes less time."""
    part = 1 if seats <= 3 else 3
    return (decks if record.draw_rounds > 1 else 2 * decks) // part


def lost(record: Game, seats: int, decks: int, folder: Path) -> list[Mean]:
    """The losses at a table, by level; finished decks are read from the folder."""
    best = strongest(record.id, seats)
    path, done = folder / f"{record.id}-{seats}.json", 0
    means = [Mean() for _ in WEAKER]
    if path.exists():
        found = json.loads(path.read_text())
        if found["who"] == [*WEAKER, best]:
            done, means = found["decks"], [Mean(*sums) for sums in found["sums"]]
    policies = [policy(name) for name in WEAKER]
    while done < decks:
        chunk = range(done, min(done + CHUNK, decks))
        for mean, more in zip(means, losses(policies, policy(best), record, seats, chunk), strict=True):
            mean.count, mean.total, mean.squares = (
                mean.count + more.count,
                mean.total + more.total,
                mean.squares + more.squares,
            )
        done = chunk.stop
        sums = [[mean.count, mean.total, mean.squares] for mean in means]
        path.write_text(json.dumps({"who": [*WEAKER, best], "decks": done, "sums": sums}))
    return means


def cell(mean: Mean, record: Game) -> str:
    if not mean.squares:
        return "itself"
    if record.betting == "fixed-limit":
        return f"{mean:+.0f}"
    return f"{mean.scaled(0.1):+.1f}"


def exact(record: Game) -> Iterator[tuple[str, Callable[[], float]]]:
    """The players of a game whose exploitability is computed, and its computation."""
    file = strategy_file_of(record.id)
    if file is not None and record.draw_rounds == 1:
        for name, level in HABITS.items():
            yield name, lambda level=level: level_exploitability(record, UNITS, file, level).msb  # type: ignore[misc]

    def rule() -> float:
        key = rule_information_key(record, hand_classes(record.ranking, 13))
        return 500 * sum(
            [PolicyBestResponse(record, UNITS, policy("rule"), key, seat).best_response() for seat in (0, 1)]
        )

    yield "rule", rule
    yield "blueprint", lambda: next(strength(record, 2, Order(Path("none"), kinds=("exact",)))).won or 0.0


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("parts", nargs="*", default=["losses", "exact"], metavar="losses|exact")
    parser.add_argument("--games", nargs="+", default=list(ids()))
    parser.add_argument("--seats", nargs="+", type=int, default=[2, 3, 4, 5, 6])
    parser.add_argument("--decks", type=int, default=DECKS, help="at two seats of triple draw (default: %(default)s)")
    parser.add_argument("--folder", type=Path, default=Path("levels"))
    args = parser.parse_args()
    records = [game(id) for id in args.games]
    args.folder.mkdir(parents=True, exist_ok=True)
    if "losses" in args.parts:
        rows = []
        for record in records:
            for seats in args.seats:
                decks = decks_of(record, seats, args.decks)
                means = lost(record, seats, decks, args.folder)
                unit = "mSB" if record.betting == "fixed-limit" else "bb/100"
                cells = [cell(mean, record) for mean in means]
                hands = f"{means[0].count * seats:,}"
                rows.append([f"{record.id}, {seats}", *cells, strongest(record.id, seats), unit, hands])
                print(" | ".join(rows[-1]), flush=True)
        print(table(("game, seats", *WEAKER, "against", "unit", "hands of each"), rows), flush=True)
    if "exact" in args.parts:
        path, rows = args.folder / "exact.json", []
        known = json.loads(path.read_text()) if path.exists() else {}
        for record in records:
            for name, compute in exact(record) if record.betting == "fixed-limit" else ():
                title = f"{record.id}, {name}"
                if title not in known:
                    began = time.process_time()
                    known[title] = [compute(), time.process_time() - began]
                    path.write_text(json.dumps(known))
                rows.append([title, f"{known[title][0]:,.1f}", f"{known[title][1]:.0f}"])
                print(" | ".join(rows[-1]), flush=True)
        print(table(("heads-up, class game", "perfect play wins, mSB", "CPU, s"), rows))


if __name__ == "__main__":
    main()
