"""Perfect play against the levels of limit single draw: the policies asked are those of the bots, the keys suffice."""

from pathlib import Path
from random import Random

import pytest

from standpat.bots.blueprint import blueprint_policy, strategy_file_of
from standpat.bots.levels import LEVELS, Level
from standpat.bots.player import Situation, sampled, situation
from standpat.bots.strategy_file import StrategyFile
from standpat.cards.ranking import RANKINGS
from standpat.engine.dealer import Dealer
from standpat.engine.event import DrawResult
from standpat.engine.games import Stakes, game
from standpat.engine.hand import Hand
from standpat.solver.response.level_best_response import PlaceRemembered, file_information_key, level_exploitability
from standpat.solver.strength.row import Order
from standpat.solver.strength.table import strength

pytestmark = pytest.mark.extended

CASUAL = Level(0.35, 0.3, 0.35, 0.9)


def file_of(id: str) -> StrategyFile:
    file = strategy_file_of(id)
    assert file is not None
    return file


def situations(id: str, hands: int) -> list[Situation]:
    found, random = [], Random(5)
    for number in range(hands):
        hand = Hand(game(id), Stakes(5, 10), [2000] * 2, 0, Dealer(number))
        while hand.to_act is not None:
            found.append(situation(hand, random))
            hand.apply(sampled(CASUAL.policy(found[-1]), random))
    return found


@pytest.mark.parametrize("id", ["27sd-fl", "a5sd"])
def test_the_policy_asked_is_that_of_the_bot(id: str) -> None:
    file, bot = file_of(id), next(bot for bot in LEVELS if bot.name == "casual")
    alone, level = PlaceRemembered(file, None), PlaceRemembered(file, CASUAL)
    assert bot.policy is not None
    for now in situations(id, 20):
        assert {k: p for k, p in alone(now).items() if p} == blueprint_policy(now)
        assert {k: p for k, p in level(now).items() if p} == pytest.approx(dict(bot.policy(now)))


@pytest.mark.parametrize("id", ["27sd-fl", "a5sd"])
def test_hands_of_one_state_bet_alike(id: str) -> None:
    key, random, compared = file_information_key(file_of(id)), Random(3), 0
    value = RANKINGS[game(id).ranking]
    deals = [tuple(random.sample(range(52), 5)) for _ in range(1500)]
    states = [int(key.of[1][value(cards) - 1]) for cards in deals]
    for now in situations(id, 20):
        if now.legal.draw is not None or not any([isinstance(event, DrawResult) for event in now.seen]):
            continue
        state = int(key.of[1][value(now.cards) - 1])
        for cards in [cards for cards, other in zip(deals, states, strict=True) if other == state][:3]:
            assert CASUAL.policy(now._replace(cards=cards)) == CASUAL.policy(now)
            compared += 1
    assert compared > 20


def test_a_file_of_another_game_is_refused() -> None:
    with pytest.raises(ValueError, match="expected one single-draw game"):
        level_exploitability(game("a5sd"), Stakes(1, 2), file_of("27sd-fl"), None)
    with pytest.raises(ValueError, match="expected one single-draw game"):
        level_exploitability(game("27td"), Stakes(1, 2), file_of("27td"), None)


@pytest.mark.slow
def test_the_file_without_habits_loses_what_its_weights_lose() -> None:
    """Asked as a policy, and evaluated as weights (`standpat.solver.strength.heads_up`): the same figure."""
    (row,) = strength(game("27sd-fl"), 2, Order(Path("none"), kinds=("exact",)))
    asked = level_exploitability(game("27sd-fl"), Stakes(1, 2), file_of("27sd-fl"), None)
    assert asked.msb == pytest.approx(row.won, abs=0.002)
