"""Coupled play finds what a duplicate match finds, exactly where nobody mixes, and equal players lose nothing."""

from collections import Counter
from random import Random

import pytest

from standpat.bots.passive import caller_policy, folder_policy
from standpat.bots.player import Policy, Situation, situation
from standpat.bots.registry import policy
from standpat.engine.action import Action, Bet, Call, Check, Discard, Fold, Raise
from standpat.engine.dealer import Dealer
from standpat.engine.games import game
from standpat.engine.hand import Hand
from standpat.lab.coupled_play import STAKES, coupled, losses

SIZES: dict[Action, float] = {Fold(): 0.5, Raise(200): 0.3, Raise(300): 0.2}


@pytest.mark.parametrize(
    "own",
    [SIZES, {Call(): 1.0}, {Fold(): 0.2, Call(): 0.3, Raise(200): 0.5}, {Fold(): 0.75, Raise(300): 0.25}],
)
def test_a_coupled_choice_has_the_probabilities_of_its_own_policy(own: dict[Action, float]) -> None:
    random, made, same = Random(1), Counter[Action](), 0
    for _ in range(20_000):
        choice = random.choices(list(SIZES), list(SIZES.values()))[0]
        taken = coupled(choice, own, SIZES, random)
        made[taken] += 1
        same += taken == choice
    assert set(made) == set(own)
    assert all([made[action] / 20_000 == pytest.approx(chance, abs=0.015) for action, chance in own.items()])
    most = sum([min(chance, SIZES.get(action, 0.0)) for action, chance in own.items()])
    assert same / 20_000 == pytest.approx(most, abs=0.015)


@pytest.mark.parametrize(("id", "seats"), [("27td", 2), ("27sd-fl", 3), ("27sd", 2)])
def test_equal_players_lose_exactly_nothing(id: str, seats: int) -> None:
    (found,) = losses([policy("rule")], policy("rule"), game(id), seats, range(4))
    assert (found.count, found.total, found.squares) == (4, 0, 0)


def eager(situation: Situation) -> dict[Action, float]:
    """Bets and raises with an ace or a deuce, and draws one card for its first."""
    legal = situation.legal
    if legal.draw is not None:
        return {Discard(situation.cards[:1]): 1.0}
    if (bounds := legal.bet or legal.raise_) and {0, 12} & {card >> 2 for card in situation.cards}:
        return {Bet(bounds.min_to) if legal.bet else Raise(bounds.min_to): 1.0}
    return {Check() if legal.check else Call(): 1.0}


@pytest.mark.parametrize(("id", "seats"), [("27td", 2), ("27td", 4), ("a5sd", 3), ("27sd", 6)])
@pytest.mark.parametrize(("weak", "strong"), [(folder_policy, eager), (eager, folder_policy), (eager, caller_policy)])
def test_without_mixing_it_is_the_duplicate_match(id: str, seats: int, weak: Policy, strong: Policy) -> None:
    record, won = game(id), []
    for deck in range(12):
        nets = 0
        for place in range(seats):
            hand = Hand(record, STAKES, [10_000] * seats, 0, Dealer(f"9 {deck}"))
            while (seat := hand.to_act) is not None:
                (action,) = (weak if seat == place else strong)(situation(hand, Random(1)))
                hand.apply(action)
            assert hand.nets is not None
            nets += hand.nets[place]
        won.append(1000 * nets / STAKES.big_blind / seats)
    (found,) = losses([weak], strong, record, seats, range(12), seed=9)
    assert found.total == pytest.approx(sum(won))
    assert found.squares == pytest.approx(sum([one**2 for one in won]))
    assert found.squares > 0


def test_several_players_are_measured_as_each_alone() -> None:
    policies = [policy("novice"), policy("caller"), policy("rule")]
    together = losses(policies[1:], policies[0], game("27sd-fl"), 3, range(5))
    (alone,) = losses(policies[1:2], policies[0], game("27sd-fl"), 3, range(5))
    assert together[0] == alone
    assert together[1].squares > 0
