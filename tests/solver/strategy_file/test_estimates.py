"""Estimates before the first draw are near the values, and say that they are estimates."""

import numpy as np
import pytest

from standpat.bots.blueprint import strategy_file_of
from standpat.engine.games import game
from standpat.lab.heads_up.play_files import play_of
from standpat.lab.heads_up.values import values_of
from standpat.solver import advise_at
from standpat.solver.strategy_file.file_strategy import FileStrategy

pytestmark = pytest.mark.extended


@pytest.fixture(scope="module")
def strategy() -> FileStrategy:
    file, play = strategy_file_of("27td"), play_of(game("27td"), "blueprint")
    assert file is not None
    assert play is not None
    strategy = FileStrategy(file)
    strategy.estimate(values_of(game("27td"), play, play))
    return strategy


@pytest.mark.slow
def test_first_decisions_have_values_and_a_remark(strategy: FileStrategy) -> None:
    advice = advise_at(strategy, "", "7c5d4h3s2c")
    assert [choice.name for choice in advice.choices if choice.loss > 4] == ["f"]
    assert advice.value == pytest.approx(5.2, abs=0.6)
    assert any(["are estimates" in note for note in advice.notes])
    assert advise_at(strategy, "rc/", "Kc7d4h3s2c").choices[0].name == "K"
    assert not any(["are estimates" in note for note in strategy.remarks("rc/22/")])
    assert not strategy.prepared


def test_the_value_of_the_button(strategy: FileStrategy) -> None:
    worth, play, chance = strategy.worth(""), strategy.at(""), strategy.classes.chance
    assert float(np.sum(worth[0] * chance)) == pytest.approx(-0.5)  # a fold
    assert float(np.sum(worth * play * chance)) == pytest.approx(0.11, abs=0.05)


@pytest.mark.slow
def test_estimates_are_near_the_values(strategy: FileStrategy) -> None:
    """After a raise, a call and two cards each, against the values of the tree."""
    outcomes = strategy.problem.links[0].outcomes
    paths = [strategy._arrival(*divmod(context, outcomes)) for context in range(strategy.contexts)]
    context = paths.index("rc/22/")
    own, theirs = strategy.reach("rc/22/", 0), strategy.reach("rc/22/", 1)
    exact = strategy._run(1, context, theirs[None], 0)[0] / theirs.sum()
    found = strategy._below(1, context, theirs[None], 0)[0] / theirs.sum()
    off, came = found - exact, own / own.sum()
    assert abs(came @ off) < 0.1
    assert np.sqrt(came @ off**2) < 0.4
    both = np.cov(found, exact, aweights=came)
    assert both[0, 1] / np.sqrt(both[0, 0] * both[1, 1]) > 0.97
