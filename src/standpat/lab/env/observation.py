"""What a player has seen, as arrays of fixed size: their own cards and discards and what is public, nothing else.

`LOG`, one row a hand, keeps what the kernel itself forgets: every discard, and the public history. `look` writes what
one place has seen to a row of `VIEW`. Of a log, `drawn` and `history` are public and part of the observation as they
are; of `discards` only the viewer's own rows are. `FIELDS` lists the whole observation.

Places count from the left of the button, which is the last place, so heads-up place 0 is the big blind. Cards are 0..51
(`standpat.cards.card`), -1 for no card. Amounts are chips.
"""

from typing import Final, NamedTuple

import numpy as np

from standpat.compute.compiled import kernel
from standpat.lab.env.menu import MOST_ACTIONS, offered
from standpat.lab.kernel.state import COUNT, FOLD, MOST_SEATS, MOST_STREETS, PASS, Row

HISTORY: Final = 64
"""Decisions that `history` has room for; if there are more, the oldest are dropped."""

FOLDED, PASSED, WAGERED, DREW = 1, 2, 3, 4

LOG: Final = np.dtype(
    [
        ("drawn", np.int8, (MOST_SEATS, MOST_STREETS)),
        ("discards", np.int8, (MOST_SEATS, MOST_STREETS, 5)),
        ("history", np.int32, (HISTORY, 4)),
        ("made", np.int64),  # rows of the history in use
    ],
    align=True,
)

VIEW: Final = np.dtype(
    [
        ("place", np.int64),
        ("street", np.int64),
        ("drawing", np.int64),
        ("cards", np.int8, 5),
        ("discards", np.int8, (MOST_STREETS, 5)),
        ("shown", np.int8, (MOST_SEATS, 5)),
        ("live", np.int8, MOST_SEATS),
        ("stacks", np.int64, MOST_SEATS),
        ("bets", np.int64, MOST_SEATS),
        ("pot", np.int64),
        ("call", np.int64),
        ("min_to", np.int64),
        ("max_to", np.int64),
        ("reshuffles", np.int64),
        ("action_mask", np.int8, MOST_ACTIONS),
    ],
    align=True,
)


class Field(NamedTuple):
    """One array of the observation.

    Attributes:
        name: The name of the field.
        shape: Its shape at one table. An axis named "seats", "draws" or "actions" is as long as the game has of them.
        low: The least value.
        high: The largest value, a number or one of "places" (the last place), "draws" (the number of draws) and "chips"
            (all chips at the table).
        meaning: What it holds.
    """

    name: str
    shape: tuple[str | int, ...]
    low: int
    high: int | str  # or "places": the last place; "draws": how many; "chips": all chips at the table
    meaning: str


FIELDS: Final = (
    Field("place", (), 0, "places", "the viewer: the place to act, or after the hand the place that acted last"),
    Field("street", (), 0, "draws", "0 before the first draw, k from draw k on"),
    Field("drawing", (), 0, 1, "1 if the decision is a draw"),
    Field("cards", (5,), 0, 51, "the viewer's cards, in the order that the bits of a discard count them"),
    Field("discards", ("draws", 5), -1, 51, "the viewer's discards in each draw"),
    Field("drawn", ("seats", "draws"), -1, 5, "how many cards each place drew in each draw; -1: none yet, or folded"),
    Field("shown", ("seats", 5), -1, 51, "hands shown at the showdown"),
    Field("live", ("seats",), 0, 1, "1 for places that have not folded"),
    Field("stacks", ("seats",), 0, "chips", "chips behind"),
    Field("bets", ("seats",), 0, "chips", "chips put in during this betting round; 0 during a draw"),
    Field("pot", (), 0, "chips", "all chips in the middle, this round's bets included"),
    Field("call", (), 0, "chips", "chips to call; 0: nothing to call, or no betting decision"),
    Field("min_to", (), 0, "chips", "the smallest total to bet or raise to; 0: not allowed"),
    Field("max_to", (), 0, "chips", "the largest total to bet or raise to"),
    Field("reshuffles", (), 0, 127, "how often the muck has been shuffled"),
    Field(
        "history",
        (HISTORY, 4),
        -1,
        "chips",
        "the last 64 decisions, oldest first, one in each row: place, street, kind (1 fold, 2 check or call, 3 bet or"
        " raise, 4 draw), amount (chips put in by a call, total of a bet or raise, cards drawn); -1 in unused rows",
    ),
    Field("action_mask", ("actions",), 0, 1, "1 for the actions that are allowed"),
)


@kernel
def clear(log: Row) -> None:
    """Begin a new hand."""
    for place in range(MOST_SEATS):
        for draw in range(MOST_STREETS):
            log.drawn[place, draw] = -1
            for k in range(5):
                log.discards[place, draw, k] = -1
    for row in range(HISTORY):
        for k in range(4):
            log.history[row, k] = -1
    log.made = 0


@kernel
def note(hand: Row, log: Row, action: int) -> None:
    """Record an action of the kernel that is about to be done."""
    place = hand.to_act
    if log.made == HISTORY:
        for row in range(HISTORY - 1):
            for k in range(4):
                log.history[row, k] = log.history[row + 1, k]
        log.made -= 1
    entry = log.made
    log.made += 1
    log.history[entry, 0] = place
    log.history[entry, 1] = hand.street
    if hand.drawing:
        draw = hand.street - 1
        thrown = 0
        for k in range(5):
            if action >> k & 1:
                log.discards[place, draw, thrown] = hand.cards[place, k]
                thrown += 1
        log.drawn[place, draw] = COUNT[action]
        log.history[entry, 2] = DREW
        log.history[entry, 3] = COUNT[action]
    elif action == FOLD:
        log.history[entry, 2] = FOLDED
        log.history[entry, 3] = 0
    elif action == PASS:
        log.history[entry, 2] = PASSED
        log.history[entry, 3] = hand.call
    else:
        log.history[entry, 2] = WAGERED
        log.history[entry, 3] = action


@kernel
def look(hand: Row, rule: Row, log: Row, place: int, view: Row) -> None:
    """Write what a place has seen so far to a view."""
    view.place = place
    view.street = hand.street
    view.drawing = hand.drawing
    over = hand.to_act < 0
    asked = hand.to_act == place
    view.call = hand.call if asked else 0
    view.min_to = hand.min_to if asked else 0
    view.max_to = hand.max_to if asked else 0
    view.reshuffles = hand.reshuffles
    pot = 0
    for k in range(5):
        view.cards[k] = hand.cards[place, k]
    for draw in range(rule.draws):
        for k in range(5):
            view.discards[draw, k] = log.discards[place, draw, k]
    for other in range(hand.seats):
        view.live[other] = hand.live >> other & 1
        view.stacks[other] = hand.stack[other]
        view.bets[other] = 0 if over or hand.drawing else hand.commit[other]
        pot += hand.start[other] - hand.stack[other]
        up = over and hand.shown >> other & 1
        for k in range(5):
            view.shown[other, k] = hand.cards[other, k] if up else -1
    view.pot = pot
    for number in range(MOST_ACTIONS):
        view.action_mask[number] = 1 if asked and offered(hand, rule, number) else 0
