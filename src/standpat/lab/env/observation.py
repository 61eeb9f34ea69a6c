"""What a player has seen, as arrays of fixed size: their own cards and discards and what is public, nothing else.

`LOG`, one row a hand, and `told`, its public history, keep what the kernel itself forgets. `look` writes what one place
has seen to the arrays of a `standpat.lab.env.buffer.Buffer`, whole. Of a log `drawn` is public; of `discards` only the
viewer's own rows are part of the observation. `FIELDS` lists all of it.

A buffer is one stretch of memory, seen as int8 (`small`), as int64 (`chips`) and in the type of its histories
(`history`), which is that of `told` too. Each field is one stretch of it, table after table. `PLAN`, one record for a
layout, says where the fields begin and how long their axes are.

Places count from the left of the button, which is the last place, so heads-up place 0 is the big blind. Cards are 0..51
(`standpat.cards.card`), -1 for no card. Amounts are chips.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from standpat.compute.compiled import lean_kernel
from standpat.lab.kernel.state import FOLD, MOST_SEATS, MOST_STREETS, PASS, Row

HISTORY: Final = 64
"""Decisions that `history` has room for; if there are more, the oldest are dropped."""

FOLDED, PASSED, WAGERED, DREW = 1, 2, 3, 4

LOG: Final = np.dtype(
    [
        ("viewer", np.int64),  # the place to act, or after the hand the place that acted last
        ("made", np.int64),  # decisions in the history
        ("drawn", np.int8, (MOST_SEATS, MOST_STREETS)),
        ("discards", np.int8, (MOST_SEATS, MOST_STREETS, 5)),
    ],
    align=True,
)


class Field(NamedTuple):
    """One array of the observation.

    Attributes:
        name: The name of the field.
        dtype: "int8", "int64", or "int16+" for the smallest type from int16 on that holds all chips at the table.
        shape: Its shape at one table. An axis named "seats", "draws" or "actions" is as long as the game has of them.
        low: The least value.
        high: The largest value, a number or one of "places" (the last place), "draws" (the number of draws) and "chips"
            (all chips at the table).
        meaning: What it holds.
    """

    name: str
    dtype: str
    shape: tuple[str | int, ...]
    low: int
    high: int | str  # or "places": the last place; "draws": how many; "chips": all chips at the table
    meaning: str


FIELDS: Final = (
    Field(
        "place", "int64", (), 0, "places", "the viewer: the place to act, or after the hand the place that acted last"
    ),
    Field("street", "int64", (), 0, "draws", "0 before the first draw, k from draw k on"),
    Field("drawing", "int64", (), 0, 1, "1 if the decision is a draw"),
    Field("cards", "int8", (5,), 0, 51, "the viewer's cards, in the order that the bits of a discard count them"),
    Field("discards", "int8", ("draws", 5), -1, 51, "the viewer's discards in each draw"),
    Field(
        "drawn",
        "int8",
        ("seats", "draws"),
        -1,
        5,
        "how many cards each place drew in each draw; -1: none yet, or folded",
    ),
    Field("shown", "int8", ("seats", 5), -1, 51, "hands shown at the showdown"),
    Field("live", "int8", ("seats",), 0, 1, "1 for places that have not folded"),
    Field("stacks", "int64", ("seats",), 0, "chips", "chips behind"),
    Field("bets", "int64", ("seats",), 0, "chips", "chips put in during this betting round; 0 during a draw"),
    Field("pot", "int64", (), 0, "chips", "all chips in the middle, this round's bets included"),
    Field("call", "int64", (), 0, "chips", "chips to call; 0: nothing to call, or no betting decision"),
    Field("min_to", "int64", (), 0, "chips", "the smallest total to bet or raise to; 0: not allowed"),
    Field("max_to", "int64", (), 0, "chips", "the largest total to bet or raise to"),
    Field("reshuffles", "int64", (), 0, 127, "how often the muck has been shuffled"),
    Field(
        "history",
        "int16+",
        (HISTORY, 4),
        -1,
        "chips",
        "the last 64 decisions, oldest first, one in each row: place, street, kind (1 fold, 2 check or call, 3 bet or"
        " raise, 4 draw), amount (chips put in by a call, total of a bet or raise, cards drawn); -1 in unused rows",
    ),
    Field("action_mask", "int8", ("actions",), 0, 1, "1 for the actions that are allowed"),
)


PLAN: Final = np.dtype(
    [(name, np.int64) for name in ("seats", "draws", "actions", "throws", "bytes", *[field.name for field in FIELDS])]
)
"""The sizes of a game, its discards (a bit for each that may be made), the bytes of all fields, and where each field
begins, in numbers of its type.
"""

_TOLD: Final = 4 * HISTORY
_PIECE: Final = 32
"""Numbers of a history that are copied or filled at once."""


@lean_kernel
def clear(log: Row, plan: Row, told: NDArray[np.integer], row: int) -> None:
    """Begin a new hand at a table. Unused rows of its history are -1 already."""
    for place in range(plan.seats):
        for draw in range(plan.draws):
            log.drawn[place, draw] = -1
            for k in range(5):
                log.discards[place, draw, k] = -1
    for at in range(_TOLD * row, _TOLD * row + 4 * log.made, _PIECE):
        piece = told[at : at + _PIECE]
        for k in range(_PIECE):
            piece[k] = -1
    log.made = 0


@lean_kernel
def note(hand: Row, log: Row, told: NDArray[np.integer], row: int, action: int) -> None:
    """Record an action of the kernel that is about to be done at a table."""
    place = hand.to_act
    log.viewer = place
    first = _TOLD * row
    if log.made == HISTORY:
        for at in range(first, first + _TOLD - 4):
            told[at] = told[at + 4]
        log.made -= 1
    entry = first + 4 * log.made
    log.made += 1
    told[entry] = place
    told[entry + 1] = hand.street
    if hand.drawing:
        draw = hand.street - 1
        thrown = 0
        for k in range(5):
            if action >> k & 1:
                log.discards[place, draw, thrown] = hand.cards[place, k]
                thrown += 1
        log.drawn[place, draw] = thrown
        told[entry + 2] = DREW
        told[entry + 3] = thrown
    elif action == FOLD:
        told[entry + 2] = FOLDED
        told[entry + 3] = 0
    elif action == PASS:
        told[entry + 2] = PASSED
        told[entry + 3] = hand.call
    else:
        told[entry + 2] = WAGERED
        told[entry + 3] = action


@lean_kernel
def look(
    hand: Row,
    log: Row,
    told: NDArray[np.integer],
    row: int,
    place: int,
    numbers: int,
    plan: Row,
    small: NDArray[np.int8],
    chips: NDArray[np.int64],
    history: NDArray[np.integer],
    to: int,
) -> None:
    """Write what a place has seen so far.

    Args:
        hand: The hand.
        log: Its log.
        told: The public histories.
        row: The row of this hand in them.
        place: The viewer.
        numbers: The numbers that may be taken, a bit for each; read where the viewer is to act.
        plan: Where the fields are.
        small: The buffer as int8.
        chips: The buffer as int64.
        history: The buffer in the type of its histories.
        to: The row of the buffer to write.
    """
    seats, draws, actions = plan.seats, plan.draws, plan.actions
    over = hand.to_act < 0
    asked = hand.to_act == place
    chips[plan.place + to] = place
    chips[plan.street + to] = hand.street
    chips[plan.drawing + to] = hand.drawing
    chips[plan.call + to] = hand.call if asked else 0
    chips[plan.min_to + to] = hand.min_to if asked else 0
    chips[plan.max_to + to] = hand.max_to if asked else 0
    chips[plan.reshuffles + to] = hand.reshuffles
    for k in range(5):
        small[plan.cards + 5 * to + k] = hand.cards[place, k]
    for draw in range(draws):
        for k in range(5):
            small[plan.discards + 5 * (draws * to + draw) + k] = log.discards[place, draw, k]
    betting = not (over or hand.drawing)
    pot = 0
    for other in range(seats):
        at = seats * to + other
        for draw in range(draws):
            small[plan.drawn + draws * at + draw] = log.drawn[other, draw]
        up = over and hand.shown >> other & 1
        for k in range(5):
            small[plan.shown + 5 * at + k] = hand.cards[other, k] if up else -1
        small[plan.live + at] = hand.live >> other & 1
        chips[plan.stacks + at] = hand.stack[other]
        chips[plan.bets + at] = hand.commit[other] if betting else 0
        pot += hand.start[other] - hand.stack[other]
    chips[plan.pot + to] = pot
    mask = numbers if asked else 0
    first = plan.action_mask + actions * to
    flags = small[first : first + actions]
    for number in range(actions):
        flags[number] = mask >> number & 1
    first, target = _TOLD * row, plan.history + _TOLD * to
    for at in range(0, _TOLD, _PIECE):
        piece = history[target + at : target + at + _PIECE]
        if at < 4 * log.made:
            source = told[first + at : first + at + _PIECE]
            for k in range(_PIECE):
                piece[k] = source[k]
        else:
            for k in range(_PIECE):
                piece[k] = -1
