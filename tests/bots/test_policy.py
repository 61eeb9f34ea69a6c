"""A player acts according to the policy that it reports."""

from collections import Counter
from math import sqrt
from random import Random

import pytest

from play import finish, random_action, random_hand
from standpat import Bet, Hand, Raise, Stakes, game
from standpat.bots import player, players, policy, situation
from standpat.bots.dice import Dice, branches
from standpat.engine.action import Action, Discard
from standpat.engine.blind import ForcedBet
from standpat.engine.dealer import Dealer

ROLLS = 300


def kind(action: Action) -> object:
    return type(action) if isinstance(action, Bet | Raise) else action


def told(hand: Hand, name: str) -> dict[object, float]:
    """Probabilities by kind of action. One bet may stand for bets of all sizes."""
    found: dict[object, float] = {}
    for action, likely in policy(name)(situation(hand, Random(0))).items():
        found[kind(action)] = found.get(kind(action), 0.0) + likely
    return found


@pytest.mark.parametrize("name", players())
def test_a_policy_is_of_legal_actions_and_sums_to_one(name: str) -> None:
    random = Random(name)
    for seed in range(150):
        hand = random_hand(random, seed=seed, fold=seed % 2 > 0)
        if hand.to_act is None:
            continue
        asked = situation(hand, Random(1))
        stated = policy(name)(asked)
        assert sum(stated.values()) == pytest.approx(1, abs=1e-9)
        assert min(stated.values()) > 0
        for action in stated:
            hand.copy().apply(action)
        assert asked.random.getstate() == Random(1).getstate()


STRADDLED = [ForcedBet(1, "small-blind", 5), ForcedBet(2, "big-blind", 10), ForcedBet(3, "straddle", 20)]


@pytest.mark.parametrize("name", players())
def test_t10_5_straddled_hands_are_played_legally(name: str) -> None:
    """Those with a strategy file leave them to `rule`; the table may have become heads-up."""
    random = Random(name)
    for seed in range(4):
        played = game("27sd" if seed % 2 else "27td")
        hand = Hand(played, Stakes(5, 10), [random.choice((20, 300))] * 5, 0, Dealer(seed), posts=STRADDLED)
        while hand.to_act is not None:
            asked = situation(hand, Random(seed))
            if name in ("multiway", "nolimit", "blueprint", "resolve"):
                assert policy(name)(asked) == policy("rule")(asked)
            hand.apply(random_action(hand, random) if random.random() < 0.3 else player(name)(asked))


@pytest.mark.parametrize("name", ["random", "rule"])
def test_a_player_does_what_its_policy_says_as_often_as_it_says(name: str) -> None:
    random = Random(name)
    mixed, off = 0, 0.0
    for seed in range(240 if name == "rule" else 40):
        hand = Hand(game("27td" if seed % 2 else "27sd"), Stakes(5, 10), [1000] * 2, 0, Dealer(seed))
        for _ in range(random.randrange(9)):
            if hand.to_act is not None:
                hand.apply(player(name)(situation(hand, Random(random.random()))))
        if hand.to_act is None:
            continue
        stated = told(hand, name)
        rolls = ROLLS if max(stated.values()) < 0.98 else 10
        done = Counter([kind(player(name)(situation(hand, Random(f"{seed} {roll}")))) for roll in range(rolls)])
        if isinstance(next(iter(done)), Discard):  # the order of the cards does not matter
            stated, done = cards_apart(stated), Counter(cards_apart(done))
        assert set(done) <= set(stated)
        for choice, likely in stated.items():
            spread = sqrt(rolls * likely * (1 - likely))
            assert abs(done[choice] - rolls * likely) <= 4.5 * spread + 1e-6, (seed, choice, likely)
            if 0.02 < likely < 0.98:
                mixed += 1
                off += ((done[choice] - rolls * likely) / spread) ** 2
    assert mixed > 30
    assert 0.3 < off / mixed < 2


def cards_apart(counts: dict[object, float] | Counter[object]) -> dict[object, float]:
    found: dict[object, float] = {}
    for action, count in counts.items():
        assert isinstance(action, Discard)
        key = frozenset(action.cards)
        found[key] = found.get(key, 0) + count
    return found


def test_branches_multiply_along_the_way_and_meet_again() -> None:
    def decide(dice: Dice) -> Action:
        if dice.chance(0.25) and dice.below(0.0, 0.0, 1.0):
            return Bet(dice.choice((1, 2, 3, 4)))
        return Raise(7) if dice.chance(1.0) else Bet(9)

    assert branches(decide) == pytest.approx({Raise(7): 0.875, **{Bet(to): 0.03125 for to in (1, 2, 3, 4)}})


def test_what_never_happens_is_in_no_policy() -> None:
    random = Random(8)
    hand = random_hand(random, seed=1, fold=False)
    while hand.to_act is not None:
        stated = policy("folder")(situation(hand, random))
        assert list(stated.values()) == [1.0]
        hand.apply(random_action(hand, random))
        finish(hand, random, 1)
