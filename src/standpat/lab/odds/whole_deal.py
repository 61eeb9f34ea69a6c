"""Random deals by all rules of the house, with burns, announced draws and reshuffles of the muck, in compiled code.

Stub, muck and house rules are the kernel's (`standpat.lab.kernel.muck`). Players sit in the order given, the first left
of the button. Dead cards and the hands of folded players are in the muck of folded hands. What a player discarded
before is taken from random cards. All 52 cards are shuffled; those that a player holds at the start, and dead cards,
are then taken out of the stub.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from standpat.compute.compiled import kernel
from standpat.lab.kernel import muck
from standpat.lab.kernel.state import Row
from standpat.lab.odds.card_set import kept_cards, value_of
from standpat.lab.odds.path import Sets
from standpat.lab.odds.policy import PAT

BY_POLICY: Final = 1 << 63
"""Replaces the cards that a player keeps in the first draw, if nothing is stated."""

_PAT: Final = PAT


@kernel
def play(
    hand: Row,
    rule: Row,
    tables: Row,
    order: int,
    draws: int,
    fixed: np.uint64,
    dead: np.uint64,
    folded: int,
    first_kept: Sets,
    keep: NDArray[np.uint16],
    seed: np.uint64,
    numbers: NDArray[np.int64],
    starts: Sets,
    winners: NDArray[np.int64],
    values: NDArray[np.int64],
    reshuffled: NDArray[np.bool_],
) -> None:
    """Play deals.

    Args:
        hand: Room for a hand.
        rule: The rules.
        tables: The rank tables.
        order: The index of the ranking in them.
        draws: Draws to come.
        fixed: All known cards.
        dead: The dead cards.
        folded: Other players who had cards.
        first_kept: By player, the cards kept in the first draw, or `BY_POLICY`.
        keep: By player, the policy: what is kept, by draws left and value.
        seed: The seed.
        numbers: The numbers of the deals.
        starts: By deal and player, the cards at the start.
        winners: By deal, is set to the winners (bits).
        values: By deal and player, is set to the final value.
        reshuffled: By deal, is set to whether the deck ran out.
    """
    players = starts.shape[1]
    for deal in range(len(numbers)):
        hand.random = muck.number(seed, 2 * numbers[deal] + 2)
        gone = fixed
        for p in range(players):
            gone |= starts[deal, p]
        muck.new_deck(hand)
        while hand.left:
            hand.stub[hand.left] = muck.top_card(hand)
        for at in range(52):
            card = hand.stub[at]
            if gone >> np.uint64(card) & np.uint64(1) == 0:
                hand.stub[hand.left] = card
                hand.left += 1
        hand.seats = players
        hand.burned = hand.earlier = hand.served = hand.reshuffles = 0
        hand.folded = np.int64(dead)
        for p in range(players):
            hand.thrown[p] = hand.thrown_now[p] = hand.thrown_before[p] = 0
            held = 0
            for card in range(52):
                if starts[deal, p] >> np.uint64(card) & np.uint64(1):
                    hand.cards[p, held] = card
                    held += 1
            muck.deal(hand, p, held)
        for _ in range(5 * folded):
            hand.folded |= 1 << muck.top_card(hand)
        for left in range(draws, 0, -1):
            muck.burn(hand, rule.burn)
            if rule.announced:
                wanted = 0
                for p in range(players):
                    stated = first_kept[p] if left == draws else np.uint64(BY_POLICY)
                    mask = _discards(hand, p, stated, keep[p, left], order, tables)
                    hand.announced[p] = mask
                    muck.throw(hand, p, mask)
                    wanted |= (1 if mask else 0) << p
                for p in range(players):
                    muck.serve(hand, rule, p, int(hand.announced[p]), wanted >> (p + 1) != 0)
            else:
                for p in range(players):
                    stated = first_kept[p] if left == draws else np.uint64(BY_POLICY)
                    mask = _discards(hand, p, stated, keep[p, left], order, tables)
                    muck.throw(hand, p, mask)
                    muck.serve(hand, rule, p, mask, p < players - 1)
            muck.end_round(hand)
        reshuffled[deal] = hand.reshuffles > 0
        best = 1 << 20
        for p in range(players):
            value = value_of(_bits(hand, p), order, tables)
            values[deal, p] = value
            if value < best:
                best = value
                winners[deal] = 1 << p
            elif value == best:
                winners[deal] |= 1 << p


@kernel
def _bits(hand: Row, place: int) -> np.uint64:
    bits = np.uint64(0)
    for k in range(5):
        bits |= np.uint64(1) << np.uint64(hand.cards[place, k])
    return bits


@kernel
def _discards(hand: Row, place: int, stated: np.uint64, keep: NDArray[np.uint16], order: int, tables: Row) -> int:
    """The positions in the hand that are discarded, as a bit mask."""
    kept = stated
    if stated == np.uint64(BY_POLICY):
        bits = _bits(hand, place)
        ranks = keep[value_of(bits, order, tables)]
        if ranks == _PAT:
            return 0
        kept = kept_cards(bits, ranks)
    mask = 0
    for k in range(5):
        if kept >> np.uint64(hand.cards[place, k]) & np.uint64(1) == 0:
            mask |= 1 << k
    return mask
