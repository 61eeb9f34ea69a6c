"""Training the multiway bot is repeatable and effective."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from mail import Mail
from standpat import game
from standpat.bots.multiway_file import MultiwayFile
from standpat.bots.multiway_spot import BET_SPOTS, BUCKETS, OPENINGS, PREDRAW, SPOTS
from standpat.solver.kernels.random_stream import CHANCE
from standpat.solver.multiway import cfr_kernel, hand_kernel, response_spots
from standpat.solver.multiway.average_strategy import policy_of
from standpat.solver.multiway.export import export, policy_of_file
from standpat.solver.multiway.in_step_kernel import lanes_of
from standpat.solver.multiway.match import Arena
from standpat.solver.multiway.response import nothing_learned
from standpat.solver.multiway.response_spots import EXTRAS
from standpat.solver.multiway.training import (
    NAME,
    NO_STRAYS,
    Kind,
    MultiwayTraining,
    Strays,
    kind_of,
)

pytestmark = pytest.mark.extended

GAME, LITTLE = game("27td"), game("27sd-fl")  # the second comes to far fewer spots
DEALS = 400


@pytest.mark.usefixtures("alone")
def test_a_resumed_training_equals_an_uninterrupted_one(tmp_path: Path) -> None:
    whole, part = (MultiwayTraining(GAME, tmp_path / name, deals=DEALS) for name in ("whole", "part"))
    for _ in range(4):
        whole.iterate()
    for _ in range(2):
        part.iterate()
    part.save()
    del part  # 2 GB
    again = MultiwayTraining(GAME, tmp_path / "part", deals=DEALS)
    assert again.epoch == 2
    for _ in range(2):
        again.iterate()
    assert np.array_equal(again.learner, whole.learner)
    assert again.reached()["deals"] == 4 * DEALS
    assert np.abs(again.learner["regret"]).max() > 0


@pytest.mark.slow
def test_pieces_are_the_same_whoever_plays_them(tmp_path: Path) -> None:
    """Also if other processes continue the training."""
    three = Kind(pieces=3)
    here, there = (MultiwayTraining(GAME, tmp_path / str(t), three, deals=DEALS, threads=t) for t in (1, 2))
    for _ in range(2):
        here.iterate()
        there.iterate()
    there.save()
    assert kind_of(tmp_path / "2") == three
    again = MultiwayTraining(GAME, tmp_path / "2", deals=DEALS, threads=Mail())
    here.iterate()
    again.iterate()
    assert np.array_equal(again.learner, here.learner)
    assert again.reached()["deals"] == 3 * 3 * DEALS
    with pytest.raises(ValueError, match="its pieces is 3, not 2; give another folder"):
        MultiwayTraining(GAME, tmp_path / "2", Kind(pieces=2), deals=DEALS)
    with pytest.raises(ValueError, match="pieces=0: expected 1 or more"):
        Kind(pieces=0)


@pytest.mark.usefixtures("alone")
def test_a_training_begins_with_what_one_for_other_seats_has_learned(tmp_path: Path) -> None:
    six = MultiwayTraining(GAME, tmp_path / "6", Kind(6), deals=DEALS)
    for _ in range(3):
        six.iterate()
    six.save()
    five = MultiwayTraining(GAME, tmp_path / "5", Kind(5), deals=DEALS)
    five.begin_with(tmp_path / "6")
    assert five.reached() == {"epochs": 3, "minutes": 0.0, "deals": 0, "decisions": 0}
    assert np.array_equal(five.learner["regret"], np.float32(0.2) * six.learner["regret"])
    assert not five.learner["average"].any()
    five.iterate()
    assert five.epoch == 4
    assert five.learner["average"].max() >= 4**2
    five.save()
    again = MultiwayTraining(GAME, tmp_path / "5", Kind(5), deals=DEALS)
    assert np.array_equal(again.learner, five.learner)
    with pytest.raises(ValueError, match="this training has begun already"):
        again.begin_with(tmp_path / "6")
    with pytest.raises(ValueError, match="there is neither a training nor a strategy file"):
        MultiwayTraining(GAME, tmp_path / "4", Kind(4), deals=DEALS).begin_with(tmp_path / "none")
    assert not (tmp_path / "none").exists()
    with pytest.raises(ValueError, match="its game is 27td, not a5td"):
        MultiwayTraining(game("a5td"), tmp_path / "a5", Kind(5), deals=DEALS).begin_with(tmp_path / "6")


def test_without_strays_a_training_in_one_lane_is_as_ever(tmp_path: Path) -> None:
    """What three epochs of `DEALS` come to with these spots. The state of the random numbers tells of every decision;
    sums may differ in their last digits from processor to processor. With the spots of format 3 they were those from
    before there were lanes.
    """
    training = MultiwayTraining(GAME, tmp_path, Kind(strays=NO_STRAYS), deals=DEALS)
    training._lanes = [lanes_of(1)]
    for _ in range(3):
        training.iterate()
    learner = training.learner[0]
    assert int(learner["random"]) == 5391559589487549014
    assert int(learner["nodes"]) == 1990708
    assert learner["regret"].sum(dtype=float) == pytest.approx(-2417542.529017589, rel=1e-6)
    assert np.abs(learner["regret"]).sum(dtype=float) == pytest.approx(47242217.26670257, rel=1e-6)
    assert learner["average"].sum(dtype=float) == pytest.approx(5341915.0, rel=1e-6)


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_a_stray_never_folds_and_goes_where_nobody_goes(tmp_path: Path, seats: int) -> None:
    """All would fold to every bet. One who strays all the time, against a traverser who tries everything, does not."""
    learnt = []
    for strays in (NO_STRAYS, Strays(1.0, 1.0, 1.0)):
        training = MultiwayTraining(GAME, tmp_path / str(strays.share), Kind(seats, strays), deals=50)
        training.learner["regret"][:, :BET_SPOTS, hand_kernel.FOLD] = 1e9
        training.iterate()
        learnt.append(training.learner[0])
    plain, astray = [int(learner["nodes"]) for learner in learnt]
    assert astray > 3 * plain
    reached = [np.count_nonzero(learner["average"].sum(axis=1)) for learner in learnt]
    assert reached[1] > 1.5 * reached[0]


def test_a_random_choice_is_any_but_a_fold() -> None:
    state = np.zeros(1, CHANCE)
    for allowed, drawing, possible in (
        (0b111, 0, (1, 2)),
        (0b011, 0, (1,)),
        (0b110, 0, (1, 2)),
        (0b1101, 1, (0, 2, 3)),
    ):
        made = Counter([cfr_kernel.random_choice(allowed, drawing, state[0]) for _ in range(3000)])
        assert sorted(made) == list(possible)
        for choice in possible:
            assert made[choice] == pytest.approx(3000 / len(possible), abs=150)


def test_visits_are_parts_of_all_choices(tmp_path: Path) -> None:
    training = MultiwayTraining(GAME, tmp_path, Kind(3), deals=DEALS)
    assert not training.visits().any()
    training.iterate()
    visits = training.visits()
    assert visits.shape == (SPOTS,)
    assert visits.sum() == pytest.approx(1)
    assert np.array_equal(visits > 0, (training.learner["average"][0] > 0).any(axis=1))


def test_what_is_learned_from_strays_counts_as_much_as_it_says(tmp_path: Path) -> None:
    """Regrets and averages; regret matching does not see the scale, so the deals themselves are the same. (Choices are
    tried less where regrets fall below a number. Scales this small stay above it.)
    """
    states, sums = [], []
    for scale in (0.0, 2**-12, 2**-14):
        training = MultiwayTraining(GAME, tmp_path / str(scale), Kind(4, Strays(1.0, 0.4, scale)), deals=100)
        training.iterate()
        held = training.learner[0]
        spots = np.flatnonzero(held["regret"].any(axis=1) | held["average"].any(axis=1))
        states.append((int(held["nodes"]), int(held["random"])))
        sums.append((spots, held["regret"][spots], held["average"][spots]))
        del training, held  # 2 GB
    (nothing, *_), whole, quarter = sums
    assert not nothing.size
    assert states[1][0] > 0
    assert states[1] == states[2]
    np.testing.assert_array_equal(quarter[0], whole[0])
    for less, more in zip(quarter[1:], whole[1:], strict=True):
        assert np.any(more)
        np.testing.assert_array_equal(less, more / 4)


def test_strays_are_as_frequent_as_it_says(tmp_path: Path) -> None:
    """With nothing learned from them, what is learned is that of the other deals. All play at random throughout:
    regrets this large do not change.
    """
    weight = []
    for share in (0.0, 0.25, 0.75):
        training = MultiwayTraining(GAME, tmp_path / str(share), Kind(3, Strays(share, 0.0, 0.0)), deals=1000)
        training.learner["regret"] = 1e12
        training.iterate()
        weight.append(float(training.learner["average"].sum()))
    assert weight[1] / weight[0] == pytest.approx(0.75, abs=0.07)
    assert weight[2] / weight[0] == pytest.approx(0.25, abs=0.07)


def test_a_training_is_for_one_number_of_seats(tmp_path: Path) -> None:
    """The posts of six seats: at three nobody acts before three others."""
    with pytest.raises(ValueError, match="seats=7: expected 2 to 6, or 0"):
        Kind(7)
    training = MultiwayTraining(GAME, tmp_path, Kind(3), deals=DEALS)
    training.iterate()
    predraw = training.learner["average"][0, : PREDRAW * BUCKETS].reshape(-1, 3, 6, 4, 2, BUCKETS, 4)
    behind = predraw.sum(axis=(0, 1, 3, 4, 5, 6))
    assert np.all(behind[:3] > 0)
    assert not np.any(behind[3:])


def test_a_large_average_still_grows(tmp_path: Path) -> None:
    """From 2**24 on a sum of singles would stand still."""
    training = MultiwayTraining(GAME, tmp_path, deals=DEALS)
    training.learner["average"] = 2.0**25
    training.iterate()
    grown = training.learner["average"] - 2.0**25
    assert grown.sum() > DEALS


@pytest.mark.slow
def test_pieces_learn_as_much_as_one(tmp_path: Path) -> None:
    """Measured against the random player, with the same number of deals."""
    one = MultiwayTraining(GAME, tmp_path / "one", deals=2000)
    four = MultiwayTraining(GAME, tmp_path / "four", Kind(pieces=4), deals=500)
    random = np.zeros(1, cfr_kernel.POLICY)
    random["chance"] = 0.25
    won = []
    for training in (one, four):
        for _ in range(10):
            training.iterate()
        won.append(Arena(GAME, [training.policy(), random]).play([0, 1, 1, 1], 800, 1)[0])
    assert won[1].msb > 3 * won[1].within
    assert won[1].msb > won[0].msb - 3 * (won[0].within + won[1].within)


def test_a_checkpoint_of_another_training_is_refused(tmp_path: Path) -> None:
    MultiwayTraining(GAME, tmp_path, deals=DEALS).save()
    with pytest.raises(ValueError, match="its deals is 400, not 500"):
        MultiwayTraining(GAME, tmp_path, deals=500)
    with pytest.raises(ValueError, match="limit games with one draw or three"):
        MultiwayTraining(game("27sd"), tmp_path)


@pytest.mark.slow
def test_a_little_training_beats_chance(tmp_path: Path) -> None:
    training = MultiwayTraining(GAME, tmp_path, deals=2500)
    for _ in range(20):
        training.iterate()
    policy = training.policy()
    assert policy["chance"].sum(axis=2) == pytest.approx(1, abs=1e-5)
    random = np.zeros_like(policy)
    random["chance"] = 0.25
    arena = Arena(GAME, [policy, random])
    mine, others = arena.play([0, 1, 1, 1], 1500, 1)[:2]
    assert mine.msb > 3 * mine.within
    assert mine.msb + 3 * others.msb == pytest.approx(0, abs=1e-6)
    assert mine.hands == 6000


def test_strays_play_a_response_once_there_is_one(tmp_path: Path) -> None:
    """Everybody checks and calls, and stands pat. A response that raises wherever it may is met by the others."""
    response = nothing_learned()
    response[: BET_SPOTS * response_spots.EXTRAS] = hand_kernel.WAGER
    learnt = []
    for met in (False, True):
        training = MultiwayTraining(GAME, tmp_path / str(met), Kind(3, Strays(1.0, 0.0, 1.0)), deals=300)
        training.learner["regret"][:, :BET_SPOTS, hand_kernel.PASS] = 1e9
        training.learner["regret"][:, BET_SPOTS:, 0] = 1e9
        if met:
            training.meet(response)
        training.iterate()
        predraw = training.learner["average"][0, : PREDRAW * BUCKETS].reshape(OPENINGS, -1).sum(axis=1)
        learnt.append(predraw / predraw.sum())
    never, half = learnt
    # without it, only the traverser raises: as they try everything, up to once or twice each
    assert half[1:].sum() > never[1:].sum() + 0.05
    with pytest.raises(ValueError, match="a training without strays cannot meet a response"):
        MultiwayTraining(GAME, tmp_path / "plain", Kind(3, NO_STRAYS), deals=300).meet(response)


@pytest.mark.usefixtures("alone")
def test_a_training_that_has_met_a_response_is_continued_to_the_same_bits(tmp_path: Path) -> None:
    response = nothing_learned()
    response[::707] = response[: PREDRAW * BUCKETS * EXTRAS : 7] = hand_kernel.WAGER
    whole = MultiwayTraining(GAME, tmp_path / "whole", Kind(3), deals=DEALS)
    part = MultiwayTraining(GAME, tmp_path / "part", Kind(3), deals=DEALS)
    for training in (whole, part):
        training.iterate()
        before = training.learner["average"].sum()
        training.meet(response)
        training.iterate()
        assert training.learner["average"].sum() > before
    part.save()
    del part, training
    again = MultiwayTraining(GAME, tmp_path / "part", deals=DEALS)
    assert again.response is not None
    np.testing.assert_array_equal(again.response, response)
    for training in (whole, again):
        training.iterate()
    assert np.array_equal(again.learner, whole.learner)
    del again, training
    alone = MultiwayTraining(GAME, tmp_path / "alone", Kind(3), deals=DEALS)
    for _ in range(3):
        alone.iterate()
    assert not np.array_equal(alone.learner, whole.learner)


@pytest.mark.usefixtures("alone")
def test_a_training_begins_with_a_strategy_file(tmp_path: Path) -> None:
    first = MultiwayTraining(LITTLE, tmp_path / "first", Kind(3), deals=400)
    for _ in range(3):
        first.iterate()
    file = tmp_path / "27sd-fl-multiway.table"
    export(LITTLE, {3: first.policy()}, file, {"seats": {"3": first.reached()}}, visits={3: first.visits()})
    with pytest.raises(ValueError, match="not begun with a strategy file"):
        first.count_own_deals()
    del first  # 2 GB
    chance = policy_of_file(MultiwayFile.load(file).strategy(3))["chance"]
    begun = MultiwayTraining(LITTLE, tmp_path / "begun", Kind(3), deals=400)
    begun.begin_with(file)
    assert begun.epoch == 0
    assert begun.learned_from == 1200
    assert np.array_equal(begun.learner["regret"], 1500 * chance)
    assert not begun.learner["average"].any()
    begun.iterate()
    begun.save()
    assert (tmp_path / "begun" / NAME).stat().st_size < 100e6  # all spots would be 2 GB
    again = MultiwayTraining(LITTLE, tmp_path / "begun", Kind(3), deals=400)
    # the file counts as its 1,200 deals, three times as much as those of the training
    assert np.array_equal(begun.policy(), again.policy())
    assert np.array_equal(begun.learner["average"], again.learner["average"])
    again._learner["regret"] = 0  # so that every choice counts
    policy, made = again.policy(), again.learner["average"][0].sum(axis=1, keepdims=True)
    again._learner["average"][0] += 3 * made * chance[0]
    assert np.array_equal(policy["chance"], policy_of(again._learner, 4 * begun.kind.prior)["chance"])
    with pytest.raises(ValueError, match="begun already"):
        begun.begin_with(file)
    # or it does not count at all, also once the training has been saved
    del again, policy, made, chance  # 4 GB
    begun.count_own_deals()
    begun.save()
    later = MultiwayTraining(LITTLE, tmp_path / "begun", Kind(3), deals=400)
    assert later.learned_from == 400
    assert np.array_equal(later.policy()["chance"], policy_of(begun.learner, begun.kind.prior)["chance"])
    assert np.array_equal(later.learner, begun.learner)
    del later, begun
    with pytest.raises(ValueError, match="for 27sd-fl, not for a5td"):
        MultiwayTraining(game("a5td"), tmp_path / "other", Kind(3)).begin_with(file)
    with pytest.raises(ValueError, match="two to six seats at once"):
        MultiwayTraining(LITTLE, tmp_path / "all").begin_with(file)
    with pytest.raises(ValueError, match="neither a training nor a strategy file"):
        MultiwayTraining(LITTLE, tmp_path / "none", Kind(3)).begin_with(tmp_path / "nothing")
