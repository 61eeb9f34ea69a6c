"""Hands with which a seat comes by a line, dealt from real cards (compiled).

`sampled` deals hands and has them go on as the line says, with their discards out of the deck. A hand is a set of bits,
one for each card (bit rank * 4 + suit), and so are all cards that its seat has held. The class comes from the sum of
the weights of its ranks (`standpat.cards.ranking`), which changes by the cards thrown and drawn.

The random numbers are those of splitmix64, as in `standpat.solver.kernels.random_stream`, with the state of the stream
in a variable.
"""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from standpat.compute.compiled import fast_allocating_kernel, fast_kernel

Vector = NDArray[np.float64]
Numbers = NDArray[np.int64]
Masks = NDArray[np.uint8]
Classes = NDArray[np.int16]

_SEQUENCE: Final = 0x03F79D71B4CB0A89
"""A de Bruijn sequence: shifted by n bits, its upper six bits tell n."""
PLACE: Final = np.zeros(64, np.int64)
"""By these six bits, the place of the only bit of a number."""
PLACE[[(_SEQUENCE << bit) % 2**64 >> 58 for bit in range(64)]] = np.arange(64)
_STEP: Final = 0x9E3779B97F4A7C15
_SUIT: Final = 0x1111111111111
"""The cards of the first suit."""
_SUITS: Final = 32
"""Suits in a random number."""


