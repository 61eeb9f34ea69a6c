"""Limit single draw over all its public states: the tree, its figures, the training and the file."""

from pathlib import Path
from random import Random

import numpy as np
import pytest

from standpat import Bet, Call, Check, Dealer, Discard, Fold, Hand, Raise, Stakes, game
from standpat.bots import situation
from standpat.bots.multiway import Multiway, Public, multiway_files
from standpat.bots.multiway_file import MultiwayFile
from standpat.bots.multiway_line import LINED
from standpat.bots.multiway_spot import BUCKETS, CHOICES, SPOTS
from standpat.cards.ranking import RANKINGS
from standpat.solver.multiway import cfr_kernel
from standpat.solver.multiway.class_game import exact_losses
from standpat.solver.multiway.export import export
from standpat.solver.multiway.lines import LineTraining, Weights, coded, losses, weights_of_file
from standpat.solver.multiway.public_tree import tree_of

pytestmark = pytest.mark.slow

GAME = game("27sd-fl")


def trained(folder: Path, iterations: int) -> LineTraining:
    """Heads-up, where the tree is small."""
    training = LineTraining(GAME, folder, 2)
    while training.iterations < iterations:
        training.iterate()
    return training


@pytest.fixture(scope="module")
def solved(tmp_path_factory: pytest.TempPathFactory) -> LineTraining:
    return trained(tmp_path_factory.mktemp("lines"), 150)


@pytest.mark.parametrize("seats", [2, 3])
def test_the_figures_are_those_of_the_walk_over_spots(seats: int) -> None:
    """Two computations of the same best responses: one walks the hands, the other reads the tree."""
    numbers, policy = np.random.default_rng(seats), np.zeros(1, cfr_kernel.POLICY)
    policy["chance"][0] = numbers.random((SPOTS, CHOICES)) + 0.01
    at = tree_of(GAME, seats)
    spots = at[at["decision"] >= 0]["spot"]
    weights: Weights = np.ascontiguousarray(policy["chance"][0][spots[:, None] + np.arange(BUCKETS)].transpose(0, 2, 1))
    one, other = exact_losses(GAME, policy, seats), losses(GAME, seats, weights)
    assert one.states == other.states
    assert other.gains == pytest.approx(one.gains, abs=1e-3)
    assert other.values == pytest.approx(one.values, abs=1e-3)


@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_the_bot_names_the_lines_of_the_tree(seats: int) -> None:
    """At random play in the engine, with those folding at once who are too many."""
    tree = tree_of(GAME, min(seats, LINED))
    nodes = {int(node["line"]): node for node in tree[tree["decision"] >= 0]}
    assert len(nodes) == (tree["decision"] >= 0).sum()
    named = unnamed = 0
    for seed in range(60):
        random, hand = Random(seed), Hand(GAME, Stakes(1, 2), [1000] * seats, 0, Dealer(f"lines {seed}"))
        gone = seats - LINED if seed % 2 else random.randrange(seats)
        while hand.to_act is not None:
            here = situation(hand, random)
            public, legal = Public(here), here.legal
            line = public.line
            raises = (legal.bet or legal.raise_) is not None
            if line is None:
                unnamed += 1
            elif seats <= LINED or gone <= 0:
                node, named = nodes[line], named + 1
                assert bool(node["drawing"]) == (legal.draw is not None)
                blinds = public.place < 2
                assert node["to_act"] == (public.place if blinds else public.place - max(seats - LINED, 0))
                if not node["drawing"]:
                    assert bool(node["choices"] >> 2 & 1) == raises
                    assert bool(node["choices"] & 1) == (not legal.check)
                    if seats <= LINED:
                        assert node["spot"] == public.bet_spot(0, raises)
            if gone > 0 and legal.fold:
                gone -= 1
                hand.apply(Fold())
            elif legal.draw is not None:
                hand.apply(Discard(here.cards[: random.randrange(6)]))
            elif raises and random.random() < 0.5:
                hand.apply(Bet(legal.bet.max_to) if legal.bet else Raise(legal.raise_.max_to if legal.raise_ else 0))
            else:
                hand.apply(Check() if legal.check else Call())
    assert named > 100
    assert (unnamed > 0) == (seats > LINED)


def test_a_training_learns_and_goes_on_to_the_same_bits(solved: LineTraining, tmp_path: Path) -> None:
    found = losses(GAME, 2, solved.averages)
    assert sum(found.values) == pytest.approx(0, abs=1e-6)
    assert 0 < found.msb < 5
    assert losses(GAME, 2, trained(tmp_path / "short", 10).averages).msb > 2 * found.msb
    trained(tmp_path / "parts", 4).save()
    again, whole = trained(tmp_path / "parts", 7), trained(tmp_path / "whole", 7)
    assert again.regrets.tobytes() == whole.regrets.tobytes()
    assert again.averages.tobytes() == whole.averages.tobytes()
    again.save()
    with pytest.raises(ValueError, match="its seats is 2, not 3"):
        LineTraining(GAME, tmp_path / "parts", 3)


def test_a_file_has_what_was_learned(solved: LineTraining, tmp_path: Path) -> None:
    """Rounded to hundredths, and without what never happens. Off the lines it plays by spots."""
    old, file = MultiwayFile.load(multiway_files()[GAME.id]), tmp_path / "new.table"
    export(GAME, {}, file, {"lines": {"2": 9}}, old, {2: coded(GAME, 2, solved.averages)})
    new = MultiwayFile.load(file)
    assert new.head["lines"] == {**old.head["lines"], "2": 9}
    lines = new.lines(2)
    assert lines is not None
    assert list(lines.lines) == sorted(set(lines.lines))
    many = int((tree_of(GAME, 2)["decision"] >= 0).sum())
    assert many / 20 < len(lines.lines) < many
    raw, shipped = (losses(GAME, 2, weights).msb for weights in (solved.averages, weights_of_file(GAME, 2, new)))
    assert shipped < raw + 2
    assert losses(GAME, 2, weights_of_file(GAME, 2, old)).msb > shipped + 5
    assert lines.at(0, 0) is None
    root = solved.averages[0] / solved.averages[0].sum(axis=0)
    for bucket in (0, 20, 47):
        assert lines.at(1, bucket) == pytest.approx((root[0, bucket], root[2, bucket], 0), abs=0.0051)


@pytest.mark.parametrize("id", ["27sd-fl", "a5sd"])
def test_the_files_of_the_package_lose_little_and_are_played_by_their_lines(id: str) -> None:
    record, file = game(id), MultiwayFile.load(multiway_files()[id])
    assert losses(record, 3, weights_of_file(record, 3, file)).msb < 25
    lines = file.lines(3)
    assert lines is not None
    for seats, folds in ((3, 0), (6, 3)):
        hand = Hand(record, Stakes(1, 2), [1000] * seats, 0, Dealer("lines"))
        for _ in range(folds):
            hand.apply(Fold())
        here = situation(hand, Random(1))
        at = lines.at(1, file.bucket(1, RANKINGS[record.ranking](here.cards)))
        assert at is not None
        by_name = {type(action).__name__: chance for action, chance in Multiway(file).policy(here).items()}
        assert by_name.get("Fold", 0) == pytest.approx(at[0])
        assert by_name.get("Raise", 0) == pytest.approx(at[1])
