"""Showdown and pots (R5.6, R7): `standpat.engine.showdown` without wishes, and `standpat.engine.pot`, compiled.

Without wishes every showdown policy pays the same: a hand that is mucked is beaten by a shown hand in each pot that it
can win. So each pot goes to the best of its claimants, and the policy only decides who is `shown`.
"""

import numpy as np

from standpat.compute.compiled import inner_kernel, lean_kernel
from standpat.lab.kernel.state import ALL, CARD, COUNT, FIRST, NOBODY, SHOW_ALL, WHOLE, Row


@inner_kernel
def rank(hand: Row, tables: Row, order: int, place: int) -> int:
    """The value of the hand at a place, 1 best. `tables` is `standpat.compute.rank_table.TABLES`."""
    cards = hand.cards
    first = cards[place, 0]
    key = np.uint32(0)
    suits = 0
    for k in range(5):
        key += tables.weight[WHOLE(cards[place, k]) & CARD]
        suits |= first ^ cards[place, k]
    return int(tables.value[order, 0 if suits & 3 else 1, key])


@lean_kernel
def settle(hand: Row, rule: Row, tables: Row) -> None:
    """Show and pay; the hand is over."""
    for place in range(hand.seats):
        hand.paid[place] = hand.start[place] - hand.stack[place] - hand.dead[place]
    if COUNT[hand.live & ALL] > 1:
        left = hand.live & ALL
        while left:
            place = FIRST[left]
            left &= left - 1
            hand.value[place] = rank(hand, tables, rule.order, place)
        _show(hand, rule)
        _pay(hand)
    else:  # all pots are one, which is empty if nothing was called
        amount = 0
        for place in range(hand.seats):
            amount += hand.paid[place] + hand.dead[place]
        hand.stack[FIRST[hand.live & ALL]] += amount
        hand.pots = 1 if amount else 0
    hand.to_act = NOBODY
    hand.call = 0
    hand.min_to = 0
    hand.max_to = 0


@inner_kernel
def _show(hand: Row, rule: Row) -> None:
    """Decide who turns their hand up: from the last aggressor, or from the left of the button (R7.1), all who are not
    beaten; after an all-in, where the house wants it, all (R7.5).
    """
    all_in = False
    for place in range(hand.seats):
        all_in = all_in or bool(hand.live >> place & 1 and hand.stack[place] == 0)
    if rule.showdown == SHOW_ALL or (rule.all_ins_shown and all_in):
        hand.shown = hand.live
        return
    first = max(hand.aggressor, 0)
    if hand.live >> first & 1 == 0:  # the aggressor may have folded to an all-in below a full raise
        first = 0
    for k in range(hand.seats):
        place = first + k if first + k < hand.seats else first + k - hand.seats
        if hand.live >> place & 1 and not _beaten(hand, place):
            hand.shown |= 1 << place


@inner_kernel
def _beaten(hand: Row, place: int) -> bool:
    """Whether a shown hand beats this one in every contested pot that it can win. It does if it does so in the last of
    them, whose claimants have all paid at least as much as the second of those who can contest it.
    """
    most = 0
    for other in range(hand.seats):
        if other != place and hand.live >> other & 1:
            most = max(most, hand.paid[other])
    most = min(most, hand.paid[place])
    for other in range(hand.seats):
        if hand.shown >> other & 1 and hand.paid[other] >= most and hand.value[other] < hand.value[place]:
            return True
    return False


@inner_kernel
def _pay(hand: Row) -> None:
    """Pay the pots, the main pot first. Odd chips go to the winners nearest the left of the button (R7.3)."""
    most = 0
    for place in range(hand.seats):
        most = max(most, hand.paid[place])
    below = 0
    dead = 0
    for place in range(hand.seats):
        dead += hand.dead[place]
    claimants = hand.live
    while claimants:
        level = most
        above = 0  # claimants of the next pot
        for place in range(hand.seats):
            if claimants >> place & 1:
                level = min(level, hand.paid[place])
        for place in range(hand.seats):
            if claimants >> place & 1 and hand.paid[place] > level:
                above |= 1 << place
        top = level if above else most
        amount = dead
        dead = 0
        for place in range(hand.seats):
            amount += min(hand.paid[place], top) - min(hand.paid[place], below)
        if amount:
            _split(hand, amount, claimants)
            hand.pots += 1
        below = level
        claimants = above


@inner_kernel
def _split(hand: Row, amount: int, claimants: int) -> None:
    winners = claimants
    if COUNT[claimants & ALL] > 1:
        best = np.int64(1 << 30)
        for place in range(hand.seats):
            if claimants >> place & 1:
                if hand.value[place] < best:
                    best = hand.value[place]
                    winners = 0
                if hand.value[place] == best:
                    winners |= 1 << place
    count = COUNT[winners & ALL]
    share = amount // count
    odd = amount - share * count
    for place in range(hand.seats):
        if winners >> place & 1:
            hand.stack[place] += share + (1 if odd > 0 else 0)
            odd -= 1
