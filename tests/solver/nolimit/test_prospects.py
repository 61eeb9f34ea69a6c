"""What buckets become, and what a hand that is over pays to every bucket."""

from random import Random

import numpy as np
import pytest

from standpat import game
from standpat.solver.kernels.deck import DECK
from standpat.solver.nolimit import buckets, cfr_kernel, deal_kernel
from standpat.solver.nolimit.buckets import AFTER, BEFORE, COUNTS
from standpat.solver.nolimit.hands import cards_of, setting_of
from standpat.solver.nolimit.prospects import FINER, finer_of, prospects_of

pytestmark = pytest.mark.extended

GAME = game("27sd")


def test_a_hand_becomes_something() -> None:
    cards = cards_of(GAME)
    total = cards["become"].sum(axis=1)
    for bucket in range(BEFORE):
        allowed = [bool(cards["allowed"][0, bucket] >> n & 1) for n in range(COUNTS)]
        assert total[:, bucket] == pytest.approx(np.array(allowed, float), abs=1e-4)
    assert cards["came"].sum(axis=2) == pytest.approx(cards["came"].sum(axis=2).round(), abs=1e-4)
    assert cards["better"][1:].min() > 0
    assert cards["better"].max() <= 1


def test_final_hands_are_those_of_the_check_down_optimum() -> None:
    """Their sums, and the distribution of final hands against that of the check-down optimum, computed exactly."""
    cards, hands = cards_of(GAME), buckets.buckets_of(GAME)
    draws = prospects_of(cards)
    assert draws.dealt.sum() == pytest.approx(1)
    assert draws.final.sum() == pytest.approx(1, abs=1e-4)
    assert draws.held.sum(axis=0) == pytest.approx(np.full(BEFORE, 5.0))
    # A random hand against another at the check-down optimum wins half; `final` is the distribution it is made for.
    assert (draws.final * hands.final).sum() == pytest.approx(0.5, abs=0.005)
    finer, become = finer_of(draws)
    assert become.shape == (COUNTS, FINER, BEFORE)
    assert (np.diff(finer[1:].astype(int)) >= 0).all()
    assert become.sum(axis=1) == pytest.approx(cards["become"].sum(axis=1), abs=1e-4)


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_an_end_pays_every_bucket_what_its_hands_would_win(seats: int) -> None:
    """Side pots included: the mean over the values of a bucket, each put into the hand in turn."""
    cards = cards_of(GAME)
    final = prospects_of(cards).final
    hands, decks = np.zeros(1, deal_kernel.HAND), np.zeros(1, DECK)
    hand, deck = hands[0], decks[0]
    value = np.zeros(BEFORE, np.float32)
    bucket = cards["bucket"][1]
    showdowns = 0
    for seed in range(60):
        random = Random(f"end {seats} {seed}")
        setting = setting_of([random.choice((5, 20, 60)) for _ in range(seats)], ante=random.choice((0, 0.25)))
        deck["first"], deck["mixed"] = random.sample(range(52), 52), 0
        deal_kernel.deal(hand, deck, cards, setting)
        while hand["to_act"] >= 0:
            allowed = deal_kernel.allowed_choices(hand, cards)
            choices = [k for k in range(7) if allowed >> k & 1]
            deal_kernel.apply_choice(
                hand, deck, cards, random.choice([k for k in choices if k or random.random() < 0.2] or choices)
            )
        place = random.randrange(seats)
        if not hand["live"] >> place & 1:
            continue
        rivals = [int(hand["value"][k]) for k in range(seats) if k != place and hand["live"] >> k & 1]
        expected = np.zeros(AFTER)
        twin = hands.copy()[0]
        if hand["street"] and rivals:
            showdowns += 1
            for b in random.sample(range(AFTER), 8):
                these = np.flatnonzero(bucket == b)
                these = these[these > 0]
                mass = final[these] + 1e-9
                won = []
                for other in these:
                    twin["value"][place] = other
                    won.append(deal_kernel.net(twin, setting, place))
                expected[b] = (mass * won).sum() / mass.sum()
            chosen = np.flatnonzero(expected)
            stakes = float(np.abs(expected).max())
            cfr_kernel.settle(hand, setting, place, cards, value)
            assert value[chosen] == pytest.approx(expected[chosen], abs=0.02 * stakes + 1e-3)
        else:
            net = deal_kernel.net(hand, setting, place)
            cfr_kernel.settle(hand, setting, place, cards, value)
            assert value[: AFTER if hand["street"] else BEFORE] == pytest.approx(net, abs=1e-4)
    assert showdowns > 10
