"""The stub, the muck, and how a draw is completed when the stub runs out (R6.3): `standpat.engine.muck`, compiled.

The shuffles use splitmix64 (Steele, Lea and Flood 2014), whose state is the hand's `random`. `below(n)` is the upper
half of the next number times n, over 2**32 (the probability of each value is within 2**-32 of 1/n). A shuffle of m
cards swaps the card at m-1, m-2, … 0 with one at or below it, with one number for each swap. The deck is shuffled from
2c … As, with the top at the end. A reshuffle lays out the gathered cards from 2c up, shuffles them and puts them under
what is left of the stub. The swaps of the deck are made when its cards are needed, which is the same as a full shuffle;
before a reshuffle what is left of the deck is shuffled to the end. `standpat.lab.dealer` does the same in plain Python.
"""

from typing import Final

import numpy as np

from standpat.compute.compiled import inner_kernel, lean_kernel
from standpat.lab.kernel.state import (
    BURNED,
    CARD,
    DEALT,
    EARLIER,
    FOLDED,
    LAST_CARD_IN,
    MOST_SEATS,
    NONE,
    OWN,
    SERVED,
    SHUFFLED_IN,
    UNSERVED,
    WHOLE,
    Row,
)

_STEP: Final = np.uint64(0x9E3779B97F4A7C15)
_FIRST_FACTOR: Final = np.uint64(0xBF58476D1CE4E5B9)
_SECOND_FACTOR: Final = np.uint64(0x94D049BB133111EB)


@inner_kernel
def number(state: np.uint64, step: int) -> np.uint64:
    """Number `step` (from 1) of the splitmix64 stream that begins at `state`."""
    z = state + np.uint64(step) * _STEP
    z = (z ^ (z >> np.uint64(30))) * _FIRST_FACTOR
    z = (z ^ (z >> np.uint64(27))) * _SECOND_FACTOR
    return z ^ (z >> np.uint64(31))


@inner_kernel
def _below(hand: Row, count: int) -> int:
    upper = number(hand.random, 1) >> np.uint64(32)
    hand.random += _STEP
    return int((upper * np.uint64(count)) >> np.uint64(32))


@lean_kernel
def new_deck(hand: Row) -> None:
    """Make all 52 cards the stub, in no order yet."""
    for card in range(52):
        hand.stub[card] = card
    hand.left = 52
    hand.unmixed = 52


@lean_kernel
def top_card(hand: Row) -> int:
    """Deal one card."""
    top = hand.left - 1
    hand.left = top
    if top >= hand.unmixed:
        return int(hand.stub[top])
    hand.unmixed = top
    at = _below(hand, top + 1)
    card = hand.stub[at]
    hand.stub[at] = hand.stub[top]
    return int(card)


@inner_kernel
def deal(hand: Row, place: int, kept: int) -> None:
    """Fill a hand from the stub. The caller has made sure that the stub has enough cards."""
    if hand.unmixed < hand.left:
        for k in range(kept, 5):
            hand.cards[place, k] = top_card(hand)
        return
    state, top = (
        hand.random,
        np.uint64(hand.left),
    )  # as `top_card` does, but the hand's fields are read and written once
    for k in range(kept, 5):
        at = (number(state, 1) >> np.uint64(32)) * top >> np.uint64(32)
        state += _STEP
        top -= np.uint64(1)
        hand.cards[place, k] = hand.stub[at]
        hand.stub[at] = hand.stub[top]
    hand.random = state
    hand.left = hand.unmixed = WHOLE(top)


@inner_kernel
def deal_all(hand: Row) -> None:
    """Fill the hands of all places from a new deck, as `deal` does. The numbers of all cards are made first, several at
    a time.
    """
    seats = WHOLE(hand.seats)
    if hand.unmixed < hand.left:
        for place in range(seats):
            deal(hand, place, NONE)
        return
    state, top = hand.random, np.uint64(hand.left)
    for card in range((5 * seats + 7) & ~7):  # whole vectors of eight
        upper = number(state, card + 1) >> np.uint64(32)
        hand.picks[card] = upper * (top - np.uint64(card)) >> np.uint64(32)
    card = 0
    last = WHOLE(top)
    for place in range(seats):
        for k in range(5):
            at = WHOLE(hand.picks[card & 31]) & CARD
            card += 1
            last -= 1
            hand.cards[place, k] = hand.stub[at]
            hand.stub[at] = hand.stub[last & CARD]
    hand.random = state + np.uint64(card) * _STEP
    hand.left = hand.unmixed = last


@lean_kernel
def burn(hand: Row, count: int) -> None:
    """Burn cards before a draw, as far as the stub allows (R6.6)."""
    for _ in range(min(count, hand.left)):
        hand.burned |= 1 << top_card(hand)


@inner_kernel
def throw(hand: Row, place: int, mask: int) -> None:
    """Put the discards of this round into the muck. They stay in `cards` until `serve`."""
    bits = 0
    for k in range(5):
        bits |= (mask >> k & 1) << hand.cards[place, k]
    hand.thrown[place] = bits
    hand.thrown_now[place] = bits


