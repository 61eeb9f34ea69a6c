"""The bot `rule`, compiled: it does what `standpat.bots.rule` does."""

from random import Random

import numpy as np
import pytest

from standpat import Bet, Call, Check, Discard, Fold, Hand, Raise, ScriptedDealer, Stakes, game
from standpat.bots import situation
from standpat.bots.check_down_values import SPANS
from standpat.bots.rule import rule_policy
from standpat.engine.action import Action
from standpat.solver.kernels.deck import DECK
from standpat.solver.multiway import hand_kernel
from standpat.solver.multiway.opponent_model import choice_of
from standpat.solver.multiway.rule_kernel import rule_chances, rule_table
from standpat.solver.multiway.training import cards_of

pytestmark = pytest.mark.extended

DRAWN_ALIKE = 0.98
"""The least part of all draws in which both draw as many cards. The compiled player forgets earlier discards."""


def by_choice(policy: dict[Action, float]) -> list[float]:
    """The probability of each choice of the kernel."""
    chances = [0.0] * 4
    for action, chance in policy.items():
        chances[choice_of(action)] += chance
    return chances


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("id", ["27td", "a5td", "27sd-fl", "a5sd"])
def test_it_does_what_rule_does(id: str, seats: int) -> None:
    """Hands of players who do what `rule` does, or now and then something else, decision by decision."""
    played, cards, table = game(id), cards_of(game(id)), rule_table(game(id))
    hands, decks = np.zeros(1, hand_kernel.HAND), np.zeros(1, DECK)
    hand, deck = hands[0], decks[0]
    worth, chances = np.zeros(SPANS, np.float32), np.zeros(4)
    bets, draws, alike, unsure = 0, 0, 0, 0
    for seed in range(150):
        random = Random(f"{id} {seats} {seed}")
        order = random.sample(range(52), 52)
        deck["first"] = order
        true = Hand(played, Stakes(5, 10), [1000] * seats, seats - 1, ScriptedDealer(order))
        hand_kernel.start(hand, deck, cards, seats)
        while true.to_act is not None and hand["at"] <= 47:
            here, legal = situation(true, random), true.legal
            policy = by_choice(rule_policy(here))
            rule_chances(hand, cards, table, worth, chances)
            assert chances.sum() == pytest.approx(1)
            wild = random.random() < 0.2
            if legal.draw is not None:
                draws += 1
                alike += max(np.abs(chances - policy)) < 1e-6
                choice = random.choice([0, 1, 2, 3]) if wild else random.choices(range(4), chances.tolist())[0]
                before = set(true.cards(true.to_act))
                place = true.to_act
                hand_kernel.draw(hand, deck, cards, choice)
                true.apply(Discard(tuple(before - set(hand["cards"][place].tolist()))))
                continue
            bets += 1
            unsure += max(policy) < 0.99
            assert chances == pytest.approx(policy, abs=1e-3), (here, hand)
            bounds = legal.bet or legal.raise_
            allowed = hand_kernel.allowed_choices(hand, cards)
            choice = random.choices(range(3), (0.2, 0.4, 0.4) if wild else chances[:3].tolist())[0]
            choice = choice if allowed >> choice & 1 else 1
            hand_kernel.bet(hand, choice)
            if choice == 0:
                true.apply(Fold())
            elif choice == 1:
                true.apply(Check() if legal.check else Call())
            else:
                assert bounds is not None
                true.apply(Bet(bounds.max_to) if legal.bet else Raise(bounds.max_to))
    print(id, seats, bets, unsure, draws, alike / draws)
    assert bets > 500
    assert unsure > 100
    assert alike > DRAWN_ALIKE * draws > 100
