"""Training the multiway bot: its game is the engine's, and its training is repeatable and effective."""

import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from mail import Mail
from standpat import Bet, Call, Check, Discard, Fold, Hand, Raise, ScriptedDealer, Stakes, game
from standpat.bots import earlier_multiway_spot, situation
from standpat.bots.earlier_multiway_spot import OPENED, PLAIN, RAISED, Scheme
from standpat.bots.multiway import Public
from standpat.bots.multiway_file import MultiwayFile
from standpat.bots.multiway_spot import BET_SPOTS, BUCKETS, OPENINGS, PREDRAW, SPOTS
from standpat.cards.ranking import RANKINGS
from standpat.solver.kernels.deck import DECK
from standpat.solver.kernels.random_stream import CHANCE
from standpat.solver.multiway import cfr_kernel, earlier_checkpoint, hand_kernel, response_spots
from standpat.solver.multiway.average_strategy import policy_of
from standpat.solver.multiway.buckets import buckets_of
from standpat.solver.multiway.engine_match import low_discards
from standpat.solver.multiway.export import export, policy_of_file
from standpat.solver.multiway.in_step_kernel import lanes_of
from standpat.solver.multiway.match import KINDS, Arena, exploit
from standpat.solver.multiway.response import nothing_learned
from standpat.solver.multiway.response_spots import EXTRAS, UNKNOWN
from standpat.solver.multiway.training import (
    BEFORE,
    NAME,
    NO_STRAYS,
    Kind,
    MultiwayTraining,
    Strays,
    cards_of,
    kind_of,
)

pytestmark = pytest.mark.extended

GAME = game("27td")
DEALS = 400


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("id", ["27td", "a5td", "27sd-fl", "a5sd"])
def test_the_game_is_the_engines_and_both_see_the_same_spots(id: str, seats: int) -> None:
    """Random hands in both, decision by decision, until the stub runs out."""
    played, cards = game(id), cards_of(game(id))
    hands, decks = np.zeros(1, hand_kernel.HAND), np.zeros(1, DECK)
    hand, deck = hands[0], decks[0]
    ended, seen, extras = 0, set(), set()
    for seed in range(60):
        random = Random(f"{id} {seats} {seed}")
        order = random.sample(range(52), 52)
        deck["first"] = order
        true = Hand(played, Stakes(5, 10), [1000] * seats, seats - 1, ScriptedDealer(order))
        hand_kernel.start(hand, deck, cards, seats)
        while true.to_act is not None and hand["at"] <= 47:
            place = true.to_act
            assert hand["to_act"] == place
            assert sorted(hand["cards"][place].tolist()) == sorted(true.cards(place))
            here, legal = situation(true, random), true.legal
            public, value = Public(here), RANKINGS[played.ranking](true.cards(place))
            assert hand["value"][place] == value
            allowed, spot = hand_kernel.allowed_choices(hand, cards), hand_kernel.spot_of(hand, cards)
            seen.add(spot)
            shed = low_discards(here)
            assert response_spots.extra_of(hand) == response_spots.extra(public.raiser, place, seats, shed)
            extras.add(response_spots.extra_of(hand))
            if legal.draw is not None:
                bucket = int(cards["bucket"][4 - public.street, value])
                assert 4 - public.street == hand_kernel.draws_left(hand, cards)
                assert BET_SPOTS <= public.draw_spot(bucket) == spot < SPOTS
                choice = random.choice([count for count in range(4) if allowed >> count & 1])
                before = set(true.cards(place))
                hand_kernel.draw(hand, deck, cards, choice)
                thrown = before - set(hand["cards"][place].tolist())
                assert min(len(thrown), 3) >= choice
                true.apply(Discard(tuple(thrown)))
                continue
            bucket, bounds = int(cards["bucket"][hand_kernel.draws_left(hand, cards), value]), legal.bet or legal.raise_
            assert public.bet_spot(bucket, bounds is not None) == spot < BET_SPOTS
            assert allowed == (0 if legal.check else 1) + 2 + (4 if bounds else 0)
            (choice,) = random.choices(range(3), (0.2, 0.5, 0.3))
            choice = choice if allowed >> choice & 1 else 1
            hand_kernel.bet(hand, choice)
            if choice == 0:
                true.apply(Fold())
            elif choice == 1:
                true.apply(Check() if legal.check else Call())
            else:
                assert bounds is not None
                true.apply(Bet(bounds.max_to) if legal.bet else Raise(bounds.max_to))
        if true.to_act is None:
            ended += 1
            assert hand["to_act"] == -1
            nets = true.nets
            assert nets is not None
            for place in range(seats):  # except for odd chips of a split pot
                assert hand_kernel.net(hand, place) * 5 == pytest.approx(nets[place], abs=seats - 1)
    assert ended > 35
    assert len(extras) > (response_spots.EXTRAS * 0.6 if seats > 2 else 4)
    assert len(seen) > (150 if played.draw_rounds == 3 else 70)


