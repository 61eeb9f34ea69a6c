"""The bot `rule`, compiled: it does what `standpat.bots.rule` does."""

from random import Random

import numpy as np
import pytest

from both_games import make_choice
from standpat import Hand, ScriptedDealer, Stakes, game
from standpat.bots import situation
from standpat.bots.check_down import plan_of
from standpat.bots.check_down_values import SPANS
from standpat.bots.draw import unseen_chances
from standpat.bots.rule import rule_policy
from standpat.cards.card import parse
from standpat.engine.action import Action
from standpat.solver.kernels.deck import DECK
from standpat.solver.multiway import hand_kernel
from standpat.solver.multiway.opponent_model import choice_of
from standpat.solver.multiway.rule_kernel import one_card, rule_chances, rule_table
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
    bets, unsure, draws, alike, first, first_alike = 0, 0, 0, 0, 0, 0
    for seed in range(150):
        random = Random(f"{id} {seats} {seed}")
        order = random.sample(range(52), 52)
        deck["first"] = order
        true = Hand(played, Stakes(5, 10), [1000] * seats, seats - 1, ScriptedDealer(order))
        hand_kernel.start(hand, deck, cards, seats)
        while true.to_act is not None and hand["at"] <= 47:
            here = situation(true, random)
            policy = by_choice(rule_policy(here))
            rule_chances(hand, cards, table, worth, chances)
            assert chances.sum() == pytest.approx(1)
            wild = random.random() < 0.2
            if here.legal.draw is not None:
                same = max(np.abs(chances - policy)) < 1e-6
                draws, alike = draws + 1, alike + same
                first += hand["last"][true.to_act] < 0
                first_alike += same and hand["last"][true.to_act] < 0
                choice = random.choice([0, 1, 2, 3]) if wild else random.choices(range(4), chances.tolist())[0]
            else:
                bets += 1
                unsure += max(policy) < 0.99
                assert chances == pytest.approx(policy, abs=1e-3), (here, hand)
                allowed = hand_kernel.allowed_choices(hand, cards)
                choice = random.choices(range(3), (0.2, 0.4, 0.4) if wild else chances[:3].tolist())[0]
                choice = choice if allowed >> choice & 1 else hand_kernel.PASS
            make_choice(true, hand, deck, cards, choice)
    assert bets > 500
    assert unsure > 80
    assert alike > DRAWN_ALIKE * draws > 100
    assert first - 1 <= first_alike > 150  # of a pair the other card may be kept, and a flush be nearer


@pytest.mark.parametrize("id", ["27td", "a5td"])
@pytest.mark.parametrize(
    "hand", ["2h 3h 5h 7h Ks", "2h 3h 5h 7h Kh", "2h 3h 5h 7c Ks", "2h 3h 4h 7h 7c", "2c 3d 4h 5s 9h"]
)
def test_a_one_card_draw_goes_by_the_cards_not_seen(id: str, hand: str) -> None:
    """A flush loses in deuce-to-seven."""
    played, plan = game(id), plan_of(game(id))
    cards, rows, worth = parse(hand), np.zeros(1, hand_kernel.HAND), np.random.default_rng(3).random(SPANS)
    rows["cards"][0, 0], rows["seats"], rows["drawing"] = cards, 2, 1
    kept = sum([1 << (card >> 2) for card in cards[:4]])
    chances = unseen_chances(plan.ranking, cards[:4], [card for card in range(52) if card not in cards])
    expected = sum([p * (worth * plan.prospect[played.draw_rounds - 1][v]).sum() for v, p in chances.items()])
    single = worth.astype(np.float32)
    assert one_card(rows[0], cards_of(played), rule_table(played), single, kept) == pytest.approx(expected, abs=1e-6)


def test_the_first_draw_is_that_of_rule() -> None:
    """Heads-up, of any hand: the button raises, and the big blind calls and draws."""
    played, hands, decks = game("27sd-fl"), np.zeros(1, hand_kernel.HAND), np.zeros(1, DECK)
    hand, cards, table = hands[0], cards_of(played), rule_table(played)
    worth, chances, otherwise = np.zeros(SPANS, np.float32), np.zeros(4), 0
    for seed in range(2_000):
        random = Random(seed)
        order = random.sample(range(52), 52)
        decks[0]["first"] = order
        true = Hand(played, Stakes(5, 10), [1000, 1000], 1, ScriptedDealer(order))
        hand_kernel.start(hand, decks[0], cards, 2)
        for choice in (hand_kernel.WAGER, hand_kernel.PASS):
            make_choice(true, hand, decks[0], cards, choice)
        rule_chances(hand, cards, table, worth, chances)
        otherwise += max(np.abs(chances - by_choice(rule_policy(situation(true, random))))) > 1e-6
    assert otherwise <= 2  # of a pair the other card may be kept, and a flush be nearer
