"""A hand of triple draw or single draw for two to six players (compiled).

`HAND` is a hand: fixed limit, four wagers a round, nobody is ever all-in. Places and streets are those of
`standpat.bots.multiway_spot`: the one draw of single draw is the last of three. Amounts are small blinds, so the bets
are 2, 2, 4, 4, in single draw 2 and 4. The rules are those of
`standpat.engine.hand.Hand`, with one difference: when the stub runs out (R6.3), all cards that nobody holds come again
in a random order. Players never get back the cards that they have just discarded.
"""

from typing import Final

import numpy as np

from standpat.bots import multiway_spot
from standpat.bots.multiway_spot import ACTIONS, BITS, BUCKETS, COUNTS
from standpat.compute.compiled import fast_kernel
from standpat.solver.kernels.deck import evaluate
from standpat.solver.kernels.random_stream import Row, shuffle

FOLD, PASS, WAGER = range(ACTIONS)
MOST: Final = 6
CAP: Final = 4
VALUES: Final = 7463
SUMS: Final = 1 << 19

CARDS: Final = np.dtype(
    [
        ("draws", np.int64),
        ("low", np.int64),  # the seven lowest ranks, a bit each
        ("weight", np.uint32, 52),
        ("value", np.uint16, (2, SUMS)),
        ("bucket", np.uint8, (4, VALUES)),
        ("strength", np.float32, (4, VALUES)),
        ("keep", np.uint16, (3, VALUES, COUNTS)),
        ("best", np.uint8, (3, VALUES)),
        ("allowed", np.uint8, (3, BUCKETS)),
    ],
    align=True,
)
"""What hands are: `standpat.solver.multiway.buckets.Cards`, with the tables of the order of hands
(`standpat.compute.rank_table`).
"""

HAND: Final = np.dtype(
    [
        ("held", np.int64),  # cards of the players who are in, a bit each
        ("at", np.int16),  # cards dealt
        ("value", np.int16, MOST),
        ("seats", np.int8),
        ("to_act", np.int8),  # -1 once the hand is over
        ("drawing", np.int8),
        ("street", np.int8),
        ("live", np.int8),
        ("waiting", np.int8),
        ("entered", np.int8),
        ("served", np.int8),
        ("price", np.int8),
        ("wagers", np.int8),
        ("opener", np.int8),
        ("opened", np.int8),
        ("raises", np.int8),
        ("raised", np.int8),
        ("first", np.int8),
        ("leader", np.int8),
        ("aggressor", np.int8),
        ("bettor", np.int8),
        ("led", np.int8),
        ("paid", np.int8),
        ("raisers", np.int8),  # who raised before the first draw
        ("reraisers", np.int8),  # who did so twice
        ("wagered", np.int8),  # who bet or raised in this round
        ("again", np.int8),  # who did so twice
        ("commit", np.int8, MOST),
        ("total", np.int8, MOST),
        ("last", np.int8, MOST),
        ("before", np.int8, MOST),
        ("shed", np.int8, MOST),  # low cards discarded
        ("cards", np.uint8, (MOST, 5)),
    ],
    align=True,
)
"""A hand, in 112 bytes: a graphics card plays the more of them, the smaller they are. A player puts in at most 48 small
blinds."""

_opener_of = fast_kernel(multiway_spot.opener_of)
_spot_of = fast_kernel(multiway_spot.spot_of)
_pot_scale = fast_kernel(multiway_spot.pot_scale)


@fast_kernel
def start(hand: Row, deck: Row, cards: Row, seats: int) -> None:
    """Deal, post the blinds and find the first to act."""
    hand.seats = seats
    hand.at = 0
    hand.held = 0
    for place in range(seats):
        for k in range(5):
            card = np.int64(deck.first[hand.at])
            hand.cards[place, k] = card
            hand.held |= 1 << card
            hand.at += 1
        hand.commit[place] = 0
        hand.total[place] = 0
        hand.last[place] = -1
        hand.before[place] = -1
        hand.shed[place] = 0
        evaluate(hand, cards, place)
    hand.drawing = 0
    hand.street = 0
    hand.live = (1 << seats) - 1
    hand.waiting = hand.live
    hand.entered = 0
    hand.served = 0
    hand.price = 2
    hand.wagers = 1
    hand.opener = 0
    hand.opened = -1
    hand.raises = 0
    hand.raised = -1
    hand.first = 0
    hand.leader = -1
    hand.aggressor = -1
    hand.bettor = -1
    hand.led = 0
    hand.paid = 0
    hand.raisers = 0
    hand.reraisers = 0
    hand.wagered = 0
    hand.again = 0
    small, big = (0, 1) if seats > 2 else (1, 0)
    hand.commit[small] = 1
    hand.total[small] = 1
    hand.commit[big] = 2
    hand.total[big] = 2
    hand.to_act = 2 if seats > 2 else 1


@fast_kernel
def next_place(mask: int, start: int, seats: int) -> int:
    """The first place of a mask from `start` on, clockwise; -1 for an empty mask."""
    for place in range(start, seats):
        if mask >> place & 1:
            return place
    for place in range(min(start, seats)):
        if mask >> place & 1:
            return place
    return -1


