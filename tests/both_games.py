"""A hand of the engine and the same hand of the compiled game, side by side."""

from typing import Any

from standpat import Bet, Call, Check, Discard, Fold, Hand, Raise
from standpat.solver.multiway import hand_kernel


def make_choice(true: Hand, hand: Any, deck: Any, cards: Any, choice: int) -> int:
    """Make a choice of `standpat.bots.multiway_spot` in both.

    Args:
        true: The engine's hand.
        hand: A row of `hand_kernel.HAND`.
        deck: A row of `deck.DECK` in the same order.
        cards: A row of `hand_kernel.CARDS`.
        choice: An action or, in a draw, a number of cards.

    Returns:
        The number of cards discarded; 0 for an action.
    """
    legal, place = true.legal, true.to_act
    assert place is not None
    before = set(true.cards(place))
    hand_kernel.apply_choice(hand, deck, cards, choice)
    if legal.draw is not None:
        thrown = before - set(hand["cards"][place].tolist())
        true.apply(Discard(tuple(thrown)))
        return len(thrown)
    if choice == hand_kernel.FOLD:
        true.apply(Fold())
    elif choice == hand_kernel.PASS:
        true.apply(Check() if legal.check else Call())
    else:
        bounds = legal.bet or legal.raise_
        assert bounds is not None
        true.apply(Bet(bounds.max_to) if legal.bet else Raise(bounds.max_to))
    return 0
