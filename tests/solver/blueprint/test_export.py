"""Exported strategies: they are read, played and scored as they were written, and damage is noticed."""

import json
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from random import Random

import numpy as np
import pytest
from msgspec import structs

from standpat import bots as bot
from standpat.bots.blueprint import Blueprint, blueprint, blueprint_policy, strategy_files, thrown
from standpat.bots.player import Situation, situation
from standpat.bots.sealed_file import Damaged
from standpat.bots.strategy_file import MAGIC, StrategyFile
from standpat.cards.card import parse
from standpat.engine.action import Discard, Raise
from standpat.engine.dealer import Dealer
from standpat.engine.event import Acted, DrawResult, HandStart, StreetStart
from standpat.engine.games import Stakes, game
from standpat.engine.hand import Hand
from standpat.solver import Evaluator, Problem, Rule, Strategy, Training, blueprint_problem, find
from standpat.solver.blueprint.export import export, weights_of
from standpat.solver.cfr.last_two_streets_sweep import LastTwoStreetsSweep

pytestmark = pytest.mark.extended

TWO_DRAWS = structs.replace(game("27td", cap=2), bets=(1, 1, 2))


@pytest.fixture(scope="module")
def problem() -> Problem:
    return blueprint_problem(TWO_DRAWS, Stakes(1, 2), states=(24, 8), counts=[(0, 1, 2), (0, 1)])


@pytest.fixture(scope="module")
def average(problem: Problem) -> np.ndarray:
    training = Training(problem, Rule(least=1e-8))
    training._sweep = sweep = LastTwoStreetsSweep(problem)
    for _ in range(40):
        training.iterate()
    sweep.turned(training.average, back=True)
    return training.average


