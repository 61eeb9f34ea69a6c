"""The bot `rule` against all-ins before the first draw."""

from random import Random

import pytest

from standpat import Call, Dealer, Fold, Hand, Raise, Stakes, game
from standpat.bots import situation
from standpat.bots.check_down import plan_of
from standpat.bots.rule import rule_policy
from standpat.cards.ranking import RANKINGS


def answers(id: str, seats: int, depth: int, hands: int) -> list[tuple[float, float]]:
    """When the first to act goes all-in and all others but the last have folded: how often the last calls, and the
    probability that a hand at random beats theirs."""
    record, random, met = game(id), Random(f"{id} {seats} {depth}"), []
    for _ in range(hands):
        hand = Hand(record, Stakes(50, 100), [100 * depth] * seats, 0, Dealer(random.random().hex()))
        hand.apply(Raise(100 * depth))
        while sum(hand.live) > 2 and hand.to_act is not None:
            hand.apply(Fold())
        here = situation(hand, random)
        policy = rule_policy(here)
        plan, value = plan_of(record), RANKINGS[record.ranking](here.cards)
        met.append((sum([p for action, p in policy.items() if isinstance(action, Call)]), 1 - plan.worth[-1][value]))
    return met


@pytest.mark.parametrize("id", ["27td-nl", "27sd"])
@pytest.mark.parametrize("depth", [20, 40, 100, 200])
def test_all_in_with_anything_wins_nothing(id: str, depth: int) -> None:
    """From the button, in big blinds a hand, beyond what a fold loses. It won 0.9 at 20 when fewer hands called."""
    met = answers(id, 2, depth, 1_500)
    won = [(1 - calls) * 1.5 + calls * (chance * 2 * depth - (depth - 0.5)) for calls, chance in met]
    assert sum(won) / len(won) < 0.25


def test_the_more_players_may_call_the_fewer_do() -> None:
    """The last of them has only itself to think of."""
    alone = sum([calls for calls, _ in answers("27td-nl", 2, 40, 600)]) / 600
    last = sum([calls for calls, _ in answers("27td-nl", 6, 40, 600)]) / 600
    assert last == pytest.approx(alone, abs=0.06)
    record, random, first = game("27td-nl"), Random(4), 0.0
    for _ in range(600):
        hand = Hand(record, Stakes(50, 100), [4_000] * 6, 0, Dealer(random.random().hex()))
        hand.apply(Raise(4_000))
        first += sum([p for action, p in rule_policy(situation(hand, random)).items() if isinstance(action, Call)])
    assert first / 600 < 0.6 * last


def test_an_all_in_that_is_called_is_met() -> None:
    """The big blind after a call by the small blind: they called 28% at 20 big blinds, as if nobody had called."""
    record, random, calls = game("27td-nl"), Random(5), 0.0
    for _ in range(300):
        hand = Hand(record, Stakes(50, 100), [2_000] * 3, 0, Dealer(random.random().hex()))
        hand.apply(Raise(2_000))
        hand.apply(Call())
        answer = rule_policy(situation(hand, random))
        calls += sum([p for action, p in answer.items() if isinstance(action, Call)])
    assert 0 < calls / 300 < 0.08


def test_fewer_call_the_larger_the_bet_is() -> None:
    shares = [sum([calls for calls, _ in answers("27td-nl", 2, depth, 600)]) / 600 for depth in (20, 40, 100)]
    assert shares[0] > 2 * shares[1] > 2 * shares[2] > 0
