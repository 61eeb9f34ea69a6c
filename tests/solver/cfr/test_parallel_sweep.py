"""A sweep in pieces gives the same values as a whole sweep, to the last bit.

A piece carries only the data that it needs.
"""

import numpy as np
import pytest
from msgspec import structs

from mail import Mail
from standpat.engine.games import Stakes, game
from standpat.solver import Evaluator, Problem, blueprint_problem, draw_problem, kuhn, leduc, removal_problem
from standpat.solver.cfr.parallel_sweep import Piece, shared_problem, slots_below
from standpat.solver.kernels.layout import BEST

TWO_DRAWS = structs.replace(game("27td", cap=2), bets=(1, 1, 2))
SINGLE = game("27sd-fl")


@pytest.fixture(scope="module")
def problem() -> Problem:
    return blueprint_problem(TWO_DRAWS, Stakes(1, 2), states=(12, 7), counts=[(0, 1, 2), (0, 1)], ranks=5)


def by_chance(problem: Problem, seed: int) -> np.ndarray:
    return np.random.default_rng(seed).random(problem.size).astype(np.float32)


@pytest.mark.parametrize("inside", [False, True])
def test_a_sweep_in_pieces_equals_a_sweep_in_one(problem: Problem, inside: bool) -> None:
    one, other = by_chance(problem, 1), by_chance(problem, 2)
    here, there = Evaluator(problem, inside=inside), Evaluator(problem, inside=inside, pool=Mail())
    assert there.exploitability(one) == here.exploitability(one)
    assert there.value(one, other) == here.value(one, other)
    assert there.value(one) == here.value(one)


@pytest.mark.parametrize(
    "problem", [draw_problem(SINGLE, Stakes(2, 4), ranks=4, counts=[(0, 1, 2)]), leduc()], ids=["single draw", "leduc"]
)
def test_other_games_are_cut_too(problem: Problem) -> None:
    weights = by_chance(problem, 3)
    assert Evaluator(problem, pool=Mail()).exploitability(weights) == Evaluator(problem).exploitability(weights)


def test_a_piece_carries_what_is_below_it(problem: Problem) -> None:
    """Every slot after the first draw is sent once. Nothing is sent for slots that the opponent never reaches."""
    mail, weights = Mail(), by_chance(problem, 1)
    contexts, layout = problem.tree.streets[1].size, problem.layout
    slots = [run for context in range(contexts) for run in slots_below(problem, layout, context)[0]]
    assert sum([run.stop - run.start for run in slots]) == problem.size - layout.bets[1][0]
    assert len(set().union(*[range(run.start, run.stop) for run in slots])) == problem.size - layout.bets[1][0]
    Evaluator(problem, pool=mail).best_response(weights, 0)
    assert mail.done == contexts
    assert sum(mail.carried) < 4 * problem.size + contexts * 8 * 5000
    folds = weights.copy()
    first = problem.tree.streets[0].nodes
    rows = folds[: int(first.rows[0]) * problem.sizes[0]].reshape(-1, problem.sizes[0])
    for node in range(len(first.kind)):
        if first.seat[node] == 1 and first.actions[node]:
            rows[first.row[node] : first.row[node] + first.actions[node]] = 0
            rows[first.row[node]] = 1
    Evaluator(problem, pool=mail).best_response(folds, 0)
    assert contexts < mail.done < 2 * contexts
    assert Evaluator(problem, pool=Mail()).best_response(folds, 0) == Evaluator(problem).best_response(folds, 0)


def test_games_that_cannot_be_cut_are_refused(problem: Problem) -> None:
    for whole in (removal_problem(SINGLE, Stakes(2, 4), ranks=4), kuhn()):
        with pytest.raises(ValueError, match="leave out the pool"):
            Evaluator(whole, pool=Mail()).exploitability(np.zeros(whole.size, np.float32))
    piece = Piece(0, 0, BEST, np.zeros(problem.sizes[1]), None)
    with pytest.raises(ValueError, match="has no weights"):
        shared_problem(problem, problem.layout)(piece)
