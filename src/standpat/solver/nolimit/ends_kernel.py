"""A strategy whose ends are solved again, in the compiled game: decisions that were solved before (compiled).

`ENDS` finds a decision after the draw by its history: the stacks and antes, every action, and how the sizes before the
draw were read. A row of `ENTRY` has what `standpat.solver.nolimit.resolve` plays there, by bucket of final hands. What
is not there yet is noted with its history, so that it can be solved later (`standpat.solver.nolimit.ends.Ends`); until
then the strategy itself plays. Without rows (`len(entries) == 0`) the strategy plays everything.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from standpat.bots.nolimit_hand import MOST
from standpat.compute.compiled import fast_kernel
from standpat.solver.kernels.random_stream import Row
from standpat.solver.nolimit import rules
from standpat.solver.nolimit.book_kernel import policy_choice
from standpat.solver.nolimit.deal_kernel import TOLD, VALUES, apply_choice, bet
from standpat.solver.nolimit.prospects import FINER

CHILDREN: Final = 12
"""More choices than a decision has."""
PLACES: Final = 1 << 17

ENDS: Final = np.dtype(
    [
        ("slot", np.int32, PLACES),  # the entry at a place of the hash table, plus one
        ("many", np.int64),  # entries in use
        ("solved", np.int64),  # decisions that were played from an entry
        ("missed", np.int64),  # decisions that could have been solved and were not yet
        ("finer", np.uint8, VALUES),  # the bucket of a final hand
    ],
    align=True,
)

ENTRY: Final = np.dtype(
    [
        ("key", np.int64),
        ("asked", np.int64),  # how often it was needed while it was not solved
        ("many", np.int64),  # its choices; 0 as long as it is not solved, -1 if it cannot be
        ("choice", np.int64, CHILDREN),
        ("to", np.int64, CHILDREN),
        ("chance", np.float32, (CHILDREN, FINER)),
        ("seats", np.int64),  # its history
        ("stack", np.int64, MOST),
        ("ante", np.int64),
        ("big_ante", np.int64),
        ("roll", np.int64),
        ("said", np.int64),
        ("told", np.int32, TOLD),
    ],
    align=True,
)


class Opponent(NamedTuple):
    """A strategy that is played, with the ends that were solved.

    Attributes:
        book: Its spots, a row of `book_kernel.BOOK` in an array.
        rows: Its rows.
        ends: A row of `ENDS` in an array, which is changed.
        entries: Rows of `ENTRY`, or none.
    """

    book: NDArray[np.void]
    rows: NDArray[np.float32]
    ends: NDArray[np.void]
    entries: NDArray[np.void]


@fast_kernel
def entry_of(ends: Row, entries: NDArray[np.void], hand: Row, setting: Row) -> int:
    """The number of the entry of a decision, -1 if it has none and there is no space for one."""
    at = int(np.int64(np.uint64(hand.line) * np.uint64(0x9E3779B97F4A7C15) >> np.uint64(47)))
    while ends.slot[at] != 0:
        if entries[ends.slot[at] - 1].key == hand.line:
            return int(ends.slot[at] - 1)
        at = (at + 1) & (PLACES - 1)
    if ends.many == len(entries) or 2 * ends.many == PLACES:
        return -1
    number = int(ends.many)
    ends.many += 1
    ends.slot[at] = number + 1
    entry = entries[number]
    entry.key = hand.line
    entry.asked = 0
    entry.many = 0
    entry.seats, entry.ante, entry.big_ante, entry.roll = setting.seats, setting.ante, setting.big_ante, setting.roll
    for place in range(MOST):
        entry.stack[place] = setting.stack[place]
    entry.said = hand.said
    for k in range(hand.said):
        entry.told[k] = hand.told[k]
    return number


@fast_kernel
def reply(opponent: Opponent, hand: Row, deck: Row, cards: Row, setting: Row, roll: float) -> None:
    """Do what a strategy does, with the ends that were solved.

    Args:
        opponent: The strategy.
        hand: The hand.
        deck: A row of `deck.DECK`.
        cards: A row of `deal_kernel.CARDS`.
        setting: A row of `deal_kernel.SETTING`: the table.
        roll: A random number, uniform between 0 and 1.
    """
    ends, entries = opponent.ends[0], opponent.entries
    if len(entries) > 0 and hand.said < TOLD and rules.two_drew(hand):
        number = entry_of(ends, entries, hand, setting)
        if number >= 0 and entries[number].many > 0:
            ends.solved += 1
            entry = entries[number]
            mine = int(np.int64(ends.finer[hand.value[hand.to_act]]))
            last = -1
            for k in range(entry.many):
                if entry.chance[k, mine] > 0:
                    last = k
                    roll -= entry.chance[k, mine]
                    if roll < 0:
                        break
            bet(hand, entry.choice[last], entry.to[last])
            return
        if number < 0 or entries[number].many == 0:
            ends.missed += 1
        if number >= 0:
            entries[number].asked += 1
    apply_choice(hand, deck, cards, policy_choice(opponent.book[0], opponent.rows, hand, cards, roll))