@pytest.fixture(scope="module")
def path(problem: Problem, average: np.ndarray, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("tables") / "27td.table"
    export(problem, average, path, bits=5, prune=1e-3, iterations=40)
    return path


@pytest.fixture(scope="module")
def player(path: Path) -> Blueprint:
    return Blueprint(StrategyFile.load(path))


def inside(problem: Problem, weights: np.ndarray) -> float:
    return Evaluator(problem, inside=True).exploitability(weights).msb


@pytest.mark.slow
def test_finer_steps_lose_less(problem: Problem, average: np.ndarray, tmp_path: Path) -> None:
    def off(bits: int) -> float:
        export(problem, average, tmp_path / "x.table", bits=bits, prune=0.0)
        return inside(problem, weights_of(tmp_path / "x.table", problem))

    raw = inside(problem, average)
    assert abs(off(8) - raw) < 0.02 * raw
    assert off(5) < 1.3 * raw < off(2)


@pytest.mark.slow
def test_leaving_out_what_is_hardly_played_costs_little(problem: Problem, average: np.ndarray, tmp_path: Path) -> None:
    def written(prune: float, workers: int = 1) -> tuple[int, float, int]:
        report = export(problem, average, tmp_path / "x.table", bits=8, prune=prune, workers=workers)
        return report.size, inside(problem, weights_of(tmp_path / "x.table", problem)), report.kept

    size, off, kept = written(0.0)
    less, near, fewer = written(1e-4)
    least, far, none = written(2.0)
    assert least < less < size
    assert kept > fewer > none == 0
    assert near < 1.2 * off < far
    size, off, kept = written(1e-4, workers=2)
    assert (size, kept) == (less, fewer)
    assert off == pytest.approx(near)


def hands(path: Path, number: int) -> list[Situation]:
    """Decisions of hands between the rule player and the random player."""
    seats, found = [bot.player("rule"), bot.player("random")], []
    for k in range(number):
        hand, random = Hand(TWO_DRAWS, Stakes(5, 10), [1000, 1000], k % 2, Dealer(f"deck {k}")), Random(k)
        while hand.to_act is not None:
            here = situation(hand, random)
            found.append(here)
            hand.apply(seats[hand.to_act](here))
    return found


@pytest.mark.slow
def test_the_bot_plays_the_strategy_that_is_scored(problem: Problem, path: Path, player: Blueprint) -> None:
    """The bot's policy is the strategy in the file, at the same path with the same class."""
    strategy = Strategy(problem, weights_of(path, problem))
    abstraction = problem.abstraction
    assert abstraction is not None
    seen = 0
    for here in hands(path, 60):
        place = player.place(here)
        assert place is not None
        if place.beside:
            continue
        spot = find(problem, path_of(here))
        start = here.seen[0]
        assert isinstance(start, HandStart)
        assert spot.seat == (here.seat != start.button)
        state = abstraction.of[spot.street][player._ranking(here.cards) - 1]
        policy = player.policy(here)
        assert sum(policy.values()) == pytest.approx(1)
        if spot.menu is None:
            want = strategy.at(spot.path)[:, state]
            by_name = dict(zip(letters_of(policy), policy.values(), strict=True))
            letters = letters_of(spot.actions)
            assert [by_name.get(name, 0.0) for name in letters] == pytest.approx(list(want), abs=1e-5)
        else:
            want = strategy.counts(spot.path)[:, state]
            counts = [0.0] * len(want)
            for action, p in policy.items():
                assert isinstance(action, Discard)
                counts[len(action.cards)] += p
            assert counts == pytest.approx(list(want), abs=1e-5)
        seen += 1
    assert seen > 150


def letters_of(actions: Iterable[object]) -> list[str]:
    return [{"Fold": "f", "Check": "x", "Call": "c", "Bet": "b", "Raise": "r"}[type(a).__name__] for a in actions]


def path_of(here: Situation) -> str:
    """The hand as a path of the tree."""
    path = ""
    for event in here.seen:
        match event:
            case StreetStart(street=street) if street:
                path += "/"
                drawn = 0
            case DrawResult(count=count):
                path += str(count)
                drawn += 1
                path += "/" if drawn == 2 else ""
            case Acted(action=action):
                path += type(action).__name__[0].lower() if type(action).__name__ != "Check" else "x"
    return path


def test_a_decision_takes_milliseconds(path: Path) -> None:
    player, times = Blueprint(StrategyFile.load(path)), []
    for here in hands(path, 30):
        start = time.perf_counter()
        player(here)
        times.append(time.perf_counter() - start)
    assert sorted(times)[len(times) // 2] < 0.005


def test_lines_that_the_strategy_file_lacks_are_reported(player: Blueprint, path: Path) -> None:
    told = {note for here in hands(path, 60) if (place := player.place(here)) for note in place.beside}
    assert "draw 1: 4 cards" in told
    assert "draw 2: 2 cards" in told
    wild = structs.replace(TWO_DRAWS, house=structs.replace(TWO_DRAWS.house, cap=None))
    hand = Hand(wild, Stakes(5, 10), [1000, 1000], 0, Dealer("deck"))
    for _ in range(4):
        bounds = hand.legal.raise_
        assert bounds is not None
        hand.apply(Raise(bounds.max_to))
    place = player.place(situation(hand, Random(1)))
    assert place is not None
    assert "street 0: a raise beyond the table's cap" in place.beside
    assert sum(player.policy(situation(hand, Random(1))).values()) == pytest.approx(1)


def test_hands_of_other_kinds_are_left_to_other_bots(player: Blueprint) -> None:
    for other, hand in (
        ("ring", Hand(TWO_DRAWS, Stakes(5, 10), [1000] * 3, 0, Dealer("deck"))),
        ("rule", Hand(TWO_DRAWS, Stakes(5, 10), [1000, 10], 0, Dealer("deck"))),
        ("rule", Hand(game("a5td"), Stakes(5, 10), [1000] * 2, 0, Dealer("deck"))),
    ):
        here = situation(hand, Random(1))
        assert player.place(here) is None
        assert player.policy(here) == bot.policy(other)(here)
        assert player(here) == bot.player(other)(situation(hand, Random(1)))


def test_actions_are_played_with_their_probabilities(player: Blueprint) -> None:
    hand = Hand(TWO_DRAWS, Stakes(5, 10), [1000] * 2, 0, Dealer("deck 4"))
    random = Random(5)
    policy = player.policy(situation(hand, random))
    taken = [player(situation(hand, random)) for _ in range(2000)]
    for action, chance in policy.items():
        assert taken.count(action) / 2000 == pytest.approx(chance, abs=0.04)


@pytest.mark.parametrize(
    ("cards", "mask", "gone"),
    [
        ("2c3c4c7c7d", 0b01111, "7c"),  # the seven of another suit stays
        ("2c2d3c4c7c", 0b11101, "2c"),
        ("2c3d4h5s7c", 0b11111, ""),
        ("KcKdKhQs2c", 0b00001, "KcKdKhQs"),
    ],
)
def test_of_two_cards_of_a_rank_the_rarer_suit_is_kept(cards: str, mask: int, gone: str) -> None:
    assert set(thrown(parse(cards), mask)) == set(parse(gone))


def test_damage_is_noticed(path: Path, problem: Problem, tmp_path: Path) -> None:
    data = bytearray(path.read_bytes())
    file = tmp_path / "27td.table"
    for at in (len(MAGIC) + 10, len(data) // 2, len(data) - 1):
        data[at] ^= 1
        file.write_bytes(data)
        with pytest.raises(Damaged, match="damaged"):
            StrategyFile.load(file)
        data[at] ^= 1
    file.write_bytes(data[:-100])
    with pytest.raises(Damaged, match="get it again"):
        StrategyFile.load(file)
    file.write_bytes(b"something else")
    with pytest.raises(Damaged, match="is not a strategy file"):
        StrategyFile.load(file)
    other = blueprint_problem(TWO_DRAWS, Stakes(1, 2), states=(20, 8), counts=[(0, 1, 2), (0, 1)], ranks=4)
    with pytest.raises(ValueError, match="another problem"):
        weights_of(path, other)


def test_strategies_that_cannot_be_exported_are_refused(problem: Problem, average: np.ndarray, tmp_path: Path) -> None:
    for options, said in (({"bits": 9}, "2 to 8"), ({"prune": -1.0}, "0 or more")):
        with pytest.raises(ValueError, match=said):
            export(problem, average, tmp_path / "x", **options)
    with pytest.raises(ValueError, match="weights"):
        export(problem, average[:-1], tmp_path / "x")
    assert list(tmp_path.iterdir()) == []


def test_the_bot_is_listed_if_it_has_a_strategy_file(
    path: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("STANDPAT_STRATEGIES", str(path.parent))
    assert strategy_files()["27td"] == path
    assert "blueprint" in bot.players()
    hand = Hand(TWO_DRAWS, Stakes(5, 10), [1000] * 2, 0, Dealer("deck"))
    here = situation(hand, Random(1))
    assert blueprint_policy(here) == Blueprint(StrategyFile.load(path)).policy(here)
    assert blueprint(here) in blueprint_policy(here)
    assert bot.player("blueprint") is blueprint
    monkeypatch.setenv("STANDPAT_STRATEGIES", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert strategy_files()["27td"] != path
    monkeypatch.setattr(sys.modules["standpat.bots.directories"], "folders", lambda: (tmp_path,))
    assert "27td" not in strategy_files()
    assert blueprint_policy(here) == bot.policy("rule")(here)


def test_the_head_describes_the_strategy(path: Path, problem: Problem) -> None:
    table = StrategyFile.load(path)
    assert table.head["iterations"] == 40
    assert (table.head["bits"], table.head["prune"]) == (5, 1e-3)
    assert table.head["recipe"] == json.loads(json.dumps(dict(problem.recipe)))
    assert table.blocks == sum([street.size for street in problem.tree.streets[:-1]])
    assert [table.contexts(s) for s in range(3)] == [street.size for street in problem.tree.streets]


@pytest.mark.slow
def test_contexts_represent_others(problem: Problem, average: np.ndarray, tmp_path: Path) -> None:
    """With fewer decisions of their own the file is smaller and the strategy worse.

    With all of them it is unchanged.
    """
    sizes, msb, kept = [], [], []
    for detail in (0, 1e-6, 1e-5, 1e9):
        path = tmp_path / f"{detail}.table"
        report = export(problem, average.copy(), path, bits=8, prune=0, contexts=18, detail=detail)
        sizes.append(report.size)
        kept.append(report.kept)
        msb.append(Evaluator(problem, inside=True).exploitability(weights_of(path, problem)).msb)
    assert sizes == sorted(sizes, reverse=True)
    assert kept[0] > kept[1] > kept[2] > kept[3]
    assert kept[0] == report.decisions
    assert msb[0] < msb[2] < msb[3]
    blocks = StrategyFile.load(path)
    first_last = blocks.blocks - problem.tree.streets[-2].size
    assert sum([len(blocks.block(first_last + c)) > 0 for c in range(problem.tree.streets[-2].size)]) == 18


def test_the_bot_plays_representatives(problem: Problem, average: np.ndarray, tmp_path: Path) -> None:
    """The file, read decision by decision, agrees with `weights_of`, representatives included."""
    path = tmp_path / "small.table"
    export(problem, average.copy(), path, bits=8, prune=0.01, contexts=18, detail=1e-6)
    table, weights = StrategyFile.load(path), weights_of(path, problem)
    street, layout = problem.tree.streets[-2], problem.layout
    size = problem.sizes[-2]
    seen = set()
    for context in range(street.size):
        turn_of = int(street.contexts.round[context])
        for node in table.streets[1].decisions:
            at = int(layout.bets[1][context]) + node.row * size
            rows = weights[at : at + len(node.letters) * size].reshape(-1, size)
            for state in range(0, size, 3):
                found = table.bet(1, context, turn_of, node, state)
                seen.add(found.whose)
                assert found.chances == pytest.approx(rows[:, state] / rows[:, state].sum(), abs=1e-6)
        for exit_ in range(table.streets[1].exits):
            at = int(layout.draws[1][context * table.streets[1].exits + exit_])
            many = len(table.streets[1].counts[0])
            turns = weights[at : at + (1 + many) * many * size].reshape(1 + many, size, many)
            for turn in range(1 + many):
                found = table.draw(1, context, turn_of, exit_, turn, 1)
                seen.add(found.whose)
                assert found.chances == pytest.approx(turns[turn, 1] / turns[turn, 1].sum(), abs=1e-6)
    assert seen == {"own", "alike", "mean"}
