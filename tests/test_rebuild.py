"""A hand is its events (`standpat.rebuild`)."""

from random import Random

import pytest

from play import finish, random_hand
from standpat import Dealer, Fold
from standpat.event import Acted, DrawResult, HandStart, Reshuffled, decode, encode
from standpat.rebuild import rebuild


@pytest.mark.parametrize("seed", range(120))
def test_any_prefix_gives_the_identical_hand(seed: int) -> None:
    random = Random(seed)
    hand = random_hand(random, seed=seed)
    finish(hand, random)
    stored = [decode(encode(event)) for event in hand.events]
    for length in sorted({1, 2, len(stored), *random.sample(range(1, len(stored) + 1), 6)}):
        again = rebuild(hand.game, hand.stakes, stored[:length], Dealer(seed))
        assert hand.events[: len(again.events)] == again.events
        checked = rebuild(hand.game, hand.stakes, again.events)
        assert checked.events == again.events
        assert checked.legal == again.legal
        assert checked.stacks == again.stacks


@pytest.mark.parametrize("seed", range(60))
def test_the_rebuilt_hand_goes_on_identically(seed: int) -> None:
    random = Random(seed)
    hand = random_hand(random, seed=seed)
    finish(hand, random, decisions=random.randrange(12))
    again = rebuild(hand.game, hand.stakes, hand.events, Dealer(seed))
    assert again.events == hand.events
    finish(hand, Random(seed))
    finish(again, Random(seed))
    assert again.events == hand.events
    assert again.nets == hand.nets


def test_without_a_dealer_the_cards_come_from_the_events() -> None:
    reshuffles = 0
    for seed in range(200):
        random = Random(seed)
        hand = random_hand(random, seed=seed, seats=6, fold=False)
        finish(hand, random)
        assert rebuild(hand.game, hand.stakes, hand.events).events == hand.events
        reshuffles += any(isinstance(e, Reshuffled) for e in hand.events)
    assert reshuffles > 20


def test_events_that_are_no_hand_are_refused_with_their_place() -> None:
    hand = random_hand(Random(1), seed=1)
    finish(hand, Random(1))
    events = list(hand.events)
    with pytest.raises(ValueError, match="begin with hand-start"):
        rebuild(hand.game, hand.stakes, events[1:])
    place = next(k for k, e in enumerate(events) if isinstance(e, Acted))
    told = events[place]
    assert isinstance(told, Acted)
    events[place] = Acted((told.seat + 1) % 2, Fold(), told.street_commit, told.all_in)
    with pytest.raises(ValueError, match=f"event {place} "):
        rebuild(hand.game, hand.stakes, events)
    start = events[0]
    assert isinstance(start, HandStart)
    assert not any(isinstance(e, DrawResult) for e in events[:place])
