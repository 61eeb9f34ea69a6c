"""A hand is its events (`standpat.engine.rebuild`)."""

from itertools import combinations, product
from random import Random

import pytest

from irregular import random_irregular_hand
from play import finish, random_hand
from scene import BLINDS
from standpat import Dealer, Fold, Hand, Stakes, game
from standpat.engine.blind import ForcedBet
from standpat.engine.event import Acted, DrawResult, Event, HandEnd, HandStart, PotAwarded, Reshuffled, decode, encode
from standpat.engine.rebuild import rebuild


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
    with pytest.raises(ValueError, match=r"^a hand's events begin with hand-start$"):
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


def of_decisions(events: tuple[Event, ...]) -> int:
    """The number of these events that rebuilding returns: a reshuffle without a recorded draw has not happened."""
    count = len(events)
    while isinstance(events[count - 1], Reshuffled):
        count -= 1
    return count


def check_every_prefix(hand: Hand, seed: int) -> int:
    """Rebuild a finished hand from each of its prefixes and continue one of them. Returns the number of prefixes."""
    events = hand.events
    for length in range(1, len(events) + 1):
        again = rebuild(hand.game, hand.stakes, events[:length], Dealer(seed), posts=hand.posts)
        assert len(again.events) >= of_decisions(events[:length])
        assert again.events == events[: len(again.events)]
        assert again.posts == hand.posts
        assert sum(again.stacks) + again.pot == sum(hand.stacks)
    assert rebuild(hand.game, hand.stakes, events, posts=hand.posts).nets == hand.nets
    return len(events)


@pytest.mark.parametrize("chunk", range(2))
def test_r3_7_irregular_posts_from_every_prefix(chunk: int) -> None:
    for seed in range(300 * chunk, 300 * (chunk + 1)):
        random = Random(seed)
        hand = random_irregular_hand(random, seed=seed)
        finish(hand, random)
        check_every_prefix(hand, seed)


@pytest.mark.slow
@pytest.mark.parametrize("chunk", range(4))
def test_r3_7_twenty_thousand_irregular_hands(chunk: int, capsys: pytest.CaptureFixture[str]) -> None:
    """20,000 hands, each from every prefix."""
    prefixes = 0
    for seed in range(10**6 + 5_000 * chunk, 10**6 + 5_000 * (chunk + 1)):
        random = Random(seed)
        hand = random_irregular_hand(random, seed=seed)
        finish(hand, random)
        prefixes += check_every_prefix(hand, seed)
    with capsys.disabled():
        print(f"\n5,000 hands with irregular posts rebuilt from {prefixes:,} prefixes")


def test_r3_7_without_the_posts_the_events_tell_nearly_always() -> None:
    """The one thing that events do not show is the ante of a player who had no chip to pay it."""
    wrong = 0
    for seed in range(1000):
        random = Random(seed)
        hand = random_irregular_hand(random, seed=seed)
        finish(hand, random)
        try:
            assert rebuild(hand.game, hand.stakes, hand.events, Dealer(seed)).events == hand.events
        except ValueError:
            wrong += 1
    assert wrong <= 10


