"""Random play, in which every legal action occurs (for tests, benchmarks, and as a starting point of policies)."""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from standpat.compute.compiled import inner_kernel, lean_kernel
from standpat.lab.kernel import muck, step
from standpat.lab.kernel.state import COUNT, FOLD, PASS, Row


class Habit(NamedTuple):
    """The probabilities of random play, in 256ths.

    Attributes:
        fold: To fold if there is something to call.
        wager: Otherwise, to bet or raise if that is allowed (else to check or call).
        throw: To discard each card of a draw.
        size: To choose any total between the bounds instead of one of the two bounds.
    """

    fold: int
    wager: int
    throw: int
    size: int


UNIFORM: Final = Habit(fold=85, wager=128, throw=128, size=256)
"""Fold, call and raise are equally likely, and so are all 32 discards."""

LOG_COLUMNS: Final = 7
"""Columns of a logged decision: the place, whether it is a draw, `call`, `min_to`, `max_to`, the place's cards (6 bits
each, the first one lowest) and the action.
"""


@inner_kernel
def random_action(hand: Row, rule: Row, habit: Habit, z: np.uint64) -> int:
    """The action of a player with this habit; `z` is 64 random bits."""
    low = np.int64(z & np.uint64(0xFFFFFFFF))
    if hand.drawing:
        mask = 0
        for k in range(4):
            mask |= (1 << k) if (low >> 8 * k & 255) < habit.throw else 0
        mask |= 16 if np.int64(z >> np.uint64(32) & np.uint64(255)) < habit.throw else 0
        return mask if COUNT[mask] <= rule.max_discards else 0
    if hand.call and (low & 255) < habit.fold:
        return FOLD
    if hand.max_to == 0 or (low >> 8 & 255) >= habit.wager:
        return PASS
    if hand.min_to == hand.max_to:
        return int(hand.max_to)
    if (low >> 16 & 255) >= habit.size:
        return int(hand.max_to if low >> 24 & 1 else hand.min_to)
    span = np.uint64(hand.max_to - hand.min_to + 1)
    return int(hand.min_to) + int((z >> np.uint64(32)) * span >> np.uint64(32))


@lean_kernel
def play_out(hand: Row, rule: Row, tables: Row, habit: Habit, state: np.uint64) -> int:
    """Play a hand to its end, and return the number of decisions."""
    made = 0
    while hand.to_act >= 0:
        made += 1
        step.act(hand, rule, tables, random_action(hand, rule, habit, muck.number(state, made)))
    return made


@lean_kernel
def simulate(
    hands: NDArray[np.void],
    rules: NDArray[np.void],
    which: NDArray[np.int64],
    tables: Row,
    habit: Habit,
    seed: np.uint64,
    deals: int,
    first: int,
    nets: NDArray[np.int64],
) -> int:
    """Deal and play hands at random in each row.

    Hand k of row r is shuffled and played by streams r * deals + k of `seed`.

    Args:
        hands: The rows, with seats and stacks set.
        rules: The games.
        which: By row, its game.
        tables: `standpat.compute.rank_table.TABLES`.
        habit: The probabilities of the actions.
        seed: The seed.
        deals: Hands for each row.
        first: The number of the first row.
        nets: Adds what each place won, shape (rows, places).

    Returns:
        The number of decisions.
    """
    made = 0
    for row in range(len(hands)):
        hand = hands[row]
        rule = rules[which[row]]
        for deal in range(deals):
            stream = (first + row) * deals + deal
            hand.random = muck.number(seed, 2 * stream + 1)
            muck.new_deck(hand)
            step.start(hand, rule, tables)
            made += play_out(hand, rule, tables, habit, muck.number(seed, 2 * stream + 2))
            for place in range(hand.seats):
                nets[row, place] += hand.stack[place] - hand.start[place]
    return made


@lean_kernel
def play_logged(
    hands: NDArray[np.void],
    rules: NDArray[np.void],
    which: NDArray[np.int64],
    tables: Row,
    habits: NDArray[np.int64],
    seed: np.uint64,
    log: NDArray[np.int64],
    ends: NDArray[np.int64],
) -> bool:
    """Play every hand to its end by `habits[row]`, and log each decision.

    Args:
        hands: The hands.
        rules: The games.
        which: By row, its game.
        tables: `standpat.compute.rank_table.TABLES`.
        habits: By row, the numbers of a `Habit`.
        seed: The seed.
        log: The log, `LOG_COLUMNS` wide. The decisions of row r are `log[ends[r-1]:ends[r]]`.
        ends: Set to the end of each row in the log.

    Returns:
        False if the log is too short.
    """
    at = 0
    for row in range(len(hands)):
        hand = hands[row]
        rule = rules[which[row]]
        habit = Habit(habits[row, 0], habits[row, 1], habits[row, 2], habits[row, 3])
        stream = muck.number(seed, row + 1)
        made = 0
        while hand.to_act >= 0:
            if at == len(log):
                return False
            made += 1
            action = random_action(hand, rule, habit, muck.number(stream, made))
            entry = log[at]
            entry[0] = hand.to_act
            entry[1] = hand.drawing
            entry[2] = hand.call
            entry[3] = hand.min_to
            entry[4] = hand.max_to
            entry[5] = 0
            for k in range(5):
                entry[5] |= np.int64(hand.cards[hand.to_act, k]) << 6 * k
            entry[6] = action
            at += 1
            step.act(hand, rule, tables, action)
        ends[row] = at
    return True