def test_every_hand_has_a_bucket_and_draws() -> None:
    hands = buckets_of(GAME)
    count = RANKINGS[GAME.ranking].count
    assert hands.bucket.max() == 47
    for left in (1, 2, 3):
        for value in range(1, count + 1):
            for thrown in range(1, 4):
                if hands.allowed[left - 1, hands.bucket[left, value]] >> thrown & 1:
                    kept = int(hands.keep[left - 1, value, thrown]).bit_count()
                    assert kept <= 5 - thrown
    best, worst = hands.bucket[:, 1], hands.bucket[:, count]
    assert best[0] <= 1
    assert worst[0] == 47
    assert hands.best[:, 1].tolist() == [0, 0, 0]


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


@pytest.mark.parametrize(
    ("kind", "scheme", "format"),
    [
        (earlier_checkpoint.KINDS[0], OPENED, 2),
        (earlier_checkpoint.KINDS[1], PLAIN, 1),
        (earlier_checkpoint.KINDS[2], PLAIN, 1),
    ],
    ids=["openers", "doubles", "singles"],
)
@pytest.mark.usefixtures("alone")
def test_checkpoints_of_earlier_versions_are_continued_as_they_began(
    tmp_path: Path, kind: np.dtype[Any], scheme: Scheme, format: int
) -> None:
    """In one piece, for two to six seats and without strays. Each spot begins with what the earlier one learned, which
    had been multiplied by k / (k + 1) or its square after epoch k."""
    first = MultiwayTraining(GAME, tmp_path, Kind(strays=NO_STRAYS), deals=DEALS)
    first.iterate()
    first.save()
    numbers, earlier = np.random.default_rng(3), np.zeros(1, kind)
    for name in ("random", "deals", "nodes"):
        earlier[name] = first.learner[name]
    del first  # 2 GB
    for name in ("regret", "average"):
        earlier[name] = numbers.random(earlier[name].shape)
    path = tmp_path / NAME
    with np.load(path) as held:
        head = json.loads(held["head"].tobytes())
    if format == 1:
        for what in ("pieces", "seats", "strays"):
            del head[what]
    head = np.frombuffer(json.dumps({**head, "format": format}).encode(), np.uint8)
    last = sum(scheme.spots) - 1
    choices = np.array([[7, last * EXTRAS], [2, 1]], np.uint32)
    np.savez(path, head=head, mind=earlier.view(np.uint8), response=choices.view(np.uint8))
    assert kind_of(tmp_path) == Kind(0, NO_STRAYS, 1)
    again = MultiwayTraining(GAME, tmp_path, deals=DEALS)
    assert again.epoch == 1
    assert again.learner["random"] == earlier["random"]
    rows = earlier_multiway_spot.rows(scheme, GAME.draw_rounds)
    for name, times in (("regret", 2), ("average", 4)):
        now, before = again.learner[name][0], earlier[name][0]
        for spot in (*range(0, BET_SPOTS, 49_999), BET_SPOTS - 1):
            public, bucket = divmod(spot, BUCKETS)
            np.testing.assert_array_equal(now[spot], times * before[rows[0][public] * BUCKETS + bucket])
        for spot in (*range(BET_SPOTS, SPOTS, 4_999), SPOTS - 1):
            public, bucket = divmod(spot - BET_SPOTS, BUCKETS)
            at = (scheme.bets + rows[1][public]) * BUCKETS + bucket
            np.testing.assert_array_equal(now[spot], times * before[at])
    assert again.response is not None
    same = rows[1].count(scheme.draws - 1)
    assert (again.response != UNKNOWN).sum() == 1 + same
    assert (again.response[7], again.response[-EXTRAS]) == (2, 1)
    again.iterate()
    with pytest.raises(ValueError, match="its seats is 0, not 3; give another folder"):
        MultiwayTraining(GAME, tmp_path, Kind(3, NO_STRAYS), deals=DEALS)
    with pytest.raises(ValueError, match=r"its strays is .*; give another folder"):
        MultiwayTraining(GAME, tmp_path, Kind(), deals=DEALS)