def test_r3_6_a_big_blind_all_in_from_its_ante_is_found_by_who_acts() -> None:
    """Nobody posts a big blind. It was due from seat 2, and seat 3 acts first."""
    posts = [*[ForcedBet(seat, "ante", 4) for seat in range(4)], ForcedBet(1, "small-blind", 5)]
    for short in range(4):
        stacks = [4 if seat == short else 100 for seat in range(4)]
        due = [*posts, ForcedBet(short, "big-blind", 10)]
        hand = Hand(game("27sd"), Stakes(5, 10, 4), stacks, 0, Dealer(1), posts=due)
        assert hand.to_act == (1 if short == 0 else (short + 1) % 4)
        finish(hand, Random(short))
        assert rebuild(hand.game, hand.stakes, hand.events, Dealer(1)).events == hand.events


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_r3_6_before_anybody_acts_the_big_blind_is_guessed_from_its_usual_seat_on(seats: int) -> None:
    """Nobody posts a big blind, because the players who may owe it are all-in from their antes."""
    for button, many in product(range(seats), range(1, seats)):
        for broke in combinations(range(seats), many):
            order = [(button + (1 if seats == 2 else 2) + step) % seats for step in range(seats)]
            first = next(seat for seat in order if seat in broke)
            small = button if seats == 2 else (button + 1) % seats
            posts = [ForcedBet(seat, "ante", 4) for seat in range(seats)]
            posts += [] if small in broke else [ForcedBet(small, "small-blind", 5)]
            stacks = [4 if seat in broke else 100 for seat in range(seats)]
            due = (*posts, ForcedBet(first, "big-blind", 10))
            hand = Hand(game("27sd"), Stakes(5, 10, 4), stacks, button, Dealer(1), posts=due)
            again = rebuild(hand.game, hand.stakes, hand.events, Dealer(1))
            assert again.events == hand.events
            assert [bet.seat for bet in again.posts if bet.kind == "big-blind"] == [first], (button, broke)
            assert again.to_act == hand.to_act


def test_the_dealer_given_is_the_hands_own_even_where_posts_are_guessed() -> None:
    dealer = Dealer(4)
    posts = [ForcedBet(0, "ante", 2), ForcedBet(1, "small-blind", 5)]
    hand = Hand(game("27sd"), BLINDS, [100, 100], 0, Dealer(4), posts=posts)
    again = rebuild(hand.game, hand.stakes, hand.events, dealer)
    assert again.events == hand.events
    assert again.dealer is dealer
    assert dealer.shuffles == 1


def test_posts_that_are_not_the_hands_are_refused() -> None:
    hand = random_hand(Random(3), seed=3)
    big = ForcedBet(hand.button, "big-blind", hand.stakes.big_blind)
    with pytest.raises(ValueError, match="event 1 "):
        rebuild(hand.game, hand.stakes, hand.events, Dealer(3), posts=[big, big])


@pytest.mark.parametrize("seed", range(8))
def test_each_event_is_compared_whole_and_not_only_its_kind(seed: int) -> None:
    """Chips that are moved within a payment, or between seats in the result, are found at the right event."""
    hand = random_hand(Random(seed), seed=seed)
    finish(hand, Random(seed))
    stored = list(hand.events)
    (*nets,) = hand.nets or ()
    places = [k for k, event in enumerate(stored) if isinstance(event, PotAwarded)]
    for place in places:
        event = stored[place]
        assert isinstance(event, PotAwarded)
        seat, chips = event.winners[0]
        forged = [*stored]
        forged[place] = PotAwarded(event.pot, event.side, ((seat, chips + 1), *event.winners[1:]))
        with pytest.raises(ValueError, match=f"event {place} "):
            rebuild(hand.game, hand.stakes, forged, Dealer(seed))
    forged = [*stored]
    forged[-1] = HandEnd((nets[0] + 1, nets[1] - 1, *nets[2:]))
    with pytest.raises(ValueError, match=f"event {len(stored) - 1} "):
        rebuild(hand.game, hand.stakes, forged, Dealer(seed))


def test_the_number_of_the_hand_and_its_wishes_come_back() -> None:
    hand = Hand(game("27sd", house="cardroom"), BLINDS, [100, 100], 0, Dealer(2), hand_no=7)
    wishes = (*hand.wish(1, "muck"), *hand.wish(0, "show"))
    again = rebuild(hand.game, hand.stakes, hand.events, Dealer(2), posts=hand.posts)
    assert again.events[0] == HandStart(7, 0, (100, 100))
    assert again.events[-2:] == wishes
    finish(again, Random(1))
    finish(hand, Random(1))
    assert again.events == hand.events
