"""The values of choices, compared with other ways to compute them: brute force over cards, and the sweep."""

from itertools import permutations

import numpy as np
import pytest

from standpat.engine.games import Stakes, game
from standpat.solver import Evaluator, Problem, Strategy, draw_problem, find, kuhn, leduc, removal_problem, solve, spots
from standpat.solver.game.action_values import choices
from standpat.solver.game.betting_tree import Node, Round


def some(problem: Problem, seed: int) -> Strategy:
    return Strategy(problem, np.random.default_rng(seed).random(problem.size).astype(np.float32))


@pytest.fixture(scope="module")
def short() -> Strategy:
    return some(draw_problem(game("27sd-fl"), Stakes(1, 2), ranks=4, counts=[(0, 1, 2)]), 2)


def test_kuhn_by_brute_force() -> None:
    """Every deal and every line."""
    strategy = some(kuhn(), 1)
    tree: Round = strategy.problem.tree.streets[0].rounds[0]

    def play(node: Node, cards: tuple[int, int], seat: int) -> float:
        if node.kind == "fold":
            return float(-node.paid if node.seat == seat else node.paid)
        if node.kind == "over":
            return float(node.paid if cards[seat] > cards[1 - seat] else -node.paid)
        chances: list[float] = strategy.at(node.path)[:, cards[node.seat]].tolist()
        return sum([p * play(tree.nodes[c], cards, seat) for p, c in zip(chances, node.children, strict=True)])

    for node in tree.nodes:
        if node.kind != "decision":
            continue
        other = strategy.reach(node.path, 1 - node.seat)
        for mine in range(3):
            deals = [(theirs, other[theirs]) for theirs in range(3) if theirs != mine]
            for action, child in enumerate(node.children):
                total = 0.0
                for theirs, weight in deals:
                    cards = (mine, theirs) if node.seat == 0 else (theirs, mine)
                    total += weight * play(tree.nodes[child], cards, node.seat)
                expected = total / sum([weight for _, weight in deals])
                assert choices(strategy, node.path)[action, mine] == pytest.approx(expected, abs=1e-9)


def test_the_first_choice_is_worth_the_game() -> None:
    for problem in (kuhn(), leduc()):
        strategy = some(problem, 3)
        worth, play = choices(strategy, ""), strategy.at("")
        assert (worth * play).sum(axis=0).mean() == pytest.approx(
            Evaluator(problem).value(strategy.weights)[0], abs=1e-6
        )


def forced(strategy: Strategy, path: str, choice: int) -> Strategy:
    """The same strategy, except that it always makes one choice at the spot."""
    spot = find(strategy.problem, path)
    weights = strategy.weights.copy()
    if spot.menu is None:
        rows = weights[spot.slot : spot.slot + spot.length].reshape(len(spot.actions), spot.states)
        rows[:] = 0
        rows[choice] = 1
    else:
        count = spot.menu.option_count()
        part = weights[spot.slot : spot.slot + spot.length]
        part[count != choice] = 0
    return Strategy(strategy.problem, weights)


@pytest.mark.parametrize(
    "path", ["", "r", "cr", "rrr", "rc/", "cx/", "rc/2", "rrc/0", "rc/12/", "rc/12/xb", "cx/00/br"]
)
def test_forcing_a_choice_changes_the_value_by_its_worth(short: Strategy, path: str) -> None:
    """The sweep's value of the game with and without the forced choice."""
    problem, spot = short.problem, find(short.problem, path)
    evaluator = Evaluator(problem)
    worth = choices(short, path)
    own, other = short.reach(path, spot.seat), short.reach(path, 1 - spot.seat)
    play = short.at(path)
    before = evaluator.value(short.weights)[spot.seat]
    for choice in range(len(worth) if spot.menu is None else len(spot.menu.counts)):
        changed = forced(short, path, choice)
        if spot.menu is None:
            gain = (own * (worth[choice] - (worth * play).sum(axis=0))).sum()
        else:
            state = np.repeat(np.arange(spot.states), np.diff(spot.menu.first))
            gain = (own[state] * worth * (changed.at(path) - play)).sum()
        after = evaluator.value(changed.weights)[spot.seat]
        assert after - before == pytest.approx(gain * other.sum(), abs=1e-6)


def test_leduc_agrees_with_forced_choices() -> None:
    strategy = some(leduc(), 7)
    evaluator = Evaluator(strategy.problem)
    for path in ("", "x", "b", "xb", "xx/3/", "bc/0/b", "xbrc/5/x"):
        spot = find(strategy.problem, path)
        worth, play = choices(strategy, path), strategy.at(path)
        board = None if "/" not in path else int(path.split("/")[1])
        deals = [(i, j) for i, j in permutations(range(6), 2) if board not in (i, j)]
        chance = 1 / 30 if board is None else 1 / 120
        own, other = strategy.reach(path, spot.seat), strategy.reach(path, 1 - spot.seat)
        before = evaluator.value(strategy.weights)[spot.seat]
        for choice in range(len(worth)):
            gain = sum([chance * own[i] * other[j] * (worth[choice, i] - worth[:, i] @ play[:, i]) for i, j in deals])
            after = evaluator.value(forced(strategy, path, choice).weights)[spot.seat]
            assert after - before == pytest.approx(gain, abs=1e-6)


def test_values_are_nan_where_the_opponent_never_comes(short: Strategy) -> None:
    never = forced(short, "", 0)
    assert np.isnan(choices(never, "r")).all()


def test_every_reached_spot_agrees_with_forced_choices() -> None:
    """One choice is forced at every spot of a small game. The value of the game changes by the value of the choice."""
    problem = draw_problem(game("a5sd"), Stakes(1, 2), ranks=3, counts=[(0, 1)])
    strategy, evaluator, seen = solve(problem, iterations=3).strategy, Evaluator(problem), 0
    values = evaluator.value(strategy.weights)
    for number, spot in enumerate(spots(problem)):
        own, other = strategy.reach(spot.path, spot.seat), strategy.reach(spot.path, 1 - spot.seat)
        if not (own.any() and other.any()):
            continue
        seen += 1
        worth, play = choices(strategy, spot.path), strategy.at(spot.path)
        choice = number % (len(spot.actions) if spot.menu is None else len(spot.menu.counts))
        changed = forced(strategy, spot.path, choice)
        if spot.menu is None:
            gain = (own * ((changed.at(spot.path) - play) * worth).sum(axis=0)).sum()
        else:
            state = np.repeat(np.arange(spot.states), np.diff(spot.menu.first))
            gain = (own[state] * worth * (changed.at(spot.path) - play)).sum()
        after = evaluator.value(changed.weights)[spot.seat]
        assert after - values[spot.seat] == pytest.approx(gain * other.sum(), abs=1e-6), spot.path
    assert seen > 250


def test_problems_with_card_removal_are_refused() -> None:
    problem = removal_problem(game("27sd-fl"), Stakes(1, 2), ranks=4)
    with pytest.raises(ValueError, match="class game"):
        choices(some(problem, 1), "")