@pytest.mark.usefixtures("alone")
def test_a_checkpoint_of_format_3_is_continued(tmp_path: Path) -> None:
    """With what it has begun with, and the response that its strays meet. Each spot begins with what the earlier one in
    its place has learned."""
    kind, path = Kind(3), tmp_path / NAME
    first = MultiwayTraining(GAME, tmp_path, kind, deals=DEALS)
    first.iterate()
    first.save()
    del first  # 2 GB
    rows, numbers = earlier_multiway_spot.rows(RAISED, GAME.draw_rounds), np.random.default_rng(4)
    at = np.concatenate((np.array(rows[0]), RAISED.bets + np.array(rows[1])))
    spots = np.array([*range(0, sum(RAISED.spots), 997), sum(RAISED.spots) - 1], np.uint32)
    held: dict[str, np.ndarray[Any, Any]] = {
        "regret": numbers.random((len(spots), 4), np.float32),
        "average": numbers.random((len(spots), 4)),
    }
    bet_rows, draw_rows = np.arange(RAISED.bets) % 7, np.arange(RAISED.draws) % 5
    codes = [numbers.integers(0, 30, (many * BUCKETS,), np.uint8).tobytes() for many in (2 * 7, 3 * 5)]
    begun = b"".join([bet_rows.astype("<u2").tobytes(), draw_rows.astype("<u2").tobytes(), *codes])
    choices = np.array([[7, int(spots[-1]) * EXTRAS], [2, 1]], np.uint32)
    with np.load(path) as archive:
        head = json.loads(archive["head"].tobytes())
        kept = {name: archive[name] for name in ("random", "deals", "nodes")}

    def write(**facts: object) -> None:
        told = np.frombuffer(json.dumps({**head, "format": 3, "begun": 99, **facts}).encode(), np.uint8)
        extra = {"begun": np.frombuffer(begun, np.uint8), "response": choices.view(np.uint8)}
        np.savez(path, allow_pickle=False, head=told, spots=spots, **kept, **held, **extra)

    write(spots=sum(RAISED.spots))
    again = MultiwayTraining(GAME, tmp_path, kind, deals=DEALS)
    assert (again.epoch, again.learned_from) == (1, 99 + DEALS)
    for name, learned in held.items():
        whole = np.zeros((sum(RAISED.spots), 4))
        whole[spots] = learned
        np.testing.assert_array_equal(again.learner[name][0].reshape(-1, BUCKETS, 4), whole.reshape(-1, BUCKETS, 4)[at])
    del whole
    assert again._begun is not None
    assert list(again._begun.strategy.bet_rows) == [row % 7 for row in rows[0]]
    assert list(again._begun.strategy.draw_rows) == [row % 5 for row in rows[1]]
    assert [again._begun.strategy.bets, again._begun.strategy.draws] == codes
    assert again.response is not None
    same = rows[1].count(RAISED.draws - 1)
    assert (again.response != UNKNOWN).sum() == 1 + same
    assert (again.response[7], again.response[-EXTRAS]) == (2, 1)
    again.iterate()
    assert (again.epoch, again.learned_from) == (2, 99 + 2 * DEALS)
    again.save()
    assert np.array_equal(MultiwayTraining(GAME, tmp_path, kind, deals=DEALS).learner, again.learner)
    write(spots=17)
    with pytest.raises(ValueError, match="has other spots than this version; give another folder"):
        MultiwayTraining(GAME, tmp_path, kind, deals=DEALS)


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
    training._lanes = lanes_of(1)
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


