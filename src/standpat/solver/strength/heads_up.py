"""What the player of two seats of limit games can lose.

- Exactly, in the class game, where cards are dealt independently: the best response to the strategy file of `blueprint`
  (`standpat.solver.response.strategy_file_response`).
- In triple draw, with real cards: perfect play in the last round, against the player who solves it at the table
  (`standpat.solver.subgame.last_round_loss`). A lower bound.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from standpat.bots.strategy_file import StrategyFile
from standpat.engine.games import Game, Stakes
from standpat.lab.match.interval import Mean, half_width
from standpat.solver.blueprint.export import weights_of
from standpat.solver.game.abstraction import blueprint_problem
from standpat.solver.response.best_response import Evaluator
from standpat.solver.response.strategy_file_response import StrategyFileEvaluator
from standpat.solver.strength.row import SMALL_BETS, Order, Row
from standpat.solver.subgame.last_round_heads_up_loss import LastRounds, loss_of_solved

DEALS: Final = 500_000
"""Deals from which the lines of the last round are drawn."""
SEED: Final = 2031


def heads_up(game: Game, path: Path, order: Order) -> Iterator[Row]:
    """The figures of `blueprint`, each when it is found.

    Args:
        game: A limit game.
        path: The strategy file.
        order: What to measure.
    """
    file = StrategyFile.load(path)
    if "exact" in order.kinds:
        yield _exact(game, file, path)
    if "last" in order.kinds and game.draw_rounds > 1:
        yield _last(game, file, order.lines)


def _exact(game: Game, file: StrategyFile, path: Path) -> Row:
    if game.draw_rounds > 1:
        found = StrategyFileEvaluator(file).exploitability()
    else:  # small enough for all weights at once
        recipe = file.head["recipe"]
        stakes = Stakes(recipe["small_blind"], recipe["big_blind"], recipe["ante"])
        problem = blueprint_problem(game, stakes, states=recipe["states"], counts=recipe["counts"])
        found = Evaluator(problem).exploitability(weights_of(path, problem))
    return Row(game.id, 2, "blueprint", "exact", "best response, class game", found.msb)


def _last(game: Game, file: StrategyFile, lines: int) -> Row:
    came, mean = LastRounds(file, DEALS, SEED), Mean()
    unit = 1000 / file.big_blind * came.share
    for context in came.drawn(lines, SEED):
        mean.add(unit * loss_of_solved(came.beliefs, context).least)
    within = half_width(mean.count, mean.total, mean.squares)
    how = f"perfect play in the last round, real cards; {mean.count} lines"
    return Row(game.id, 2, "resolve", "last", how, mean.total / mean.count, SMALL_BETS, within)
