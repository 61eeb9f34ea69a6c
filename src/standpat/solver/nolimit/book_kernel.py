"""The spots of a training or a strategy, and their rows (compiled).

A public spot (`standpat.bots.nolimit_spot.spot_key`) gets a block when it is met first. `BOOK` finds the block by the
key of the spot. The blocks are in one flat array: by choice and bucket the regrets of a training, and then by choice
and bucket the weights of its average or the probabilities of a strategy.

The first deals of a training teach the spots of level 1, which are few. The finer ones begin with what the coarser
ones learned. In others all-in begins with a negative regret where it is more than `OVER` pots: the first values of
such bets are very noisy.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from standpat.bots.nolimit_draws_spot import BUCKETS
from standpat.bots.nolimit_hand import CHOICES, JAM, PASS
from standpat.bots.nolimit_spot import AT_DEPTH, DRAWING, LINE, OPENER, SEARCHED
from standpat.compute.compiled import fast_kernel
from standpat.solver.kernels.random_stream import Row
from standpat.solver.nolimit import buckets, rules
from standpat.solver.nolimit.deal_kernel import BIG, allowed_choices, bucket_of, rows_of

OVER: Final = 5.0
"""All-in for more pots than this begins with a negative regret."""
INHERITED: Final = 30.0
"""What a new spot has of the coarser one counts as so many visits at most."""

PLACES: Final = 1 << 19
BLOCKS: Final = 1 << 18

BOOK: Final = np.dtype(
    [
        ("slot", np.int32, PLACES),  # the block at a place of the hash table, plus one
        ("key", np.int64, BLOCKS),
        ("coarse", np.int64, (2, BLOCKS)),  # the keys of level 1 and 2
        ("start", np.int64, BLOCKS),  # where the block begins in `mind`
        ("visits", np.float32, BLOCKS),  # how often a traverser decided there, discounted like the regrets
        ("blocks", np.int64),
        ("used", np.int64),  # numbers of `mind` in use
        ("full", np.int64),
        ("coarse_deals", np.int64),  # the first deals, which are learned from with the spots of level 1
        ("lines", np.int64),  # 1 if two players learn each line by itself (`nolimit_spot.LINE`), else 0
        ("random", np.uint64),
        ("deals", np.int64),
        ("nodes", np.int64),
    ],
    align=True,
)
"""Where the spots are, and the random stream, deals done and decisions visited."""


@fast_kernel
def find(book: Row, key: int) -> int:
    """The place of a key in the hash table: its own, or the empty one where it belongs."""
    mixed = np.uint64(key) * np.uint64(0x9E3779B97F4A7C15)
    at = int(np.int64(mixed >> np.uint64(45)))
    while book.slot[at] != 0 and book.key[book.slot[at] - 1] != key:
        at = (at + 1) & (PLACES - 1)
    return at


@fast_kernel
def rows_of_key(key: int) -> int:
    """The buckets of a spot."""
    if rules.of_several_draws(key):
        return BUCKETS
    return buckets.AFTER if rules.kind_of_key(key) > DRAWING else buckets.BEFORE


@fast_kernel
def choices_of_key(key: int) -> int:
    """The choices of a spot."""
    return buckets.COUNTS if rules.kind_of_key(key) == DRAWING else CHOICES


@fast_kernel
def level_of(book: Row) -> int:
    """The level of the spots that are learned."""
    if book.deals < book.coarse_deals:
        return 1
    return LINE if book.lines else OPENER


@fast_kernel
def block_of(book: Row, mind: NDArray[np.float32], hand: Row) -> int:
    """Where the rows of the present spot begin in `mind`; it is added if it is new. -1 if there is no space for it."""
    key = rules.spot_key(hand, level_of(book))
    at = find(book, key)
    if book.slot[at] != 0:
        return int(book.start[book.slot[at] - 1])
    kind = rules.kind_of_key(key)
    rows = rows_of_key(key)
    half = choices_of_key(key)
    if book.blocks == BLOCKS or book.used + 2 * rows * half > len(mind):
        book.full = 1
        return -1
    block = book.blocks
    start = book.used
    book.blocks += 1
    book.used += 2 * rows * half
    book.slot[at] = block + 1
    book.key[block] = key
    book.coarse[0, block] = rules.spot_key(hand, 1)
    book.coarse[1, block] = rules.spot_key(hand, 2)
    book.start[block] = start
    like = find(book, rules.spot_key(hand, AT_DEPTH))
    if book.slot[like] == 0 or book.slot[like] == block + 1:
        like = find(book, rules.spot_key(hand, 0))
    if book.slot[like] == 0 or book.slot[like] == block + 1:
        like = find(book, book.coarse[0, block])
    if book.slot[like] != 0 and book.slot[like] != block + 1:
        visits = book.visits[book.slot[like] - 1]
        inherit(mind, start, book.start[book.slot[like] - 1], rows * half, visits)
    elif kind != DRAWING:
        place = hand.to_act
        over = (rules.reach(hand, place) - hand.price) / (OVER * rules.pot_of(hand))
        if over > 1:
            for row in range(rows):
                mind[start + JAM * rows + row] = -over * rules.pot_of(hand) / BIG
    return int(start)


@fast_kernel
def inherit(mind: NDArray[np.float32], start: int, like: int, many: int, visits: float) -> None:
    """Give a new spot the regrets of the coarser one, as if they came from `INHERITED` visits at most."""
    scale = np.float32(INHERITED / max(visits, INHERITED))
    for k in range(many):
        mind[start + k] = mind[like + k] * scale


@fast_kernel
def block_at(book: Row, hand: Row) -> int:
    """The number of the block of the present spot, which must have one."""
    return int(book.slot[find(book, rules.spot_key(hand, level_of(book)))] - 1)


@fast_kernel
def visit(book: Row, hand: Row) -> None:
    """Count a visit of the present spot."""
    book.visits[block_at(book, hand)] += 1


@fast_kernel
def policy_block(book: Row, hand: Row) -> int:
    """Where the rows of the present spot begin in a strategy, or those of a coarser one; -1 if all are unknown."""
    for level in SEARCHED:
        at = find(book, rules.spot_key(hand, level))
        if book.slot[at] != 0:
            return int(book.start[book.slot[at] - 1])
    return -1


@fast_kernel
def policy_choice(book: Row, policy: NDArray[np.float32], hand: Row, cards: Row, roll: float) -> int:
    """Sample a choice of a strategy. `roll` is uniform between 0 and 1. Unknown spots are checked, folded or pat.

    Args:
        book: A row of `BOOK`: the spots of the strategy, of all levels.
        policy: Like `mind`; the second half of each row has the weights.
        hand: The hand.
        cards: A row of `deal_kernel.CARDS`.
        roll: The random number.
    """
    allowed = allowed_choices(hand, cards) if hand.drawing else rules.playable(hand)
    last = 0 if allowed & 1 else PASS
    start = policy_block(book, hand)
    if start < 0:
        return last
    half = buckets.COUNTS if hand.drawing else CHOICES
    rows = rows_of(hand)
    start += half * rows + bucket_of(hand, cards)
    total = 0.0
    for a in range(half):
        if allowed >> a & 1:
            total += policy[start + a * rows]
    if total <= 0:
        return 0 if hand.drawing else PASS
    roll *= total
    for a in range(half):
        if allowed >> a & 1 and policy[start + a * rows] > 0:
            last = a
            roll -= policy[start + a * rows]
            if roll < 0:
                return a
    return last


@fast_kernel
def discount(book: Row, mind: NDArray[np.float32], regrets: float, averages: float) -> None:
    """Multiply everything that was learned."""
    for block in range(book.blocks):
        many = rows_of_key(book.key[block]) * choices_of_key(book.key[block])
        at = book.start[block]
        book.visits[block] *= np.float32(regrets)
        for k in range(at, at + many):
            mind[k] *= np.float32(regrets)
            mind[many + k] *= np.float32(averages)


@fast_kernel
def warm(book: Row, mind: NDArray[np.float32], policy: NDArray[np.float32], scale: float) -> None:
    """Set the regrets of all spots of a strategy in proportion to its probabilities, and no average weights."""
    for block in range(book.blocks):
        many = rows_of_key(book.key[block]) * choices_of_key(book.key[block])
        at = book.start[block]
        for k in range(at, at + many):
            mind[k] = np.float32(scale) * policy[many + k]
            mind[many + k] = 0
