"""The page of single draw, from solved strategies: what is opened, defended and drawn, beside independent figures.

`single(strategies)` gives the files by name. The independent solution is that of research/strategy_checks (limit
deuce-to-seven, one keep for each number of cards, 0.54 mSB a hand).
"""

import numpy as np

from standpat.solver.advice.advise import advise_at
from standpat.solver.charts.figures import holding, order
from standpat.solver.charts.pictures import bars
from standpat.solver.game.class_game import game_of
from standpat.solver.game.hand_classes import hand_classes
from standpat.solver.game.strategy import Strategy

CALLS = ("folds", "calls", "raises")
SPOTS = {
    "": "button, first in",
    "r": "big blind, raised",
    "c": "big blind, limped into",
    "rr": "button, reraised",
    "rc/": "big blind draws after raise and call",
    "rc/1": "button draws, the other drew one",
    "rc/2": "button draws, the other drew two",
    "rrc/": "big blind draws after the reraise",
}
NAMES = {"f": "folds", "c": "calls", "x": "checks", "r": "raises", "0": "pat"}
CHECKED = {
    "": "folds 17.4%, calls 11.5%, raises 71.0%",
    "r": "folds 10.4%, calls 60.7%, raises 28.9%",
    "c": "checks 36%, raises 64%",
    "rc/": "pat 0.03%, 1: 21%, 2: 60%, 3: 18%",
    "rc/1": "pat 14.8%, 1: 51.7%, 2: 32.1%, 3: 1.4%",
}


def single(strategies: list[Strategy]) -> dict[str, str]:
    """The page of single draw and its pictures.

    Args:
        strategies: Solved strategies of single-draw games.

    Returns:
        The contents by file name.
    """
    lines = [
        "# Single draw, solved",
        "",
        "Limit, heads-up, in the class game. [The solver](../solver.md) has the exploitability. A number is a number "
        "of cards drawn.",
        "",
    ]
    files: dict[str, str] = {}
    for strategy in strategies:
        game, _ = game_of(strategy.problem.recipe)
        lines += [f"## {game.id}", "", "| | share of the hands there | an independent solve |", "|---|---|---|"]
        for path, label in SPOTS.items():
            shares = {k: v for k, v in strategy.frequencies(path).items() if v >= 5e-5}
            summary = ", ".join([f"{NAMES.get(k, k + ':')} {100 * v:.1f}%" for k, v in shares.items()])
            independent = CHECKED.get(path, "") if game.id == "27sd-fl" else ""
            lines.append(f"| {label} | {summary} | {independent} |")
        bluffs = 100 * (advise_at(strategy, "rrrc/01/x").bluffs or 0)
        folds = 100 * strategy.frequencies("rrrc/01/xb")["f"]
        lines += [
            "",
            "In the last round, after two reraises before the draw (pot 8, bet 2), the button drew one card and the "
            f"pat big blind checks. Of the button's bets {bluffs:.1f}% are bluffs (closed form 16.7%), and "
            f"{folds:.1f}% of the hands fold to them (20.0% if the bluffs are hopeless hands).",
            "",
        ]
        for path, key, title in (("", "open", "the button opens"), ("r", "defend", "the big blind against a raise")):
            files[f"pictures/{game.id}-{key}.svg"] = bars(f"{game.id}: {title}", CALLS, _rows(strategy, path)).svg()
            lines += [f"![{title}](pictures/{game.id}-{key}.svg)", ""]
    files["single-draw.md"] = "\n".join(lines)
    return files


def _rows(strategy: Strategy, path: str) -> list[tuple[str, list[float]]]:
    game, _ = game_of(strategy.problem.recipe)
    classes = hand_classes(game.ranking, strategy.problem.recipe["ranks"])
    done = strategy.at(path) * strategy.reach(path, len(path) % 2)
    sums: dict[str, np.ndarray] = {}
    for index, column in enumerate(done.T):
        name = holding(classes, index)
        sums[name] = sums.get(name, np.zeros(len(done))) + column
    return [(name, (sums[name] / sums[name].sum()).tolist()) for name in sorted(sums, key=order)]
