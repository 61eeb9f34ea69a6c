"""Trainings in which one player faces others whose strategy is known."""

import json
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from same_choices import mixing
from standpat.engine.games import game
from standpat.solver.multiway.export import export
from standpat.solver.multiway.hand_kernel import FOLD, WAGER
from standpat.solver.multiway.match import Arena
from standpat.solver.multiway.training import NAME, Kind, MultiwayTraining

pytestmark = pytest.mark.extended
GAME = game("27sd-fl")


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of players who fold to every bet."""
    file = tmp_path_factory.mktemp("folders") / "27sd-fl-multiway.table"
    export(GAME, {3: mixing({FOLD: 1})}, file, {})
    return file


@pytest.mark.usefixtures("alone")
def test_whoever_faces_folders_steals_every_pot(folders: Path, tmp_path: Path) -> None:

    def learned(share: float) -> NDArray[np.void]:
        training = MultiwayTraining(GAME, tmp_path / str(share), Kind(3), deals=5_000)
        training.face(folders, share)
        for _ in range(4):
            training.iterate()
        return training.policy()

    won = {}
    for share in (0.0, 1.0):
        arena = Arena(GAME, [mixing({FOLD: 1}), learned(share), mixing({WAGER: 1})])
        won[share], best = (arena.play([who, 0, 0], 4_000, 1)[0].msb for who in (1, 2))
        del arena  # 2 GB
    assert best == pytest.approx(1000)  # the blinds of the others: 1, 1.5 and 0.5 small bets, by the place
    assert won[1.0] > 0.97 * best
    assert won[0.0] < 0.9 * best, won


@pytest.mark.usefixtures("alone")
@pytest.mark.parametrize("rule", [False, True], ids=["folders", "rule"])
@pytest.mark.parametrize("scale", [1.0, 0.25])
def test_it_goes_on_to_the_same_bits_and_can_be_ended(folders: Path, tmp_path: Path, scale: float, rule: bool) -> None:
    whole = MultiwayTraining(GAME, tmp_path / "whole", Kind(3), deals=300)
    whole.face("rule" if rule else folders, 0.5, scale)
    whole.iterate()
    whole.save()
    whole.iterate()
    again = MultiwayTraining(GAME, tmp_path / "whole", Kind(3), deals=300)
    again.iterate()
    assert np.array_equal(again.learner, whole.learner)
    assert (again.facing == "rule") == rule
    assert again.facing is not None
    again.face(folders, 0)
    again.save()
    ended = MultiwayTraining(GAME, tmp_path / "whole", Kind(3), deals=300)
    assert ended.facing is None
    ended.iterate()
    again.iterate()
    whole.iterate()
    assert np.array_equal(ended.learner, again.learner)
    assert not np.array_equal(again.learner, whole.learner)


@pytest.mark.usefixtures("alone")
def test_whoever_faces_rule_wins_more_from_it(tmp_path: Path) -> None:
    won = {}
    for share in (0.0, 1.0):
        training = MultiwayTraining(GAME, tmp_path / str(share), Kind(3), deals=20_000)
        training.face("rule", share)
        for _ in range(5):
            training.iterate()
        arena = Arena(GAME, [training.policy()])
        won[share] = arena.play([0, arena.rule, arena.rule], 10_000, 1)[0]
        del training, arena  # 2 GB
    assert won[1.0].msb - won[1.0].within > won[0.0].msb + won[0.0].within, won


@pytest.mark.usefixtures("alone")
def test_pieces_face_them_too(folders: Path, tmp_path: Path) -> None:
    """Folders leave few decisions."""
    training = MultiwayTraining(GAME, tmp_path, Kind(3, pieces=2), deals=100)
    made = []
    for share in (1.0, 0.0):
        training.face(folders, share)
        before = training.reached()["decisions"]
        training.iterate()
        made.append(training.reached()["decisions"] - before)
    assert 0 < 2 * made[0] < made[1]


def test_nobody_faced_is_no_change(folders: Path, tmp_path: Path) -> None:
    plain, none = (MultiwayTraining(GAME, tmp_path / name, Kind(3), deals=200) for name in ("plain", "none"))
    none.face(folders, 0)
    for training in (plain, none):
        training.iterate()
    assert np.array_equal(plain.learner, none.learner)


@pytest.mark.usefixtures("alone")
def test_what_counts_less_teaches_less(folders: Path, tmp_path: Path) -> None:
    """Regret matching plays the same by a quarter of all regrets, so what is learned is a quarter, to the last bit."""
    learned = {}
    for scale in (1.0, 0.25):
        training = MultiwayTraining(GAME, tmp_path / str(scale), Kind(3), deals=300)
        training.face(folders, 1.0, scale)
        training.iterate()
        training.save()
        learned[scale] = training.learner.copy()
    for name in ("regret", "average"):
        assert learned[1.0][name].any()
        assert np.array_equal(learned[0.25][name], 0.25 * learned[1.0][name])


@pytest.mark.usefixtures("alone")
def test_in_an_earlier_checkpoint_it_counts_in_full(folders: Path, tmp_path: Path) -> None:
    training = MultiwayTraining(GAME, tmp_path, Kind(3), deals=300)
    training.face(folders, 0.5)
    training.iterate()
    training.save()
    with np.load(tmp_path / NAME) as archive:
        arrays = dict(archive)
    head = json.loads(arrays["head"].tobytes())
    assert head.pop("facing_scale") == 1.0
    arrays["head"] = np.frombuffer(json.dumps(head).encode(), np.uint8)
    np.savez(tmp_path / NAME, allow_pickle=False, **arrays)
    again = MultiwayTraining(GAME, tmp_path, Kind(3), deals=300)
    for each in (training, again):
        each.iterate()
    assert np.array_equal(again.learner, training.learner)


def test_what_is_asked_wrongly_is_told(folders: Path, tmp_path: Path) -> None:
    training = MultiwayTraining(GAME, tmp_path, Kind(3))
    for share in (-0.1, 1.1):
        with pytest.raises(ValueError, match="expected 0 to 1"):
            training.face(folders, share)
    for scale in (0.0, 1.1, float("nan")):
        with pytest.raises(ValueError, match="expected more than 0 and up to 1"):
            training.face(folders, 0.5, scale)
    with pytest.raises(ValueError, match="it is for 27sd-fl, not for a5sd"):
        MultiwayTraining(game("a5sd"), tmp_path / "other", Kind(3)).face(folders, 0.5)
    with pytest.raises(ValueError, match="two to six seats at once"):
        MultiwayTraining(GAME, tmp_path / "all", Kind()).face(folders, 0.5)
