"""A no-limit or pot-limit hand with cards, for two to seven players (compiled).

`HAND` has the fields of `standpat.bots.nolimit_hand.NolimitHand`, whose functions play it
(`standpat.solver.nolimit.rules`), and the cards. A big blind is `BIG` chips. `deal` deals a hand of a `SETTING`: the
seats, the stacks and the antes.

The rules are those of `standpat.engine.hand.Hand`, with one difference: when the stub runs out (R6.3), all cards that
nobody holds come again in a random order. Players never get back the cards that they have just discarded. Split pots
are divided exactly.
"""

from typing import Final

import numpy as np

from standpat.bots.nolimit_draws_spot import BUCKETS
from standpat.bots.nolimit_hand import FOLD, JAM, MOST, PASS
from standpat.compute.compiled import fast_kernel
from standpat.solver.kernels.deck import evaluate
from standpat.solver.kernels.random_stream import Row, shuffle
from standpat.solver.nolimit import rules
from standpat.solver.nolimit.buckets import AFTER, BEFORE, COUNTS

BIG: Final = 120
"""Chips of a big blind, which can be divided by many numbers."""
ROUNDS: Final = 4
"""Rounds of betting at most."""
FINAL: Final = max(AFTER, BUCKETS)
"""Buckets after the last draw at most."""
VALUES: Final = 7463
SUMS: Final = 1 << 19

CARDS: Final = np.dtype(
    [
        ("weight", np.uint32, 52),
        ("value", np.uint16, (2, SUMS)),
        ("draws", np.int64),
        ("pot_limit", np.int64),
        ("bucket", np.uint8, (ROUNDS, VALUES)),
        ("keep", np.uint16, (ROUNDS - 1, VALUES, COUNTS)),
        ("allowed", np.uint8, (ROUNDS - 1, BEFORE)),
        ("place", np.float64, VALUES),
        ("best", np.uint8, (ROUNDS - 1, VALUES)),
        ("final", np.float64, VALUES),
        ("better", np.float32, VALUES),
        ("become", np.float32, (COUNTS, FINAL, BEFORE)),
        ("came", np.float32, (COUNTS, FINAL, BEFORE)),
        ("clash", np.float32, (13, BEFORE)),
    ],
    align=True,
)
"""What hands are: `standpat.solver.nolimit.buckets.Buckets`, with the tables of the order of hands
(`standpat.compute.rank_table`), and those of `standpat.solver.nolimit.prospects` for the last draw.
"""

SETTING: Final = np.dtype(
    [
        ("seats", np.int64),
        ("ante", np.int64),  # of every player
        ("big_ante", np.int64),  # of the big blind for the table
        ("stack", np.int64, MOST),
        ("roll", np.int64),
    ],
    align=True,
)
"""A table before the deal, in chips by place."""

_SCALARS = (
    "seats", "draws", "pot_limit", "big", "roll", "to_act", "street", "drawing", "live", "served", "entered", "raised",
    "price", "counted", "full", "wagers", "before", "size", "opener", "aggressor", "bettor", "dead", "forced", "deep",
    "path",
)  # fmt: skip
_LISTS = ("stack", "commit", "total", "acted", "blind", "drew", "past")
TOLD: Final = 40
"""Actions of a hand that are kept."""
HAND: Final = np.dtype(
    [(name, np.int64) for name in _SCALARS]
    + [(name, np.int64, MOST) for name in _LISTS]
    + [
        ("at", np.int64),  # cards dealt
        ("held", np.int64),  # cards of the players who are in, a bit each
        ("value", np.int64, MOST),
        ("cards", np.uint8, (MOST, 5)),
        ("line", np.int64),  # a digest of the table and of all actions (`tell`)
        ("said", np.int64),  # the actions so far, and the first `TOLD` of them
        ("told", np.int32, TOLD),
    ],
    align=True,
)


