"""The compiled game: it is the engine's, and both see the same spots."""

from random import Random

import numpy as np
import pytest

from both_games import make_choice
from standpat import Hand, ScriptedDealer, Stakes, game
from standpat.bots import situation
from standpat.bots.multiway import Public
from standpat.bots.multiway_spot import BET_SPOTS, SPOTS
from standpat.cards.ranking import RANKINGS
from standpat.solver.kernels.deck import DECK
from standpat.solver.multiway import hand_kernel, response_spots
from standpat.solver.multiway.engine_match import low_discards
from standpat.solver.multiway.training import cards_of

pytestmark = pytest.mark.extended


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
                assert min(make_choice(true, hand, deck, cards, choice), 3) >= choice
                continue
            bucket, bounds = int(cards["bucket"][hand_kernel.draws_left(hand, cards), value]), legal.bet or legal.raise_
            assert public.bet_spot(bucket, bounds is not None) == spot < BET_SPOTS
            assert allowed == (0 if legal.check else 1) + 2 + (4 if bounds else 0)
            (choice,) = random.choices(range(3), (0.2, 0.5, 0.3))
            choice = choice if allowed >> choice & 1 else 1
            make_choice(true, hand, deck, cards, choice)
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
