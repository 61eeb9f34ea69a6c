"""Equilibria of heads-up draw games, and how far from one a strategy is.

    from standpat import game, Stakes
    from standpat.solver import draw_problem, solve

    problem = draw_problem(game("27sd-fl"), Stakes(1, 2))    # or kuhn(), leduc()
    solution = solve(problem, target=0.5, workers=2)         # mSB a hand; also iterations=, seconds=, checkpoint=
    solution.exploitability.msb                              # exact, in the class game
    solution.strategy.frequencies("")                        # {"f": 0.17, "c": 0.12, "r": 0.71}: the button opens
    solution.strategy.at("rc/")                              # how the big blind draws after raise and call
    save_strategy(solution.strategy, path)                   # load_strategy(path) gives it back

    always_fold = tabulate(problem, lambda spot: [1, 0, 0][: len(spot.actions)] if spot.actions else 0)
    Evaluator(problem).exploitability(always_fold.weights)   # any policy is scored by the same best response

    played(problem, player("rule"))                          # a bot as a strategy: asked with every hand
    advise(seen, strategy)                                   # a decision at the table; advise_at(strategy, "rc/1")
    removal_problem(game("27sd-fl"), Stakes(1, 2))           # with card removal: two hands of one deck

The solver solves the *class game*: two hands are dealt independently of each other, as classes of ranks and flush
twins; replacements come from the whole deck without the cards kept, and never make a flush.
`standpat.solver.game.draw_transitions` and `hand_classes` define it exactly. Values are in small bets a hand (`.msb`:
thousandths). Seat 0 is the button.

Triple draw needs fewer states than classes: `blueprint_problem(game("27td"), stakes, states=(700, 300, 32),
counts=[(0, 1, 2, 3), (0, 1, 2, 3), (0, 1, 2)])`. Its strategies are measured over all classes too.

The packages, from the lowest floor up:

| package | contents |
|---|---|
| `game` | public trees, hand classes, draws, and the problems made of them; spots and strategies |
| `kernels` | compiled inner loops: reach probabilities down the tree, values back up |
| `cfr` | sweeps over a problem, regret minimisation, memory, checkpoints |
| `strategy_file` | strategy files: encoding, decoding, the strategy in a file as the solver reads it |
| `response` | best responses to solver output and to any player; lower bounds on real deals |
| `blueprint`, `multiway` | training for two seats, and for three to six |
| `subgame` | solving the end of a hand again at the table |
| `advice` | what each choice at a decision is worth |
| `solution` | `solve`, which runs a training until it is good enough |
| `charts` | pages and pictures |

References: Zinkevich et al. 2007 (CFR), Tammelin 2014 (CFR+), Brown and Sandholm 2019 (discounted CFR), Lanctot et al.
2009 (external sampling), Lisý and Bowling 2017 (local best response), Ganzfried and Sandholm 2013 (action translation),
Burch, Johanson and Bowling 2014 (subgame resolving). The modules that use them have the titles.
"""

from typing import TYPE_CHECKING

from standpat.lazy_names import lazy_names

if TYPE_CHECKING:
    from standpat.solver.advice.advise import Advice, advise, advise_at
    from standpat.solver.cfr.file import load_strategy, load_training, save_strategy, save_training
    from standpat.solver.cfr.memory import MemoryLimit, needed
    from standpat.solver.cfr.training import Rule, Training
    from standpat.solver.game.abstraction import blueprint_problem
    from standpat.solver.game.betting_tree import Sizes
    from standpat.solver.game.card_removal import removal_problem
    from standpat.solver.game.class_game import draw_problem
    from standpat.solver.game.hand_classes import HandClasses
    from standpat.solver.game.problem import Problem
    from standpat.solver.game.small_games import kuhn, leduc
    from standpat.solver.game.spot import Spot, find, spots
    from standpat.solver.game.strategy import Policy, Strategy, tabulate
    from standpat.solver.response.best_response import Evaluator, Exploitability
    from standpat.solver.response.policy import played
    from standpat.solver.solution import Solution, solve

__all__ = [
    "Advice",
    "Evaluator",
    "Exploitability",
    "HandClasses",
    "MemoryLimit",
    "Policy",
    "Problem",
    "Rule",
    "Sizes",
    "Solution",
    "Spot",
    "Strategy",
    "Training",
    "advise",
    "advise_at",
    "blueprint_problem",
    "draw_problem",
    "find",
    "kuhn",
    "leduc",
    "load_strategy",
    "load_training",
    "needed",
    "played",
    "removal_problem",
    "save_strategy",
    "save_training",
    "solve",
    "spots",
    "tabulate",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "standpat.solver.advice.advise": (
                "Advice",
                "advise",
                "advise_at",
            ),
            "standpat.solver.cfr.file": (
                "load_strategy",
                "load_training",
                "save_strategy",
                "save_training",
            ),
            "standpat.solver.cfr.memory": (
                "MemoryLimit",
                "needed",
            ),
            "standpat.solver.cfr.training": (
                "Rule",
                "Training",
            ),
            "standpat.solver.game.abstraction": ("blueprint_problem",),
            "standpat.solver.game.betting_tree": ("Sizes",),
            "standpat.solver.game.card_removal": ("removal_problem",),
            "standpat.solver.game.class_game": ("draw_problem",),
            "standpat.solver.game.hand_classes": ("HandClasses",),
            "standpat.solver.game.problem": ("Problem",),
            "standpat.solver.game.small_games": (
                "kuhn",
                "leduc",
            ),
            "standpat.solver.game.spot": (
                "Spot",
                "find",
                "spots",
            ),
            "standpat.solver.game.strategy": (
                "Policy",
                "Strategy",
                "tabulate",
            ),
            "standpat.solver.response.best_response": (
                "Evaluator",
                "Exploitability",
            ),
            "standpat.solver.response.policy": ("played",),
            "standpat.solver.solution": (
                "Solution",
                "solve",
            ),
        },
    )
