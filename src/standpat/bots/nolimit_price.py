"""What a decision of the bot `nolimit` costs, in the steps that its spots are made of: ratios of real chips.

`ratio_step` is how much is left to bet, against the pot. `all_in_cost` is the price of a call that leaves nothing to
bet. The spots of single draw (`standpat.bots.nolimit_spot`) and of games with more draws
(`standpat.bots.nolimit_draws_spot`) have steps of their own. The solver compiles these functions and the bot calls
them.
"""

from typing import Any

from standpat.bots.nolimit_hand import SIZES, paying, reach, winnable


def step_of(part: int, ends: Any) -> int:
    """The number of bounds that are not above `part`, a number of thousandths."""
    at = 0
    while at < len(ends) and part >= ends[at]:
        at += 1
    return at


def ratio_step(hand: Any, place: int, ends: Any) -> int:
    """The step of the stack-to-pot ratio after a call."""
    call = paying(hand, place)
    pot = max(1, winnable(hand, place, call) + call)
    left = reach(hand, place) - max(hand.price, hand.commit[place])
    return step_of(max(0, left) * 1000 // pot, ends)


def all_in_cost(hand: Any, place: int) -> int:
    """The price of a call that leaves nothing to bet, in thousandths of the pot before the bet; -1 where chips are left
    to bet, or nothing is to pay."""
    most = reach(hand, place)
    if hand.price <= hand.commit[place] or (hand.price < most and hand.size <= SIZES):
        return -1
    cost = most - hand.commit[place] if hand.price < most else paying(hand, place)
    pot = winnable(hand, place, cost)
    if hand.price < most:  # read as all-in: as if the bettor had put in all that this player can match
        pot += most - hand.price
    return int(cost * 1000 // max(1, pot - cost))
