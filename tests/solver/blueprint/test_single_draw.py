"""A game with one draw: trained, written to a strategy file, played from it, and the files of the package."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from standpat import Dealer, Hand, Stakes, game
from standpat.bots.blueprint import Blueprint
from standpat.bots.directories import installed
from standpat.bots.player import Situation, situation
from standpat.bots.strategy_file import StrategyFile
from standpat.cli import main
from standpat.engine.action import Discard
from standpat.solver import Evaluator, advise, blueprint_problem
from standpat.solver.blueprint.export import weights_of
from standpat.solver.strategy_file.file_strategy import open_strategy
from standpat.solver.subgame.resolve import Resolving

pytestmark = pytest.mark.extended

STAKES = Stakes(1, 2)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("single")


@pytest.fixture(scope="module")
def path(folder: Path) -> Path:
    """A strategy for the whole deck, hardly trained."""
    return _trained(folder, "--iterations", "20", "--states", "32")


def _trained(folder: Path, *options: str) -> Path:
    path = folder / "27sd-fl.table"
    assert main(["train", "--game", "27sd-fl", "--checkpoint", str(folder), "--export", str(path), *options]) == 0
    return path


@pytest.mark.slow
def test_a_short_deck_is_trained_to_the_target(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = _trained(tmp_path, "--ranks", "6", "--target", "0.5", "--workers", "2")
    told: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert told["game"] == "27sd-fl"
    assert told["exact"]["msb"] <= told["export"]["exact"]["msb"] + 0.01 < 5
    assert told["export"]["size"] == path.stat().st_size
    problem = blueprint_problem(game("27sd-fl"), STAKES, states=(512,), counts=[tuple(range(6))], ranks=6)
    assert Evaluator(problem).exploitability(weights_of(path, problem)).msb == pytest.approx(
        told["export"]["exact"]["msb"], abs=1e-6
    )
    small = tmp_path / "small.table"
    options = ["--ranks", "6", "--iterations", "1", "--strength", "compact", "--export", str(small)]
    assert main(["train", "--game", "27sd-fl", "--checkpoint", str(tmp_path), *options]) == 0
    assert small.stat().st_size < path.stat().st_size


@pytest.mark.slow
def test_the_bot_plays_what_was_exported(path: Path) -> None:
    """At every decision of random hands the bot's probabilities are the weights of the file."""
    player, strategy = Blueprint(StrategyFile.load(path)), open_strategy(path, 1)
    drawn = bets = 0
    for now in _decisions(player, 12):
        place = player.place(now)
        assert place is not None
        policy = player.policy(now)
        advice = advise(now, strategy)
        if now.legal.draw is None:
            assert sorted(policy.values()) == pytest.approx(sorted(c.frequency for c in advice.choices if c.frequency))
            bets += 1
        else:
            by_count = {len(action.cards): share for action, share in policy.items() if isinstance(action, Discard)}
            for choice in advice.choices:
                if choice.frequency > 1e-6:
                    assert by_count[len(choice.name)] == pytest.approx(choice.frequency, abs=1e-6)
            drawn += 1
    assert bets > 16
    assert drawn > 8


def _decisions(player: Blueprint, hands: int) -> Iterator[Situation]:
    random = Random(5)
    for number in range(hands):
        hand = Hand(game("27sd-fl"), STAKES, [200, 200], number % 2, Dealer(number))
        while hand.to_act is not None:
            now = situation(hand, random)
            yield now
            hand.apply(player(now))


def test_resolve_leaves_draws_of_many_cards_to_the_blueprint(path: Path) -> None:
    file = StrategyFile.load(path)
    player, solved = Resolving(file, groups=20, iterations=5), 0
    for now in _decisions(Blueprint(file), 8):
        policy = player.policy(now)
        assert sum(policy.values()) == pytest.approx(1)
        if now.legal.draw is not None:
            assert policy == player.player.policy(now)
        solved += policy != player.player.policy(now)
    assert solved > 4


@pytest.mark.parametrize("id", ["27sd-fl", "a5sd"])
def test_the_file_of_the_package_is_nearly_perfect(id: str) -> None:
    """What docs/strength.md says of it, from the file alone."""
    path = installed(several=False)[id]
    table = StrategyFile.load(path)
    recipe = table.head["recipe"]
    of = [np.array(states, np.int32) for states in table.states]
    problem = blueprint_problem(game(id), STAKES, states=recipe["states"], counts=recipe["counts"], of=of)
    assert Evaluator(problem, 2).exploitability(weights_of(path, problem)).msb < 0.15
