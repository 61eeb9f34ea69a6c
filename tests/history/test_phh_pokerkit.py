"""PHH files against PokerKit's own reader and writer, as a second opinion on the format.

The hands avoid what PokerKit plays differently from the rules (short all-ins, its caps, a player's own discards that
come back after a reshuffle): deep stacks, few raises, few discards.
"""

from random import Random

import pytest

from standpat import Bet, Call, Check, Dealer, Discard, Fold, Hand, Raise, Stakes, game
from standpat.engine.action import Action
from standpat.history import phh
from standpat.history.record import Record
from standpat.history.recording import record_of
from standpat.history.replay import replay

pokerkit = pytest.importorskip("pokerkit", reason="PokerKit is not installed (pip install 'standpat[bench]')")

HOUSES = ("online", "ultimate", "wsop", "arena", "cardroom", "pokerstars")


def tame_hand(random: Random, id: str, house: str) -> Hand:
    seats = random.randint(2, 6)
    stakes = Stakes(random.choice((0, 5)), 10, random.choice((0, 0, 2)))
    hand = Hand(game(id, house=house), stakes, [4000] * seats, random.randrange(seats), Dealer(random.getrandbits(30)))
    while hand.to_act is not None:
        hand.apply(tame_action(random, hand))
    return hand


def tame_action(random: Random, hand: Hand) -> Action:
    legal = hand.legal
    if legal.draw is not None:
        assert hand.to_act is not None
        return Discard(random.sample(hand.cards(hand.to_act), random.choice((0, 1, 1, 2))))
    choice: list[Action] = [Check() if legal.check else Call()] * 4
    if legal.fold:
        choice.append(Fold())
    if hand.betting.wagers < 3:
        if legal.bet:
            choice.append(Bet(min(legal.bet.max_to, random.choice((1, 2)) * legal.bet.min_to)))
        if legal.raise_:
            choice.append(Raise(legal.raise_.min_to))
    return random.choice(choice)


@pytest.mark.parametrize("seed", range(60))
def test_pokerkit_pays_our_files_as_we_do(seed: int) -> None:
    random = Random(seed)
    hand = tame_hand(random, random.choice(("27td", "27sd")), random.choice(HOUSES))
    history = pokerkit.HandHistory.loads(phh.write(record_of(hand)))
    steps = list(history.state_actions)
    assert [action for _, action in steps if action is not None] == history.actions
    state = steps[-1][0]
    seats = len(hand.stacks)
    assert hand.nets is not None
    assert state.payoffs == [hand.nets[(hand.button + k) % seats] for k in range(1, seats + 1)]


def test_pokerkit_loads_a_file_of_several_hands() -> None:
    random = Random(5)
    hands = [tame_hand(random, "27td", "wsop") for _ in range(3)]
    text = phh.join([phh.write(record_of(hand)) for hand in hands])
    assert len(list(pokerkit.HandHistory.loads_all(text))) == 3
    again = list(phh.read(text))
    assert [replay(hand).events for hand in again if isinstance(hand, Record)] == [hand.events for hand in hands]


@pytest.mark.parametrize("seed", range(40))
def test_files_pokerkit_writes(seed: int) -> None:
    random = Random(seed)
    seats = random.randint(2, 6)
    automations = [a for a in pokerkit.Automation if a is not pokerkit.Automation.RUNOUT_COUNT_SELECTION]
    if seed % 2:
        variant = pokerkit.FixedLimitDeuceToSevenLowballTripleDraw(tuple(automations), True, 0, (5, 10), 10, 20)
    else:
        variant = pokerkit.NoLimitDeuceToSevenLowballSingleDraw(tuple(automations), True, 0, (5, 10), 10)
    state = variant(4000, seats)
    raises = 0
    while state.status:
        if state.stand_patter_or_discarder_index is not None:
            cards = list(state.hole_cards[state.stand_patter_or_discarder_index])
            state.stand_pat_or_discard(random.sample(cards, random.choice((0, 1, 1, 2))))
            raises = 0
        elif raises < 2 and state.can_complete_bet_or_raise_to() and random.random() < 0.3:
            raises += 1
            state.complete_bet_or_raise_to()
        elif state.can_fold() and state.checking_or_calling_amount and random.random() < 0.15:
            state.fold()
        else:
            state.check_or_call()
    text = pokerkit.HandHistory.from_game_state(variant, state).dumps()
    finishing = [4000 + net for net in state.payoffs]
    (hand,) = phh.read(f"{text}\nfinishing_stacks = {finishing}\n")
    assert isinstance(hand, Record), hand
    assert replay(hand).disagreements == []
