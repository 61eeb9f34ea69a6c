"""The state that is folded from what a viewer has seen agrees with the engine's own state.

This is checked after every decision, for every viewer, in all games and under all house rules.
"""

from copy import deepcopy
from random import Random

import pytest

from irregular import random_irregular_hand, random_stakes
from play import random_action, random_hand, random_stacks
from standpat.engine.dealer import Dealer
from standpat.engine.event import HandStart, Post
from standpat.engine.games import game, ids
from standpat.engine.hand import Hand
from standpat.engine.house import HOUSES
from standpat.engine.seen import seen
from standpat.table_view.public_state import PublicState


class Watched:
    """A hand and the states of all viewers: each seat, a spectator, and one who sees everything."""

    def __init__(self, hand: Hand, told: bool) -> None:
        due = hand.posts if told else None
        self.hand = hand
        self.viewers: list[int | None] = [None, *range(len(hand.stacks))]
        self.states = [PublicState(hand.game, hand.stakes, viewer, due=due) for viewer in self.viewers]
        self.open = PublicState(hand.game, hand.stakes, due=due)
        self.done = 0

    def follow(self) -> None:
        for event in self.hand.events[self.done :]:
            self.open.apply(event)
            for viewer, state in zip(self.viewers, self.states, strict=True):
                known = seen(event, viewer)
                if known is not None:
                    state.apply(known)
        self.done = len(self.hand.events)

    def check(self) -> None:
        hand = self.hand
        for state in (*self.states, self.open):
            agrees(hand, state)
        for viewer, state in zip(self.viewers, self.states, strict=True):
            for seat, one in enumerate(state.seats):
                if not hand.over and seat != viewer and not one.shown:
                    assert one.cards == (), f"viewer {viewer} knows the cards of seat {seat}"
        for seat, one in enumerate(self.open.seats):
            own = self.states[seat + 1].seats[seat]
            if hand.live[seat]:
                assert sorted(one.cards) == sorted(own.cards) == sorted(hand.cards(seat))


def agrees(hand: Hand, state: PublicState) -> None:
    start = hand.events[0]
    assert isinstance(start, HandStart)
    assert [seat.stack for seat in state.seats] == hand.stacks
    assert [seat.live for seat in state.seats] == hand.live
    assert [seat.trail for seat in state.seats] == hand.draws
    assert (state.hand_no, state.button, state.street) == (start.hand_no, hand.button, hand.street)
    assert (state.pot, state.over, state.to_act) == (hand.pot, hand.over, hand.to_act)
    if hand.over:
        assert state.nets == hand.nets
        assert sum([seat.won for seat in state.seats]) == sum([seat.paid for seat in state.seats]) + state.dead
        return
    assert state.pots == hand.pots
    assert state.drawing == hand.drawing
    assert sum([seat.paid for seat in state.seats]) + state.dead == hand.pot
    assert [seat.all_in for seat in state.seats if seat.live] == [
        not chips for chips, live in zip(hand.stacks, hand.live, strict=True) if live
    ]
    if not hand.drawing and hand.legal.showdown is None:
        assert [seat.bet for seat in state.seats] == hand.betting.commits
        assert (state.price, state.wagers) == (hand.betting.price, hand.betting.wagers)


def follow_to_the_end(hand: Hand, random: Random, told: bool = False) -> None:
    """Play a hand at random to its end, and check every state.

    `told` says whether the forced bets that were due are known.
    """
    watched = Watched(hand, told)
    while True:
        watched.follow()
        watched.check()
        if hand.to_act is None:
            return
        hand.apply(random_action(hand, random))


@pytest.mark.parametrize("house", list(HOUSES))
@pytest.mark.parametrize("id", ids())
def test_in_every_game_and_house(id: str, house: str) -> None:
    random = Random(f"{id} {house}")
    for seed in range(4):
        seats, button = random.randint(2, 6), random.randint(0, 1)
        stakes, stacks = random_stakes(random), random_stacks(random, seats, 10)
        record = game(id, house=house)
        hand = Hand(record, stakes, stacks, button, Dealer(seed), asks=range(seats))
        broke = any([post.all_in for post in hand.events if isinstance(post, Post)])
        follow_to_the_end(hand, random, told=broke)


@pytest.mark.parametrize("part", range(4))
def test_with_options_set_by_hand(part: int) -> None:
    for seed in range(100 * part, 100 * part + 40):
        random = Random(seed)
        follow_to_the_end(random_hand(random, seed=seed, fold=seed % 5 > 0), random)


@pytest.mark.parametrize("part", range(4))
def test_with_irregular_forced_bets(part: int) -> None:
    guessed = 0
    for seed in range(100 * part, 100 * part + 60):
        random = Random(seed)
        hand = random_irregular_hand(random, seed=seed)
        broke = any([post.all_in for post in hand.events if isinstance(post, Post)])
        guessed += not broke
        follow_to_the_end(hand, random, told=broke)
    assert 8 < guessed < 50


def test_a_copy_goes_on_independently() -> None:
    for seed in range(20):
        random = Random(seed)
        hand = random_hand(random, seed=seed)
        for _ in range(seed):
            if hand.to_act is not None:
                hand.apply(random_action(hand, random))
        state = PublicState.of(hand.game, hand.stakes, hand.events)
        before = contents(state)
        twin = state.copy()
        assert contents(twin) == before
        known = len(hand.events)
        while hand.to_act is not None:
            hand.apply(random_action(hand, random))
        for event in hand.events[known:]:
            twin.apply(event)
        assert contents(state) == before
        assert contents(twin) == contents(PublicState.of(hand.game, hand.stakes, hand.events))


def contents(state: PublicState) -> dict[str, object]:
    """The complete contents of a state."""
    names = [name for name in dir(state) if not name.startswith("_") and not callable(getattr(state, name))]
    return deepcopy({name: getattr(state, name) for name in names})
