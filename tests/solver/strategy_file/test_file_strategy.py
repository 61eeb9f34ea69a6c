"""The strategy of a file equals the file; its values agree with the sweep and with a walk of the tree."""

from pathlib import Path
from random import Random

import numpy as np
import pytest
from msgspec import structs

from standpat.bots.blueprint import Blueprint
from standpat.bots.player import situation
from standpat.bots.strategy_file import StrategyFile
from standpat.engine.action import Fold
from standpat.engine.dealer import Dealer
from standpat.engine.event import DrawResult
from standpat.engine.games import Stakes, game
from standpat.engine.hand import Hand
from standpat.solver import Evaluator, Problem, Strategy, Training, advise, advise_at, blueprint_problem, find, spots
from standpat.solver.blueprint.export import export, weights_of
from standpat.solver.game.action_values import choices
from standpat.solver.strategy_file.file_strategy import FileStrategy, is_strategy_file, open_strategy, values_path

pytestmark = pytest.mark.extended

SHORT = structs.replace(game("27td", cap=2), bets=(1, 1, 2))


@pytest.fixture(scope="module")
def problem() -> Problem:
    return blueprint_problem(SHORT, Stakes(1, 2), states=(12, 7), counts=[(0, 1, 2), (0, 1)], ranks=5)


@pytest.fixture(scope="module")
def path(problem: Problem, tmp_path_factory: pytest.TempPathFactory) -> Path:
    training = Training(problem)
    for _ in range(12):
        training.iterate()
    path = tmp_path_factory.mktemp("tables") / "short.table"
    export(problem, training.average, path, bits=6, prune=1e-3)
    return path


@pytest.fixture(scope="module")
def read_back(path: Path) -> FileStrategy:
    return open_strategy(path)


def some(problem: Problem, every: int) -> list[str]:
    return [spot.path for spot in spots(problem)][::every]


def test_probabilities_are_those_of_the_file(read_back: FileStrategy, problem: Problem, path: Path) -> None:
    """At every spot, class by class. In a draw the keeps are those of the training."""
    strategy, abstraction = Strategy(problem, weights_of(path, problem)), problem.abstraction
    assert abstraction is not None
    for place in some(problem, 5):
        spot, wide = find(problem, place), find(read_back.problem, place)
        of = abstraction.of[spot.street]
        if spot.menu is None:
            assert read_back.at(place) == pytest.approx(strategy.at(place)[:, of], abs=1e-6)
            continue
        menu, every = abstraction.menus[spot.street], wide.menu
        assert every is not None
        want = strategy.at(place).reshape(spot.states, -1)[of].ravel()
        state, all_states = (np.repeat(np.arange(m.states), np.diff(m.first)) for m in (menu, every))
        kept = {(s, k): p for s, k, p in zip(state, menu.kept[menu.row], want, strict=True)}
        played = read_back.at(place)
        found = {(s, k): p for s, k, p in zip(all_states, every.kept[every.row], played, strict=True) if p > 0}
        assert found == pytest.approx({place: p for place, p in kept.items() if p > 0}, abs=1e-6)


def test_values_agree_with_the_whole_tree(read_back: FileStrategy, problem: Problem) -> None:
    """With all keeps too: a strategy over all of them, written out in full, with `choices`."""
    whole = np.zeros(read_back.problem.size, np.float32)
    for spot in spots(read_back.problem):
        whole[spot.slot : spot.slot + spot.length] = read_back.at(spot.path).ravel()
    strategy = Strategy(read_back.problem, whole)
    places = ["", "r", "c", "rc/", "rc/1", *some(problem, 97)]
    for place in places:
        assert read_back.worth(place) == pytest.approx(choices(strategy, place), abs=1e-5, nan_ok=True), place
        for seat in (0, 1):
            assert read_back.reach(place, seat) == pytest.approx(strategy.reach(place, seat), abs=1e-7), place
    assert {find(problem, place).street for place in places} == {0, 1, 2}


