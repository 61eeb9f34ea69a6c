"""Figures of docs/solver.md: `python bench/solve.py single|bots|removal|menus [FOLDER]`.

`single` solves limit single draw to 0.5 mSB (and with one keep for each number of cards), Kuhn and Leduc; `bots`
scores the players; `removal` solves with card removal, measures the strategy that does not know of it over all
classes, and deals both against each other with real cards; `menus` solves no-limit at four depths and measures the
menus against finer ones. Strategies are kept in FOLDER (the current one) and taken up from there.
"""

import sys
import time
from collections.abc import Callable
from pathlib import Path

from standpat import Stakes, game
from standpat.bots import player
from standpat.solver import (
    Evaluator,
    Problem,
    Sizes,
    Strategy,
    draw_problem,
    kuhn,
    leduc,
    load_strategy,
    played,
    removal_problem,
    save_strategy,
    solve,
    tabulate,
)
from standpat.solver.game.action_translation import SIZE_TRANSLATIONS
from standpat.solver.game.card_removal import blind, unmerged
from standpat.solver.response.full_deck_match import duplicate
from standpat.solver.response.off_menu_response import off_menu_response
from standpat.solver.response.policy import STANDING, at_random, standing, standing_problem

LIMIT = Stakes(1, 2)
SINGLE = ("27sd-fl", "a5sd")
WORKERS = 2
DEALS = 6_000_000
MENU, MORE = Sizes((1.0,), True, 2), Sizes((0.5, 1.0, 2.0), True, 2)


def single(folder: Path) -> None:
    for id in SINGLE:
        for keeps in (None, 1):
            problem = draw_problem(game(id), LIMIT, keeps=keeps)
            _tell(f"{id} keeps {keeps or 'all'}", problem, solved(folder / f"{id}-{keeps or 'all'}.npz", problem, 0.5))
    for name, problem in (("kuhn", kuhn()), ("leduc", leduc())):
        _tell(name, problem, solve(problem, target=0.1).strategy)


def bots(folder: Path) -> None:
    for id in SINGLE:
        problem = draw_problem(game(id), LIMIT)
        for name in ("folder", "caller", "rule"):
            _tell(f"{name} {id}", problem, played(problem, player(name)))
        _tell(f"random {id}", problem, tabulate(problem, at_random(problem)))
    for id in (*SINGLE, "27td", "a5td"):
        problem = standing_problem(game(id), LIMIT)
        for name in STANDING:
            _tell(f"{name} {id}", problem, tabulate(problem, standing(name)))


def removal(folder: Path) -> None:
    for id in SINGLE:
        plain = solved(folder / f"{id}-all.npz", draw_problem(game(id), LIMIT), 0.5)
        problem = removal_problem(game(id), LIMIT)
        aware = solved(folder / f"{id}-removal.npz", problem, 0.7)
        _tell(f"{id} removal", problem, aware)
        gain = duplicate(aware, plain, DEALS, workers=WORKERS)
        print(f"{id} real cards: {gain.mean:+.2f} ±{gain.margin:.2f} mSB a hand", flush=True)
        wide = unmerged(aware)
        _tell(f"{id} removal, all classes", wide.problem, wide)
        unseeing = blind(plain, wide.problem)
        _tell(f"{id} blind, all classes", wide.problem, unseeing)
        evaluator = Evaluator(wide.problem, WORKERS)
        seats = (
            evaluator.value(wide.weights, unseeing.weights)[0],
            evaluator.value(unseeing.weights, wide.weights)[1],
        )
        print(f"{id} aware against blind: {500 * sum(seats):.2f} mSB a hand", flush=True)


def menus(folder: Path) -> None:
    for depth in (10, 25, 50, 100):
        problem = draw_problem(
            game("27sd"), Stakes(5, 10), stack=10 * depth, sizes=MENU, counts=[(0, 1, 2, 3)], keeps=1
        )
        strategy = solved(folder / f"27sd-{depth}.npz", problem, 1.0)
        _tell(f"27sd {depth} bb", problem, strategy)
        for name, reading in SIZE_TRANSLATIONS.items():
            found = off_menu_response(strategy, MORE, WORKERS, reading)
            print(f"27sd {depth} bb, off the menu, read {name}: {found.msb:.1f} mSB a hand", flush=True)


def solved(file: Path, problem: Problem, target: float) -> Strategy:
    """A strategy from its file, or solved and kept there."""
    if file.exists():
        return load_strategy(file)
    start = time.perf_counter()
    strategy = solve(problem, target=target, workers=WORKERS).strategy
    print(f"{file.stem}: {strategy.iterations} iterations, {time.perf_counter() - start:.0f} s", flush=True)
    save_strategy(strategy, file)
    return strategy


def _tell(name: str, problem: Problem, strategy: Strategy) -> None:
    evaluator = Evaluator(problem, WORKERS)
    found, value = evaluator.exploitability(strategy.weights), evaluator.value(strategy.weights)
    print(f"{name:<26} {found.msb:10.3f} mSB  button {found.button:+.5f}  blind {found.blind:+.5f}  ", end="")
    print(f"value {value[0]:+.5f}  sum {sum(value):.0e}", flush=True)


PARTS: dict[str, Callable[[Path], None]] = {"single": single, "bots": bots, "removal": removal, "menus": menus}

if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[1] not in PARTS:
        sys.exit(f"expected one of {', '.join(PARTS)}")
    PARTS[sys.argv[1]](Path(sys.argv[2] if len(sys.argv) > 2 else "."))