@pytest.mark.usefixtures("alone")
def test_checkpoints_under_the_old_name_are_continued(tmp_path: Path) -> None:
    first = MultiwayTraining(GAME, tmp_path, deals=DEALS)
    first.iterate()
    first.save()
    (tmp_path / NAME).rename(tmp_path / BEFORE)
    assert kind_of(tmp_path) == Kind()
    again = MultiwayTraining(GAME, tmp_path, deals=DEALS)
    assert again.epoch == 1
    again.iterate()
    again.save()
    assert [path.name for path in tmp_path.iterdir()] == [BEFORE]


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


@pytest.mark.parametrize("kind", KINDS)
def test_exploiters_are_found_in_their_ranges(kind: str) -> None:
    random = np.zeros(1, cfr_kernel.POLICY)
    random["chance"] = 0.25
    habit, won = exploit(Arena(GAME, [random]), kind, 3, tries=24, decks=20)
    assert won.msb > 3 * won.within  # from random players
    assert habit.keys() == KINDS[kind].keys()
    for name, (low, high) in KINDS[kind].items():
        assert low <= habit[name] <= high


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


def test_a_training_begins_with_a_strategy_file(tmp_path: Path) -> None:
    first = MultiwayTraining(GAME, tmp_path / "first", Kind(3), deals=400)
    for _ in range(3):
        first.iterate()
    file = tmp_path / "27td-multiway.table"
    export(GAME, {3: first.policy()}, file, {"seats": {"3": first.reached()}}, visits={3: first.visits()})
    chance = policy_of_file(MultiwayFile.load(file).strategy(3))["chance"]
    begun = MultiwayTraining(GAME, tmp_path / "begun", Kind(3), deals=400)
    begun.begin_with(file)
    assert begun.epoch == 0
    assert begun.learned_from == 1200
    assert np.array_equal(begun.learner["regret"], 1500 * chance)
    assert not begun.learner["average"].any()
    begun.iterate()
    begun.save()
    assert (tmp_path / "begun" / NAME).stat().st_size < 100e6  # all spots would be 2 GB
    again = MultiwayTraining(GAME, tmp_path / "begun", Kind(3), deals=400)
    # the file counts as its 1,200 deals, three times as much as those of the training
    policy, made = again.policy(), begun.learner["average"][0].sum(axis=1, keepdims=True)
    assert np.array_equal(begun.policy(), policy)
    assert np.array_equal(begun.learner["average"][0].sum(axis=1, keepdims=True), made)
    again._learner["average"][0] += 3 * made * chance[0]
    assert np.array_equal(policy["chance"], policy_of(again._learner, 4 * begun.kind.prior)["chance"])
    with pytest.raises(ValueError, match="begun already"):
        begun.begin_with(file)
    # or it does not count at all, also once the training has been saved
    del again, policy, made, chance  # 4 GB
    begun.count_own_deals()
    begun.save()
    later = MultiwayTraining(GAME, tmp_path / "begun", Kind(3), deals=400)
    assert later.learned_from == 400
    assert np.array_equal(later.policy()["chance"], policy_of(begun.learner, begun.kind.prior)["chance"])
    assert np.array_equal(later.learner, begun.learner)
    with pytest.raises(ValueError, match="not begun with a strategy file"):
        first.count_own_deals()
    with pytest.raises(ValueError, match="for 27td, not for a5td"):
        MultiwayTraining(game("a5td"), tmp_path / "other", Kind(3)).begin_with(file)
    with pytest.raises(ValueError, match="two to six seats at once"):
        MultiwayTraining(GAME, tmp_path / "all").begin_with(file)
    with pytest.raises(ValueError, match="neither a training nor a strategy file"):
        MultiwayTraining(GAME, tmp_path / "none", Kind(3)).begin_with(tmp_path / "nothing")
