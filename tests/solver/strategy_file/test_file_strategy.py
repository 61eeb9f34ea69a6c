"""A table's strategy is what its file says; what its spots are worth is what the sweep and a walk of the tree find."""

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
from standpat.solver.strategy_file.file_strategy import FileStrategy, beside, is_strategy_file, open_strategy

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
def tabled(path: Path) -> FileStrategy:
    return open_strategy(path)


def some(problem: Problem, every: int) -> list[str]:
    return [spot.path for spot in spots(problem)][::every]


def test_it_plays_what_the_file_says(tabled: FileStrategy, problem: Problem, path: Path) -> None:
    """At every spot, class by class; in a draw the keeps are those of the training."""
    strategy, abstraction = Strategy(problem, weights_of(path, problem)), problem.abstraction
    assert abstraction is not None
    for place in some(problem, 5):
        spot, wide = find(problem, place), find(tabled.problem, place)
        of = abstraction.of[spot.street]
        if spot.menu is None:
            assert tabled.at(place) == pytest.approx(strategy.at(place)[:, of], abs=1e-6)
            continue
        menu, every = abstraction.menus[spot.street], wide.menu
        assert every is not None
        want = strategy.at(place).reshape(spot.states, -1)[of].ravel()
        state, all_states = (np.repeat(np.arange(m.states), np.diff(m.first)) for m in (menu, every))
        kept = {(s, k): p for s, k, p in zip(state, menu.kept[menu.row], want, strict=True)}
        played = tabled.at(place)
        found = {(s, k): p for s, k, p in zip(all_states, every.kept[every.row], played, strict=True) if p > 0}
        assert found == pytest.approx({place: p for place, p in kept.items() if p > 0}, abs=1e-6)


def test_every_choice_is_worth_what_the_whole_tree_says(tabled: FileStrategy, problem: Problem) -> None:
    """All keeps too: a strategy over all of them, written out whole, walked by `choices`."""
    whole = np.zeros(tabled.problem.size, np.float32)
    for spot in spots(tabled.problem):
        whole[spot.slot : spot.slot + spot.length] = tabled.at(spot.path).ravel()
    strategy = Strategy(tabled.problem, whole)
    places = ["", "r", "c", "rc/", "rc/1", *some(problem, 97)]
    for place in places:
        assert tabled.worth(place) == pytest.approx(choices(strategy, place), abs=1e-5, nan_ok=True), place
        for seat in (0, 1):
            assert tabled.reach(place, seat) == pytest.approx(strategy.reach(place, seat), abs=1e-7), place
    assert {find(problem, place).street for place in places} == {0, 1, 2}


def test_the_spots_add_up_to_the_value_of_the_sweep(tabled: FileStrategy, problem: Problem, path: Path) -> None:
    weights = weights_of(path, problem)
    value = Evaluator(problem).value(weights)
    worth, reach = tabled.worth(""), tabled.reach("", 0)
    assert float((tabled.at("") * worth * reach).sum()) == pytest.approx(value[0], abs=1e-6)
    # Forcing a choice at a spot changes the value of the game by what advice says it loses there.
    for place in ("r", "rc/11/", "rc/21/xb", "rc/11/xx/11/b"):
        spot = find(problem, place)
        worth, play, reach = tabled.worth(place), tabled.at(place), tabled.reach(place, spot.seat)
        mass = tabled.reach(place, 1 - spot.seat).sum()
        forced = weights.copy()
        rows = forced[spot.slot : spot.slot + spot.length].reshape(len(spot.actions), -1)
        rows[:] = 0
        rows[0] = 1
        gained = float(((worth[0] - (play * worth).sum(axis=0)) * reach).sum() * mass)
        assert Evaluator(problem).value(forced)[spot.seat] - value[spot.seat] == pytest.approx(gained, abs=1e-6)


def test_advice_of_a_table(tabled: FileStrategy) -> None:
    for place in ("", "rc/", "rc/11/", "rc/11/xx/01/b"):
        advice = advise_at(tabled, place, "2c3d4h5s2d")
        assert sum(c.frequency for c in advice.choices) == pytest.approx(1)
        assert min(c.loss for c in advice.choices) == pytest.approx(0, abs=1e-9)
        assert advice.own.shares.sum() == pytest.approx(1)
        whole = advise_at(tabled, place)
        assert sum(c.frequency for c in whole.choices) == pytest.approx(1)
    draw = advise_at(tabled, "rc/", "5c5d4h3s2c")
    assert {"", "5", "54", "5543", "55432"} <= {choice.name for choice in draw.choices}
    assert "the other takes draws of more than 2 cards for that many" in draw.notes
    assert draw.loss("55432") > draw.loss("5")


def test_decisions_left_out_are_told(tabled: FileStrategy, problem: Problem) -> None:
    told = {place: tabled.remarks(place) for place in some(problem, 9)}
    left = [place for place, notes in told.items() if any("left this decision out" in note for note in notes)]
    assert 0 < len(left) < len(told)
    assert all(tabled.reach(place, find(problem, place).seat).sum() < 1.1e-3 for place in left)


def test_hands_at_the_table_are_advised_as_the_player_plays(tmp_path: Path) -> None:
    """Whole deck: the frequencies are the policy's."""
    wide = blueprint_problem(SHORT, Stakes(1, 2), states=(9, 5), counts=[(0, 1), (0, 1)])
    weights = np.random.default_rng(2).random(wide.size).astype(np.float32)
    export(wide, weights, tmp_path / "27td.table", bits=6, prune=0)
    table = StrategyFile.load(tmp_path / "27td.table")
    tabled, player, random, asked = FileStrategy(table), Blueprint(table), Random(3), 0
    for deal in range(6):
        hand = Hand(SHORT, Stakes(5, 10), [1000, 1000], deal % 2, Dealer(seed=deal))
        while (seat := hand.to_act) is not None:
            policy = player.policy(situation(hand, random))
            if sum([isinstance(event, DrawResult) for event in hand.events]) >= 3:
                advice = advise(hand.seen_by(seat), tabled)
                shares = sorted([c.frequency for c in advice.choices if c.frequency > 0])
                assert shares == pytest.approx(sorted(policy.values()), abs=1e-5)
                asked += 1
            hand.apply(max(policy, key=lambda action: (not isinstance(action, Fold), random.random())))
    assert asked > 8


def test_values_before_the_draw_are_kept(tabled: FileStrategy, path: Path) -> None:
    assert sum(1 for _ in tabled.preparing()) == tabled.contexts
    assert tabled.prepared
    tabled.save(beside(path))
    again = open_strategy(path)
    assert again.prepared
    assert again.worth("r") == pytest.approx(tabled.worth("r"), abs=1e-5, nan_ok=True)
    assert is_strategy_file(path)
    assert not is_strategy_file(beside(path))


def test_values_of_another_table_are_not_taken_up(tabled: FileStrategy, problem: Problem, tmp_path: Path) -> None:
    export(problem, np.ones(problem.size, np.float32), tmp_path / "x.table")
    list(tabled.preparing())
    tabled.save(beside(tmp_path / "x.table"))
    assert not open_strategy(tmp_path / "x.table").prepared
