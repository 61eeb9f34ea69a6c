"""The compiled bot equals the bot, and a response that was trained on some deals wins on others."""

from pathlib import Path
from random import Random

import numpy as np
import pytest
from msgspec import structs

from standpat.bots.blueprint import thrown
from standpat.bots.strategy_file import StrategyFile
from standpat.cards.ranking import RANKINGS
from standpat.engine.games import Stakes, game
from standpat.solver import Rule, Training, blueprint_problem
from standpat.solver.blueprint.export import export
from standpat.solver.cfr.last_two_streets_sweep import LastTwoStreetsSweep
from standpat.solver.game.hand_classes import HandClasses
from standpat.solver.response.full_deck_rollout import (
    RolloutTables,
    bet_chances,
    cell_of,
    class_of,
    draw_chances,
    exchange,
    last_round_gains,
    play_to_last_round,
)
from standpat.solver.response.trained_response import better, rollout_tables_of, trained, untrained, won

pytestmark = pytest.mark.slow

TWO_DRAWS = structs.replace(game("27td", cap=2), bets=(1, 1, 2))


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, StrategyFile]:
    """The same strategy in full, and with representatives."""
    problem = blueprint_problem(TWO_DRAWS, Stakes(1, 2), states=(24, 8), counts=[(0, 1, 2, 3, 4), (0, 1)])
    training = Training(problem, Rule(least=1e-8))
    training._sweep = sweep = LastTwoStreetsSweep(problem)
    for _ in range(3):
        training.iterate()
    sweep.turned(training.average, back=True)
    folder: Path = tmp_path_factory.mktemp("tables")
    export(problem, training.average, folder / "full", bits=5, prune=1e-3, iterations=3)
    export(problem, training.average, folder / "small", bits=5, contexts=30, detail=1e-6, iterations=3)
    return {path.name: StrategyFile.load(path) for path in folder.iterdir()}


@pytest.fixture(scope="module")
def file(files: dict[str, StrategyFile]) -> StrategyFile:
    return files["full"]


@pytest.fixture(scope="module")
def tables(file: StrategyFile) -> RolloutTables:
    return rollout_tables_of(file)


@pytest.mark.parametrize("kind", ["full", "small"])
def test_probabilities_are_those_of_the_strategy_file(files: dict[str, StrategyFile], kind: str) -> None:
    random, out = Random(1), np.zeros(6)
    file = files[kind]
    tables = rollout_tables_of(file)
    seen = set()
    for _ in range(300):
        street = random.randrange(3)
        here = file.streets[street]
        context, state = random.randrange(file.contexts(street)), random.randrange(here.states)
        index = random.choice([i for i, n in enumerate(here.nodes) if n.letters])
        round_ = random.randrange(len(here.paid)) if street else 0
        want, whose = file.bet(street, context, round_, here.nodes[index], state)
        seen.add(whose)
        bet_chances(tables, street, context, round_, index, state, out)
        assert out[: len(want)] == pytest.approx(want)
        if street < 2:
            exit_, turn = random.randrange(here.exits), random.randrange(1 + len(here.counts[0]))
            want = file.draw(street, context, round_, exit_, turn, state).chances
            draw_chances(tables, street, context, round_, exit_, turn, state, out)
            assert out[: len(want)] == pytest.approx(want)
    assert seen == ({"own", "mean"} if kind == "full" else {"own", "alike", "mean"})


def test_classes_and_draws_are_those_of_the_bot(tables: RolloutTables) -> None:
    random, classes = Random(2), HandClasses(RANKINGS["deuce-to-seven"])
    for _ in range(400):
        cards = random.sample(range(52), 15)
        if random.random() < 0.2:
            cards[:5] = [4 * rank + cards[0] % 4 for rank in random.sample(range(13), 5)]
        hand, mask = np.array(cards[:5]), random.randrange(32)
        assert class_of(tables, hand) == classes.of(cards[:5])
        gone = thrown(tuple(cards[:5]), mask)
        drawn = exchange(hand, mask, np.array(cards), 5)
        assert drawn == len(gone)
        assert sorted(hand.tolist()) == sorted([*(set(cards[:5]) - set(gone)), *cards[5 : 5 + drawn]])


