"""Training the multiway bot: its game is the engine's, and its training is repeatable and effective."""

import json
from pathlib import Path
from random import Random

import numpy as np
import pytest

from mail import Mail
from standpat import Bet, Call, Check, Discard, Fold, Hand, Raise, ScriptedDealer, Stakes, game
from standpat.bots import situation
from standpat.bots.multiway import Public
from standpat.bots.multiway_spot import BET_SPOTS, SPOTS
from standpat.cards.ranking import RANKINGS
from standpat.solver.multiway import cfr_kernel, hand_kernel
from standpat.solver.multiway.buckets import buckets_of
from standpat.solver.multiway.match import KINDS, Arena, exploit
from standpat.solver.multiway.training import BEFORE, NAME, MultiwayTraining, cards_of, pieces_in

pytestmark = pytest.mark.extended

GAME = game("27td")
DEALS = 400


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("id", ["27td", "a5td"])
def test_the_game_is_the_engines_and_both_see_the_same_spots(id: str, seats: int) -> None:
    """Random hands in both, decision by decision, until the stub runs out."""
    played, cards = game(id), cards_of(game(id))
    hands, decks = np.zeros(1, hand_kernel.HAND), np.zeros(1, hand_kernel.DECK)
    hand, deck = hands[0], decks[0]
    ended, seen = 0, set()
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
            if legal.draw is not None:
                bucket = int(cards["bucket"][4 - public.street, value])
                assert BET_SPOTS <= public.draw_spot(bucket) == spot < SPOTS
                choice = random.choice([count for count in range(4) if allowed >> count & 1])
                before = set(true.cards(place))
                hand_kernel.draw(hand, deck, cards, choice)
                thrown = before - set(hand["cards"][place].tolist())
                assert min(len(thrown), 3) >= choice
                true.apply(Discard(tuple(thrown)))
                continue
            bucket, bounds = int(cards["bucket"][3 - public.street, value]), legal.bet or legal.raise_
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
    assert len(seen) > 150


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


def test_a_resumed_training_equals_an_uninterrupted_one(tmp_path: Path) -> None:
    whole, part = (MultiwayTraining(GAME, tmp_path / name, deals=DEALS) for name in ("whole", "part"))
    for _ in range(4):
        whole.iterate()
    for _ in range(2):
        part.iterate()
    part.save()
    again = MultiwayTraining(GAME, tmp_path / "part", deals=DEALS)
    assert again.epoch == 2
    for _ in range(2):
        again.iterate()
    assert again.learner.tobytes() == whole.learner.tobytes()
    assert again.reached()["deals"] == 4 * DEALS
    assert np.abs(again.learner["regret"]).max() > 0


def test_pieces_are_the_same_whoever_plays_them(tmp_path: Path) -> None:
    """Also if other processes continue the training."""
    here, there = (MultiwayTraining(GAME, tmp_path / str(t), deals=DEALS, pieces=3, threads=t) for t in (1, 2))
    for _ in range(2):
        here.iterate()
        there.iterate()
    there.save()
    assert pieces_in(tmp_path / "2") == 3
    again = MultiwayTraining(GAME, tmp_path / "2", deals=DEALS, pieces=3, threads=Mail())
    here.iterate()
    again.iterate()
    assert again.learner.tobytes() == here.learner.tobytes()
    assert again.reached()["deals"] == 3 * 3 * DEALS
    with pytest.raises(ValueError, match="its pieces is 3, not 2; give another folder"):
        MultiwayTraining(GAME, tmp_path / "2", deals=DEALS, pieces=2)
    with pytest.raises(ValueError, match="pieces=0: expected 1 or more"):
        MultiwayTraining(GAME, tmp_path / "none", pieces=0)


def test_checkpoints_from_before_pieces_are_continued(tmp_path: Path) -> None:
    MultiwayTraining(GAME, tmp_path, deals=DEALS).save()
    path = tmp_path / NAME
    with np.load(path) as held:
        head, mind = json.loads(held["head"].tobytes()), held["mind"]
    del head["pieces"]
    np.savez(path, head=np.frombuffer(json.dumps({**head, "epoch": 5}).encode(), np.uint8), mind=mind)
    assert pieces_in(tmp_path) == 1
    assert MultiwayTraining(GAME, tmp_path, deals=DEALS).epoch == 5


def test_checkpoints_under_the_old_name_are_continued(tmp_path: Path) -> None:
    first = MultiwayTraining(GAME, tmp_path, deals=DEALS)
    first.iterate()
    first.save()
    (tmp_path / NAME).rename(tmp_path / BEFORE)
    assert pieces_in(tmp_path) == 1
    again = MultiwayTraining(GAME, tmp_path, deals=DEALS)
    assert again.epoch == 1
    again.iterate()
    again.save()
    assert [path.name for path in tmp_path.iterdir()] == [BEFORE]


def test_pieces_learn_as_much_as_one(tmp_path: Path) -> None:
    """Measured against the random player, with the same number of deals."""
    one = MultiwayTraining(GAME, tmp_path / "one", deals=2000)
    four = MultiwayTraining(GAME, tmp_path / "four", deals=500, pieces=4)
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
    with pytest.raises(ValueError, match="limit games with three draws"):
        MultiwayTraining(game("27sd"), tmp_path)


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