@fast_kernel
def _mixed(state: Any) -> Any:
    """The random number of a state of the stream."""
    z = (state ^ (state >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@fast_kernel
def _flush(hand: Any) -> bool:
    """Whether all cards are of one suit."""
    for suit in range(4):
        if hand & ~(np.int64(_SUIT) << suit) == 0:
            return True
    return False


@fast_kernel
def _dealt(
    share: Vector,
    of: Numbers,
    flush: NDArray[np.bool_],
    by_sum: Classes,
    suited: Classes,
    weight: Numbers,
    state: Any,
    many: int,
    hands: Numbers,
    cards: Numbers,
    sums: Numbers,
) -> Any:
    """Deal hands whose classes come as often as `share` says, as evenly as can be, with suits at random.

    Returns:
        The state of the stream.
    """
    at, reached, total = 0, share[0], share.sum()
    for i in range(many):
        while reached < (i + 0.5) * total / many and at < len(share) - 1:
            at += 1
            reached += share[at]
        sums[i] = 0
        for k in range(5):
            sums[i] += weight[of[at, k]]
        again = True
        while again:
            state += np.uint64(_STEP)
            bits, left, hand = _mixed(state), _SUITS, np.int64(0)
            same = np.int64(bits & np.uint64(3))
            for k in range(5):
                card = 4 * of[at, k] + same
                while not flush[at]:
                    if left == 0:
                        state += np.uint64(_STEP)
                        bits, left = _mixed(state), _SUITS
                    card = 4 * of[at, k] + np.int64(bits & np.uint64(3))
                    bits >>= np.uint64(2)
                    left -= 1
                    if not hand >> card & 1:
                        break
                hand |= np.int64(1) << card
            # Five different ranks in one suit are of another class, where there are flushes.
            again = not flush[at] and suited[sums[i]] != by_sum[sums[i]] and _flush(hand)
        hands[i], cards[i] = at, hand
    return state


@fast_kernel
def _drawn(
    keeps: Masks,
    by_sum: Classes,
    suited: Classes,
    weight: Numbers,
    place: Numbers,
    size: int,
    state: Any,
    hands: Numbers,
    cards: Numbers,
    seen: Numbers,
    sums: Numbers,
) -> Any:
    """Throw and draw.

    Args:
        keeps: By class, the cards that it keeps, a bit for each in ascending order of rank.
        by_sum: The class of each sum of rank weights.
        suited: The same for five cards of one suit.
        weight: The weight of each rank.
        place: `PLACE`.
        size: The cards of the deck.
        state: The state of the stream.
        hands: The class of each hand, set to the new one.
        cards: Its cards, set to the new ones.
        seen: All cards that its seat has held, set.
        sums: The sum of its rank weights, set.

    Returns:
        The state of the stream.
    """
    for i in range(len(hands)):
        mask = keeps[hands[i]]
        if mask == 31:
            continue
        hand, rest, total, missing = cards[i], cards[i], sums[i], 0
        for k in range(5):
            lowest = rest & -rest
            rest ^= lowest
            if not mask >> k & 1:
                hand ^= lowest
                missing += 1
                total -= weight[place[(np.uint64(lowest) * np.uint64(_SEQUENCE)) >> np.uint64(58)] >> 2]
        gone = seen[i]
        while missing:
            state += np.uint64(_STEP)
            number = _mixed(state)
            card = np.int64(((number >> np.uint64(32)) * np.uint64(size)) >> np.uint64(32))
            if gone >> card & 1:
                card = np.int64(((number & np.uint64(0xFFFFFFFF)) * np.uint64(size)) >> np.uint64(32))
                if gone >> card & 1:
                    continue
            bit = np.int64(1) << card
            gone |= bit
            hand |= bit
            total += weight[card >> 2]
            missing -= 1
        cards[i], seen[i], sums[i] = hand, gone, total
        hands[i] = suited[total] if _flush(hand) else by_sum[total]
    return state


@fast_allocating_kernel
def sampled(
    dealt: Vector,
    chances: Vector,
    keeps: Masks,
    of: Numbers,
    flush: NDArray[np.bool_],
    by_sum: Classes,
    suited: Classes,
    weight: Numbers,
    place: Numbers,
    ranks: int,
    seed: int,
    hands: Numbers,
    seen: Numbers,
) -> float:
    """Sample the hands of a seat before the last round of a line, or at a place in it, each equally likely.

    Args:
        dealt: By class, the probability that it is dealt.
        chances: Shape (draws or one more, classes): the probability that a class plays as the line has it since the
            draw before, up to and with each draw, and in the last round.
        keeps: Shape (draws, classes): the cards that a class keeps, a bit for each in ascending order of rank.
        of: Shape (classes, 5): the ranks of a class, ascending.
        flush: By class, whether it is a flush.
        by_sum: The class of each sum of rank weights.
        suited: The same for five cards of one suit.
        weight: The weight of each rank.
        place: `PLACE`.
        ranks: The number of ranks in the deck.
        seed: The seed of the sample.
        hands: Set to the class of each.
        seen: Set to the cards that each seat has held, a bit for each.

    Returns:
        The hands that the sample is worth where it is thinnest: as many hands, all equally likely to play on, would
        say as much. Where nobody plays so, it is 0, and the hands are those of all who came so far.
    """
    many, state = len(hands), _mixed(np.uint64(seed) + np.uint64(_STEP))
    cards, sums, chance = np.zeros(many, np.int64), np.zeros(many, np.int64), np.zeros(many)
    before = np.zeros((4, many), np.int64)
    share = dealt * chances[0]
    least = float(many)
    if share.sum() <= 0:
        least, share = 0.0, dealt.copy()
    state = _dealt(share, of, flush, by_sum, suited, weight, state, many, hands, cards, sums)
    seen[:] = cards
    for draw in range(len(chances)):
        if draw > 0:
            total, squares = 0.0, 0.0
            for i in range(many):
                chance[i] = chances[draw, hands[i]]
                total += chance[i]
                squares += chance[i] ** 2
            least = min(least, total * total / squares if total > 0 else 0.0)
            if total > 0:  # those that would hardly play so are replaced by others
                before[0], before[1], before[2], before[3] = hands, cards, seen, sums
                at, reached = 0, chance[0]
                for i in range(many):
                    while reached < (i + 0.5) * total / many and at < many - 1:
                        at += 1
                        reached += chance[at]
                    hands[i], cards[i], seen[i], sums[i] = before[0, at], before[1, at], before[2, at], before[3, at]
        if draw < len(keeps):
            state = _drawn(keeps[draw], by_sum, suited, weight, place, 4 * ranks, state, hands, cards, seen, sums)
    return least