@fast_kernel
def bet(hand: Row, action: int) -> None:
    """Fold, check or call, or bet or raise, and continue the round and the hand."""
    place = hand.to_act
    bit = 1 << place
    if action == FOLD:
        hand.live &= ~bit
        hand.waiting &= ~bit
        for k in range(5):
            hand.held &= ~(1 << np.int64(hand.cards[place, k]))
        if hand.live & (hand.live - 1) == 0:
            hand.to_act = -1
            return
    else:
        if action == WAGER:
            if hand.street == 0:
                if hand.raises == 0:
                    hand.opener = _opener_of(BITS[hand.waiting & ~bit])
                    hand.opened = place
                hand.raises += 1
                hand.raised = place
                hand.reraisers |= hand.raisers & bit
                hand.raisers |= bit
            hand.again |= hand.wagered & bit
            hand.wagered |= bit
            hand.price += 2 if hand.street < 2 else 4
            hand.wagers += 1
            hand.aggressor = place
            hand.waiting = hand.live
        paying = hand.price - hand.commit[place]
        if paying and hand.street == 0:
            hand.entered |= bit
        hand.commit[place] += paying
        hand.total[place] += paying
        hand.waiting &= ~bit
    if hand.waiting:
        hand.to_act = next_place(hand.waiting, place + 1, hand.seats)
        return
    hand.bettor = hand.aggressor
    hand.led = hand.wagers - (1 if hand.street == 0 else 0)
    if hand.street == 1:
        hand.first = hand.wagers
        hand.leader = hand.aggressor
    if hand.street == 3:
        hand.to_act = -1
        return
    hand.drawing = 1
    hand.served = 0
    hand.to_act = next_place(hand.live, 0, hand.seats)


@fast_kernel
def draws_left(hand: Row, cards: Row) -> int:
    """The number of draws that have not begun."""
    return int(cards.draws if hand.street == 0 else 3 - hand.street)


@fast_kernel
def has_drawn(hand: Row, cards: Row, count: int) -> None:
    """Continue the draw and the hand once the player to act has drawn so many cards."""
    place = hand.to_act
    hand.before[place] = hand.last[place]
    hand.last[place] = count
    hand.served |= 1 << place
    left = hand.live & ~hand.served
    if left:
        hand.to_act = next_place(left, 0, hand.seats)
        return
    hand.street = 4 - draws_left(hand, cards)
    hand.drawing = 0
    hand.price = 0
    hand.wagers = 0
    hand.wagered = 0
    hand.again = 0
    hand.aggressor = -1
    hand.waiting = hand.live
    hand.to_act = next_place(hand.live, 0, hand.seats)
    hand.paid = _pot_scale(hand.total[hand.to_act], cards.draws)
    for other in range(hand.seats):
        hand.commit[other] = 0


@fast_kernel
def draw(hand: Row, deck: Row, cards: Row, thrown: int) -> None:
    """Discard a number of cards, as is best for the hand, and draw new ones. With 3 the hand may discard more."""
    place = hand.to_act
    count = 0
    if thrown:
        keep = np.int64(cards.keep[draws_left(hand, cards) - 1, hand.value[place], thrown])
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
                hand.shed[place] += cards.low >> (card >> 2) & 1
        hand.held &= ~out
        count = 5 - kept
        while kept < 5:
            if hand.at < 52:
                card = int(np.int64(deck.first[hand.at]))
            else:
                if deck.mixed == 0:
                    shuffle(deck.second, deck)
                    deck.mixed = 1
                card = int(np.int64(deck.second[hand.at % 52]))
            hand.at += 1
            if (hand.held | out) >> card & 1:
                continue
            hand.cards[place, kept] = card
            hand.held |= 1 << card
            kept += 1
        evaluate(hand, cards, place)
    has_drawn(hand, cards, count)


@fast_kernel
def net(hand: Row, place: int) -> float:
    """What a place won or lost in a hand that is over, in small blinds."""
    if hand.live >> place & 1 == 0:
        return -np.float64(hand.total[place])
    best = np.int64(1 << 30)
    winners = 0
    for other in range(hand.seats):
        if hand.live >> other & 1:
            if hand.value[other] < best:
                best = hand.value[other]
                winners = 0
            if hand.value[other] == best:
                winners += 1
    alone = hand.live & (hand.live - 1) == 0
    if not alone and hand.value[place] != best:
        return -np.float64(hand.total[place])
    pot = 0
    for other in range(hand.seats):
        pot += hand.total[other]
    return float(pot / (1 if alone else winners) - hand.total[place])


@fast_kernel
def spot_of(hand: Row, cards: Row) -> int:
    """The spot of the decision (`multiway_spot.spot_of`)."""
    place, left = hand.to_act, draws_left(hand, cards)
    bucket = int(np.int64(cards.bucket[left, hand.value[place]]))
    small, big = (0, 1) if hand.seats > 2 else (1, 0)
    posted = 1 if place == small else 2 if place == big else 0
    street = 4 - left if hand.drawing else hand.street
    return _spot_of(hand, place, street, hand.drawing, bucket, posted, hand.wagers)


@fast_kernel
def allowed_choices(hand: Row, cards: Row) -> int:
    """The choices of the player to act, a bit for each action or number of cards."""
    if hand.drawing:
        left = draws_left(hand, cards)
        return int(np.int64(cards.allowed[left - 1, cards.bucket[left, hand.value[hand.to_act]]]))
    actions = 1 << PASS
    if hand.price > hand.commit[hand.to_act]:
        actions |= 1 << FOLD
    if hand.wagers < CAP:
        actions |= 1 << WAGER
    return actions


@fast_kernel
def apply_choice(hand: Row, deck: Row, cards: Row, choice: int) -> None:
    """Do a choice of the player to act: an action, or a number of discards in a draw."""
    if hand.drawing:
        draw(hand, deck, cards, choice)
    else:
        bet(hand, choice)