@fast_kernel
def deal(hand: Row, deck: Row, cards: Row, setting: Row) -> None:
    """Deal, post antes and blinds, and ask the first to act."""
    seats = setting.seats
    hand.at = 0
    hand.held = 0
    for place in range(seats):
        for k in range(5):
            card = np.int64(deck.first[hand.at])
            hand.cards[place, k] = card
            hand.held |= 1 << card
            hand.at += 1
        hand.stack[place] = setting.stack[place]
        evaluate(hand, cards, place)
    rules.begin(hand, seats, BIG, setting.roll, cards.draws, cards.pot_limit)
    small = 0 if seats > 2 else 1
    big = 1 if seats > 2 else 0
    for place in range(seats):
        rules.post(hand, place, setting.ante, 0)
    rules.post(hand, small, BIG // 2, 1)
    rules.post(hand, big, BIG, 2)
    rules.post(hand, big, setting.big_ante, 4)
    rules.open_betting(hand, big + 1)
    hand.said = 0
    hand.line = setting.ante * 8191 + setting.big_ante
    for place in range(seats):
        hand.line = mixed(hand.line, setting.stack[place])


@fast_kernel
def mixed(line: int, more: int) -> int:
    """A digest of a digest and one more number."""
    new = np.uint64(line) * np.uint64(0x9E3779B97F4A7C15) + np.uint64(more + 1)
    return int(np.int64((new ^ new >> np.uint64(29)) * np.uint64(0xBF58476D1CE4E5B9)))


@fast_kernel
def tell(hand: Row, what: int) -> None:
    """Keep an action: `FOLD`, `PASS`, `JAM` + 8 x the total of a bet or raise, or -1 - the number of cards drawn."""
    hand.line = mixed(hand.line, what)
    if hand.said < TOLD:
        hand.told[hand.said] = what
        hand.said += 1


@fast_kernel
def rows_of(hand: Row) -> int:
    """The number of buckets in this round."""
    return BUCKETS if hand.draws > 1 else AFTER if hand.street else BEFORE


@fast_kernel
def bucket_of(hand: Row, cards: Row) -> int:
    """The bucket of the player to act."""
    return int(np.int64(cards.bucket[hand.street, hand.value[hand.to_act]]))


@fast_kernel
def allowed_choices(hand: Row, cards: Row) -> int:
    """The choices of the player to act, a bit for each: bets, or numbers of cards in a draw."""
    if hand.drawing:
        return int(np.int64(cards.allowed[hand.street, cards.bucket[hand.street, hand.value[hand.to_act]]]))
    return int(rules.choices(hand))


@fast_kernel
def draw_cards(hand: Row, deck: Row, cards: Row, thrown: int) -> None:
    """Discard a number of cards, as is best for the hand, and draw new ones. With 3 the hand may discard more."""
    place = hand.to_act
    count = 0
    if thrown:
        keep = np.int64(cards.keep[hand.street, hand.value[place], thrown])
        out = 0
        kept = 0
        for k in range(5):
            card = int(np.int64(hand.cards[place, k]))
            if keep >> (card >> 2) & 1:
                keep &= ~(1 << (card >> 2))
                hand.cards[place, kept] = card
                kept += 1
            else:
                out |= 1 << card
                hand.held &= ~(1 << card)
        count = 5 - kept
        while kept < 5:
            if hand.at < 52:
                new = int(np.int64(deck.first[hand.at]))
            else:
                if deck.mixed == 0:
                    shuffle(deck.second, deck)
                    deck.mixed = 1
                new = int(np.int64(deck.second[hand.at % 52]))
            hand.at += 1
            if (hand.held | out) >> new & 1:
                continue
            hand.cards[place, kept] = new
            hand.held |= 1 << new
            kept += 1
        evaluate(hand, cards, place)
    pass_cards(hand, count)


@fast_kernel
def pass_cards(hand: Row, count: int) -> None:
    """The betting and the history go on after a draw."""
    tell(hand, -1 - count)
    rules.draw(hand, count)


@fast_kernel
def apply_choice(hand: Row, deck: Row, cards: Row, choice: int) -> None:
    """Do a choice of the player to act: a bet, or a number of discards in a draw."""
    if hand.drawing:
        draw_cards(hand, deck, cards, choice)
    else:
        bet(hand, choice, rules.raise_to(hand, choice) if choice > 1 else 0)


@fast_kernel
def bet(hand: Row, choice: int, to: int) -> None:
    """Fold, check or call, or bet or raise to any total."""
    if choice == FOLD:
        for k in range(5):
            hand.held &= ~(1 << np.int64(hand.cards[hand.to_act, k]))
    tell(hand, JAM + 8 * to if choice > PASS else choice)
    street = hand.street
    rules.act(hand, choice, to)
    if choice > PASS and street == 0:
        hand.line = mixed(hand.line, hand.size if hand.counted == hand.price else 0)


@fast_kernel
def net(hand: Row, setting: Row, place: int) -> float:
    """What a place won or lost in a hand that is over, in big blinds."""
    return float((rules.earned(hand, place, hand.value) + hand.stack[place] - setting.stack[place]) / BIG)