@inner_kernel
def end_round(hand: Row) -> None:
    """End the draw: its discards now are those of an earlier round."""
    for place in range(MOST_SEATS):
        hand.earlier |= hand.thrown[place]
        hand.thrown_before[place] |= hand.thrown_now[place]
        hand.thrown[place] = 0
        hand.thrown_now[place] = 0
    hand.served = 0


@inner_kernel
def serve(hand: Row, rule: Row, place: int, mask: int, more: bool) -> None:
    """Complete a draw of the cards in `mask`.

    Args:
        hand: The hand.
        rule: The rules of its game.
        place: The place that draws.
        mask: The cards to replace.
        more: Whether a place after it may need a card in this round.
    """
    kept = NONE
    for k in range(5):
        hand.cards[place, kept] = hand.cards[place, k]
        kept += 1 - (mask >> k & 1)
    hand.served |= 1 << place
    if kept == 5:
        return
    if hand.reshuffles == 0 and hand.left > 5 - kept:
        deal(hand, place, kept)
    else:
        _serve_with_muck(hand, rule, place, kept, more)


@lean_kernel
def _serve_with_muck(hand: Row, rule: Row, place: int, kept: int, more: bool) -> None:
    """Complete a draw when the stub may not have enough cards. It ends because the piles of the other places hold
    enough (R6.4).
    """
    group = 0
    barred = _barred(hand, rule, place)
    while True:
        left = _left(hand, barred)
        need = 5 - kept
        keep_last = rule.stub == LAST_CARD_IN and more and group < rule.groups
        if left > need or (left == need and not keep_last):
            _deal_allowed(hand, place, kept, need, barred)
            return
        if rule.stub != SHUFFLED_IN:
            dealt = max(0, left - 1) if rule.stub == LAST_CARD_IN else left
            _deal_allowed(hand, place, kept, dealt, barred)
            kept += dealt
        pile = opened = NONE
        while pile == 0 and group < rule.groups:
            for kind in (FOLDED, BURNED, EARLIER, SERVED, UNSERVED, OWN):
                if rule.group[group] & kind:
                    taken = _take(hand, kind, place)
                    pile |= taken
                    if taken:
                        opened |= kind
            group += 1
        _shuffle(hand, pile, rule.stub != DEALT)
        barred = 0 if opened & OWN else _barred(hand, rule, place)


@lean_kernel
def _barred(hand: Row, rule: Row, place: int) -> int:
    """Cards that this place may not receive. A stub that was never reshuffled has none of its own discards."""
    if hand.reshuffles == 0:
        return 0
    return int(hand.thrown_now[place] | (hand.thrown_before[place] if rule.never_back else 0))


@lean_kernel
def _left(hand: Row, barred: int) -> int:
    """How many cards of the stub may be dealt."""
    if barred == 0:
        return int(hand.left)
    count = 0
    for at in range(hand.left):
        count += 1 - (barred >> hand.stub[at] & 1)
    return count


@lean_kernel
def _deal_allowed(hand: Row, place: int, kept: int, count: int, barred: int) -> None:
    """Deal the topmost cards that are not barred. The others stay where they are in the stub."""
    if barred == 0:
        for k in range(kept, kept + count):
            hand.cards[place, k] = top_card(hand)
        return
    at = hand.left - 1
    for k in range(kept, kept + count):
        while barred >> hand.stub[at] & 1:
            at -= 1
        hand.cards[place, k] = hand.stub[at]
        hand.left -= 1
        for above in range(at, hand.left):
            hand.stub[above] = hand.stub[above + 1]
        at -= 1


@lean_kernel
def _take(hand: Row, kind: int, place: int) -> int:
    """Empty a pile of the muck and return its cards."""
    taken = 0
    if kind == FOLDED:
        taken = hand.folded
        hand.folded = 0
    elif kind == BURNED:
        taken = hand.burned
        hand.burned = 0
    elif kind == EARLIER:
        taken = hand.earlier
        hand.earlier = 0
    else:
        for other in range(hand.seats):
            served = hand.served >> other & 1
            whose = OWN if other == place else SERVED if served else UNSERVED
            if whose == kind:
                taken |= hand.thrown[other]
                hand.thrown[other] = 0
    return taken


@lean_kernel
def _shuffle(hand: Row, pile: int, with_stub: bool) -> None:
    """Shuffle these cards and put them under the stub, or shuffle them together with the stub."""
    while hand.unmixed:  # shuffle what is left of the deck to the end
        top = hand.unmixed - 1
        at = _below(hand, top + 1)
        hand.stub[at], hand.stub[top] = hand.stub[top], hand.stub[at]
        hand.unmixed = top
    if with_stub:
        for at in range(hand.left):
            pile |= 1 << hand.stub[at]
        hand.left = 0
    count = 0
    for card in range(52):
        count += pile >> card & 1
    for at in range(hand.left - 1, -1, -1):
        hand.stub[at + count] = hand.stub[at]
    at = 0
    for card in range(52):
        if at < count:
            hand.stub[at] = card
        at += pile >> card & 1
    for top in range(count - 1, -1, -1):
        at = _below(hand, top + 1)
        hand.stub[at], hand.stub[top] = hand.stub[top], hand.stub[at]
    hand.left += count
    hand.reshuffles += 1
