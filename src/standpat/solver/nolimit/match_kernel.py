"""Matches in the game of `deal_kernel`, among strategies, habits and responses (compiled).

A habit (`HABIT`) is a player of a few numbers. Parts are parts of all deals, best first (`check_down.Plan.place`).
Strengths are the chances of a final hand to beat a random one. Sizes are parts of the pot after the call; the least bet
or raise is made where they are below it, and all-in where they are more than three quarters of what is left.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from standpat.bots.nolimit_hand import CHOICES, FOLD, JAM, PASS
from standpat.bots.nolimit_spot import SEARCHED
from standpat.compute.compiled import fast_allocating_kernel, fast_kernel
from standpat.solver.kernels.deck import DECK, new_deck
from standpat.solver.kernels.random_stream import Row, uniform
from standpat.solver.nolimit import buckets, rules
from standpat.solver.nolimit.book_kernel import find, level_of, policy_choice
from standpat.solver.nolimit.cfr_kernel import try_choice
from standpat.solver.nolimit.deal_kernel import (
    HAND,
    SETTING,
    allowed_choices,
    apply_choice,
    bet,
    bucket_of,
    deal,
    net,
    rows_of,
)
from standpat.solver.nolimit.deal_plan import new_setting
from standpat.solver.nolimit.ends_kernel import Opponent, reply
from standpat.solver.nolimit.regret_matching import matching

HABIT: Final = np.dtype(
    [
        ("come", np.float64),  # the part of all deals that limps, or calls where nobody has raised
        ("open", np.float64),  # the part that raises first, and the size
        ("open_size", np.float64),
        ("call_before", np.float64),  # the part that calls a raise before the draw
        ("reraise", np.float64),  # the part that raises again, and the size
        ("reraise_size", np.float64),
        ("snow", np.float64),  # the probability to stand pat with a hand that would draw
        ("bet", np.float64),  # after the draw, the least strength to bet, and the size
        ("bet_size", np.float64),
        ("raise", np.float64),  # the least strength to raise, and the size
        ("raise_size", np.float64),
        ("call", np.float64),  # the least strength to call
        ("bluff", np.float64),  # the probability to bet a hand that beats less than a quarter, and the size
        ("bluff_size", np.float64),
    ],
    align=True,
)

COUNT: Final = np.dtype([("decisions", np.int64, len(SEARCHED) + 1)])
"""Decisions of the strategy by the level of the spot that was known, in the order of `SEARCHED`; the last is none."""


@fast_kernel
def wager(hand: Row, size: float) -> None:
    """Bet or raise a part of the pot after the call; check or call where it is not possible."""
    if not rules.may_raise(hand):
        bet(hand, PASS, 0)
        return
    jam = rules.jam_to(hand)
    to = max(hand.price + hand.full, rules.size_to(hand, int(1000 * size)))
    if 4 * (to - hand.price) > 3 * (jam - hand.price):
        to = jam
    bet(hand, JAM, to)


@fast_kernel
def habitual(hand: Row, deck: Row, cards: Row, habit: Row, state: Row) -> None:
    """Do what a habit does."""
    place = hand.to_act
    value = hand.value[place]
    if hand.drawing:
        count = int(np.int64(cards.best[hand.street, value]))
        if count and uniform(state) < habit["snow"]:
            count = 0
        apply_choice(hand, deck, cards, count)
        return
    owed = hand.price > hand.commit[place]
    if hand.street == 0:
        part = cards.place[value]
        if part <= (habit["open"] if hand.aggressor < 0 else habit["reraise"]):
            wager(hand, habit["open_size"] if hand.aggressor < 0 else habit["reraise_size"])
        elif not owed or part <= (habit["come"] if hand.aggressor < 0 else habit["call_before"]):
            bet(hand, PASS, 0)
        else:
            bet(hand, FOLD, 0)
        return
    strength = cards.final[value]
    if strength >= (habit["raise"] if owed else habit["bet"]):
        wager(hand, habit["raise_size"] if owed else habit["bet_size"])
    elif not owed:
        if strength < 0.25 and uniform(state) < habit["bluff"]:
            wager(hand, habit["bluff_size"])
        else:
            bet(hand, PASS, 0)
    else:
        bet(hand, PASS if strength >= habit["call"] else FOLD, 0)


@fast_kernel
def known_level(book: Row, hand: Row) -> int:
    """The place in `SEARCHED` of the finest level at which a strategy knows the spot, its length for none."""
    for k, level in enumerate(SEARCHED):
        if book.slot[find(book, rules.spot_key(hand, level))] != 0:
            return k
    return len(SEARCHED)


@fast_kernel
def greedy(book: Row, mind: NDArray[np.float32], hand: Row, cards: Row, sigma: NDArray[np.float64]) -> int:
    """The choice that a response takes most often, by its average weights; by its regrets where it has none; -1 in a
    spot that it has not met."""
    at = find(book, rules.spot_key(hand, level_of(book)))
    if book.slot[at] == 0:
        return -1
    half = buckets.COUNTS if hand.drawing else CHOICES
    rows = rows_of(hand)
    start = int(book.start[book.slot[at] - 1])
    bucket = bucket_of(hand, cards)
    allowed = allowed_choices(hand, cards)
    matching(mind, start, rows, bucket, half, allowed, sigma)
    best = -1
    most = np.float32(0.0)
    for a in range(half):
        weight = mind[start + (half + a) * rows + bucket]
        if allowed >> a & 1 and weight > most:
            best = a
            most = weight
    if best < 0:
        for a in range(half):
            if allowed >> a & 1 and (best < 0 or sigma[a] > sigma[best]):
                best = a
    return best


@fast_allocating_kernel
def match(
    strategy: Opponent,
    other: int,
    other_book: Row,
    other_rows: NDArray[np.float32],
    sizes: NDArray[np.int64],
    habit: Row,
    cards: Row,
    plan: Row,
    decks: int,
    state: Row,
    counts: Row,
    won: NDArray[np.float64],
) -> None:
    """Play one player against a strategy at all other seats: each deck once with that player at every place.

    Args:
        strategy: The strategy.
        other: What the player is: 0 a habit, 1 another strategy, 2 a response that takes its most frequent choice.
        other_book: The spots of the player's strategy or response.
        other_rows: Its rows.
        sizes: The sizes of a response (`cfr_kernel.explore`).
        habit: A row of `HABIT`.
        cards: A row of `deal_kernel.CARDS`.
        plan: A row of `deal_plan.PLAN`: the tables.
        decks: The number of decks.
        state: A row of `book_kernel.BOOK` or another with a random stream.
        counts: A row of `COUNT`.
        won: Adds the sum over the decks of what the player won at all places, in big blinds, the sum of its squares,
            and the hands.
    """
    hand = np.zeros(1, HAND)[0]
    deck = np.zeros(1, DECK)[0]
    setting = np.zeros(1, SETTING)[0]
    sigma = np.zeros(CHOICES)
    book, rows = strategy.book[0], strategy.rows
    for _ in range(decks):
        new_setting(setting, state, plan)
        new_deck(deck, state)
        total = 0.0
        for hero in range(setting.seats):
            deck.mixed = 0
            deal(hand, deck, cards, setting)
            while hand.to_act >= 0:
                if hand.to_act == hero:
                    if other == 0:
                        habitual(hand, deck, cards, habit, state)
                        continue
                    if other == 2:
                        choice = greedy(other_book, other_rows, hand, cards, sigma)
                        if choice >= 0:
                            try_choice(hand, deck, cards, sizes, choice)
                            continue
                        apply_choice(hand, deck, cards, policy_choice(book, rows, hand, cards, uniform(state)))
                        continue
                    choice = policy_choice(other_book, other_rows, hand, cards, uniform(state))
                    apply_choice(hand, deck, cards, choice)
                    continue
                counts.decisions[known_level(book, hand)] += 1
                reply(strategy, hand, deck, cards, setting, uniform(state))
            total += net(hand, setting, hero)
        won[0] += total
        won[1] += total * total
        won[2] += setting.seats