def endings(tables: RolloutTables, number: int) -> list[np.ndarray]:
    deck, generator = np.arange(52), np.random.default_rng(1)
    found: list[np.ndarray] = []
    while len(found) < number:
        generator.shuffle(deck)
        at = np.zeros(8, np.int64)
        if play_to_last_round(tables, deck, at, np.zeros((2, 13), np.int64)):
            found.append(at)
    return found


def by_hand(
    file: StrategyFile, tables: RolloutTables, at: np.ndarray, responder: int, deviate: np.ndarray | None
) -> float:
    """What the responder wins in a last round, computed node by node."""
    street, context, paid = len(file.streets) - 1, int(at[0]), int(at[1])
    here = file.streets[street]
    bet = 4

    def worth(index: int, put: tuple[int, int]) -> float:
        node = here.nodes[index]
        if not node.letters:
            if put[0] != put[1]:
                return float(
                    paid + put[1 - responder] if put[responder] > put[1 - responder] else -paid - put[responder]
                )
            own, other = at[2 + responder], at[3 - responder]
            return float((paid + put[0]) * (int(own < other) - int(own > other)))
        state = file.states[street][int(at[2 + node.seat])]
        chances = file.bet(street, context, here.paid.index(paid), node, state).chances
        if node.seat == responder and deviate is not None:
            cell = cell_of(tables, node.number, state, int(at[5 - node.seat]), int(at[6 + node.seat]))
            if deviate[cell] >= 0:
                chances = [float(a == deviate[cell]) for a in range(len(chances))]
        total = 0.0
        for letter, child, chance in zip(node.letters, node.children, chances, strict=True):
            now = list(put)
            other = put[1 - node.seat]
            now[node.seat] = other + bet if letter in "br" else other if letter == "c" else put[node.seat]
            total += chance * worth(child, (now[0], now[1]))
        return total

    return worth(0, (0, 0))


def test_last_round_gains_agree_with_the_tree_node_by_node(file: StrategyFile, tables: RolloutTables) -> None:
    generator = np.random.default_rng(3)
    deviate = generator.integers(-1, 2, len(untrained(tables))).astype(np.int8)
    none, gains = np.zeros((0, 3, 3)), 0
    for at in endings(tables, 40):
        for seat in (0, 1):
            assert last_round_gains(tables, at, seat, untrained(tables), none) == 0
            gain = last_round_gains(tables, at, seat, deviate, none)
            want = by_hand(file, tables, at, seat, deviate) - by_hand(file, tables, at, seat, None)
            assert gain == pytest.approx(want, abs=1e-5)
            gains += abs(gain) > 0.01
    assert gains > 20


def test_training_wins_on_deals_that_it_has_not_seen(tables: RolloutTables) -> None:
    deviate = untrained(tables)
    assert won(tables, deviate, 1000).mean == 0
    for seed in range(2):
        deviate = trained(tables, deviate, 20_000, seed)
    found = won(tables, deviate, 20_000)
    assert found.mean > 2 * found.margin
    assert found.rounds > 1000
    assert won(tables, deviate, 20_000) == found
    with pytest.raises(ValueError, match="seeds of training are"):
        trained(tables, deviate, 10, 1 << 20)


def test_only_significantly_better_actions_are_chosen() -> None:
    found = np.zeros((3, 3, 3))
    found[0, 1] = (100, 50.0, 100.0)  # five standard errors
    found[1, 1] = (100, 15.0, 100.0)  # one and a half
    found[2, :2] = ((100, 50.0, 100.0), (100, 60.0, 100.0))
    assert better(found).tolist() == [1, -1, 1]


def test_strategy_files_with_other_draws_are_refused(file: StrategyFile) -> None:
    other = StrategyFile.__new__(StrategyFile)
    other.__dict__.update(file.__dict__)
    other.streets = [structs.replace(file.streets[0], counts=((0, 2), (0, 2))), *file.streets[1:]]
    with pytest.raises(ValueError, match="0 to some number"):
        rollout_tables_of(other)
