"""Rank many hands at once: the two low orders over numpy arrays.

`deuce_to_seven` and `ace_to_five` take the cards of n hands and return a `uint16` array of shape (n,) with the values
that `standpat.deuce_to_seven` and `standpat.ace_to_five` give for one hand, 1 best.

Cards are ints 0..51 (`standpat.cards.card`), as an array of shape (n, 5) or five arrays of shape (n,), of any integer
dtype. Contiguous `uint8` is read without a copy and is fastest; everything else is converted first. `out`, a `uint16`
array of shape (n,), saves the allocation.

On processors with AVX-512 sixteen hands are ranked at a time (`standpat.compute.wide_rank`), elsewhere one after the
other. The values are the same.

Another shape, a dtype that is not an integer, or a card outside 0..51 raises `ValueError`; the contents of `out` are
then undefined. Only `check=True` tests that the five cards of a hand differ, which takes time. Without it a hand with a
repeated card gets the value that its ranks and suits would have.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from standpat.cards.card import TEXT
from standpat.compute.compiled import Intrinsic, Kernel, compiles_for, kernel
from standpat.compute.rank_table import SUM_BITS, VALUE, WEIGHT

Cards: TypeAlias = NDArray[np.integer] | Sequence[NDArray[np.integer]]
Bytes: TypeAlias = NDArray[np.uint8]
Values: TypeAlias = NDArray[np.uint16]

_BYTE: Final = np.dtype(np.uint8)
_SHORT: Final = np.dtype(np.uint16)
_NEXT: Final = (1,)
"""The strides of contiguous bytes."""
_MASK: Final = np.uint64((1 << SUM_BITS) - 1)
_TABLES: Final = ([(WEIGHT, table) for table in VALUE], [(table,) for table in VALUE])
"""What the portable kernels and the wide ones read, by order."""

FEWEST: Final = 16
"""The wide kernels need so many hands."""


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
    if isinstance(cards, np.ndarray):
        if cards.ndim != 2 or cards.shape[1] != 5:
            raise ValueError(f"cards have shape {cards.shape}: expected (n, 5), or five arrays of shape (n,)")
        given: tuple[Bytes, ...] = (_as_bytes(cards),)
    else:
        given = _columns(cards)
    count = len(given[0])
    if out is None:
        out = np.empty(count, _SHORT)
    elif out.dtype != _SHORT or out.shape != (count,) or not (out.flags.c_contiguous and out.flags.writeable):
        raise ValueError(f"out is {out.dtype} of shape {out.shape}: expected contiguous uint16 of shape ({count},)")
    wide = count >= FEWEST and _wide()
    wrong = _ranker(len(given), wide)(*given, *_TABLES[wide][order], out)
    if wrong or check:
        _check(given[0].T if len(given) == 1 else given, wrong)
    return out


def _columns(cards: Sequence[NDArray[np.integer]]) -> tuple[Bytes, ...]:
    try:  # few hands leave no time for a closer look at contiguous bytes
        a, b, c, d, e = cards
        contiguous = (
            a.dtype is b.dtype is c.dtype is d.dtype is e.dtype is _BYTE
            and a.strides == b.strides == c.strides == d.strides == e.strides == _NEXT
            and len(a) == len(b) == len(c) == len(d) == len(e)
        )
    except (AttributeError, TypeError, ValueError):
        contiguous = False
    if contiguous:
        return a, b, c, d, e  # type: ignore[return-value]
    given = tuple([_as_bytes(np.asarray(column)) for column in cards])
    shapes = [column.shape for column in given]
    if len(given) != 5 or len(shapes[0]) != 1 or any([shape != shapes[0] for shape in shapes]):
        raise ValueError(f"cards have shapes {shapes}: expected (n, 5), or five of (n,)")
    return given


def _as_bytes(cards: NDArray[np.integer]) -> Bytes:
    if cards.dtype is _BYTE and cards.flags.c_contiguous:
        return cards  # type: ignore[return-value]
    if not np.issubdtype(cards.dtype, np.integer):
        raise ValueError(f"cards have dtype {cards.dtype}: expected integers 0..51")
    if cards.dtype != np.uint8:
        wrong = (cards < 0) | (cards > 51)
        if wrong.any():
            hand = int(np.argwhere(wrong)[0][0])
            raise ValueError(f"hand {hand} holds {cards[wrong][0]}, which is not a card: expected 0..51")
    return np.ascontiguousarray(cards, np.uint8)


def _check(columns: Sequence[Bytes] | Bytes, wrong: int) -> None:
    """Refuse hands with a number that is not a card (`wrong`: there is one), or with a card twice."""
    a, b, c, d, e = [np.ascontiguousarray(column) for column in columns]
    if wrong:
        hand = int(np.argmax(np.max((a, b, c, d, e), axis=0) > 51))
        raise ValueError(f"hand {hand} holds {[int(x[hand]) for x in (a, b, c, d, e)]}: expected cards 0..51")
    if (hand := _first_repeat(a, b, c, d, e)) >= 0:
        raise ValueError(f"hand {hand} holds a card twice: {[TEXT[x[hand]] for x in (a, b, c, d, e)]}")


@cache
def _wide() -> bool:
    """Whether sixteen hands are ranked at a time."""
    return compiles_for("avx512f", "avx512bw", "avx512vl")


@cache
def _ranker(arrays: int, wide: bool) -> Callable[..., int]:
    """The compiled function for hands in one array or in five. It is called directly: it takes less time than to look
    up the types of the arguments, which `_rank` has made sure of.
    """
    rows: Kernel[..., int] = _wide_rows if wide else _rank_rows
    columns: Kernel[..., int] = _wide_columns if wide else _rank_columns
    hands = [np.zeros((FEWEST, 5), np.uint8)] if arrays == 1 else [np.zeros(FEWEST, np.uint8)] * 5
    return (rows if arrays == 1 else columns).entry(*hands, *_TABLES[wide][0], np.zeros(FEWEST, np.uint16))


# The kernels fill `out` and return another number than 0 if a number was not a card. The first two run everywhere.
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
    out: Values,
) -> int:
    seen = np.uint64(0)
    for i in range(out.size):
        first = a[i]
        key = weight[first] + weight[b[i]] + weight[c[i]] + weight[d[i]] + weight[e[i]]
        seen |= key
        at = key & _MASK
        value = table[0, at]
        if ((first ^ b[i]) | (first ^ c[i]) | (first ^ d[i]) | (first ^ e[i])) & 3 == 0:
            value = table[1, at]
        out[i] = value
    return int(seen >> np.uint64(SUM_BITS))


@kernel
def _rank_rows(cards: Bytes, weight: NDArray[np.uint32], table: Values, out: Values) -> int:
    seen = np.uint64(0)
    for i in range(out.size):
        a, b, c, d, e = cards[i, 0], cards[i, 1], cards[i, 2], cards[i, 3], cards[i, 4]
        key = weight[a] + weight[b] + weight[c] + weight[d] + weight[e]
        seen |= key
        at = key & _MASK
        value = table[0, at]
        if ((a ^ b) | (a ^ c) | (a ^ d) | (a ^ e)) & 3 == 0:
            value = table[1, at]
        out[i] = value
    return int(seen >> np.uint64(SUM_BITS))


# The next two rank sixteen hands at a time, where the processor can; the hands may be any bytes.


def _wide_rank() -> Any:
    from standpat.compute import wide_rank

    return wide_rank


_columns_by_sixteen: Final = Intrinsic(lambda: _wide_rank().rank_columns)
_rows_by_sixteen: Final = Intrinsic(lambda: _wide_rank().rank_rows)


@kernel
def _wide_columns(a: Bytes, b: Bytes, c: Bytes, d: Bytes, e: Bytes, table: Values, out: Values) -> int:
    return 1 if _columns_by_sixteen(a, b, c, d, e, table, out) > 51 else 0


@kernel
def _wide_rows(cards: Bytes, table: Values, out: Values) -> int:
    return 1 if _rows_by_sixteen(cards, table, out) > 51 else 0


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
