"""The actions as a fixed list of numbers, for policies with one output for each.

====================  ===========================================================================================
number                action
====================  ===========================================================================================
0                     fold, where there is something to call
1                     check, or call
2                     fixed limit: bet or raise. Else 2..5: the least allowed, half the pot, the pot, the most allowed
`discards(rule)` + m  a draw: throw the cards whose bits are set in m, 0..31; m = 0 stands pat
====================  ===========================================================================================

Half the pot and the pot are the bet or raise by so much once the player has called. They are there only where they
lie strictly between the least and the most; the most only where it is more than the least. So no two numbers that may
be taken mean the same, and in pot limit the pot is number 5 unless the stack is less.
"""

from standpat.compute.compiled import lean_kernel
from standpat.lab.kernel.state import FIXED_LIMIT, FOLD, PASS, Row


@lean_kernel
def discards(rule: Row) -> int:
    """The number of standing pat."""
    return 3 if rule.betting == FIXED_LIMIT else 6


@lean_kernel
def wager(hand: Row, rule: Row, size: int) -> int:
    """The total to bet or raise to with the size 0..3, or 0 if it is not on the menu now."""
    least, most = hand.min_to, hand.max_to
    if rule.betting == FIXED_LIMIT or size == 0:
        return int(least)
    if size == 3:
        return int(most) if most > least else 0
    pot = hand.price - hand.commit[hand.to_act]
    for place in range(hand.seats):
        pot += hand.start[place] - hand.stack[place]
    half = hand.price + pot // 2
    to = half if size == 1 else hand.price + pot
    if size == 2 and to == half:
        return 0
    return int(to) if least < to < most else 0


@lean_kernel
def chosen(hand: Row, rule: Row, number: int) -> int:
    """The kernel's action for a number that may be taken."""
    if hand.drawing:
        return number - discards(rule)
    if number == 0:
        return FOLD
    return PASS if number == 1 else wager(hand, rule, number - 2)


@lean_kernel
def offered(hand: Row, rule: Row, throws: int) -> int:
    """The numbers that the place to act may take, a bit for each; 0 if the hand is over.

    Args:
        hand: The hand.
        rule: The rules of its game.
        throws: The discards that its game allows, bit m for mask m.
    """
    if hand.to_act < 0:
        return 0
    if hand.drawing:
        return throws << discards(rule)
    numbers = 3 if hand.call else 2
    if hand.max_to:
        for size in range(discards(rule) - 2):
            if wager(hand, rule, size):
                numbers |= 4 << size
    return numbers