def test_values_of_the_spots_add_up_to_the_value_of_the_sweep(
    read_back: FileStrategy, problem: Problem, path: Path
) -> None:
    weights = weights_of(path, problem)
    value = Evaluator(problem).value(weights)
    worth, reach = read_back.worth(""), read_back.reach("", 0)
    assert float((read_back.at("") * worth * reach).sum()) == pytest.approx(value[0], abs=1e-6)
    # Forcing a choice at a spot changes the value of the game by the loss that the advice shows.
    for place in ("r", "rc/11/", "rc/21/xb", "rc/11/xx/11/b"):
        spot = find(problem, place)
        worth, play, reach = read_back.worth(place), read_back.at(place), read_back.reach(place, spot.seat)
        mass = read_back.reach(place, 1 - spot.seat).sum()
        forced = weights.copy()
        rows = forced[spot.slot : spot.slot + spot.length].reshape(len(spot.actions), -1)
        rows[:] = 0
        rows[0] = 1
        gained = float(((worth[0] - (play * worth).sum(axis=0)) * reach).sum() * mass)
        assert Evaluator(problem).value(forced)[spot.seat] - value[spot.seat] == pytest.approx(gained, abs=1e-6)


def test_advice_from_a_strategy_file(read_back: FileStrategy) -> None:
    for place in ("", "rc/", "rc/11/", "rc/11/xx/01/b"):
        advice = advise_at(read_back, place, "2c3d4h5s2d")
        assert sum(c.frequency for c in advice.choices) == pytest.approx(1)
        assert min(c.loss for c in advice.choices) == pytest.approx(0, abs=1e-9)
        assert advice.own.shares.sum() == pytest.approx(1)
        whole = advise_at(read_back, place)
        assert sum(c.frequency for c in whole.choices) == pytest.approx(1)
    draw = advise_at(read_back, "rc/", "5c5d4h3s2c")
    assert {"", "5", "54", "5543", "55432"} <= {choice.name for choice in draw.choices}
    assert "draws of more than 2 cards are read as draws of that many" in draw.notes
    assert draw.loss("55432") > draw.loss("5")


def test_decisions_that_the_file_left_out_are_noted(read_back: FileStrategy, problem: Problem) -> None:
    told = {place: read_back.remarks(place) for place in some(problem, 9)}
    left = [place for place, notes in told.items() if any("left this decision out" in note for note in notes)]
    assert 0 < len(left) < len(told)
    assert all(read_back.reach(place, find(problem, place).seat).sum() < 1.1e-3 for place in left)


def test_advice_at_the_table_agrees_with_the_bot(tmp_path: Path) -> None:
    """With the whole deck, the frequencies are those of the policy."""
    wide = blueprint_problem(SHORT, Stakes(1, 2), states=(9, 5), counts=[(0, 1), (0, 1)])
    weights = np.random.default_rng(2).random(wide.size).astype(np.float32)
    export(wide, weights, tmp_path / "27td.table", bits=6, prune=0)
    table = StrategyFile.load(tmp_path / "27td.table")
    read_back, player, random, asked = FileStrategy(table), Blueprint(table), Random(3), 0
    for deal in range(6):
        hand = Hand(SHORT, Stakes(5, 10), [1000, 1000], deal % 2, Dealer(seed=deal))
        while (seat := hand.to_act) is not None:
            policy = player.policy(situation(hand, random))
            if sum([isinstance(event, DrawResult) for event in hand.events]) >= 3:
                advice = advise(hand.seen_by(seat), read_back)
                shares = sorted([c.frequency for c in advice.choices if c.frequency > 0])
                assert shares == pytest.approx(sorted(policy.values()), abs=1e-5)
                asked += 1
            hand.apply(max(policy, key=lambda action: (not isinstance(action, Fold), random.random())))
    assert asked > 8


def test_values_before_the_draw_are_saved(read_back: FileStrategy, path: Path) -> None:
    assert sum(1 for _ in read_back.prepare()) == read_back.contexts
    assert read_back.prepared
    read_back.save_values(values_path(path))
    again = open_strategy(path)
    assert again.prepared
    assert again.worth("r") == pytest.approx(read_back.worth("r"), abs=1e-5, nan_ok=True)
    assert is_strategy_file(path)
    assert not is_strategy_file(values_path(path))


def test_values_of_another_strategy_file_are_not_loaded(
    read_back: FileStrategy, problem: Problem, tmp_path: Path
) -> None:
    export(problem, np.ones(problem.size, np.float32), tmp_path / "x.table")
    list(read_back.prepare())
    read_back.save_values(values_path(tmp_path / "x.table"))
    assert not open_strategy(tmp_path / "x.table").prepared
