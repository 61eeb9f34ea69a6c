"""Rank many hands at once: the two low orders over numpy arrays.

`deuce_to_seven` and `ace_to_five` take the cards of n hands and return a `uint16` array of shape (n,) with the values
that `standpat.deuce_to_seven` and `standpat.ace_to_five` give for one hand, 1 best.

Cards are ints 0..51 (`standpat.cards.card`), as an array of shape (n, 5) or five arrays of shape (n,), of any integer
dtype. Contiguous `uint8` is read without a copy and is fastest; everything else is converted first. `out`, a `uint16`
array of shape (n,), saves the allocation.

Another shape, a dtype that is not an integer, or a card outside 0..51 raises `ValueError`; the contents of `out` are
then undefined. Only `check=True` tests that the five cards of a hand differ, which takes time. Without it a hand with a
repeated card gets the value that its ranks and suits would have.
"""

from collections.abc import Sequence
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from standpat.cards.card import TEXT
from standpat.compute.compiled import kernel
from standpat.compute.rank_table import SUM_BITS, VALUE, WEIGHT

Cards: TypeAlias = NDArray[np.integer] | Sequence[NDArray[np.integer]]
Bytes: TypeAlias = NDArray[np.uint8]
Values: TypeAlias = NDArray[np.uint16]

_MASK: Final = np.uint64((1 << SUM_BITS) - 1)


def deuce_to_seven(cards: Cards, *, out: Values | None = None, check: bool = False) -> Values:
    """Deuce-to-seven values, 1 … 7,462 (R2.2).

    Args:
        cards: Shape (n, 5), or five arrays of shape (n,), integers 0..51.
        out: An array for the result, uint16 of shape (n,).
        check: Whether to test that the cards of a hand differ.

    Returns:
        The values, uint16 of shape (n,), 1 best.

    Raises:
        ValueError: The cards or `out` have another shape or type, a card is out of range, or (`check`) a hand has a
            card twice.

    >>> import numpy as np
    >>> deuce_to_seven(np.array([[20, 12, 8, 4, 1], [51, 47, 43, 39, 35]])).tolist()
    [1, 7462]
    """
    return _rank(0, cards, out, check)


def ace_to_five(cards: Cards, *, out: Values | None = None, check: bool = False) -> Values:
    """Ace-to-five values, 1 … 6,175 (R2.3).

    Args:
        cards: Shape (n, 5), or five arrays of shape (n,), integers 0..51.
        out: An array for the result, uint16 of shape (n,).
        check: Whether to test that the cards of a hand differ.

    Returns:
        The values, uint16 of shape (n,), 1 best.

    Raises:
        ValueError: The cards or `out` have another shape or type, a card is out of range, or (`check`) a hand has a
            card twice.

    >>> import numpy as np
    >>> ace_to_five(np.array([[12, 8, 4, 1, 48]])).tolist()
    [1]
    """
    return _rank(1, cards, out, check)


def _rank(order: int, cards: Cards, out: Values | None, check: bool) -> Values:
    offsuit, suited = VALUE[order]
    if isinstance(cards, np.ndarray):
        if cards.ndim != 2 or cards.shape[1] != 5:
            raise ValueError(f"cards have shape {cards.shape}: expected (n, 5), or five arrays of shape (n,)")
        rows = _as_bytes(cards)
        a, b, c, d, e = [rows[:, k] for k in range(5)]
        out = _output(out, len(rows))
        seen = _rank_rows(rows, WEIGHT, offsuit, suited, out)
    else:
        given = [np.asarray(column) for column in cards]
        if len(given) != 5 or any([column.ndim != 1 or column.shape != given[0].shape for column in given]):
            raise ValueError(f"cards have shapes {[c.shape for c in given]}: expected (n, 5), or five of (n,)")
        a, b, c, d, e = [_as_bytes(column) for column in given]
        out = _output(out, len(a))
        seen = _rank_columns(a, b, c, d, e, WEIGHT, offsuit, suited, out)
    if seen >> SUM_BITS:
        hand = int(np.argmax(np.max((a, b, c, d, e), axis=0) > 51))
        raise ValueError(f"hand {hand} holds {[int(x[hand]) for x in (a, b, c, d, e)]}: expected cards 0..51")
    if check and (hand := _first_repeat(a, b, c, d, e)) >= 0:
        raise ValueError(f"hand {hand} holds a card twice: {[TEXT[x[hand]] for x in (a, b, c, d, e)]}")
    return out


def _as_bytes(cards: NDArray[np.integer]) -> Bytes:
    if not np.issubdtype(cards.dtype, np.integer):
        raise ValueError(f"cards have dtype {cards.dtype}: expected integers 0..51")
    if cards.dtype != np.uint8:
        wrong = (cards < 0) | (cards > 51)
        if wrong.any():
            hand = int(np.argwhere(wrong)[0][0])
            raise ValueError(f"hand {hand} holds {cards[wrong][0]}, which is not a card: expected 0..51")
    return np.ascontiguousarray(cards, np.uint8)


def _output(out: Values | None, count: int) -> Values:
    if out is None:
        return np.empty(count, np.uint16)
    if out.dtype != np.uint16 or out.shape != (count,) or not out.flags.c_contiguous or not out.flags.writeable:
        raise ValueError(f"out is {out.dtype} of shape {out.shape}: expected contiguous uint16 of shape ({count},)")
    return out


# The next two fill `out` and return the bitwise or of all sums, which is 2**19 or more if a number was not a card.
# They read the table before they compare the suits: the load starts early, and the branch is hardly ever taken.
# (A common function for the two bodies, inlined or not, loses most of the speed.)


@kernel
def _rank_columns(
    a: Bytes,
    b: Bytes,
    c: Bytes,
    d: Bytes,
    e: Bytes,
    weight: NDArray[np.uint32],
    table: Values,
    suited: Values,
    out: Values,
) -> int:
    seen = np.uint64(0)
    for i in range(out.size):
        first = a[i]
        key = weight[first] + weight[b[i]] + weight[c[i]] + weight[d[i]] + weight[e[i]]
        seen |= key
        at = key & _MASK
        value = table[at]
        if ((first ^ b[i]) | (first ^ c[i]) | (first ^ d[i]) | (first ^ e[i])) & 3 == 0:
            value = suited[at]
        out[i] = value
    return int(seen)


@kernel
def _rank_rows(cards: Bytes, weight: NDArray[np.uint32], table: Values, suited: Values, out: Values) -> int:
    seen = np.uint64(0)
    for i in range(out.size):
        a, b, c, d, e = cards[i, 0], cards[i, 1], cards[i, 2], cards[i, 3], cards[i, 4]
        key = weight[a] + weight[b] + weight[c] + weight[d] + weight[e]
        seen |= key
        at = key & _MASK
        value = table[at]
        if ((a ^ b) | (a ^ c) | (a ^ d) | (a ^ e)) & 3 == 0:
            value = suited[at]
        out[i] = value
    return int(seen)


@kernel
def _first_repeat(a: Bytes, b: Bytes, c: Bytes, d: Bytes, e: Bytes) -> int:
    """The first hand with fewer than five different cards, or -1."""
    for i in range(a.size):
        bits = (1 << a[i]) | (1 << b[i]) | (1 << c[i]) | (1 << d[i]) | (1 << e[i])
        for _ in range(4):
            bits &= bits - 1
        if not bits:
            return i
    return -1
