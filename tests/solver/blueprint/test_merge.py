"""Merged contexts: which ones are merged, and what they play afterwards."""

import numpy as np
import pytest
from msgspec import structs

from standpat.engine.games import Stakes, game
from standpat.solver import Evaluator, Problem, blueprint_problem
from standpat.solver.blueprint.context_weights import ContextWeights
from standpat.solver.blueprint.merge import merge

pytestmark = pytest.mark.extended

TWO_DRAWS = structs.replace(game("27td", cap=2), bets=(1, 1, 2))


@pytest.fixture(scope="module")
def problem() -> Problem:
    return blueprint_problem(TWO_DRAWS, Stakes(1, 2), states=(12, 6), counts=[(0, 1, 2), (0, 1)], ranks=5)


def slots(problem: Problem, context: int) -> np.ndarray:
    """The slots of a context and everything below it: its betting, the draws, the last rounds."""
    street, end = problem.tree.streets[-2:]
    link, layout = problem.links[-1], problem.layout
    rows = int(street.nodes.rows[0]) * problem.sizes[-2]
    bets, draws, ends = [np.arange(rows) + layout.bets[-2][context]], [], []
    for exit_ in range(street.contexts.exit[context], street.contexts.exit[context + 1]):
        draws.append(np.arange(link.block) + layout.draws[-1][exit_])
        for outcome in range(link.outcomes):
            below = exit_ * link.outcomes + outcome
            ends.append(np.arange(int(end.nodes.rows[0]) * problem.sizes[-1]) + layout.bets[-1][below])
    return np.concatenate([*bets, *draws, *ends])


def test_the_slots_of_all_contexts_are_all_slots(problem: Problem) -> None:
    size = problem.tree.streets[-2].size
    every = np.concatenate([slots(problem, context) for context in range(size)])
    assert sorted(every) == list(range(int(problem.layout.bets[-2][0]), problem.size))


def test_similar_contexts_are_merged_into_their_joint_strategy(problem: Problem) -> None:
    average = np.random.default_rng(1).random(problem.size).astype(np.float32)
    street = problem.tree.streets[-2]
    kind = [(int(street.contexts.round[c]), c % problem.links[0].outcomes) for c in range(street.size)]
    one, two = next((a, b) for a in range(street.size) for b in range(a + 1, street.size) if kind[a] == kind[b])
    average[slots(problem, two)] = 3 * average[slots(problem, one)]
    before = average.copy()
    same, joined = merge(ContextWeights(problem, average), street.size - 1)
    assert np.array_equal(average, before)
    for context, weights in joined.items():
        average[slots(problem, context)] = weights
    assert [context for context in range(street.size) if same[context] != context] in ([one], [two])
    assert same[one] == same[two]
    joint = before[slots(problem, one)] + before[slots(problem, two)]
    assert average[slots(problem, same[one])] == pytest.approx(joint)
    others = np.ones(problem.size, np.bool_)
    others[slots(problem, same[one])] = False
    assert np.array_equal(average[others], before[others])
    assert sorted(joined) == np.unique(same).tolist()
    assert Evaluator(problem, inside=True).exploitability(average).msb == pytest.approx(
        Evaluator(problem, inside=True).exploitability(before).msb, abs=1e-3
    )


def test_only_contexts_with_the_same_pot_and_last_draw_are_merged(problem: Problem) -> None:
    average = np.random.default_rng(2).random(problem.size).astype(np.float32)
    street, outcomes = problem.tree.streets[-2], problem.links[0].outcomes
    rounds = street.contexts.round
    groups = len({(int(rounds[c]), c % outcomes) for c in range(street.size)})
    same = merge(ContextWeights(problem, average), groups).same
    assert len(set(same.tolist())) == groups
    for context, stands in enumerate(same.tolist()):
        assert rounds[context] == rounds[stands]
        assert context % outcomes == stands % outcomes
        assert same[stands] == stands
    assert np.array_equal(merge(ContextWeights(problem, average), 1).same, same)


def test_seldom_played_states_count_for_little(problem: Problem) -> None:
    """The two contexts that differ only in unreachable states are merged."""
    street = problem.tree.streets[-2]
    kind = street.contexts.round.astype(np.int64) * 100 + np.arange(street.size) % problem.links[0].outcomes
    pair = next(found for k in np.unique(kind) if len(found := np.flatnonzero(kind == k)) >= 2)[:2]
    average = np.random.default_rng(3).random(problem.size).astype(np.float32)
    states = problem.sizes[-2]
    rare = slots(problem, pair[0])[: int(street.nodes.rows[0]) * states]
    rare = rare[rare % states == rare[0] % states]
    average[slots(problem, pair[1])] = average[slots(problem, pair[0])]
    at = np.searchsorted(slots(problem, pair[0]), rare)
    average[rare] *= 1e-6
    average[slots(problem, pair[1])[at]] = 1e-6 * np.random.default_rng(4).random(len(at)).astype(np.float32)
    same = merge(ContextWeights(problem, average), street.size - 1).same
    assert same[pair[0]] == same[pair[1]]
